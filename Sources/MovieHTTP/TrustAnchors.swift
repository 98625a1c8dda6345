#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where certificate authorities are looked for: what the user names, or else the places of the system.
package struct CertificateAuthorities: Sendable, Hashable {
    /// A PEM file to trust instead of the system's (`SSL_CERT_FILE`), as behind an inspecting proxy.
    package var file: String?
    /// A folder of PEM files named by hash, as `openssl rehash` makes it (`SSL_CERT_DIR`), instead of the system's.
    package var folder: String?
    /// Files that systems keep all authorities in.
    package var systemFiles: [String]
    /// Folders that systems keep authorities in, named by hash.
    package var systemFolders: [String]

    package init(
        file: String? = nil,
        folder: String? = nil,
        systemFiles: [String] = Self.usualFiles,
        systemFolders: [String] = Self.usualFolders
    ) {
        self.file = file
        self.folder = folder
        self.systemFiles = systemFiles
        self.systemFolders = systemFolders
    }

    /// What OpenSSL's variables name; of several folders the first.
    package init(environment: (_ name: String) -> String?) {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let folders = value("SSL_CERT_DIR")?.split(separator: ":")
        self.init(file: value("SSL_CERT_FILE"), folder: folders?.first.map { String($0) })
    }

    /// Debian, Ubuntu, Arch, Alpine; Fedora; openSUSE.
    package static let usualFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    ]

    /// Debian, Ubuntu, Arch, Alpine, openSUSE; Fedora.
    package static let usualFolders = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
}

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

    /// The file to read at once, if any.
    var filePath: String? {
        switch self {
        case .file(let path), .fileAndFolder(let path, _): path
        case .platform, .folder, .systemFolder, .none: nil
        }
    }

    /// The folder in which the authority of a certificate is looked for, if any.
    var folderPath: String? {
        switch self {
        case .folder(let path), .fileAndFolder(_, let path), .systemFolder(let path, _): path
        case .platform, .file, .none: nil
        }
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

/// What is asked of the file system to find certificate authorities.
struct TrustFiles: Sendable {
    var isFile: @Sendable (String) -> Bool
    /// Whether a folder holds links that are named by hash, such as `5ed36f99.0`.
    var isFolderByHash: @Sendable (String) -> Bool

    static let system = TrustFiles(
        isFile: { unsafe access($0, R_OK) == 0 },
        isFolderByHash: { folder in
            guard let stream = unsafe opendir(folder) else { return false }
            defer { unsafe closedir(stream) }
            while let entry = unsafe readdir(stream) {
                if isHashed(unsafe name(of: entry)) { return true }
            }
            return false
        }
    )

    /// Whether a file's name is 8 hexadecimal digits and `.0`.
    static func isHashed(_ name: String) -> Bool {
        let digits = name.utf8.prefix(8)
        return name.utf8.count == 10 && name.hasSuffix(".0")
            && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
