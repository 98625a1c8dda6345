import HTTPModel
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Inputs that are converted before they are put into a request")
struct InputConversionTests {
    private static let films = #"{"films":[{"id":1,"t":"The Paper Lighthouse","year":1990}]}"#
    private let item = "rows: films, item: { ids: { shelf: id }, title: t }"

    private func sent(_ operation: String, _ query: ListQuery) async throws -> HTTPRequest {
        let transport = ScriptedTransport(.text(Self.films))
        _ = try await repository(try shelf("\(operation), \(item) }"), transport).list(query)
        return try #require(transport.requests.first)
    }

    private func list(_ change: (inout ListQuery) -> Void) -> ListQuery {
        var query = ListQuery(window: RowWindow(count: 20))
        change(&query)
        return query
    }

    @Test(
        "A table and a default hold in a path, a parameter, a header, a body, and a form",
        arguments: [
            ("get: '/g/${input.genre}'", "/v1/g/18"), ("get: /g, query: { g: 'x${input.genre}' }", "g=x18"),
            ("get: /g, headers: { X-Genre: '${input.genre}' }", "18"),
            ("post: /g, body: { g: ['${input.genre | number}'] }", #"{"g":[18]}"#),
            ("post: /g, body: { g: '${input.genre}' }", #"{"g":"18"}"#),
            ("post: /g, form: { g: '${input.genre}' }", "g=18"),
        ]
    )
    func places(_ request: String, _ expected: String) async throws {
        let operation = "list: { inputs: { genre: { map: { drama: 18 }, else: drop, default: 0 } }, \(request)"
        let sent = try await sent(operation, list { $0.genre = "drama" })
        #expect("\(sent)".contains(expected) || text(of: sent).contains(expected), "\(text(of: sent))")
        let other = try await self.sent(operation, list { _ in })
        let standard = expected.replacing("18", with: "0")
        #expect(text(of: other).contains(standard), "\(text(of: other))")
    }

    private func text(of request: HTTPRequest) -> String {
        request.redactedURL + " " + request.headers.map { "\($0.name): \($0.value.description)" }.joined(separator: " ")
            + " " + (request.body?.revealed() ?? "")
    }

    @Test("A value that the table lacks is refused, and one that it omits is asked for without a parameter")
    func omitted() async throws {
        let operation =
            "charts: { inputs: { kind: { map: { popular: hot, top_rated: omit }, else: drop } }, get: /c, query: { f: '${input.kind}' }"
        #expect(try await sent(operation, list { $0.kind = .popular }).redactedURL.hasSuffix("/c?f=hot"))
        #expect(try await sent(operation, list { $0.kind = .topRated }).redactedURL.hasSuffix("/c"))
        let error = try await failure { _ = try await sent(operation, list { $0.kind = .upcoming }) }
        #expect(error.kind == .unsupported)
    }

    @Test("A parameter's own table may omit a value, too")
    func omittedByParameter() async throws {
        let operation =
            "charts: { get: /c, query: { f: { from: input.kind, map: { popular: hot, top_rated: omit }, else: drop } }"
        #expect(try await sent(operation, list { $0.kind = .topRated }).redactedURL.hasSuffix("/c"))
    }

    @Test("Two inputs are one value of a table")
    func together() async throws {
        let operation = """
            list: { inputs: { sort: { from: [input.sort, input.order], \
            map: { rating descending: best, year ascending: oldest }, else: drop, default: hot } }, \
            get: '/by/${input.sort}'
            """
        let best = list { ($0.sort, $0.order) = (.rating, .descending) }
        let oldest = list { ($0.sort, $0.order) = (.year, .ascending) }
        #expect(try await sent(operation, best).path == "/v1/by/best")
        #expect(try await sent(operation, oldest).path == "/v1/by/oldest")
    }

    @Test("A number that is not converted stays a number")
    func numbers() async throws {
        let operation = "list: { inputs: { year: { default: 2000 } }, post: /g, body: { y: '${input.year}' }"
        #expect(try await sent(operation, list { $0.year = 1990 }).body?.revealed() == #"{"y":1990}"#)
        #expect(try await sent(operation, list { _ in }).body?.revealed() == #"{"y":"2000"}"#)
    }
}
