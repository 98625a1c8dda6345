import HTTPModel
import Testing

@testable import MovieHTTP

@Suite("Decisions without a network")
struct DecisionTests {
    private static let origin = HTTPOrigin(scheme: .https, host: "films.example")

    @Test(
        "where a Location leads",
        arguments: [
            ("/b", "/b"), ("b", "/v1/b"), ("./b", "/v1/b"), ("../b", "/b"), ("../../b", "/b"), ("?x=1", "/v1/a?x=1"),
            ("", "/v1/a?q=1"), ("#part", "/v1/a?q=1"), ("/b?x=1#part", "/b?x=1"), ("/b/../c/./d/", "/c/d/"),
            ("/b/..", "/"),
            ("https://films.example/b", "/b"), ("https://FILMS.example:443/b", "/b"), ("//films.example/b", "/b"),
            ("https://films.example", "/"), ("HTTPS://films.example?x=1", "/?x=1"),
            ("/영화?q=기", "/%EC%98%81%ED%99%94?q=%EA%B8%B0"),
            ("/a:b", "/a:b"), ("?u=http://evil.example/", "/v1/a?u=http://evil.example/"),
        ]
    )
    func followed(location: String, target: String) throws {
        let reference = try #require(URLReference(location))
        #expect(reference.origin(from: Self.origin) == Self.origin)
        #expect(reference.target(from: "/v1/a?q=1") == target)
    }

    @Test(
        "what a Location may not be",
        arguments: [
            "http://films.example/b", "https://films.example:8443/b", "https://evil.example/", "//evil.example",
            "https://films.example@evil.example/", "https://films.example.evil.example/", "file:///etc/passwd",
            "https:b", "data:text/plain,x", "/a b", "/a\r\nX: 1", #"\\evil.example\"#, "https://[::1/", "https://:80/",
            "https://films.example:x/", "1a:b", "ftp://films.example/",
        ]
    )
    func refused(location: String) {
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: "/v1/a")
        guard case .refuse(let reason) = policy.decide(status: 302, location: location) else {
            Issue.record("\(location) was not refused")
            return
        }
        #expect(reason.hasPrefix("films.example redirects "))
    }

    @Test("U20: from https to http, said so")
    func downgrade() {
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: "/a?key=x")
        let action = policy.decide(status: 301, location: "http://films.example/a?key=x")
        #expect(
            action == .refuse("films.example redirects from https to http; keys go to https://films.example only")
        )
    }

    @Test(
        "which statuses and methods redirect",
        arguments: [
            (301, true), (302, true), (303, true), (307, true), (308, true), (200, false), (300, false), (304, false),
            (305, false),
        ]
    )
    func statuses(status: Int, isRedirect: Bool) {
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: "/a")
        #expect(policy.decide(status: status, location: "/b") == (isRedirect ? .follow(target: "/b") : .deliver))
        #expect(policy.decide(status: status, location: nil) == .deliver)
    }

    @Test(
        "which addresses are of this machine or network",
        arguments: [
            ([127, 0, 0, 1], true), ([10, 1, 2, 3], true), ([172, 16, 0, 1], true), ([172, 31, 255, 255], true),
            ([172, 32, 0, 1], false), ([192, 168, 1, 1], true), ([192, 169, 1, 1], false),
            ([169, 254, 169, 254], true),
            ([0, 0, 0, 0], true), ([100, 64, 0, 1], true), ([100, 128, 0, 1], false), ([8, 8, 8, 8], false),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], true),
            ([0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ([0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ([0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], false),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], true),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 8, 8, 8, 8], false),
            ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1], true),
        ] as [([UInt8], Bool)]
    )
    func addresses(bytes: [UInt8], isLocal: Bool) {
        #expect((AddressScope(bytes) == .local) == isLocal)
    }

    @Test(
        "which hosts may lead to a local address",
        arguments: [
            ("127.0.0.1", true), ("localhost", true), ("[::1]", true), ("10.0.0.1", true), ("127.1", false),
            ("2130706433", false), ("films.example", false), ("localhost.example", false),
            ("169.254.169.254.nip.example", false),
        ]
    )
    func hosts(host: String, isAllowed: Bool) {
        #expect(HTTPOrigin(scheme: .http, host: host).allowsLocalAddress == isAllowed)
    }

    @Test("clients are few: times and sizes are rounded up")
    func traits() {
        func traits(_ milliseconds: Int, _ bytes: Int, _ host: String = "films.example") -> ClientTraits {
            ClientTraits(
                .to(port: 1, host: host, connectWithin: .milliseconds(milliseconds), maximumBodyBytes: bytes)
            )
        }
        #expect(traits(1_000, 4 << 20).connectTimeout == .seconds(1))
        #expect(traits(1_000, 4 << 20).decompressionLimit == 4 << 20)
        #expect(traits(600, 1).connectTimeout == .seconds(1))
        #expect(traits(1_001, 65_537).connectTimeout == .seconds(2))
        #expect(traits(1, 65_537).decompressionLimit == 262_144)
        #expect(traits(1_000_000, .max).connectTimeout == .seconds(32))
        #expect(traits(1_000_000, .max).decompressionLimit == 256 << 20)
        #expect(traits(600, 1) == traits(1_000, 65_536))
        #expect(traits(600, 1) != traits(600, 1, "127.0.0.1"))
        #expect(traits(600, 1) != ClientTraits(.to(port: 1, host: "films.example"), keepsConnections: false))
        let all = Set((0..<20).flatMap { time in (0..<30).map { traits(1 << time, 1 << $0) } })
        #expect(all.count == 63)
    }

    @Test(
        "what is wrong with a certificate",
        arguments: [
            (
                CertificateFacts(notBefore: 0, notAfter: 1_000_000, isSelfSigned: true), 1_000_001,
                "expired less than a day ago"
            ),
            (CertificateFacts(notBefore: 0, notAfter: 0, isSelfSigned: false), 864_000, "expired 10 days ago"),
            (CertificateFacts(notBefore: 0, notAfter: 0, isSelfSigned: false), 86_401, "expired 1 day ago"),
            (
                CertificateFacts(notBefore: 200_000, notAfter: 300_000, isSelfSigned: false), 0,
                "is not valid before 2 days from now; is the clock right?"
            ),
            (CertificateFacts(notBefore: 0, notAfter: 9, isSelfSigned: true), 9, "is self-signed"),
        ]
    )
    func certificates(facts: CertificateFacts, now: Int, complaint: String) {
        #expect(facts.complaint(now: now) == complaint)
    }

    @Test(
        "bytes that are no certificate are not called self-signed",
        arguments: [[], [0x30], [0x30, 0x84, 255, 255, 255, 255], [0x30, 2, 0x30, 0]]
    )
    func notACertificate(bytes: [UInt8]) {
        #expect(!CertificateFacts.isSelfSigned(bytes))
    }

    @Test("a second look at a TLS connection explains only what failed at the first")
    func secondLook() {
        let translation = TLSFailureTranslation(Self.origin)
        let untrusted = TransportFailure(.tls, "not trusted")
        let timedOut = TransportFailure(.connectTimeout, "no connection")
        let facts = TLSDiagnosis.Finding.certificate(CertificateFacts(notBefore: 0, notAfter: 9, isSelfSigned: true))
        #expect(
            translation.failure(facts, after: untrusted, now: 1)?.message
                == "the certificate of films.example is self-signed"
        )
        #expect(translation.failure(facts, after: timedOut, now: 1) == nil)
        #expect(translation.failure(.noHandshake, after: timedOut, now: 1)?.kind == .tls)
        #expect(translation.failure(.noHandshake, after: untrusted, now: 1) == nil)
        #expect(translation.failure(.noConnection, after: timedOut, now: 1) == nil)
        #expect(translation.failure(.noConnection, after: untrusted, now: 1) == nil)
    }
}
