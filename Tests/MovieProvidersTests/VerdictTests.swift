import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("Response verdicts for the transport layers")
struct VerdictTests {
    enum Expected: Equatable {
        case good, negative
        case failure(ProviderError.Kind, retryAfterSeconds: Int? = nil)

        init(_ verdict: HTTPAnswer.Verdict) {
            self =
                switch verdict {
                case .good: .good
                case .negative: .negative
                case .failure(let error): .failure(error.kind, retryAfterSeconds: error.retryAfterSeconds)
                }
        }
    }

    private func verdict(
        _ response: HTTPResponse,
        _ definition: ProviderDefinition,
        _ operation: Capability
    ) throws -> Expected {
        let http = try #require(definition.http)
        let builder = RequestBuilder(
            provider: ProviderID(definition.id),
            definition: http,
            secrets: [:]
        )
        let reader = AnswerReader(
            builder,
            try #require(http.operations[operation]?.first),
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0))
        )
        let origin = try #require(http.baseURLs.first).origin
        let request = HTTPRequest(source: ProviderID(definition.id), origin: origin, path: "/")
        return Expected(HTTPAnswer(response, to: request, readBy: reader).verdict)
    }

    @Test(
        "KOFIC's responses with status 200 are judged by their body",
        arguments: [
            ("daily.json", Capability.dailyBoxOffice, Expected.good),
            ("daily-empty.json", .dailyBoxOffice, .good),
            ("fault-quota.json", .dailyBoxOffice, .failure(.quota)),
            ("fault-key.json", .dailyBoxOffice, .failure(.auth)),
            ("fault-missing-date.json", .dailyBoxOffice, .failure(.badRequest)),
        ]
    )
    func kofic(file: String, operation: Capability, expected: Expected) throws {
        #expect(try verdict(try Fixture.answer("kofic/" + file), try bundled("kofic"), operation) == expected)
    }

    @Test(
        "A verdict depends on the status, the body, and the error rules",
        arguments: [
            (HTTPResponse.text(#"{"films": []}"#), Expected.good),
            (.text("{}"), .failure(.malformed)), (.text("{"), .failure(.malformed)),
            (.text(""), .failure(.malformed)),
            (.text("<html><body>Sign in</body></html>"), .failure(.unavailable)),
            (.text(#"{"error": "none"}"#), .negative), (.text("{}", status: 404), .failure(.unavailable)),
            (
                .text("{}", status: 503, headers: [("Retry-After", "7")]),
                .failure(.unavailable, retryAfterSeconds: 7)
            ),
            (.text("{}", status: 429), .failure(.rateLimited)),
            (.text("{}", status: 400), .failure(.badRequest)),
            (.text("{}", status: 302), .failure(.upstream)),
        ]
    )
    func others(response: HTTPResponse, expected: Expected) throws {
        let definition = try shelf(
            "search: { get: /films, rows: films, item: { title: t } }",
            "errors: [{ when: { path: error, is: none }, kind: not_found }]"
        )
        #expect(try verdict(response, definition, .search) == expected)
    }
}

@Suite("Failure hints")
struct HintTests {
    private func failure(
        _ status: Int,
        keys: String = "",
        secrets: [String] = [],
        to operation: Capability = .search
    ) throws -> ProviderError {
        let operations = """
            search: { get: /films, rows: films, item: { title: t } }
            lookup: { by: [shelf], get: "/film/${input.ids.shelf}", rows: ., item: { title: t } }
            """
        let http = try #require(try shelf(operations, keys).http)
        let named = secrets.map { (SecretReference(kind: .environment, name: $0), Secret("v-\($0)")) }
        let builder = RequestBuilder(
            provider: "shelf",
            definition: http,
            secrets: Dictionary(named, uniquingKeysWith: { first, _ in first })
        )
        let reader = AnswerReader(
            builder,
            try #require(http.operations[operation]?.first),
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0))
        )
        do throws(ProviderError) {
            _ = try reader.document(of: .text("{}", status: status))
            throw ProviderError(.disabled, provider: "none", message: "answered")
        } catch {
            return error
        }
    }

    @Test("The hint for a refused key names the variables but not their values")
    func auth() throws {
        #expect(try failure(401, secrets: ["SHELF_KEY"]).hint == "check the value of SHELF_KEY")
        #expect(try failure(403, secrets: ["B", "A"]).hint == "check the value of A and B")
    }

    @Test("A refused literal key is an auth failure without a hint")
    func writtenKey() throws {
        let failure = try failure(401, keys: "auth: { kind: bearer, value: abc }")
        #expect(failure.kind == .auth)
        #expect(failure.hint == nil)
    }

    @Test("Hints suggest a missing key for status 401 and a moved API for status 404")
    func others() throws {
        #expect(try failure(401).hint == "the source requires a key; 'auth' in the definition says where it goes")
        #expect(try failure(404).hint == "has the API moved? check base_url and the operation's path")
        #expect(try failure(404, to: .lookup).hint == nil)
        #expect(try failure(500).hint == nil)
    }
}
