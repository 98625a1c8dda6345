import MovieDomain
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "A text is literal in a query",
        arguments: [
            ("", ""), ("aZ09-._~", "aZ09-._~"), (" ", "%20"),
            ("/?#[]@!$&'()*+,;=:", "%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A"),
            ("é", "%C3%A9"), ("😀", "%F0%9F%98%80"), ("100%", "100%25"), ("\u{0}\n\u{7F}", "%00%0A%7F"),
        ]
    )
    func encoding(text: String, encoded: String) {
        #expect(PercentEncoding.queryComponent(text) == encoded)
        #expect(PercentEncoding.whollyDecoded(encoded) == text)
    }

    @Test("A path keeps its slashes and colons")
    func path() {
        #expect(PercentEncoding.path("imdb:tt1/a b@~?#%") == "imdb:tt1/a%20b@~%3F%23%25")
    }

    @Test(
        "An escape is a percent sign and two digits, and nothing else is decoded",
        arguments: [
            ("%41%6a%6A", "Ajj"), ("%+5", "%+5"), ("%-1", "%-1"), ("%", "%"), ("%4", "%4"), ("a%4", "a%4"),
            ("%%41", "%A"),
            ("% 5", "% 5"), ("%0x41", "%0x41"), ("%G1", "%G1"), ("%4G", "%4G"), ("%２０", "%２０"), ("a+b", "a+b"),
            ("%EA%B8%B0", "기"),
        ]
    )
    func decoding(text: String, decoded: String) {
        #expect(String(decoding: PercentEncoding.decodedBytes(text.utf8), as: UTF8.self) == decoded)
        #expect(PercentEncoding.decoded(text) == decoded.replacing("+", with: " "))
    }

    @Test(
        "A broken escape and bytes that are not UTF-8 have no whole text",
        arguments: ["%", "%+5", "%4", "%ff", "a%zz"]
    )
    func broken(text: String) {
        #expect(PercentEncoding.whollyDecoded(text) == nil)
    }
}
