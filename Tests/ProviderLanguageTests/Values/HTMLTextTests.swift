import Testing

@testable import ProviderLanguage

@Suite("Plain text of HTML")
struct HTMLTextTests {
    @Test(
        "Tags go, references are resolved, paragraphs stay apart",
        arguments: [
            ("<p>A <b>lamp</b> &amp; a sea.</p>", "A lamp & a sea."),
            ("One<br/>Two<p>Three</p>", "One\nTwo\nThree"),
            ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
            ("<!-- <p>not</p> -->kept", "kept"),
            ("&#8217;&#x41;&hellip;&unknown;&", "’A…&unknown;&"),
            ("  plain  ", "plain"),
            ("<p", "<p"),
            ("&amp;lt;", "&lt;"),
            ("&#0;&#xD800;&#99999999;", "&#0;&#xD800;&#99999999;"),
            ("", ""),
        ]
    )
    func stripped(_ html: String, _ expected: String) {
        #expect(HTMLText.stripped(html) == expected)
    }

    @Test(
        "What is never closed takes no longer than its length",
        arguments: ["<a", "<!--", "</", "&#", "<!-->", "<a&lt"]
    )
    func unclosed(_ piece: String) {
        let html = String(repeating: piece, count: 100_000 / piece.utf8.count)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(HTMLText.stripped(html).utf8.count <= html.utf8.count)
        print("100 kB of \(piece): \(clock.now - start)")
    }
}
