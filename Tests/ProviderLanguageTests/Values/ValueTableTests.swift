import Testing

@testable import ProviderLanguage

@Suite("Tables of values")
struct ValueTableTests {
    @Test(
        "A text is looked up as a whole, in whichever form of Unicode it is written",
        arguments: [
            ("0", nil), ("cn", "zh"), ("K", "kelvin"), ("\u{212A}", "kelvin"), ("k", "k"), ("00", "00"), ("", ""),
            ("longer than any", "longer than any"),
        ] as [(String, String?)]
    )
    func texts(_ text: String, _ expected: String?) {
        let table = ValueTable(
            results: ["0": .drop, "cn": .text("zh"), "K": .text("kelvin")],
            otherwise: .keep
        )
        #expect(table.value(for: text) == expected)
    }

    @Test("A table with other letters than ASCII finds them decomposed, too")
    func decomposed() {
        let table = ValueTable(results: ["\u{E9}": .text("yes")], otherwise: .text("no"))
        #expect(table.value(for: "e\u{301}") == "yes")
        #expect(table.value(for: "e") == "no")
        #expect(ValueTable(results: [:], otherwise: .drop).value(for: "x") == nil)
    }
}
