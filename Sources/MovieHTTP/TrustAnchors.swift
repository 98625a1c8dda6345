import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The locations of certificate authorities: those that the user names, or else those of the system.
struct CertificateAuthorities: Sendable, Hashable {
    /// A PEM file to trust instead of the system's (`SSL_CERT_FILE`), as behind an inspecting proxy.
    var file: String?
    /// A folder of PEM files named by hash, as `openssl rehash` makes it (`SSL_CERT_DIR`), instead of the system's.
    var folder: String?
    /// The files of Debian, Ubuntu, Arch, and Alpine; Fedora; openSUSE.
    var systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    ]
    /// The folders named by hash: Debian, Ubuntu, Arch, Alpine, and openSUSE; Fedora.
    var systemFolders = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
}

extension CertificateAuthorities {
    /// Creates the locations that OpenSSL's variables name; only the first of several folders counts.
    init(environment: (_ name: String) -> String?) {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let folders = value("SSL_CERT_DIR")?.split(separator: ":")
        self.init(file: value("SSL_CERT_FILE"), folder: folders?.first.map { String($0) })
    }
}

/// The certificate authorities that a connection trusts, chosen from those that exist.
enum TrustAnchors: Hashable, Sendable {
    /// The platform's own choice.
    case platform
    case file(String)
    /// A folder named by hash, of which only the necessary authority is read.
    case folder(String)
    case fileAndFolder(String, String)
    /// The system's folder, and its file for authorities that only the file has.
    ///
    /// Reading the whole file takes milliseconds, and the library does so for each connection of a cold start.
    case systemFolder(String, file: String?)
    /// No authorities exist: every certificate is refused.
    case none

    init(_ authorities: CertificateAuthorities, files: TrustFiles) {
        switch (authorities.file, authorities.folder) {
        case (let file?, let folder?): self = .fileAndFolder(file, folder)
        case (let file?, nil): self = .file(file)
        case (nil, let folder?): self = .folder(folder)
        case (nil, nil): self = Self.ofSystem(authorities, files)
        }
    }

    /// The anchors to trust after a refused certificate that another authority of the system may have signed.
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

    /// The folder to search for the authority of a certificate, if any.
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

/// The file system queries that find certificate authorities.
struct TrustFiles: Sendable {
    var isFile: @Sendable (String) -> Bool
    /// Whether a folder contains links named by hash, such as `5ed36f99.0`.
    var isFolderByHash: @Sendable (String) -> Bool

    static let system = TrustFiles(
        isFile: { unsafe access($0, R_OK) == 0 },
        isFolderByHash: { FileSystem.names(inFolder: $0).contains(where: isHashed) }
    )

    /// Whether a file's name is 8 hexadecimal digits and `.0`.
    static func isHashed(_ name: String) -> Bool {
        let digits = name.utf8.prefix(8)
        return name.utf8.count == 10 && name.hasSuffix(".0")
            && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
