import Testing

@testable import ProviderLanguage

@Suite("Numbers in texts")
struct NumberTextTests {
    @Test(
        "A number is the double that is nearest to it",
        arguments: [
            ("7.4", 7.4), ("0.1", 0.1), ("0", 0), ("00012.50", 12.5), ("123456789012345", 123_456_789_012_345),
            ("0.00000000000001", 1e-14), ("99999999.9999999", 99_999_999.9999999),
            ("1234567890123456", 1_234_567_890_123_456),
            ("0.1234567890123456789", 0.123_456_789_012_345_68), ("-3.5", -3.5), ("+3.5", 3.5), ("1e3", 1_000),
            (".5", 0.5),
        ]
    )
    func decimals(_ text: String, _ number: Double) {
        #expect(NumberText.decimal(text) == number)
        #expect(NumberText.decimal(text) == Double(text))
    }

    @Test(
        "What is no number is none",
        arguments: [
            "", ".", "1.", "1..2", "1.2.3", "1,5", "nan", "inf", "0x1p4", " 1", "1 ", "١", "1e", "1e999", "--1",
        ]
    )
    func noNumbers(_ text: String) {
        #expect(NumberText.decimal(text) == nil)
    }

    @Test(
        "A whole number may be written with a point",
        arguments: [("100.0", 100), ("7", 7), ("-7", -7), ("1e2", 100)]
    )
    func integers(_ text: String, _ number: Int) {
        #expect(NumberText.integer(text) == number)
        #expect(NumberText.integer("100.5") == nil)
    }
}
