import HTTPModel
import MarqueeTestKit
import MovieHTTP
import Testing

@Suite("TLS", .enabled(if: TLSServer.isAvailable, "needs the program openssl"))
struct TLSTests {
    @Test("U6: each fault has its own sentence, and none is tried again in clear")
    func certificates() async throws {
        let sentences: [TLSServer.Certificate: String] = [
            .expired: "the certificate of localhost expired 1 day ago",
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
                    #expect(exchange.failure == TransportFailure(.tls, sentence))
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
                    == TransportFailure(
                        .tls,
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
            #expect(failure == TransportFailure(.tls, "https://127.0.0.1:\(server.port) does not speak TLS"))
            #expect(!server.log.holds("GET"))
        }
    }

    #if os(Linux)
    @Test("U6: no connection at all is not blamed on TLS")
    func droppedSYN() async throws {
        let port = try SilentPort()
        let failure = await Exchange.of(.to(port: port.port, scheme: .https, connectWithin: .milliseconds(250))).failure
        #expect(failure?.kind == .connectTimeout)
    }
    #endif

    @Test("U6: a file of authorities that is not there")
    func missingAuthorities() async throws {
        try await withServer(welcome: .ignore) { server in
            var configuration = HTTPTransportConfiguration.test
            configuration.authorities.file = "/nowhere/ca.pem"
            let failure = await Exchange.of(.to(port: server.port, scheme: .https), configuration).failure
            #expect(failure == TransportFailure(.tls, "the file or folder of certificate authorities cannot be read"))
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
                #expect(exchange.failure == sentence.map { TransportFailure(.tls, $0) }, "\(authorities)")
                #expect((exchange.response?.status == 200) == (sentence == nil))
            }
        }
    }
}
