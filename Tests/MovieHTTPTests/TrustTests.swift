import Testing

@testable import MovieHTTP

@Suite("Which certificate authorities are trusted")
struct TrustTests {
    /// A system with these files, and folders by hash.
    private static func files(_ paths: Set<String>) -> TrustFiles {
        TrustFiles(
            isFile: { paths.contains($0) && !$0.hasSuffix("/") },
            isFolderByHash: { paths.contains($0 + "/") }
        )
    }

    @Test(
        "the variables name them, or else the system",
        arguments: [
            (["SSL_CERT_FILE": "/a.pem"], .file("/a.pem")),
            (["SSL_CERT_DIR": "/certs"], .folder("/certs")),
            (["SSL_CERT_DIR": "/certs:/more"], .folder("/certs")),
            (["SSL_CERT_FILE": "/a.pem", "SSL_CERT_DIR": "/certs"], .fileAndFolder("/a.pem", "/certs")),
            (["SSL_CERT_FILE": "", "SSL_CERT_DIR": ""], nil),
            ([:], nil),
        ] as [([String: String], TrustAnchors?)]
    )
    func variables(environment: [String: String], anchors: TrustAnchors?) {
        let authorities = CertificateAuthorities { environment[$0] }
        let found = TrustAnchors(authorities, files: Self.files([]))
        #if os(Linux)
        #expect(found == anchors ?? TrustAnchors.none)
        #else
        #expect(found == anchors ?? .platform)
        #endif
    }

    #if os(Linux)
    @Test(
        "what the system has",
        arguments: [
            ([], .none), (["/b.crt"], .file("/b.crt")), (["/a.crt", "/b.crt"], .file("/a.crt")),
            (["/b.crt", "/hashed/"], .systemFolder("/hashed", file: "/b.crt")),
            (["/hashed/"], .systemFolder("/hashed", file: nil)),
        ] as [(Set<String>, TrustAnchors)]
    )
    func system(paths: Set<String>, anchors: TrustAnchors) {
        let authorities = CertificateAuthorities(systemFiles: ["/a.crt", "/b.crt"], systemFolders: ["/x", "/hashed"])
        #expect(TrustAnchors(authorities, files: Self.files(paths)) == anchors)
    }
    #endif

    @Test("only the system's folder has a file behind it, in which there may be more")
    func wider() {
        #expect(TrustAnchors.systemFolder("/certs", file: "/a.crt").wider == .file("/a.crt"))
        #expect(TrustAnchors.systemFolder("/certs", file: nil).wider == nil)
        #expect(TrustAnchors.file("/a.crt").wider == nil)
        #expect(TrustAnchors.fileAndFolder("/a.crt", "/certs").wider == nil)
    }

    @Test(
        "names by hash",
        arguments: [
            ("5ed36f99.0", true), ("5ed36f99.1", false), ("5ed36f9.0", false), ("5ed36f99.00", false),
            ("ca-certs.0", false), ("", false), (".", false),
        ]
    )
    func hashes(name: String, isHashed: Bool) {
        #expect(TrustFiles.isHashed(name) == isHashed)
    }
}
