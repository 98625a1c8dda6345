import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Values that sources write alone or in a list")
struct OneOrSeveralTests {
    private func item(_ definition: String, _ row: String) throws -> (film: MovieFacts?, report: MappingReport) {
        let operation = try #require(try provider(item: definition).operations[.search]?.first)
        let found = try films(in: try JSONDocument(row).root, by: operation)
        return (found.films.first, found.report)
    }

    @Test(
        "A path with [*] takes the elements of a list, and a value alone",
        arguments: [
            (#"{"t":"Low Tide","g":"Drama","c":"Jun Abe"}"#, ["Drama"], ["Jun Abe"]),
            (
                #"{"t":["Low Tide","Ebb"],"g":["Drama","Crime"],"c":["Jun Abe","Ida Roe"]}"#, ["Drama", "Crime"],
                ["Jun Abe", "Ida Roe"]
            ),
            (#"{"t":["Low Tide"],"g":[],"c":null}"#, [], []), (#"{"t":"Low Tide","g":"","c":false}"#, [], []),
        ]
    )
    func both(_ row: String, _ genres: [String], _ cast: [String]) throws {
        let definition = #"{ title: "t[*]", genres: "g[*]", cast: { rows: "c[*]", item: { name: . } } }"#
        let (film, report) = try item(definition, row)
        #expect(film?.title?.text == "Low Tide")
        #expect(film?.genres == genres)
        #expect(film?.cast.map(\.name) == cast)
        #expect(report.failures.isEmpty)
    }

    @Test(
        "A list in the place of one value is named, with the path that takes both",
        arguments: [
            ("{ title: t, overview: o }", #"{"t":"A","o":["B"]}"#, "o[*]"),
            ("{ title: t, runtime: m.r }", #"{"t":"A","m":{"r":[104]}}"#, "m.r[*]"),
            (
                "{ title: t, ids: { imdb: { path: x, then: [{ extract: 'tt[0-9]+' }] } } }",
                #"{"t":"A","x":["tt99000031"]}"#, "x[*]"
            ),
            (
                "{ title: t, ids: { imdb: { each: [x, 'x[*]'], then: [{ extract: 'tt[0-9]+' }] } } }",
                #"{"t":"A","x":["tt99000031"]}"#, "x[*]"
            ),
        ]
    )
    func remedy(_ definition: String, _ row: String, _ path: String) throws {
        let failure = try #require(try item(definition, row).report.failures.first)
        #expect(failure.finding.description.contains("found ["), "\(failure.finding)")
        #expect(
            failure.finding.description.contains("write '\(path)', which also takes a value alone"),
            "\(failure.finding)"
        )
    }

    @Test(
        "A filter compares what is written, as a text, a number, or a Boolean",
        arguments: ["p[?@.k=='1'].n", "p[?@.k==1].n", "p[?@.m==true].n", "p[?@.m=='true'].n", "p[?@.d.x==-2.5].n"]
    )
    func filters(_ path: String) throws {
        for row in [
            #"{"t":"A","p":[{"k":1,"m":true,"d":{"x":-2.5},"n":"Ida Roe"},{"k":2,"m":false,"d":{"x":1},"n":"no"}]}"#,
            #"{"t":"A","p":[{"k":"1","m":"true","d":{"x":"-2.5"},"n":"Ida Roe"},{"k":"2","n":"no"}]}"#,
        ] {
            let film = try item("{ title: t, directors: \"\(path)\" }", row).film
            #expect(film?.directors.map(\.name) == ["Ida Roe"], "\(path) \(row)")
        }
    }

    @Test(
        "A text in the place of the list of rows is no row",
        arguments: [#"{"r":"no films today"}"#, #"{"r":0}"#, #"{"r":{"r":1}}"#]
    )
    func noRow(_ root: String) throws {
        let operation = try shelfOperation(.list, "get: /f, rows: 'r[*]', item: { title: . }")
        let rows = operation.rows.rows(in: try JSONDocument(root).root)
        let isMissing = if case .missing = rows { true } else { false }
        #expect(isMissing == !root.contains("{\"r\":{"), "\(rows)")
    }
}
