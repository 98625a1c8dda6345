import JSON
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "A number has an integer if its value is one and fits",
        arguments: [
            ("0", 0), ("-0", 0), ("1", 1), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("100e-2", 1), ("12.50e1", 125),
            ("0e99999999999999999999", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.5", nil), ("1e-1", nil), ("1e19", nil),
            ("1e99999999999999999999", nil), ("1.00000000000000000000000000", 1),
            ("10000000000000000000000e-10", 1_000_000_000_000),
            ("1.00000000000000000000000001", nil), ("123456789012345678901234567890", nil),
        ] as [(String, Int?)]
    )
    func integers(text: String, value: Int?) throws {
        #expect(try JSONDocument(text).root.int == value)
        #expect(JSONNumber(text: text)?.int == value)
    }

    @Test(
        "A number has the nearest double",
        arguments: [
            "0.1", "-0.1", "3.14159", "1e22", "1e23", "123456789012345678", "9007199254740993",
            "2.2250738585072011e-308",
            "4.9e-324", "1e-400", "1.7976931348623157e308", "0.000001", "26.99", "123456.789e-7", "5e-324",
            "179769313486231580793728971405301e276",
        ]
    )
    func doubles(text: String) throws {
        let nearest = try #require(Double(text))
        #expect(try JSONDocument(text).root.double == nearest)
        #expect(JSONNumber(text: text)?.double == nearest)
    }

    @Test(
        "A number beyond the range of doubles has no double",
        arguments: ["1e309", "-1e400", "1e99999999999999999999"]
    )
    func overflow(text: String) throws {
        #expect(try JSONDocument(text).root.double == nil)
        #expect(JSONNumber(text: text)?.text == text)
    }

    @Test("Negative zero keeps its sign as a double")
    func negativeZero() throws {
        #expect(try JSONDocument("-0").root.double?.sign == .minus)
    }

    @Test(
        "Numbers are equal if their values are equal",
        arguments: [["1", "1.0", "10e-1", "0.1E+1"], ["0", "-0", "0e7", "0.00"]]
    )
    func equal(texts: [String]) {
        let numbers = texts.compactMap { JSONNumber(text: $0) }
        #expect(numbers.count == texts.count)
        #expect(Set(numbers).count == 1)
    }

    @Test("Numbers that differ in exact decimal arithmetic are not equal")
    func different() {
        let texts = [
            "9007199254740993", "9007199254740992", "1e400", "1e401", "-1", "1", "0.1", "0.10000000000000000001",
        ]
        #expect(Set(texts.compactMap { JSONNumber(text: $0) }).count == texts.count)
    }

    @Test(
        "A number is not created from a text that is not a JSON number",
        arguments: ["", " 1", "1 ", "01", "1.", ".1", "+1", "0x1", "1e", "NaN", "[1]", "-"]
    )
    func refused(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test("Numbers are created from integers and finite doubles")
    func made() {
        #expect(JSONNumber(-7).text == "-7")
        #expect(JSONNumber(0.5)?.text == "0.5")
        #expect(JSONNumber(3.0)?.text == "3")
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }
}
