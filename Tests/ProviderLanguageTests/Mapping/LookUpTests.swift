import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Values that are chosen from several, or found beside the rows")
struct LookUpTests {
    private func film(_ field: Field, _ definition: String, _ row: String) throws -> (MovieFacts?, Int) {
        try ProviderLanguageTests.film(with: field, by: definition, in: row)
    }

    @Test(
        "A value that the pattern of `extract` does not match drops out of its list",
        arguments: [
            (
                #"{ path: "k[*]", then: [{ extract: "^genre:(.+)$" }] }"#,
                #"{"k":["genre:Drama","mood:Dark","genre:Crime"]}"#
            ),
            (#"{ path: k, then: [{ extract: "^genre:(.+)$" }] }"#, #"{"k":["genre:Drama","mood:Dark","genre:Crime"]}"#),
            (
                #"{ path: k, then: [{ split: "," }, { extract: "^genre:(.+)$" }] }"#,
                #"{"k":"mood:Dark, genre:Drama, genre:Crime"}"#
            ),
            (
                #"{ each: [a, b, c], then: [{ extract: "^genre:(.+)$" }] }"#,
                #"{"a":"genre:Drama","b":"mood:Dark","c":"genre:Crime"}"#
            ),
            (
                #"{ path: "g[*].id", then: [trim, { extract: "genre:(.+)" }, { replace: { regex: "x", with: "" } }] }"#,
                #"{"g":[{"id":"genre:Drama"},{"id":"mood:Dark"},{"id":"genre:Crxime"}]}"#
            ),
        ]
    )
    func chosen(_ definition: String, _ row: String) throws {
        let (film, failures) = try film(.genres, definition, row)
        #expect(film?.genres == ["Drama", "Crime"])
        #expect(failures == 0)
    }

    @Test("A field with one value takes the first of several that the pattern matches")
    func first() throws {
        let definition = #"{ imdb: { path: "g[*].id", then: [{ extract: "^imdb://(.+)$" }] } }"#
        let row = #"{"g":[{"id":"tmdb://800001"},{"id":"imdb://tt9000001"},{"id":"tvdb://771"}]}"#
        let (film, failures) = try film(.ids, definition, row)
        #expect(film?.ids == ["imdb": "tt9000001"])
        #expect(failures == 0)
        let others = try self.film(.ids, definition, #"{"g":[{"id":"tmdb://800001"}]}"#)
        #expect(others.0 == nil)
        #expect(others.1 == 0)
    }

    @Test(
        "A message shows the value that failed, as the steps before left it, and the step",
        arguments: [
            (
                "title: { path: t, then: [{ extract: \"^x(.+)\" }] }", #"{"t":"abc"}"#,
                #"expected a text that matches ^x(.+) at 'extract', found "abc""#
            ),
            (
                "year: { path: t, then: [{ extract: \"[0-9]+\" }] }", #"{"t":"in 20 years"}"#,
                #"expected a year after 'extract', found "20""#
            ),
            (
                "release_date: { path: t, then: [trim, { date: [dd.MM.yyyy] }] }", #"{"t":" 2024 "}"#,
                #"expected a date as dd.MM.yyyy at 'date', found "2024""#
            ),
            ("genres: 'k[*]'", #"{"k":["Drama",{"id":1}]}"#, #"expected a list of texts, found {"id":1}"#),
            ("runtime: { path: t, unit: min }", #"{"t":"soon"}"#, #"expected a duration in min, found "soon""#),
        ]
    )
    func message(_ item: String, _ row: String, _ expected: String) throws {
        let operation = try shelfOperation(.search, "get: /, rows: ., item: { \(item) }")
        let report = try films(in: try JSONDocument(row).root, by: operation).report
        #expect(report.failures.map(\.detail.message) == [expected])
    }

    private func titles(_ item: String, _ body: String) throws -> [[String]] {
        let operation = try shelfOperation(.search, "get: /, rows: data, item: \(item)")
        return try films(in: try JSONDocument(body).root, by: operation).films.map(\.genres)
    }

    @Test("A field finds the values of its ids in a list beside the rows")
    func joined() throws {
        let item = """
            { genres: { path: "rel.data[*].id", look_up: { in: $.included, where: { path: type, is: categories }, key: id,
            value: attributes.title } } }
            """
        let body = #"""
            {"data":[{"rel":{"data":[{"id":"2"}]}},{"rel":{"data":[{"id":"1"},{"id":"2"},{"id":"9"}]}},{"rel":{"data":[]}}],
            "included":[{"id":"1","type":"categories","attributes":{"title":"Drama"}},{"id":"2","type":"people",
            "attributes":{"title":"Ana"}},{"id":"2","type":"categories","attributes":{"title":"Comedy"}}]}
            """#
        #expect(try titles(item, body) == [["Comedy"], ["Drama", "Comedy"]])
    }

    @Test("A map beside the rows is looked up by its keys, and numbers are found as texts are")
    func mapped() throws {
        let item = "{ genres: { path: g, look_up: { in: $.names }, then: [lower] } }"
        let body = #"{"data":[{"g":[28,"35"]},{"g":[7]}],"names":{"28":"Action","35":"Comedy"}}"#
        #expect(try titles(item, body) == [["action", "comedy"]])
        let list = "{ genres: { path: g, look_up: { in: $.names, key: n, value: t } } }"
        let numbers = #"{"data":[{"g":[28,35]}],"names":[{"n":35,"t":["Comedy","Fun"]},{"n":28,"t":"Action"}]}"#
        #expect(try titles(list, numbers) == [["Action", "Comedy", "Fun"]])
    }
}
