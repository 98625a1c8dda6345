import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Fields of an item")
struct FieldTests {
    /// A field with its definition, a row, and the expected change of an empty film.
    struct Case: Sendable {
        let field: Field
        let definition: String
        let row: String
        let expect: @Sendable (inout MovieFacts) -> Void

        init(
            _ field: Field,
            _ definition: String,
            _ row: String,
            _ expect: @escaping @Sendable (inout MovieFacts) -> Void
        ) {
            self.field = field
            self.definition = definition
            self.row = row
            self.expect = expect
        }
    }

    @Test(
        "A value is converted to the type of its field, whatever its JSON type",
        arguments: [
            Case(.year, "y", #"{"y":2019}"#) { $0.year = 2019 },
            Case(.year, "y", #"{"y":"2019"}"#) { $0.year = 2019 },
            Case(.year, "y", #"{"y":2019.0}"#) { $0.year = 2019 },
            Case(.year, "{ path: y, then: [{ date: yyyyMMdd }] }", #"{"y":"20190530"}"#) { $0.year = 2019 },
            Case(.title, "t", #"{"t":1917}"#) { $0.title = LocalizedText("1917") },
            Case(.title, "t", #"{"t":"\ud55c"}"#) { $0.title = LocalizedText("한") },
            Case(.title, "{ path: t, language: ko }", #"{"t":" a "}"#) {
                $0.title = LocalizedText("a", language: "ko")
            },
            Case(.popularity, "p", #"{"p":"1.5e2"}"#) { $0.popularity = 150 },
            Case(.popularity, "p", #"{"p":7}"#) { $0.popularity = 7 },
            Case(.adult, "a", #"{"a":true}"#) { $0.adult = true },
            Case(.adult, "a", #"{"a":"false"}"#) { $0.adult = false },
            Case(.runtime, "r", #"{"r":"131"}"#) { $0.runtimeMinutes = 131 },
            Case(.runtime, "{ path: r, unit: ms }", #"{"r":7860000}"#) { $0.runtimeMinutes = 131 },
            Case(.runtime, "{ path: r, unit: s }", #"{"r":7890}"#) { $0.runtimeMinutes = 132 },
            Case(.runtime, "{ path: r, unit: h }", #"{"r":1.5}"#) { $0.runtimeMinutes = 90 },
            Case(.runtime, "{ path: r, unit: duration }", #"{"r":"PT1H58M"}"#) { $0.runtimeMinutes = 118 },
            Case(.rating, "r", #"{"r":8.5}"#) { $0.ratings = [Rating(provider: "shelf", value: 8.5, scale: 10)] },
            Case(.rating, "r", #"{"r":"45.6%"}"#) {
                $0.ratings = [Rating(provider: "shelf", value: 45.6, scale: 100)]
            },
            Case(.rating, "{ path: r, scale: 5 }", #"{"r":"7.9 / 10"}"#) {
                $0.ratings = [Rating(provider: "shelf", value: 7.9, scale: 10)]
            },
            Case(.rating, "{ path: r, scale: 5, votes: v }", #"{"r":"4","v":12}"#) {
                $0.ratings = [Rating(provider: "shelf", value: 4, scale: 5, votes: 12)]
            },
            Case(
                .rating,
                #"{ path: r, votes: { path: v, then: [{ number: { group: "," } }] } }"#,
                #"{"r":8,"v":"1,434,451"}"#
            ) { $0.ratings = [Rating(provider: "shelf", value: 8, scale: 10, votes: 1_434_451)] },
            Case(.ids, "{ a: i, b: { path: j, prefix: tt } }", #"{"i":9007199254740993,"j":"0012"}"#) {
                $0.ids = ["a": "9007199254740993", "b": "tt0012"]
            },
            Case(.genres, "g", #"{"g":["Drama"," ","Sci-Fi "]}"#) { $0.genres = ["Drama", "Sci-Fi"] },
            Case(.genres, "'g[*].n'", #"{"g":[{"n":"a"},{},{"n":"b"}]}"#) { $0.genres = ["a", "b"] },
            Case(.genres, #"{ path: g, then: [{ split: "," }], limit: 2 }"#, #"{"g":"a, b,,c"}"#) {
                $0.genres = ["a", "b"]
            },
            Case(.genres, "{ each: [g, h] }", #"{"g":"a","h":["b","c"]}"#) { $0.genres = ["a", "b", "c"] },
            Case(.genres, "[g, h]", #"{"g":"a","h":"b"}"#) { $0.genres = ["a", "b"] },
            Case(.genres, "{ first_of: [g, h] }", #"{"g":[],"h":["b"]}"#) { $0.genres = ["b"] },
            Case(.titles, "[{ path: k, language: ko }, { path: e, language: en }]", #"{"k":"달","e":"Moon"}"#) {
                $0.titles = [LocalizedText("달", language: "ko"), LocalizedText("Moon", language: "en")]
            },
            Case(.certification, "{ path: c, region: KR }", #"{"c":"12"}"#) {
                $0.certifications = [Certification(region: "KR", label: "12")]
            },
            Case(.title, "{ first_of: [a, b, c] }", #"{"a":null,"b":"","c":"x"}"#) { $0.title = LocalizedText("x") },
            Case(.adult, #"{ path: a, map: { "true": "false", "false": "true" }, else: keep }"#, #"{"a":false}"#) {
                $0.adult = true
            },
            Case(.title, "{ value: fixed }", #"{"n":0}"#) { $0.title = LocalizedText("fixed") },
            Case(.homepage, #"{ template: "https://shelf.example/${row.a.b}" }"#, #"{"a":{"b":7}}"#) {
                $0.homepage = "https://shelf.example/7"
            },
            Case(.title, "{ path: $.x }", #"{"x":"root"}"#) { $0.title = LocalizedText("root") },
            Case(.adult, #"{ path: a, map: { "1": "true", "0": "false" }, else: drop }"#, #"{"a":1}"#) {
                $0.adult = true
            },
        ] as [Case]
    )
    func converted(_ conversion: Case) throws {
        let (film, failures) = try film(
            with: conversion.field,
            by: conversion.definition,
            in: conversion.row,
            settings: "    missing_values: ['']"
        )
        var expected = MovieFacts()
        conversion.expect(&expected)
        #expect(film == expected)
        #expect(failures == 0)
    }

    @Test(
        "An absent value is omitted without a failure",
        arguments: [
            (.title, "t", #"{"n":0}"#), (.title, "t", #"{"t":null}"#), (.title, "t", #"{"t":"N/A"}"#),
            (.title, "t", #"{"t":"   "}"#),
            (.year, "y", #"{"y":"N/A"}"#), (.genres, "g", #"{"g":[]}"#), (.genres, "g", #"{"g":["N/A",null]}"#),
            (.runtime, "r", #"{"r":0}"#), (.year, "y", #"{"y":0}"#), (.year, "y", #"{"y":"0000"}"#),
            (.rating, #"{ path: r, map: { "0": ~ }, else: keep }"#, #"{"r":0}"#),
            (.adult, "{ path: a, map: { y: 'true' }, else: drop }", #"{"a":"n"}"#),
            (.homepage, #"{ template: "https://shelf.example/${row.a}" }"#, #"{"n":0}"#),
            (.homepage, #"{ template: "https://shelf.example/${row.a}" }"#, #"{"a":"N/A"}"#),
            (.images, "i", #"{"n":0}"#), (.ids, "{ a: i }", #"{"i":null}"#),
            (.title, "t", #"{"t":false}"#), (.year, "y", #"{"y":false}"#), (.genres, "g", #"{"g":[false]}"#),
            (.rating, "r", #"{"r":false}"#), (.ids, "{ imdb: i }", #"{"i":false}"#),
            (.adult, "{ path: a, map: { y: 'true' }, else: drop }", #"{"a":true}"#),
        ] as [(Field, String, String)]
    )
    func absent(_ field: Field, _ definition: String, _ row: String) throws {
        let (film, failures) = try film(with: field, by: definition, in: row, settings: "    missing_values: ['', N/A]")
        #expect(film == nil)
        #expect(failures == 0)
    }

    @Test(
        "An empty text and the Boolean false are no values unless a table has them, so the next path counts",
        arguments: [
            (.title, "{ first_of: [a, b], required: true }", #"{"a":"","b":"x"}"#),
            (.title, "{ first_of: [a, b], required: true }", #"{"a":" \t","b":"x"}"#),
            (.title, "{ first_of: [a, b], required: true }", #"{"a":false,"b":"x"}"#),
            (.title, "{ each: [a, b], then: [{ join: ' / ' }] }", #"{"a":"","b":"x"}"#),
            (.genres, "{ first_of: [a, b] }", #"{"a":[""],"b":["x"]}"#),
            (.title, "{ path: a, map: { '': x }, else: keep }", #"{"a":""}"#),
            (.title, "{ path: a, map: { 'true': y }, else: x }", #"{"a":false}"#),
            (.title, "{ first_of: [a, b], map: { 'true': y }, else: keep }", #"{"a":false,"b":"x"}"#),
        ] as [(Field, String, String)]
    )
    func nextPath(_ field: Field, _ definition: String, _ row: String) throws {
        let (film, failures) = try film(with: field, by: definition, in: row)
        #expect(film?.title?.text ?? film?.genres.first == "x")
        #expect(failures == 0)
    }

    @Test(
        "Nothing is put before or after an empty text or the Boolean false",
        arguments: [
            ("path: v, prefix: p", #""""#), ("path: v, then: [{ suffix: s }]", #""  ""#),
            ("path: v, then: [{ prefix: p }]", "false"),
            ("path: v, then: [{ replace: { regex: x, with: '' } }], prefix: p", #""x""#),
            (#"template: "https://x.example/${row.v}""#, "false"),
            (#"template: "https://x.example/${row.v}""#, #"" ""#),
        ],
        [Field.images, .videos, .homepage, .ids]
    )
    func nothing(_ value: (source: String, json: String), _ field: Field) throws {
        let definition = field == .ids ? "{ a: { \(value.source) } }" : "{ \(value.source) }"
        let (film, failures) = try film(with: field, by: definition, in: "{\"v\":\(value.json)}")
        #expect(film == nil)
        #expect(failures == 0)
    }

    @Test(
        "An id of a shared namespace has its form; one that says that there is none is not counted",
        arguments: [
            ("imdb", #""TBA""#, 0), ("imdb", #""tbd""#, 0), ("imdb", #""None""#, 0), ("imdb", #""-""#, 0),
            ("imdb", "false", 0), ("imdb", #""false""#, 0), ("imdb", #""tt0""#, 0), ("shelf", #""TBA""#, 0),
            ("tmdb", "0", 0), ("imdb", "true", 1), ("imdb", #""https://www.imdb.com/title/""#, 1),
            ("imdb", #""tt 0""#, 1), ("imdb", #""nm0000151""#, 1), ("imdb", #""see below""#, 1), ("tmdb", "-1", 1),
            ("imdb", "-1", 1),
        ] as [(String, String, Int)]
    )
    func noIDs(_ namespace: String, _ value: String, _ expected: Int) throws {
        let (film, failures) = try film(with: .ids, by: "{ \(namespace): i }", in: "{\"i\":\(value)}")
        #expect(film == nil)
        #expect(failures == expected)
    }

    @Test(
        "A value of the wrong type is dropped and counted as a failure",
        arguments: [
            (.year, "y", #"{"y":"soon"}"#), (.year, "y", #"{"y":20190530}"#), (.year, "y", #"{"y":2019.5}"#),
            (.year, "{ path: y, then: [{ date: yyyyMMdd }] }", #"{"y":"99991231"}"#),
            (.runtime, "{ path: r, unit: duration }", #"{"r":"118 min, 95 min"}"#), (.releaseDate, "d", #"{"d":-1}"#),
            (.releaseDate, "d", #"{"d":"2019-02-30"}"#), (.adult, "a", #"{"a":1}"#), (.adult, "a", #"{"a":"yes"}"#),
            (.popularity, "p", #"{"p":"nan"}"#), (.runtime, "r", #"{"r":-5}"#), (.rating, "r", #"{"r":85}"#),
            (.title, "t", #"{"t":["a"]}"#), (.genres, "g", #"{"g":[{"n":1}]}"#), (.ids, "{ a: i }", #"{"i":{}}"#),
            (.title, "t", #"{"t":true}"#), (.genres, "g", #"{"g":["a",true]}"#), (.ids, "{ a: i }", #"{"i":true}"#),
            (.directors, "d", #"{"d":true}"#), (.year, "y", #"{"y":true}"#),
            (.homepage, "{ path: h, prefix: 'https://x.example/' }", #"{"h":true}"#),
            (.homepage, #"{ template: "https://x.example/${row.h}" }"#, #"{"h":true}"#),
        ] as [(Field, String, String)]
    )
    func failing(_ field: Field, _ definition: String, _ row: String) throws {
        let (film, failures) = try film(with: field, by: definition, in: row)
        #expect(film == nil)
        #expect(failures == 1)
    }

    @Test(
        "The first of several paths that gives a usable value counts, and only if none does it is a failure",
        arguments: [
            Case(.runtime, "{ first_of: [a, b] }", #"{"a":0,"b":100}"#) { $0.runtimeMinutes = 100 },
            Case(.releaseDate, "{ first_of: [a, b] }", #"{"a":"0000-00-00","b":"2001-01-02"}"#) {
                $0.releaseDate = CalendarDate(year: 2001, month: 1, day: 2)
            },
            Case(.genres, "{ first_of: [a, b] }", #"{"a":[{"n":1}],"b":["c"]}"#) { $0.genres = ["c"] },
            Case(.title, "{ first_of: [a, b], map: { x: ~ }, else: keep }", #"{"a":"x","b":"y"}"#) {
                $0.title = LocalizedText("y")
            },
            Case(.rating, "{ path: r, votes: { first_of: [a, b] } }", #"{"r":8,"a":"many","b":12}"#) {
                $0.ratings = [Rating(provider: "shelf", value: 8, scale: 10, votes: 12)]
            },
            Case(.ids, "{ imdb: { first_of: [a, b] } }", #"{"a":"see below","b":"tt0000007"}"#) {
                $0.ids = ["imdb": "tt0000007"]
            },
        ] as [Case]
    )
    func firstUsable(_ conversion: Case) throws {
        let (film, failures) = try film(with: conversion.field, by: conversion.definition, in: conversion.row)
        var expected = MovieFacts()
        conversion.expect(&expected)
        #expect(film == expected)
        #expect(failures == 0)
    }

    @Test("If no path gives a usable value, the failure is that of the first value that cannot be converted")
    func noneUsable() throws {
        let provider = try provider(item: "{ title: t, runtime: { first_of: [a, b, c] } }")
        let operation = try #require(provider.operations[.search]?.first)
        let root = try JSONDocument(#"{"t":"A","a":0,"b":"soon","c":"later"}"#).root
        let (found, report) = try films(in: root, by: operation)
        #expect(found.first?.runtimeMinutes == nil)
        #expect(report.failures.map(\.detail) == [#"expected a duration in min, found "soon""#])
        #expect(report.failures.map(\.examplePath) == ["b"])
    }

    @Test(
        "A percentage may be written with its sign, whatever the unit of a number",
        arguments: [
            ("percent", #""-12.3%""#, -12.3), ("percent", "5", 5), ("fraction", #""50 %""#, 50),
            ("fraction", "0.5", 50),
        ]
    )
    func percentages(_ unit: String, _ value: String, _ expected: Double) throws {
        let item = "{ rank: r, audience_change_percent: { path: p, unit: \(unit) } }"
        let operation = try shelfOperation(.dailyBoxOffice, "get: /, rows: rows, item: \(item)")
        let root = try JSONDocument(#"{"rows":[{"r":1,"p":\#(value)}]}"#).root
        #expect(try boxOffice(in: root, by: operation).rows.first?.figures.audience.changePercent == expected)
    }

    @Test("A release date is read in ISO 8601 or in the given format")
    func days() throws {
        for (definition, text) in [("d", "2019-05-30"), ("{ path: d, then: [{ date: d MMM yyyy }] }", "30 May 2019")] {
            let (film, _) = try film(with: .releaseDate, by: definition, in: "{\"d\":\"\(text)\"}")
            #expect(film?.releaseDate == CalendarDate(year: 2019, month: 5, day: 30))
        }
    }

    @Test("The number 0 can be declared a missing value")
    func missingNumbers() throws {
        let (film, _) = try film(with: .popularity, by: "p", in: #"{"p":0}"#, settings: #"    missing_values: ["0"]"#)
        #expect(film == nil)
    }
}
