import HTTPModel
import MovieDomain
import Synchronization
import Testing
import Upstream

@Suite("Requests go only where their source's definition says")
struct OriginGuardTests {
    private final class CountingTransport: HTTPClient {
        let count = Mutex(0)

        func send(
            _ request: HTTPRequest,
            readBy reader: any AnswerReading
        ) async throws(ProviderError) -> HTTPAnswer {
            count.withLock { $0 += 1 }
            return HTTPAnswer(HTTPResponse(status: 200, body: []), to: request, readBy: reader)
        }
    }

    private static let allowed = AllowedOrigins([
        "films": [
            HTTPOrigin(scheme: .https, host: "api.films.example"),
            HTTPOrigin(scheme: .https, host: "img.films.example"),
        ],
        "local": [HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 8_080)],
        "none": [],
    ])

    @Test(
        arguments: [
            ("films", HTTPOrigin(scheme: .https, host: "API.films.example", port: 443), true),
            ("films", HTTPOrigin(scheme: .https, host: "img.films.example"), true),
            ("films", HTTPOrigin(scheme: .http, host: "api.films.example"), false),
            ("films", HTTPOrigin(scheme: .https, host: "api.films.example", port: 8_443), false),
            ("films", HTTPOrigin(scheme: .https, host: "api.films.example.evil.example"), false),
            ("films", HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 8_080), false),
            ("local", HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 8_080), true),
            ("none", HTTPOrigin(scheme: .https, host: "api.films.example"), false),
            ("unknown", HTTPOrigin(scheme: .https, host: "api.films.example"), false),
        ]
    )
    func origins(source: String, origin: HTTPOrigin, isAllowed: Bool) async {
        let network = CountingTransport()
        let transport = OriginGuard(Self.allowed, before: network)
        let request = HTTPRequest(source: source, origin: origin, path: "/")
        do {
            let response = try await transport.send(request)
            #expect(response.status == 200)
            #expect(isAllowed)
        } catch {
            #expect(error.stage == .forbidden)
            #expect(error.message.contains(source))
            #expect(!isAllowed)
        }
        #expect(network.count.withLock(\.self) == (isAllowed ? 1 : 0))
    }

    @Test("a path that continues the host", arguments: ["@evil.example/", ".evil.example/", ":81/", ""])
    func pathWithoutSlash(path: String) {
        let request = HTTPRequest(
            source: "films",
            origin: HTTPOrigin(scheme: .https, host: "api.films.example"),
            path: path
        )
        #expect(Self.allowed.refusal(of: request)?.message == "a path of films does not begin with a slash")
    }

    @Test func sentence() {
        let request = HTTPRequest(source: "films", origin: HTTPOrigin(scheme: .https, host: "evil.example"), path: "/")
        #expect(
            Self.allowed.refusal(of: request)?.message
                == "the definition of films does not name https://evil.example, so nothing is sent there"
        )
    }
}
