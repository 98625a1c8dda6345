import Testing

@testable import ProviderLanguage

@Suite("Fields of an item")
struct FieldTests {
    @Test(
        "A value is converted to the type of its field, whatever its form in JSON",
        arguments: [
            (.year, "y", #"{"y":2019}"#, .integer(2019)), (.year, "y", #"{"y":"2019"}"#, .integer(2019)),
            (.year, "y", #"{"y":2019.0}"#, .integer(2019)),
            (.year, "{ path: y, then: [{ date: yyyyMMdd }] }", #"{"y":"20190530"}"#, .integer(2019)),
            (.title, "t", #"{"t":1917}"#, .text(MappedText("1917"))),
            (.title, "t", #"{"t":"\ud55c"}"#, .text(MappedText("한"))),
            (.title, "{ path: t, language: ko }", #"{"t":" a "}"#, .text(MappedText("a", language: "ko"))),
            (.popularity, "p", #"{"p":"1.5e2"}"#, .decimal(150)), (.popularity, "p", #"{"p":7}"#, .decimal(7)),
            (.adult, "a", #"{"a":true}"#, .boolean(true)), (.adult, "a", #"{"a":"false"}"#, .boolean(false)),
            (.runtime, "r", #"{"r":"131"}"#, .integer(131)),
            (.runtime, "{ path: r, unit: ms }", #"{"r":7860000}"#, .integer(131)),
            (.runtime, "{ path: r, unit: s }", #"{"r":7890}"#, .integer(132)),
            (.runtime, "{ path: r, unit: h }", #"{"r":1.5}"#, .integer(90)),
            (.rating, "r", #"{"r":8.5}"#, .rating(MappedRating(value: 8.5, scale: 10))),
            (
                .rating, "{ path: r, scale: 5, votes: v }", #"{"r":"4","v":12}"#,
                .rating(MappedRating(value: 4, scale: 5, votes: 12))
            ),
            (
                .rating, #"{ path: r, votes: { path: v, then: [{ number: { group: "," } }] } }"#,
                #"{"r":8,"v":"1,434,451"}"#, .rating(MappedRating(value: 8, scale: 10, votes: 1_434_451))
            ),
            (
                .ids, "{ a: i, b: { path: j, prefix: tt } }", #"{"i":9007199254740993,"j":"0012"}"#,
                .ids([MappedID("a", "9007199254740993"), MappedID("b", "tt0012")])
            ),
            (.genres, "g", #"{"g":["Drama"," ","Sci-Fi "]}"#, .texts([MappedText("Drama"), MappedText("Sci-Fi")])),
            (.genres, "'g[*].n'", #"{"g":[{"n":"a"},{},{"n":"b"}]}"#, .texts([MappedText("a"), MappedText("b")])),
            (
                .genres, #"{ path: g, then: [{ split: "," }], limit: 2 }"#, #"{"g":"a, b,,c"}"#,
                .texts([MappedText("a"), MappedText("b")])
            ),
            (
                .genres, "{ each: [g, h] }", #"{"g":"a","h":["b","c"]}"#,
                .texts([MappedText("a"), MappedText("b"), MappedText("c")])
            ),
            (.genres, "[g, h]", #"{"g":"a","h":"b"}"#, .texts([MappedText("a"), MappedText("b")])),
            (
                .titles, "[{ path: k, language: ko }, { path: e, language: en }]", #"{"k":"달","e":"Moon"}"#,
                .texts([MappedText("달", language: "ko"), MappedText("Moon", language: "en")])
            ),
            (.certification, "{ path: c, region: KR }", #"{"c":"12"}"#, .texts([MappedText("12", region: "KR")])),
            (.title, "{ first_of: [a, b, c] }", #"{"a":null,"b":"","c":"x"}"#, .text(MappedText("x"))),
            (.title, "{ value: fixed }", "{}", .text(MappedText("fixed"))),
            (
                .homepage, #"{ template: "https://shelf.example/${row.a.b}" }"#, #"{"a":{"b":7}}"#,
                .text(MappedText("https://shelf.example/7"))
            ),
            (.title, "{ path: $.x }", #"{"x":"root"}"#, .text(MappedText("root"))),
            (.adult, #"{ path: a, map: { "1": "true", "0": "false" }, else: drop }"#, #"{"a":1}"#, .boolean(true)),
        ] as [(Field, String, String, MappedValue)]
    )
    func converted(_ field: Field, _ definition: String, _ row: String, _ expected: MappedValue) throws {
        let (value, failures) = try value(of: field, by: definition, in: row, settings: "    missing_values: ['']")
        #expect(value == expected)
        #expect(failures == 0)
    }

    @Test(
        "What is absent is left out, and is no failure",
        arguments: [
            (.title, "t", "{}"), (.title, "t", #"{"t":null}"#), (.title, "t", #"{"t":"N/A"}"#),
            (.title, "t", #"{"t":"   "}"#),
            (.year, "y", #"{"y":"N/A"}"#), (.genres, "g", #"{"g":[]}"#), (.genres, "g", #"{"g":["N/A",null]}"#),
            (.runtime, "r", #"{"r":0}"#), (.year, "y", #"{"y":0}"#), (.year, "y", #"{"y":"0000"}"#),
            (.rating, #"{ path: r, map: { "0": ~ }, else: keep }"#, #"{"r":0}"#),
            (.adult, "{ path: a, map: { y: 'true' }, else: drop }", #"{"a":"n"}"#),
            (.homepage, #"{ template: "https://shelf.example/${row.a}" }"#, "{}"),
            (.images, "i", "{}"), (.ids, "{ a: i }", #"{"i":null}"#),
        ] as [(Field, String, String)]
    )
    func absent(_ field: Field, _ definition: String, _ row: String) throws {
        let (value, failures) = try value(of: field, by: definition, in: row, settings: "    missing_values: ['', N/A]")
        #expect(value == nil)
        #expect(failures == 0)
    }

    @Test(
        "What is not of the type is dropped and counted",
        arguments: [
            (.year, "y", #"{"y":"soon"}"#), (.year, "y", #"{"y":20190530}"#), (.year, "y", #"{"y":2019.5}"#),
            (.releaseDate, "d", #"{"d":"2019-02-30"}"#), (.adult, "a", #"{"a":1}"#), (.adult, "a", #"{"a":"yes"}"#),
            (.popularity, "p", #"{"p":"nan"}"#), (.runtime, "r", #"{"r":-5}"#), (.rating, "r", #"{"r":85}"#),
            (.title, "t", #"{"t":["a"]}"#), (.genres, "g", #"{"g":[{"n":1}]}"#), (.ids, "{ a: i }", #"{"i":{}}"#),
        ] as [(Field, String, String)]
    )
    func failing(_ field: Field, _ definition: String, _ row: String) throws {
        let (value, failures) = try value(of: field, by: definition, in: row)
        #expect(value == nil)
        #expect(failures == 1)
    }

    @Test("A day is a day, in the usual form or in one that is named")
    func days() throws {
        for (definition, text) in [("d", "2019-05-30"), ("{ path: d, then: [{ date: d MMM yyyy }] }", "30 May 2019")] {
            let (value, _) = try value(of: .releaseDate, by: definition, in: "{\"d\":\"\(text)\"}")
            #expect(value == MappedDate(year: 2019, month: 5, day: 30).map(MappedValue.date))
        }
    }

    @Test("The number 0 may be among the texts that mean absent")
    func missingNumbers() throws {
        let (value, _) = try value(of: .popularity, by: "p", in: #"{"p":0}"#, settings: #"    missing_values: ["0"]"#)
        #expect(value == nil)
    }
}
