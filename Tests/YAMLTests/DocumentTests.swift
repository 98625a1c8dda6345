import Testing
import YAML

@Suite("K13: exactly one document")
struct DocumentTests {
    @Test("K13: no document", arguments: ["", "\n\n", "# only a note\n", "\u{FEFF}", "  \n", "\u{FEFF}# note"])
    func empty(text: String) {
        let message = "the file is empty: it holds no document, only blank lines or comments"
        #expect(problems(text) == [YAMLError(.empty, at: .start, message)])
    }

    @Test("A document that says nothing is a document", arguments: ["---", "---\n...\n", "~", "--- # note\n"])
    func nothing(text: String) throws {
        #expect(["", "~"].contains(try tree(text).text))
    }

    @Test(
        "K13: several documents",
        arguments: [
            ("a: 1\n---\nb: 2\n", 2, 1), ("--- a\n--- b", 2, 1), ("a\n...\n---\nb", 3, 1), ("---\n---\n", 2, 1),
        ]
    )
    func several(text: String, line: Int, column: Int) {
        let found = problems(text)
        #expect(found.map(\.kind) == [.severalDocuments])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(
            found.first?.message == "a second document begins here, but a file holds one; the first begins on line 1"
        )
    }

    @Test(
        "Markers around one document",
        arguments: ["--- \na: 1\n", "a: 1\n...\n", "%YAML 1.2\n---\na: 1\n...\n# end"]
    )
    func markers(text: String) throws {
        #expect(try tree(text)["a"]?.text == "1")
    }
}
