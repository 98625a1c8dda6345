import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Error rules")
struct ErrorRuleTests {
    private func failure(
        _ rules: String,
        status: Int = 200,
        type: String? = "application/json",
        _ body: String
    ) throws -> ProviderError? {
        let provider = try provider(item: "{ title: t }", settings: "    errors: \(rules)")
        let root: JSONElement?
        do { root = try JSONDocument(body).root } catch { root = nil }
        return provider.errorRules.failure(
            in: ResponseFacts(response(status, type, Array(body.utf8)), root: root)
        )
    }

    @Test(
        "A rule matches only if all its conditions hold",
        arguments: [
            ("{ status: 404 }", 404, "", true), ("{ status: 404 }", 400, "", false),
            ("{ status: [401, 5xx] }", 503, "", true),
            ("{ status: 5xx }", 499, "", false), ("{ path: e, exists: true }", 200, #"{"e":{}}"#, true),
            ("{ path: e, exists: true }", 200, #"{"e":null}"#, false), ("{ path: e, exists: false }", 200, "{}", true),
            ("{ path: e, exists: false }", 200, "<html>", false),
            (#"{ path: e, is: "320010" }"#, 200, #"{"e":"320010"}"#, true),
            (#"{ path: e, is: "7" }"#, 200, #"{"e":7}"#, true),
            ("{ path: e, is: 'false' }", 200, #"{"e":false}"#, true),
            ("{ path: e, not: ok }", 200, #"{"e":"ok"}"#, false),
            ("{ path: e, not: ok }", 200, #"{"e":"error"}"#, true),
            ("{ path: e, not: ok }", 200, "{}", true), ("{ path: e, in: [a, b] }", 200, #"{"e":"b"}"#, true),
            ("{ path: e, in: [a, b] }", 200, "{}", false), ("{ path: e, matches: '^32' }", 200, #"{"e":"3201"}"#, true),
            ("{ path: e, matches: '^32' }", 200, #"{"e":"132"}"#, false), ("{ content_type: json }", 200, "{}", true),
            ("{ content_type: html }", 200, "{}", false),
            ("{ body_starts_with: '<!doctype' }", 200, " \n<!DOCTYPE html>", true),
            ("{ body_starts_with: [a, '<'] }", 200, "{}", false),
            ("{ body_matches: 'limit +reached' }", 200, #"{"e":"the limit reached "you""#, true),
            ("{ body_matches: '^.e' }", 200, "limit", false), ("{ body_matches: '^.{3}$' }", 200, "{é}", true),
            ("{ body_matches: limit, status: 401 }", 200, "limit", false),
            ("{ status: 200, path: e, is: x }", 200, #"{"e":"x"}"#, true),
            ("{ status: 201, path: e, is: x }", 200, #"{"e":"x"}"#, false),
        ]
    )
    func conditions(_ when: String, _ status: Int, _ body: String, _ matches: Bool) throws {
        #expect((try failure("[{ when: \(when), kind: upstream }]", status: status, body) != nil) == matches)
    }

    @Test("The first matching rule wins and provides the code, message, and retry delay")
    func firstWins() throws {
        let rules = """
            [{ when: { path: c, is: "1" }, kind: quota, code: c, message: m, retry_after: 90s },
            { when: { path: c, exists: true }, kind: bad_request, code: c, retry_after: wait }]
            """.split(separator: "\n").joined(separator: " ")
        #expect(
            try failure(rules, #"{"c":1,"m":"full"}"#)
                == ProviderError(.quota, message: "full", code: "1", retryAfterSeconds: 90)
        )
        let summary = "The request was not understood."
        #expect(
            try failure(rules, #"{"c":2,"wait":"2.5"}"#)
                == ProviderError(.badRequest, message: summary, code: "2", retryAfterSeconds: 3)
        )
        #expect(
            try failure(rules, #"{"c":2,"wait":"later"}"#) == ProviderError(.badRequest, message: summary, code: "2")
        )
        #expect(try failure(rules, "{}") == nil)
    }

    @Test("A provider's message is cut at 500 characters")
    func longWords() throws {
        let words = String(repeating: "é", count: 2_000)
        #expect(
            try failure("[{ when: { path: m, exists: true }, kind: upstream, message: m }]", "{\"m\":\"\(words)\"}")?
                .message.count == 500
        )
    }
}
