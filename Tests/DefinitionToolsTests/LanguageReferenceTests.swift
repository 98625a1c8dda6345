import DefinitionTools
import Foundation
import MarqueeTestKit
import Testing

@Suite("Language reference")
struct LanguageReferenceTests {
    private static let shared = LanguageReference()
    private let reference = shared

    @Test(
        "A key is explained with its value and the places where it is allowed",
        arguments: [
            (
                "paging.size_param",
                """
                size_param, of paging of kind page, paging of kind cursor
                    The query parameter of the page size, or its member of the body.
                    Value: a text.
                    size_param needs size.
                    Used at providers.operations.OPERATION.paging.size_param.

                size_param, of paging of kind offset
                    The query parameter of the page size, or its member of the body.
                    Value: a text.
                    Used at providers.operations.OPERATION.paging.size_param.
                """
            ),
            (
                "operations.search.rows",
                """
                rows, of an operation
                    The rows of the response. Required.
                    Value: a path such as data.movies, or a map (path, if_missing, each_value, where).
                    Used at providers.operations.OPERATION.rows.
                """
            ),
            (
                "query.from",
                """
                from, of an input
                    The input: input.sort; several are one text, with a space between them: [input.sort, input.order]. By default, the input itself.
                    Value: an input such as input.sort, or a list of such.
                    Used at providers.operations.OPERATION.inputs.INPUT.from.

                from, of a query parameter
                    The input: input.sort; several are one text, with a space between them: [input.sort, input.order]. Required. Example: input.sort.
                    Value: an input such as input.sort, or a list of such.
                    Used at providers.operations.OPERATION.query.NAME.from, providers.operations.OPERATION.form.NAME.from.
                """
            ),
            (
                "by",
                """
                by, of an operation
                    The id namespaces that the operation accepts. Required. Example: [imdb, tmdb]. Only for lookup; credits; similar; recommendations; images; videos; releases; watch; collection; person.
                    Value: a list of at least one, each an id of a-z, 0-9, _ and - that begins with a letter.
                    Used at providers.operations.OPERATION.by.
                """
            ),
            (
                "settled_ttl",
                """
                settled_ttl, of cache
                    How long responses about settled days are fresh.
                    Value: a duration such as 250ms, 8s, 30m, 6h or 7d.
                    settled_after and settled_ttl go together.
                    Used at providers.cache.settled_ttl, providers.operations.OPERATION.cache.settled_ttl.
                """
            ),
            (
                "per_source",
                """
                per_source, a value of strategy of a merge rule
                    One value for each source, side by side.
                """
            ),
        ]
    )
    func explanations(_ key: String, _ text: String) {
        #expect(reference.explanation(of: key) == text)
    }

    @Test("A key with several meanings has one explanation after the other")
    func severalPlaces() {
        let titles = reference.explanation(of: "rows")?.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(titles == ["rows, of an operation", "rows, of a list inside a row"])
    }

    @Test(
        "An unknown key has no explanation, but the nearest key is suggested",
        arguments: [
            ("pagin.kind", "paging.kind"), ("rosw", "rows"), ("operations.serch.rows", "operations.search.rows"),
            ("zzzzzzzzz", nil), ("", nil),
        ]
    )
    func unknown(_ key: String, _ near: String?) {
        #expect(reference.explanation(of: key) == nil)
        #expect(reference.nearest(to: key) == near)
    }

    @Test("The page docs/providers-reference.md contains the generated reference")
    func page() throws {
        let file = ProjectFiles.root + "/docs/providers-reference.md"
        let page = try ProjectFiles.text(file)
        let marks = ("<!-- reference: begin -->\n", "<!-- reference: end -->")
        let begin = try #require(page.firstRange(of: marks.0)?.upperBound)
        let end = try #require(page.firstRange(of: marks.1)?.lowerBound)
        if ProcessInfo.processInfo.environment["MARQUEE_UPDATE_DOCS"] == "1" {
            let updated = page[..<begin] + reference.markdown + page[end...]
            try ProjectFiles.write(String(updated), to: file)
            return
        }
        #expect(
            page[begin..<end] == reference.markdown,
            "run this test with MARQUEE_UPDATE_DOCS=1, or put `marquee schema --markdown` between the marks"
        )
    }

    @Test("Every link in the reference leads to a unique heading")
    func links() throws {
        let markdown = reference.markdown
        let headings = markdown.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { heading in
            heading.dropFirst(4).lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                .replacing(" ", with: "-")
        }
        let links = markdown.matches(of: /\]\(#([^)]+)\)/).map { String($0.output.1) }
        #expect(links.count > 50)
        #expect(Set(links).subtracting(headings) == [])
        #expect(Set(headings).count == headings.count)
    }
}
