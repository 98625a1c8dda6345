import Testing

@testable import MovieDomain

@Suite("HTML to plain text")
struct HTMLTextTests {
    @Test(
        "Tags are removed, references are resolved, and paragraphs stay separate",
        arguments: [
            ("<p>A <b>lamp</b> &amp; a sea.</p>", "A lamp & a sea."),
            ("One<br/>Two<p>Three</p>", "One\nTwo\nThree"),
            ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
            ("<!-- <p>not</p> -->kept", "kept"),
            ("&#8217;&#x41;&hellip;&unknown;&", "’A…&unknown;&"),
            ("  plain  ", "plain"),
            ("<p", "<p"),
            ("a&\u{301}b &\u{FE0F} &amp;\u{301}", "a&\u{301}b &\u{FE0F} &\u{301}"),
            ("&amp;lt;", "&lt;"),
            ("&#0;&#xD800;&#99999999;", "&#0;&#xD800;&#99999999;"), ("&#+38;", "&#+38;"),
            ("", ""),
        ]
    )
    func stripped(_ html: String, _ expected: String) {
        #expect(HTMLText.stripped(html) == expected)
    }

    @Test(
        "Stripping unclosed markup never yields more bytes than the input",
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
