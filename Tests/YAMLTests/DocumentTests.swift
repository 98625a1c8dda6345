import Testing
import YAML

@Suite("K13: Exactly one document")
struct DocumentTests {
    @Test(
        "K13: A file without a document is reported as empty",
        arguments: ["", "\n\n", "# only a note\n", "\u{FEFF}", "  \n", "\u{FEFF}# note"]
    )
    func empty(text: String) {
        let message = "the file is empty: it contains no document, only blank lines or comments"
        #expect(problems(text) == [YAMLError(.empty, at: .start, message)])
    }

    @Test("A document without content is accepted", arguments: ["---", "---\n...\n", "~", "--- # note\n"])
    func nothing(text: String) throws {
        #expect(["", "~"].contains(try tree(text).text))
    }

    @Test(
        "K13: A second document is reported at its position",
        arguments: [
            ("a: 1\n---\nb: 2\n", 2, 1), ("--- a\n--- b", 2, 1), ("a\n...\n---\nb", 3, 1), ("---\n---\n", 2, 1),
        ]
    )
    func several(text: String, line: Int, column: Int) {
        let found = problems(text)
        #expect(found.map(\.kind) == [.severalDocuments])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(
            found.first?.message == "expected one document, found a second; the first begins on line 1"
        )
    }

    @Test(
        "Document markers and directives around one document are accepted",
        arguments: ["--- \na: 1\n", "a: 1\n...\n", "%YAML 1.2\n---\na: 1\n...\n# end"]
    )
    func markers(text: String) throws {
        #expect(try tree(text)["a"]?.text == "1")
    }
}
