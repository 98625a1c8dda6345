import Testing
import YAML

@Suite("Syntax error messages")
struct SyntaxTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var text: String
        var line: Int
        var column: Int
        var message: String
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
            (self.text, self.line, self.column, self.message) = (text, line, column, message)
        }
    }

    @Test(
        "A common mistake is reported at its position with a helpful message",
        arguments: [
            Mistake(
                "a: b: c",
                1,
                5,
                "expected one \":\" on this line, found another: a text that contains \": \" needs quotes"
            ),
            Mistake("title: Foo: the bar", 1, 11, "needs quotes"),
            Mistake("a:1\nb: 2\n", 2, 2, "the line above is not finished: either its \": \" is missing"),
            Mistake("a: 1\n  b: 2\n", 2, 4, "it has a value already and this line is indented too far"),
            Mistake("a:\n  b: 1\n c: 2\n", 3, 2, "\"c\" is not where a key of this map belongs: check the indentation"),
            Mistake("- a\nb: 1\n", 2, 1, "\"b\" is not where an item of this list belongs"),
            Mistake("a: 1\n- b\n", 2, 1, "\"-\" is not where a key of this map belongs"),
            Mistake("a: - b", 1, 4, "a list item cannot begin here"),
            Mistake("a: 1\nkey\n", 2, 1, "this line is neither a key (\"name: \") nor a list item (\"- \")"),
            Mistake("a: @x", 1, 4, "a text cannot begin with \"@\"; put it in quotes"),
            Mistake("a: `x`", 1, 4, "a text cannot begin with \"`\"; put it in quotes"),
            Mistake("a: %x", 1, 4, "a text cannot begin with \"%\"; put it in quotes"),
            Mistake("a: 'x\nb: 1\n", 1, 4, "the quotes that open here are never closed"),
            Mistake("a: \"x\n---\ny\"", 1, 4, "the quotes that open here are not closed before line 2"),
            Mistake("a: 'it's'", 1, 8, "\"s\" is not where a key of this map belongs"),
            Mistake("a: [1, 2", 1, 4, "the [ that opens here is never closed"),
            Mistake("a:\n  b: {c: 1\n", 2, 6, "the { that opens here is never closed"),
            Mistake("a: [[1, 2]", 1, 4, "the [ that opens here is never closed"),
            Mistake("x: [a, b}", 1, 9, "expected , or ] but found \"}\""),
            Mistake(
                "a: {q: ${input.query}}",
                1,
                9,
                "a text that contains , [ ] { } needs quotes here (the { begins at 1:4)"
            ),
            Mistake("a: [,]", 1, 5, "a value is missing before \",\""),
            Mistake("a: ]", 1, 4, "a value is missing before \"]\"; a text that begins with it needs quotes"),
            Mistake(#"a: "\q""#, 1, 5, #"this escape is unknown: inside double quotes write \\ for a backslash"#),
            Mistake(#"a: "\xZZ""#, 1, 7, "an escape needs its hexadecimal digits"),
            Mistake(#"a: "\ud800""#, 1, 7, "this escape is not a Unicode character"),
            Mistake("a: *", 1, 5, "a text that begins with & or * needs quotes"),
            Mistake("a: & b", 1, 5, "a text that begins with & or * needs quotes"),
            Mistake("a: !<x b", 1, 7, "a text that begins with ! needs quotes"),
            Mistake("a: !e!x b", 1, 4, "a text that begins with ! needs quotes"),
            Mistake("a: |0\n x", 1, 5, "the indentation after | or > is a digit from 1 to 9"),
            Mistake("a: |x\n x", 1, 5, "\"x\" cannot follow here: only a comment may"),
            Mistake("%FOO\n---\na", 1, 5, "this is not a valid directive"),
            Mistake("%YAML 3.0\n---\na", 1, 1, "only YAML 1.1 and 1.2 are known"),
            Mistake("a: 1\n...\nb: 1", 3, 1, "the document has ended before this line"),
            Mistake("é: ü: x", 1, 5, "expected one \":\" on this line"),
        ]
    )
    func mistakes(mistake: Mistake) {
        let found = problems(mistake.text)
        #expect(found.map(\.kind) == [.syntax])
        #expect(found.first?.position == YAMLPosition(line: mistake.line, column: mistake.column))
        #expect(found.first?.message.contains(mistake.message) == true, "\(found)")
    }

    @Test("A problem says where the enclosing list or map begins")
    func surrounding() {
        #expect(problems("x:\n  b: 1\n c: 2\n").first?.message.hasSuffix(" (the map begins at 1:1)") == true)
        #expect(problems("a: [1, 2}").first?.message.hasSuffix(" (the [ begins at 1:4)") == true)
    }

    @Test("Problems are printed in the form of diagnostics")
    func description() {
        #expect(
            problems("a: 1\na: @x").map(\.description).joined(separator: "\n")
                == """
                2:1: error: the key "a" appears twice in this map: on line 1 and on line 2
                2:4: error: a text cannot begin with "@"; put it in quotes
                """
        )
    }
}
