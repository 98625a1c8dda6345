import JSON
import JSONRPC
import MovieService
import Testing

@Suite("Invalid parameters")
struct InvalidParametersTests {
    /// A call and the complete error that it returns.
    struct Case: Sendable, CustomTestStringConvertible {
        let method: String
        let params: String
        let message: String
        let data: JSONValue

        var testDescription: String { "\(method) \(params)" }
    }

    @Test("Every invalid input fails with −32602 and says what was wrong", arguments: cases)
    func error(of badCall: Case) async throws {
        let error = try await ServiceClient().error(badCall.method, badCall.params)
        #expect(error.code.rawValue == -32_602)
        #expect(error.message == "Invalid params: " + badCall.message)
        #expect(error.data == badCall.data)
    }

    private static let searchParameters =
        "The parameters are: query, year, remember, adult, page, limit, cursor, providers, languages, "
        + "imageWidth, timeout."

    static let cases: [Case] = [
        Case(
            method: "movies/search",
            params: #"["parasite"]"#,
            message: "the parameters must be one object, by name, not an array",
            data: ["kind": "invalid_params", "hint": .string(searchParameters)]
        ),
        Case(
            method: "ping",
            params: "[1]",
            message: "the parameters must be one object, by name, not an array",
            data: ["kind": "invalid_params", "hint": "This method takes no parameters."]
        ),
        Case(
            method: "movies/search",
            params: #"{"qurey":"parasite"}"#,
            message: "there is no parameter \"qurey\"",
            data: ["kind": "invalid_params", "field": "qurey", "hint": "Did you mean \"query\"?"]
        ),
        Case(
            method: "movies/search",
            params: #"{"query":"parasite","color":true}"#,
            message: "there is no parameter \"color\"",
            data: ["kind": "invalid_params", "field": "color", "hint": .string(searchParameters)]
        ),
        Case(
            method: "rpc.discover",
            params: #"{"verbose":true}"#,
            message: "there is no parameter \"verbose\"",
            data: ["kind": "invalid_params", "field": "verbose", "hint": "This method takes no parameters."]
        ),
        Case(
            method: "movies/search",
            params: "{}",
            message: "query is missing",
            data: [
                "kind": "invalid_params", "field": "query", "expected": "a text that is not empty",
                "hint": "Words of the title, in any language.",
            ]
        ),
        mismatch("movies/search", #"{"query":null}"#, "query", missing: "Words of the title, in any language."),
        mismatch("movies/search", #"{"query":"  "}"#, "query", "a text that is not empty", #""  ""#),
        mismatch("movies/search", #"{"query":7}"#, "query", "a text that is not empty", "7"),
        mismatch("movies/search", #"{"query":"x","limit":"ten"}"#, "limit", "an integer from 1 to 100", #""ten""#),
        mismatch("movies/search", #"{"query":"x","limit":0}"#, "limit", "an integer from 1 to 100", "0"),
        mismatch("movies/search", #"{"query":"x","limit":101}"#, "limit", "an integer from 1 to 100", "101"),
        mismatch("movies/search", #"{"query":"x","limit":2.5}"#, "limit", "an integer from 1 to 100", "2.5"),
        mismatch("movies/search", #"{"query":"x","page":-1}"#, "page", "an integer from 1 to 10000", "-1"),
        mismatch("movies/search", #"{"query":"x","year":"2019"}"#, "year", "an integer from 1850 to 2200", #""2019""#),
        mismatch(
            "movies/search",
            #"{"query":"x","providers":["yts",5]}"#,
            "providers[1]",
            "a text that is not empty",
            "5"
        ),
        mismatch(
            "movies/search",
            #"{"query":"x","languages":"ko"}"#,
            "languages",
            "a list, each of it a text",
            #""ko""#,
            hint: #"write ["ko"]"#
        ),
        mismatch(
            "movies/search",
            #"{"query":"x","languages":["ko","한국어"]}"#,
            "languages[1]",
            #"a language tag such as "ko" or "pt-BR""#,
            #""한국어""#
        ),
        mismatch(
            "movies/list",
            #"{"genre":"Dramma"}"#,
            "genre",
            "a genre",
            #""Dramma""#,
            hint: #"Did you mean "drama"?"#
        ),
        mismatch("movies/list", #"{"kind":"\ub4dc\ub77c\uba38"}"#, "kind", kinds, #""드라머""#),
        mismatch("movies/list", #"{"kind":"\u202ea\nb\u001b"}"#, "kind", kinds, #"" a\nb\u001b""#),
        mismatch("movies/list", #"{"minimumRating":11}"#, "minimumRating", "a number from 0 to 10", "11"),
        mismatch(
            "movies/list",
            #"{"sort":"raiting"}"#,
            "sort",
            #"one of "popularity", "rating", "year", "title", "added""#,
            #""raiting""#,
            hint: #"Did you mean "rating"?"#
        ),
        mismatch(
            "movies/get",
            #"{"id":"20183782"}"#,
            "id",
            #"a film's id, "namespace:value""#,
            #""20183782""#,
            hint:
                #"write it as imdb:tt6751668, tmdb:496243 or kofic:20183782; every id in a film's "ids" is accepted, "#
                + "and a search finds films by their titles"
        ),
        mismatch(
            "people/get",
            #"{"id":"Nolan"}"#,
            "id",
            #"a person's id, "namespace:value""#,
            #""Nolan""#,
            hint: #"write it as tmdb:525, imdb:nm0634240 or kofic:10086861; every id in a person's "ids" is accepted, "#
                + "and people/search finds people by their names"
        ),
        mismatch(
            "movies/get",
            #"{"id":"kofic:1","include":["images","posters"]}"#,
            "include[1]",
            #"one of "credits", "images", "videos", "similar", "recommendations", "watch", "releases""#,
            #""posters""#
        ),
        mismatch("movies/related", #"{"id":"kofic:1","kind":3}"#, "kind", #"one of "similar", "recommended""#, "3"),
        mismatch("boxOffice/daily", #"{"enrich":"yes"}"#, "enrich", "true or false", #""yes""#),
        mismatch(
            "boxOffice/daily",
            #"{"date":20261119}"#,
            "date",
            dateExpected,
            "20261119",
            hint: #"write it as a text: "20261119""#
        ),
        mismatch("boxOffice/daily", #"{"date":"19.19"}"#, "date", dateExpected, #""19.19""#),
        mismatch(
            "boxOffice/daily",
            #"{"date":"yesteday"}"#,
            "date",
            dateExpected,
            #""yesteday""#,
            hint: #"Did you mean "yesterday"?"#
        ),
        impossible("2026-02-30"),
        impossible("20260230"),
        impossible("2025-02-29"),
        impossible("2026-13-01"),
        mismatch("boxOffice/weekly", #"{"span":"day"}"#, "span", #"one of "week", "weekend", "weekdays""#, #""day""#),
        mismatch(
            "boxOffice/weekly",
            #"{"nationality":"korean"}"#,
            "nationality",
            #"one of "domestic", "foreign""#,
            #""korean""#
        ),
    ]

    private static let kinds = #"one of "popular", "top_rated", "now_playing", "upcoming""#
    private static let dateExpected = "a date such as 2026-11-19, today, or yesterday"

    private static func mismatch(
        _ method: String,
        _ params: String,
        _ field: String,
        _ expected: String,
        _ received: String,
        hint: String? = nil
    ) -> Case {
        var data: [JSONValue.Member] = [
            .init("kind", "invalid_params"), .init("field", .string(field)),
            .init("expected", .string(expected)), .init("received", .string(received)),
        ]
        if let hint { data.append(.init("hint", .string(hint))) }
        let message = "\(field): expected \(expected), got \(received)"
        return Case(method: method, params: params, message: message, data: .object(data))
    }

    private static func mismatch(_ method: String, _ params: String, _ field: String, missing hint: String) -> Case {
        let data: JSONValue = [
            "kind": "invalid_params", "field": .string(field), "expected": "a text that is not empty",
            "hint": .string(hint),
        ]
        return Case(method: method, params: params, message: "\(field) is missing", data: data)
    }

    private static func impossible(_ date: String) -> Case {
        Case(
            method: "boxOffice/daily",
            params: "{\"date\":\"\(date)\"}",
            message: "date: \(date) is not a day of the calendar",
            data: [
                "kind": "invalid_params", "field": "date", "expected": .string(dateExpected),
                "received": .string("\"\(date)\""),
            ]
        )
    }

    @Test("A long value is described instead of repeated")
    func longValues() async throws {
        let long = "\"" + String(repeating: "가", count: 2_000) + "\""
        let text = try await ServiceClient().error("movies/search", #"{"query":\#(long)}"#)
        #expect(text.data?["received"] == "a text of 2000 characters")
        #expect(text.data?["expected"] == "a text of at most 1000 characters")
        let list = "[" + String(repeating: "1,", count: 99) + "1]"
        let array = try await ServiceClient().error("movies/search", #"{"query":\#(list)}"#)
        #expect(array.data?["received"] == "an array of 100 elements")
    }
}
