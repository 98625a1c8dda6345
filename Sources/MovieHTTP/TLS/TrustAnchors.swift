/// Which certificate authorities a connection trusts, decided from what there is.
enum TrustAnchors: Hashable, Sendable {
    /// What the platform does by itself.
    case platform
    case file(String)
    /// Of a folder named by hash only the authority that is needed is read.
    case folder(String)
    case fileAndFolder(String, String)
    /// The system's folder, of which only what is needed is read, and its file, for authorities that stand in that alone.
    ///
    /// To read the whole file takes milliseconds, and the library does it for each connection of a cold start.
    case systemFolder(String, file: String?)
    /// There are none: every certificate is refused.
    case none

    init(_ authorities: CertificateAuthorities, files: TrustFiles) {
        switch (authorities.file, authorities.folder) {
        case (let file?, let folder?): self = .fileAndFolder(file, folder)
        case (let file?, nil): self = .file(file)
        case (nil, let folder?): self = .folder(folder)
        case (nil, nil): self = Self.ofSystem(authorities, files)
        }
    }

    /// What to trust after a certificate was refused that somebody's authority may have signed all the same.
    var wider: TrustAnchors? {
        if case .systemFolder(_, let file?) = self { .file(file) } else { nil }
    }

    private static func ofSystem(_ authorities: CertificateAuthorities, _ files: TrustFiles) -> TrustAnchors {
        #if canImport(Darwin)
        return .platform
        #else
        let file = authorities.systemFiles.first { files.isFile($0) }
        if let folder = authorities.systemFolders.first(where: { files.isFolderByHash($0) }) {
            return .systemFolder(folder, file: file)
        }
        return file.map { .file($0) } ?? .none
        #endif
    }
}
