import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Field transforms")
struct TransformTests {
    /// Returns the transformed title, if any, and the number of failures.
    private func title(_ then: String, _ json: String) throws -> (text: String?, failures: Int) {
        let (film, failures) = try film(with: .title, by: "{ path: t, then: \(then) }", in: "{\"t\":\(json)}")
        return (film?.title?.text, failures)
    }

    @Test(
        "Each transform changes the text as specified",
        arguments: [
            ("[trim]", #""  a b ""#, "a b"), ("[lower]", #""ÄB""#, "äb"), ("[upper]", #""straße""#, "STRASSE"),
            ("[strip_html]", #""<p>A &amp; B</p>""#, "A & B"), ("[unescape_html]", #""A &#39;s""#, "A 's"),
            ("[collapse_spaces]", #"" a \n\t b  c ""#, "a b c"),
            ("[unescape_html, collapse_spaces]", #""Lamp&Nbsp;Best&nbsp;""#, "Lamp Best"),
            ("[unescape_html]", #""&Eacute;t&eacute; &AMP; &Unknown;""#, "Été & &Unknown;"),
            (#"[{ split: "|" }, { at: 1 }]"#, #""a|b|c""#, "b"), (#"[{ split: "|" }, { at: -1 }]"#, #""a|b|c""#, "c"),
            (#"[{ split: "|" }, { join: " & " }]"#, #""a | |b""#, "a & b"),
            (#"[{ replace: { regex: "[0-9]+", with: "-" } }]"#, #""a1b22""#, "a-b-"),
            (#"[{ replace: { regex: "a", with: "$a\\" } }]"#, #""bab""#, #"b$a\b"#),
            (#"[{ replace: { regex: "^([^,]+), (.+)$", with: "$2 $1" } }]"#, #""Bong, Joon-ho""#, "Joon-ho Bong"),
            (#"[{ replace: { regex: "(a)|b", with: "<$1>" } }]"#, #""ab""#, "<a><>"),
            (#"[{ replace: { regex: "(a)", with: "$$1$" } }]"#, #""a""#, "$1$"),
            (#"[{ extract: "([0-9]+) min" }]"#, #""148 min""#, "148"),
            (#"[{ extract: "[0-9]+" }]"#, #""ca 148 min""#, "148"),
            (#"[{ prefix: "<" }, { suffix: ">" }]"#, #""x""#, "<x>"),
            (#"[{ number: { group: ".", decimal: "," } }]"#, #""1.434,5""#, "1434.5"),
            (#"[{ number: { group: "." } }]"#, "1.234", "1.234"), (#"[{ number: { decimal: "," } }]"#, "7.9", "7.9"),
            (#"[trim, { number: { group: ".", decimal: "," } }]"#, "1.234", "1.234"),
            ("[{ date: [yyyyMMdd, yyyy-MM-dd] }]", #""20240309""#, "2024-03-09"),
            ("[trim, lower]", "12.50", "12.50"),
            ("[url_decode]", #""%EA%B8%B0 a+b 5%""#, "기 a+b 5%"),
        ]
    )
    func changed(_ then: String, _ json: String, _ expected: String) throws {
        let (text, failures) = try title(then, json)
        #expect(text == expected)
        #expect(failures == 0)
    }

    @Test(
        "A value that cannot be transformed is omitted and counted as a failure",
        arguments: [
            (#"[{ extract: "^tt[0-9]+$" }]"#, #""nm12""#), ("[{ date: yyyyMMdd }]", #""soon""#),
            (#"[{ number: { group: "," } }]"#, #""many""#), ("[trim]", "[1]"), ("[trim]", #"{"a":1}"#),
        ]
    )
    func failing(_ then: String, _ json: String) throws {
        let (text, failures) = try title(then, json)
        #expect(text == nil)
        #expect(failures == 1)
    }

    @Test("An index out of range yields no value and no failure")
    func outside() throws {
        let (text, failures) = try title(#"[{ split: "," }, { at: 5 }]"#, #""a,b""#)
        #expect(text == nil)
        #expect(failures == 0)
    }

    @Test(
        "A value that would exceed a limit is not converted",
        arguments: [
            #"[{ replace: { regex: "", with: "\(String(repeating: "x", count: 1_000))" } }]"#,
            #"[{ split: "a" }, { prefix: "\(String(repeating: "x", count: 1_000))" }, { join: "," }]"#,
            #"[{ extract: ".*.*.*.*.*.*=" }]"#,
        ]
    )
    func growth(steps: String) throws {
        let steps = steps.replacing(
            #"\(String(repeating: "x", count: 1_000))"#,
            with: String(repeating: "x", count: 1_000)
        )
        let (text, failures) = try title(steps, "\"" + String(repeating: "ba", count: 8_000) + "\"")
        #expect(text == nil)
        #expect(failures == 1)
    }

    @Test("A text that is too long for a pattern is not converted")
    func longText() throws {
        let (text, failures) = try title(#"[{ extract: "a" }]"#, "\"" + String(repeating: "a", count: 65_537) + "\"")
        #expect(text == nil)
        #expect(failures == 1)
    }
}

@Suite("Value tables")
struct ValueTableTests {
    @Test(
        "A text is looked up as a whole and by canonical equivalence",
        arguments: [
            ("0", nil), ("cn", "zh"), ("K", "kelvin"), ("\u{212A}", "kelvin"), ("k", "k"), ("00", "00"), ("", ""),
            ("longer than any", "longer than any"),
        ] as [(String, String?)]
    )
    func texts(_ text: String, _ expected: String?) {
        let table = ValueTable(results: ["0": nil, "cn": "zh", "K": "kelvin"], otherwise: .keep)
        #expect(table.value(for: text) == expected)
    }

    @Test("A table with non-ASCII texts also finds their decomposed forms")
    func decomposed() {
        let table = ValueTable(results: ["\u{E9}": "yes"], otherwise: .text("no"))
        #expect(table.value(for: "e\u{301}") == "yes")
        #expect(table.value(for: "e") == "no")
        #expect(ValueTable(results: [:], otherwise: .drop).value(for: "x") == nil)
    }
}
