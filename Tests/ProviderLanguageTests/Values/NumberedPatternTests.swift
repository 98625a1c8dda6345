import Testing

@testable import ProviderLanguage

@Suite("Patterns of letters and digits")
struct NumberedPatternTests {
    @Test(
        "other forms of pattern are left to the regular expression",
        arguments: [
            "", "^", "^$", "^tt$", "tt[0-9]{7}$", "^tt[0-9]{7}", "^tt[0-9]+$", "^tt[0-9]{7,}$", "^tt[0-9]{9,7}$",
            "^tt[0-9]{}$",
            "^tt[0-9]{,7}$", "^tt[0-9]{ 7}$", "^tt[0-9]{+7}$", "^t.[0-9]{7}$", "^(tt[0-9]{7})$", "^tt[1-9]{7}$",
            "^tt[0-9]{7}a$", "^tt[0-9]{7}[0-9]{2}$", "^é[0-9]{7}$",
        ]
    )
    func otherForms(pattern: String) {
        #expect(NumberedPattern(parsing: pattern) == nil)
    }

    @Test(
        "a text is of the form as a whole",
        arguments: [
            ("tt1234567", true), ("tt123456789", true), ("tt123456", false), ("tt1234567890", false),
            ("TT1234567", false),
            ("t1234567", false), ("tta1234567", false), ("tt12345678a", false), ("", false), ("tt", false),
        ]
    )
    func wholeTexts(text: String, isMatch: Bool) throws {
        #expect(try #require(NumberedPattern(parsing: "^tt[0-9]{7,9}$")).matches(text) == isMatch)
        #expect(try TextPattern(parsing: "^tt[0-9]{7,9}$").extract(from: text) == (isMatch ? text : nil))
    }

    @Test("letters may be missing, and one number of digits may stand for both")
    func withoutLetters() throws {
        let pattern = try #require(NumberedPattern(parsing: "^[0-9]{8}$"))
        #expect(pattern.matches("20240131") == true)
        #expect(pattern.matches("2024013") == false)
        #expect(pattern.matches("a0240131") == false)
    }

    @Test(
        "of texts with other signs the regular expression decides",
        arguments: ["tt1234567 ", "tt1234567\n", "tt-1234567", "tt123456٧", "ťt1234567"]
    )
    func otherSigns(text: String) throws {
        #expect(try #require(NumberedPattern(parsing: "^tt[0-9]{7,9}$")).matches(text) == nil)
        // The group keeps this pattern from being of the form: both have the same answer.
        let plain = try TextPattern(parsing: "^(tt[0-9]{7,9})$").extract(from: text)
        #expect(try TextPattern(parsing: "^tt[0-9]{7,9}$").extract(from: text) == plain)
    }
}
