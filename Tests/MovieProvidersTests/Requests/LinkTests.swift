import HTTPModel
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Links to the next page")
struct LinkTests {
    @Test(
        "A link is seen from the page that it stands on",
        arguments: [
            ("https://other.example/x?p=2", "https://other.example/x?p=2"),
            ("//other.example/x", "https://other.example/x"),
            ("/v2/films?p=2", "https://shelf.example/v2/films?p=2"),
            ("?p=2", "https://shelf.example/v1/films?p=2"),
            ("films/2", "https://shelf.example/v1/films/2"),
            ("javascript:alert(1)", "javascript:alert(1)"),
            (" ", nil),
        ]
    )
    func resolving(_ link: String, _ expected: String?) {
        let page = HTTPRequest(
            source: "shelf",
            origin: HTTPOrigin(scheme: .https, host: "shelf.example"),
            path: "/v1/films",
            query: [HTTPRequest.Field("q", SecretText("a"))]
        )
        #expect(WebURL.nextPage(link, from: page) == expected)
    }

    private let operation = """
        search:
          get: /films
          query: { q: "${input.query}", token: "${env.SHELF_KEY}" }
          paging: { kind: next_url, path: next, max_pages: 9 }
          rows: films
          item: { title: t }
        """

    private func search(
        _ keys: String = "",
        count: Int = 100,
        answer: @escaping @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse
    ) async throws -> (requests: [HTTPRequest], list: MovieList) {
        let transport = ScriptedTransport(answer)
        let repository = try repository(try shelf(operation, keys), transport)
        let answer = try await repository.search(SearchQuery(text: "well", window: RowWindow(count: count)))
        return (transport.requests, answer.value)
    }

    @Test("Pages are followed with the key of the definition, never with one in clear")
    func following() async throws {
        let (requests, list) = try await search { request in
            switch request.field("p") {
            case nil: .text(#"{"films": [{"t": "A"}], "next": "?p=2&token=s3cr%2Bt%2Fkey&echo=s3cr%2Bt%2Fkey"}"#)
            case "2": .text(#"{"films": [{"t": "B"}], "next": "https://shelf.example/v1/films?p=3"}"#)
            default: .text(#"{"films": [{"t": "C"}], "next": null}"#)
            }
        }
        #expect(list.movies.compactMap(\.title?.text) == ["A", "B", "C"])
        #expect(list.hasMore == false)
        #expect(
            requests.map(\.fields) == [
                ["q=well", "token=s3cr+t/key"], ["p=2", "echo=s3cr+t/key", "token=s3cr+t/key"],
                ["p=3", "token=s3cr+t/key"],
            ]
        )
        #expect(
            requests.map(\.redactedURL) == [
                "https://shelf.example/v1/films?q=well&token=***",
                "https://shelf.example/v1/films?p=2&echo=***&token=***",
                "https://shelf.example/v1/films?p=3&token=***",
            ]
        )
    }

    @Test("A link back to a page that was fetched ends the walk, also to the first one")
    func circle() async throws {
        let (requests, list) = try await search { request in
            request.field("p") == nil
                ? .text(#"{"films": [{"t": "A"}], "next": "?p=2&q=well"}"#)
                : .text(#"{"films": [{"t": "B"}], "next": "/v1/films?q=well"}"#)
        }
        #expect(requests.count == 2)
        #expect(list.movies.compactMap(\.title?.text) == ["A", "B"])
        #expect(list.hasMore == false)
    }

    @Test(
        "A link to another origin is refused, and nothing is sent there",
        arguments: [
            "https://other.example/v1/films?p=2", "http://shelf.example/v1/films?p=2", "//shelf.example:444/v1/films",
            "https://shelf.example@other.example/", "file:///etc/passwd",
        ]
    )
    func otherOrigin(_ link: String) async throws {
        let failure = try await failure {
            try await search { request in
                #expect(request.origin.description == "https://shelf.example")
                return .text(#"{"films": [{"t": "A"}], "next": "\#(link)"}"#)
            }
        }
        #expect(failure.kind == .upstream)
        #expect(failure.message == "the link to the next page leads away from https://shelf.example")
    }

    @Test("A window that is full needs no further link")
    func enough() async throws {
        let (requests, list) = try await search(count: 1) { _ in
            .text(#"{"films": [{"t": "A"}, {"t": "B"}], "next": "https://other.example/"}"#)
        }
        #expect(requests.count == 1)
        #expect(list.movies.compactMap(\.title?.text) == ["A"])
        #expect(list.hasMore == true)
    }

    @Test("After a fail-over the links stay at the host that answered")
    func failOver() async throws {
        let (requests, list) = try await search("base_url: [https://one.example/v1, https://two.example/v1]") {
            request throws(ProviderError) in
            if request.origin.host == "one.example" { throw ProviderError(at: .connectionRefused, "one is down") }
            return request.field("p") == nil
                ? .text(#"{"films": [{"t": "A"}], "next": "/v1/films?p=2"}"#)
                : .text(#"{"films": [{"t": "B"}], "next": ""}"#)
        }
        #expect(requests.map(\.origin.host) == ["one.example", "two.example", "two.example"])
        #expect(list.movies.compactMap(\.title?.text) == ["A", "B"])
    }
}
