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
    /// The files of Debian, Ubuntu, Arch, and Alpine; Fedora, before and since it dropped the old name; openSUSE; NixOS;
    /// Alpine without the package ca-certificates.
    ///
    /// libcurl knows none of them: a program that carries it runs on systems other than the one that built it.
    var systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/certs/ca-bundle.crt",
        "/etc/ssl/cert.pem",
    ]
    /// The folders named by hash: Debian, Ubuntu, Arch, Alpine, and openSUSE; Fedora.
    var systemFolders = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
}

extension CertificateAuthorities {
    /// Creates the locations that OpenSSL's variables name; only the first of several folders counts.
    init(environment: (_ name: String) -> String?) {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let folders = value("SSL_CERT_DIR")?.split(scalar: ":")
        self.init(file: value("SSL_CERT_FILE"), folder: folders?.first.map { String($0) })
    }
}

/// The certificate authorities that a connection trusts, chosen from those that exist; without any, it trusts none.
struct TrustAnchors: Hashable, Sendable {
    /// The file to read at once, if any.
    var file: String?
    /// The folder named by hash, of which only the authority of a certificate is read, if any.
    var folder: String?
    /// The system's file, for authorities that its folder lacks.
    ///
    /// Reading the whole file takes milliseconds, and the library does so for each connection of a cold start.
    var furtherFile: String?
    /// Whether the platform chooses, which has no file and no folder.
    var isPlatform = false

    /// The anchors to trust after a refused certificate that another authority of the system may have signed.
    var wider: TrustAnchors? { furtherFile.map { TrustAnchors(file: $0) } }
}

extension TrustAnchors {
    init(_ authorities: CertificateAuthorities, files: TrustFiles) {
        self.init(file: authorities.file, folder: authorities.folder)
        guard file == nil, folder == nil else { return }
        #if canImport(Darwin)
        isPlatform = true
        #else
        folder = authorities.systemFolders.first { files.isFolderByHash($0) }
        let systemFile = authorities.systemFiles.first { files.isFile($0) }
        if folder == nil { file = systemFile } else { furtherFile = systemFile }
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
        return name.utf8.count == 10 && name.hasSuffix(scalars: ".0")
            && digits.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
