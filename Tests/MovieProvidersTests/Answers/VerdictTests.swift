import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("What the layers below are told of an answer: the same as its reader is")
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
        let reader = AnswerReader(
            provider: ProviderID(definition.id),
            definition: http,
            operation: try #require(http.operations[operation]?.first),
            secrets: [:],
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0))
        )
        let request = HTTPRequest(source: definition.id, origin: try #require(http.baseURLs.first).origin, path: "/")
        return Expected(HTTPAnswer(response, to: request, readBy: reader).verdict)
    }

    @Test(
        "KOFIC fails with status 200",
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
        "Statuses, bodies and error rules",
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
