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
