import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("What the layers below are told of an answer: the same as its reader is")
struct VerdictTests {
    private func verdict(
        _ response: HTTPResponse,
        _ definition: ProviderDefinition,
        _ operation: OperationName
    ) throws -> ResponseVerdict {
        let http = try #require(definition.http)
        let reader = AnswerReader(
            provider: ProviderID(definition.id),
            definition: http,
            secrets: [:],
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0))
        )
        return reader.verdict(on: response, to: try #require(http.operations[operation]?.first))
    }

    @Test(
        "KOFIC fails with status 200",
        arguments: [
            ("daily.json", OperationName.dailyBoxOffice, ResponseVerdict.good),
            ("daily-empty.json", .dailyBoxOffice, .good),
            ("fault-quota.json", .dailyBoxOffice, .failure(.init(.quota))),
            ("fault-key.json", .dailyBoxOffice, .failure(.init(.auth))),
            ("fault-missing-date.json", .dailyBoxOffice, .failure(.init(.badRequest))),
        ]
    )
    func kofic(file: String, operation: OperationName, expected: ResponseVerdict) throws {
        #expect(try verdict(try Fixture.answer("kofic/" + file), try bundled("kofic"), operation) == expected)
    }

    @Test(
        "Statuses, bodies and error rules",
        arguments: [
            (HTTPResponse.text(#"{"films": []}"#), ResponseVerdict.good),
            (.text("{}"), .failure(.init(.malformed))), (.text("{"), .failure(.init(.malformed))),
            (.text(""), .failure(.init(.malformed))),
            (.text("<html><body>Sign in</body></html>"), .failure(.init(.unavailable))),
            (.text(#"{"error": "none"}"#), .negative), (.text("{}", status: 404), .failure(.init(.unavailable))),
            (
                .text("{}", status: 503, headers: [("Retry-After", "7")]),
                .failure(.init(.unavailable, retryAfterSeconds: 7))
            ),
            (.text("{}", status: 429), .failure(.init(.rateLimited))),
            (.text("{}", status: 400), .failure(.init(.badRequest))),
            (.text("{}", status: 302), .failure(.init(.upstream))),
        ]
    )
    func others(response: HTTPResponse, expected: ResponseVerdict) throws {
        let definition = try shelf(
            "search: { get: /films, rows: films, item: { title: t } }",
            "errors: [{ when: { path: error, is: none }, kind: not_found }]"
        )
        #expect(try verdict(response, definition, .search) == expected)
    }
}
