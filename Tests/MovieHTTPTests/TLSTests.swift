import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

@Suite("TLS", .enabled(if: TLSServer.isAvailable, "needs the program openssl"))
struct TLSTests {
    @Test("U6: each certificate fault has its own message, and a trusted certificate is accepted")
    func certificates() async throws {
        let sentences: [TLSServer.Certificate: String] = [
            .expired: "the certificate of localhost has expired",
            .wrongHost: "the certificate of localhost is for another name",
            .selfSigned: "the certificate of localhost is self-signed",
            .unknownAuthority: "the certificate of localhost is from an authority that this system does not know; "
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

    @Test("U6: a TLS handshake that hangs is reported as a TLS failure")
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

    @Test("U6: a port that doesn't speak TLS is reported, and gets no request")
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
    @Test("U6: an https connection that isn't made is a connect timeout, not a TLS failure")
    func droppedSYN() async throws {
        let port = try SilentPort()
        let failure = await Exchange.of(.to(port: port.port, scheme: .https, connectWithin: .milliseconds(250))).failure
        #expect(failure?.stage == .connectTimeout)
    }
    #endif

    @Test("U6: a missing file of certificate authorities is a TLS failure")
    func missingAuthorities() async throws {
        try await withServer(welcome: .ignore) { server in
            var configuration = HTTPTransportConfiguration.test
            configuration.authorities.file = "/nowhere/ca.pem"
            let failure = await Exchange.of(.to(port: server.port, scheme: .https), configuration).failure
            #expect(failure == ProviderError(at: .tls, "the file or folder of certificate authorities cannot be read"))
        }
    }

    @Test("U6: authorities in files and hashed folders are trusted, and a system without any is reported")
    func authorities() async throws {
        let unknown =
            "the certificate of localhost is from an authority that this system does not know; "
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
                // This authority is in the file but not in the folder.
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

@Suite("Trusted certificate authorities")
struct TrustTests {
    /// Returns the trust files of a system with these files, and hashed folders whose paths end with a slash.
    private static func files(_ paths: Set<String>) -> TrustFiles {
        TrustFiles(isFile: { paths.contains($0) && !$0.hasSuffix("/") }, isFolderByHash: { paths.contains($0 + "/") })
    }

    @Test(
        "Environment variables choose the authorities, or else the system does",
        arguments: [
            (["SSL_CERT_FILE": "/a.pem"], TrustAnchors(file: "/a.pem")),
            (["SSL_CERT_DIR": "/certs"], TrustAnchors(folder: "/certs")),
            (["SSL_CERT_DIR": "/certs:/more"], TrustAnchors(folder: "/certs")),
            (["SSL_CERT_FILE": "/a.pem", "SSL_CERT_DIR": "/certs"], TrustAnchors(file: "/a.pem", folder: "/certs")),
            (["SSL_CERT_FILE": "", "SSL_CERT_DIR": ""], nil),
            ([:], nil),
        ] as [([String: String], TrustAnchors?)]
    )
    func variables(environment: [String: String], anchors: TrustAnchors?) {
        let authorities = CertificateAuthorities { environment[$0] }
        let found = TrustAnchors(authorities, files: Self.files([]))
        #if os(Linux)
        #expect(found == anchors ?? TrustAnchors())
        #else
        #expect(found == anchors ?? TrustAnchors(isPlatform: true))
        #endif
    }

    #if os(Linux)
    @Test(
        "The system's authorities are those of its hashed folder or its first existing file",
        arguments: [
            ([], .init()), (["/b.crt"], .init(file: "/b.crt")),
            (["/a.crt", "/b.crt"], .init(file: "/a.crt")),
            (["/b.crt", "/hashed/"], .init(folder: "/hashed", furtherFile: "/b.crt")),
            (["/hashed/"], .init(folder: "/hashed")),
        ] as [(Set<String>, TrustAnchors)]
    )
    func system(paths: Set<String>, anchors: TrustAnchors) {
        let authorities = CertificateAuthorities(systemFiles: ["/a.crt", "/b.crt"], systemFolders: ["/x", "/hashed"])
        #expect(TrustAnchors(authorities, files: Self.files(paths)) == anchors)
    }

    @Test(
        "The authorities of each distribution are found, without a variable",
        arguments: [
            // Debian and Ubuntu, Arch, openSUSE
            (
                ["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/"],
                .init(folder: "/etc/ssl/certs", furtherFile: "/etc/ssl/certs/ca-certificates.crt")
            ),
            (
                ["/etc/ssl/ca-bundle.pem", "/etc/ssl/certs/"],
                .init(folder: "/etc/ssl/certs", furtherFile: "/etc/ssl/ca-bundle.pem")
            ),
            // Fedora and its relatives: with the old name, with the new one alone, and with hashes
            (["/etc/pki/tls/certs/ca-bundle.crt"], .init(file: "/etc/pki/tls/certs/ca-bundle.crt")),
            (
                ["/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"],
                .init(file: "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem")
            ),
            (
                [
                    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
                    "/etc/pki/ca-trust/extracted/pem/directory-hash/",
                ],
                .init(
                    folder: "/etc/pki/ca-trust/extracted/pem/directory-hash",
                    furtherFile: "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"
                )
            ),
            // Alpine without ca-certificates; NixOS
            (["/etc/ssl/cert.pem"], .init(file: "/etc/ssl/cert.pem")),
            (["/etc/ssl/certs/ca-bundle.crt"], .init(file: "/etc/ssl/certs/ca-bundle.crt")),
        ] as [(Set<String>, TrustAnchors)]
    )
    func distributions(paths: Set<String>, anchors: TrustAnchors) {
        #expect(TrustAnchors(CertificateAuthorities(), files: Self.files(paths)) == anchors)
    }
    #endif

    @Test("Only the system's folder has a file with more authorities to fall back on")
    func wider() {
        #expect(TrustAnchors(folder: "/certs", furtherFile: "/a.crt").wider == TrustAnchors(file: "/a.crt"))
        #expect(TrustAnchors(folder: "/certs").wider == nil)
        #expect(TrustAnchors(file: "/a.crt", folder: "/certs").wider == nil)
    }

    @Test(
        "Only a name of eight hexadecimal digits and .0 is a hash name",
        arguments: [
            ("5ed36f99.0", true), ("5ed36f99.1", false), ("5ed36f9.0", false), ("5ed36f99.00", false),
            ("ca-certs.0", false), ("", false), (".", false),
        ]
    )
    func hashes(name: String, isHashed: Bool) {
        #expect(TrustFiles.isHashed(name) == isHashed)
    }
}
