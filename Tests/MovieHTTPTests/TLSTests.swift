import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

@Suite("TLS", .enabled(if: TLSServer.isAvailable, "needs the program openssl"))
struct TLSTests {
    @Test("U6: each fault has its own sentence, and none is tried again in clear")
    func certificates() async throws {
        let sentences: [TLSServer.Certificate: String] = [
            .expired: "the certificate of localhost has expired",
            .wrongHost: "the certificate of localhost is for another name",
            .selfSigned: "the certificate of localhost is self-signed",
            .unknownAuthority: "the certificate of localhost is of an authority that this system does not know; "
                + "are its ca-certificates installed?",
        ]
        try await TLSServer.withCertificates { server in
            var configuration = HTTPTransportConfiguration.test
            configuration.authorities.file = server.authority
            for certificate in TLSServer.Certificate.allCases {
                let exchange = try await server.with(certificate) { port in
                    await Exchange.of(.to(port: port, host: "localhost", scheme: .https, "/"), configuration)
                }
                if let sentence = sentences[certificate] {
                    #expect(exchange.failure == ProviderError(at: .tls, sentence))
                } else {
                    #expect(exchange.response?.status == 200)
                    #expect(exchange.text?.contains("TLSv1.3") == true)
                }
            }
        }
    }

    @Test("U6: a handshake that hangs is told from a connection that is not made")
    func hangingHandshake() async throws {
        try await withServer(welcome: .ignore) { server in
            let request = HTTPRequest.to(port: server.port, scheme: .https, connectWithin: .milliseconds(250))
            let exchange = await Exchange.of(request, under: .seconds(60))
            #expect(
                exchange.failure
                    == ProviderError(
                        at: .tls,
                        "127.0.0.1 accepts connections, but does not go through the TLS handshake"
                    )
            )
        }
    }

    @Test("U6: a port that does not speak TLS")
    func plainText() async throws {
        try await withServer(welcome: .greet(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))) { server in
            let request = HTTPRequest.to(
                port: server.port,
                scheme: .https,
                within: .seconds(9),
                connectWithin: .seconds(8)
            )
            let failure = await Exchange.of(request).failure
            #expect(failure == ProviderError(at: .tls, "https://127.0.0.1:\(server.port) does not speak TLS"))
            #expect(!server.log.holds("GET"))
        }
    }

    #if os(Linux)
    @Test("U6: no connection at all is not blamed on TLS")
    func droppedSYN() async throws {
        let port = try SilentPort()
        let failure = await Exchange.of(.to(port: port.port, scheme: .https, connectWithin: .milliseconds(250))).failure
        #expect(failure?.stage == .connectTimeout)
    }
    #endif

    @Test("U6: a file of authorities that is not there")
    func missingAuthorities() async throws {
        try await withServer(welcome: .ignore) { server in
            var configuration = HTTPTransportConfiguration.test
            configuration.authorities.file = "/nowhere/ca.pem"
            let failure = await Exchange.of(.to(port: server.port, scheme: .https), configuration).failure
            #expect(failure == ProviderError(at: .tls, "the file or folder of certificate authorities cannot be read"))
        }
    }

    @Test("U6: authorities of files and of folders by hash; a system that has none says so")
    func authorities() async throws {
        let unknown =
            "the certificate of localhost is of an authority that this system does not know; "
            + "are its ca-certificates installed?"
        try await TLSServer.withCertificates { server in
            var cases: [(CertificateAuthorities, TLSServer.Certificate, String?)] = [
                (CertificateAuthorities(folder: server.authorities), .trusted, nil),
                (CertificateAuthorities(folder: server.authorities), .unknownAuthority, unknown),
                (CertificateAuthorities(file: server.stranger, folder: server.authorities), .trusted, nil),
                (CertificateAuthorities(file: server.stranger, folder: server.authorities), .unknownAuthority, nil),
            ]
            #if os(Linux)
            let folder = [server.authorities]
            let none =
                "this system has no certificate authorities: "
                + "install its ca-certificates, or name a file in SSL_CERT_FILE"
            cases += [
                (CertificateAuthorities(systemFiles: ["/nowhere/ca.pem"], systemFolders: ["/nowhere"]), .trusted, none),
                (CertificateAuthorities(systemFiles: [server.stranger], systemFolders: folder), .trusted, nil),
                // Not in the folder, but in the file.
                (CertificateAuthorities(systemFiles: [server.stranger], systemFolders: folder), .unknownAuthority, nil),
                (
                    CertificateAuthorities(systemFiles: [server.authority], systemFolders: folder), .selfSigned,
                    "the certificate of localhost is self-signed"
                ),
            ]
            #endif
            for (authorities, certificate, sentence) in cases {
                let configuration = HTTPTransportConfiguration(userAgent: "test", authorities: authorities)
                let exchange = try await server.with(certificate) { port in
                    await Exchange.of(.to(port: port, host: "localhost", scheme: .https, "/"), configuration)
                }
                #expect(exchange.failure == sentence.map { ProviderError(at: .tls, $0) }, "\(authorities)")
                #expect((exchange.response?.status == 200) == (sentence == nil))
            }
        }
    }
}

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
