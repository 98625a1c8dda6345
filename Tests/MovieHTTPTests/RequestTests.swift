import HTTPModel
import MarqueeTestKit
import MovieDomain
import MovieHTTP
import Testing

@Suite("Requests and responses")
struct RequestTests {
    @Test("A request sends its query and headers, and the response has its status, headers, and body")
    func wholeExchange() async throws {
        try await withServer { server in
            server.on(
                ScriptedRoute("/films", method: "GET", query: ["title": "기생충 & co"]),
                .json(#"{"a":1}"#, headers: [("X-Count", "1")])
            )
            let request = HTTPRequest.to(
                port: server.port,
                query: [
                    .init("title", SecretText("기생충 & co")), .init("key", SecretText([.secret(Secret("s3 cret"))])),
                ],
                headers: [
                    .init("X-Api-Key", SecretText([.plain("Bearer "), .secret(Secret("h1dden"))])),
                    .init("X-Empty", SecretText("")), .init("X-Blank", SecretText(" ")),
                ]
            )
            let exchange = await Exchange.of(request)
            #expect(exchange.response?.status == 200)
            #expect(exchange.text == #"{"a":1}"#)
            #expect(exchange.response?.headers["x-count"] == "1")
            #expect(exchange.response?.headers["content-type"] == "application/json; charset=utf-8")
            #expect(exchange.response?.headers["content-length"] == nil)
            #expect(exchange.response?.provenance == .network)

            let received = try #require(server.log.requests.first)
            #expect(received.target == "/films?title=%EA%B8%B0%EC%83%9D%EC%B6%A9%20%26%20co&key=s3%20cret")
            #expect(received.header("host") == "127.0.0.1:\(server.port)")
            #expect(received.header("x-api-key") == "Bearer h1dden")
            #expect(received.header("x-empty") == "")
            #expect(received.header("x-blank") == "")
            #expect(received.header("user-agent") == "marquee/0 (+https://marquee.example)")
            #expect(received.header("accept") == "application/json, */*;q=0.5")
            #expect(received.header("accept-encoding") == "gzip, deflate")
        }
    }

    @Test("A POST is sent once with its body and its own Accept and User-Agent")
    func post() async throws {
        try await withServer([.json("{}", status: 201)]) { server in
            let request = HTTPRequest.to(
                port: server.port,
                method: .post,
                headers: [.init("accept", SecretText("text/plain")), .init("user-agent", SecretText("mine"))],
                body: SecretText(#"{"q":"x"}"#)
            )
            #expect(await Exchange.of(request).response?.status == 201)
            let received = try #require(server.log.requests.first)
            #expect(received.method == "POST")
            #expect(String(decoding: received.body, as: UTF8.self) == #"{"q":"x"}"#)
            #expect(received.header("accept") == "text/plain")
            // libcurl would add these headers to a body; only a definition may set them.
            #expect(received.header("content-type") == nil)
            #expect(received.header("expect") == nil)
            #expect(received.header("user-agent") == "mine")
            #expect(server.log.requests.count == 1)
        }
    }

    @Test(
        "A request can't set the transport's own headers",
        arguments: ["Host", "content-length", "Transfer-Encoding"]
    )
    func ownHeaders(name: String) async throws {
        try await withServer([.json("{}")]) { server in
            let request = HTTPRequest.to(port: server.port, headers: [.init(name, SecretText("x"))])
            #expect(await Exchange.of(request).failure?.stage == .forbidden)
            #expect(server.log.connectionCount == 0)
        }
    }

    @Test(
        "A host or path that would change the destination is refused",
        arguments: [
            ("127.0.0.1", "@localhost/"), ("127.0.0.1", "0/"), ("127.0.0.1", ""), ("127.0.0.1", "/a b"),
            ("127.0.0.1", "/a\r\nX: 1"), ("127.0.0.1/@localhost", "/"), ("x@127.0.0.1", "/"), ("", "/"),
        ]
    )
    func misleading(host: String, path: String) async throws {
        try await withServer([.json("{}")]) { server in
            let failure = await Exchange.of(.to(port: server.port, host: host, path)).failure
            #expect(failure?.stage == .forbidden)
            #expect(server.log.connectionCount == 0)
        }
    }

    @Test("A header value with a line break is refused and not shown")
    func headerSplitting() async throws {
        try await withServer([.json("{}")]) { server in
            let value = SecretText([.secret(Secret("s3cret\r\nX-Evil: 1"))])
            let failure = await Exchange.of(.to(port: server.port, headers: [.init("X-Key", value)])).failure
            #expect(failure?.stage == .forbidden)
            #expect(failure?.message.contains("s3cret") == false)
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test(
        "U16: an error status is returned as a response after one request",
        arguments: [401, 403, 404, 429, 500, 503]
    )
    func refusals(status: Int) async throws {
        try await withServer([.json(#"{"message":"no"}"#, status: status, headers: [("Retry-After", "7")])]) { server in
            let exchange = await Exchange.of(.to(server))
            #expect(exchange.response?.status == status)
            #expect(exchange.response?.headers["retry-after"] == "7")
            #expect(exchange.text == #"{"message":"no"}"#)
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("Sequential requests reuse one connection")
    func keepAlive() async throws {
        try await withServer([.json("{}")]) { server in
            await withHTTPTransport(.test) { transport in
                for _ in 0..<5 { #expect(await Exchange.of(.to(server), over: transport).text == "{}") }
            }
            #expect(server.log.requests.count == 5)
            #expect(server.log.connectionCount == 1)
        }
    }
}
