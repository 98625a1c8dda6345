import HTTPModel
import MovieDomain
import Testing

@Suite("Request URLs and identities")
struct RequestURLTests {
    struct Case: Sendable {
        var query: [HTTPRequest.Field]
        var shown: String
        var sent: String
        var identity: String
    }

    private static func request(_ query: [HTTPRequest.Field], body: SecretText? = nil) -> HTTPRequest {
        HTTPRequest(
            source: "test",
            method: body == nil ? .get : .post,
            origin: HTTPOrigin(scheme: .https, host: "Films.example", port: 8_443),
            path: "/v1/films",
            query: query,
            body: body
        )
    }

    private static let secret = SecretText.Piece.secret(Secret("s/e c"))

    @Test(
        arguments: [
            Case(query: [], shown: "", sent: "", identity: ""),
            Case(
                query: [.init("q", SecretText("기생충 & co")), .init("a b", SecretText("1+1=2"))],
                shown: "?q=%EA%B8%B0%EC%83%9D%EC%B6%A9%20%26%20co&a%20b=1%2B1%3D2",
                sent: "?q=%EA%B8%B0%EC%83%9D%EC%B6%A9%20%26%20co&a%20b=1%2B1%3D2",
                identity: "?a%20b=1%2B1%3D2&q=%EA%B8%B0%EC%83%9D%EC%B6%A9%20%26%20co"
            ),
            Case(
                query: [.init("z", SecretText("1")), .init("key", SecretText([secret])), .init("b", SecretText("2"))],
                shown: "?z=1&key=***&b=2",
                sent: "?z=1&key=s%2Fe%20c&b=2",
                identity: "?b=2&z=1"
            ),
            Case(
                query: [.init("auth", SecretText([.plain("a/b "), secret, .plain("&c")]))],
                shown: "?auth=a%2Fb%20***%26c",
                sent: "?auth=a%2Fb%20s%2Fe%20c%26c",
                identity: ""
            ),
            Case(
                query: [.init("stars", SecretText("***"))],
                shown: "?stars=%2A%2A%2A",
                sent: "?stars=%2A%2A%2A",
                identity: "?stars=%2A%2A%2A"
            ),
            Case(
                query: [.init("g", SecretText("2")), .init("empty", SecretText("")), .init("g", SecretText("1"))],
                shown: "?g=2&empty=&g=1",
                sent: "?g=2&empty=&g=1",
                identity: "?empty=&g=1&g=2"
            ),
        ]
    )
    func urls(_ test: Case) {
        let request = Self.request(test.query)
        let base = "https://films.example:8443/v1/films"
        #expect(request.redactedURL == base + test.shown)
        #expect(request.description == "GET " + base + test.shown)
        #expect(request.revealedURL == base + test.sent)
        #expect(request.answerIdentity == "GET " + base + test.identity)
    }

    @Test("The body is part of a request's identity")
    func bodies() {
        let request = Self.request([], body: SecretText([.plain("a "), Self.secret]))
        #expect(request.answerIdentity == "POST https://films.example:8443/v1/films\n\na ***")
    }
}

@Suite("Response header fields")
struct HTTPHeadersTests {
    @Test func lookup() {
        var headers = HTTPHeaders([("Content-Type", "text/html"), ("X-Count", "1")])
        headers.append(name: "x-count", value: "2")
        #expect(headers["content-TYPE"] == "text/html")
        #expect(headers["X-COUNT"] == "1")
        #expect(headers["etag"] == nil)
        #expect(headers.fields.map(\.name) == ["Content-Type", "X-Count", "x-count"])
        #expect(headers.fields.map(\.value) == ["text/html", "1", "2"])
    }
}
