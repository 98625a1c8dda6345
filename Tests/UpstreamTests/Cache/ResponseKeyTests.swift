import HTTPModel
import Testing
import Upstream

@Suite("What an answer is kept under")
struct ResponseKeyTests {
    private func request(
        host: String = "films.example",
        query: [HTTPRequest.Field] = [],
        headers: [HTTPRequest.Field] = [],
        body: SecretText? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            source: "films",
            method: body == nil ? .get : .post,
            origin: HTTPOrigin(scheme: .https, host: host),
            path: "/v1/list",
            query: query,
            headers: headers,
            body: body
        )
    }

    private func secret(_ text: String) -> SecretText { SecretText([.plain("Bearer "), .secret(Secret(text))]) }

    @Test("languages and bodies tell answers apart, keys and orders do not")
    func identity() {
        let korean = request(
            query: [.init("q", SecretText("집")), .init("key", secret("k3y")), .init("page", SecretText("2"))],
            headers: [
                .init("X-B", SecretText("2")), .init("Accept-Language", SecretText("ko-KR")),
                .init("Authorization", secret("t0ken")),
            ]
        )
        let expected = "GET https://films.example/v1/list?page=2&q=%EC%A7%91\naccept-language: ko-KR\nx-b: 2"
        #expect(ResponseKey(korean) == ResponseKey(source: "films", identity: expected))
        var reordered = korean
        reordered.query = [.init("page", SecretText("2")), .init("q", SecretText("집"))]
        reordered.headers = [.init("accept-language", SecretText("ko-KR")), .init("x-b", SecretText("2"))]
        #expect(ResponseKey(reordered) == ResponseKey(korean))
        reordered.headers[0].value = SecretText("en-US")
        #expect(ResponseKey(reordered) != ResponseKey(korean))
    }

    @Test("a body stands in the key as it is, without its secrets")
    func bodies() {
        let body = SecretText([.plain(#"{"q":"a","token":""#), .secret(Secret("t0ken")), .plain(#""}"#)])
        let key = ResponseKey(request(body: body)).identity
        #expect(key == "POST https://films.example/v1/list\n\n" + #"{"q":"a","token":"***"}"#)
        let other = SecretText([.plain(#"{"q":"a","token":""#), .secret(Secret("other")), .plain(#""}"#)])
        #expect(ResponseKey(request(body: other)).identity == key)
        #expect(request(body: other).identity == request(body: body).identity)
    }

    @Test("the hosts of a source share their answers, and their recordings stay apart")
    func mirrors() {
        let first = request(query: [.init("q", SecretText("a"))])
        var second = request(host: "mirror.example", query: [.init("q", SecretText("a"))])
        second.path = "/mirror/v1/list"
        #expect(ResponseKey(second) != ResponseKey(first))
        second.canonicalAddress = "https://films.example/v1/list"
        #expect(ResponseKey(second) == ResponseKey(first))
        #expect(second.identity == "GET https://mirror.example/mirror/v1/list?q=a")
    }

    @Test(
        "an answer that repeats a secret is known",
        arguments: [
            (#"{"next": "/list?key=a%2Fb%20c"}"#, "", true), (#"{"key": "a/b c"}"#, "", true),
            ("", "<https://films.example/?key=a/b c>", true), ("{}", "a/b", false), ("a/b", "", false), ("", "", false),
            ("aaa/b c", "", true),
        ]
    )
    func repetition(body: String, link: String, isRepeated: Bool) {
        let request = request(query: [
            .init("key", SecretText([.secret(Secret("a/b c"))])), .init("q", SecretText("films")),
        ])
        #expect(request.isRepeated(in: .text(body + " films", [("Link", link)])) == isRepeated)
        #expect(!self.request().isRepeated(in: .text(body, [("Link", link)])))
        let pasted = self.request(query: [
            .init("key", SecretText([.secret(Secret("a/b c"))])), .init("q", SecretText("a/b c")),
        ])
        #expect(pasted.isRepeated(in: .text("films")))
    }
}
