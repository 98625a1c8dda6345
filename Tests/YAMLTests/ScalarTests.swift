import Testing
import YAML

@Suite("Scalars")
struct ScalarTests {
    @Test(
        "K17: A scalar keeps its text without type conversion",
        arguments: [
            "no", "yes", "on", "1:20", "010", "0x1F", "1e3", "1_000", "~", "null", "true", ".inf", "2001-12-14", "=",
            "1234J", "-", "${env.KEY}", "8s", "100ms..2s", "data.movies[?@.a=='x']",
        ]
    )
    func untyped(text: String) throws {
        let node = try #require(try tree("a: \(text == "-" ? "'-'" : text)")["a"])
        #expect(node.text == text)
    }

    @Test(
        "A scalar has its decoded text and its style",
        arguments: [
            ("x", "x", YAMLNode.Scalar.Style.plain), ("'it''s'", "it's", .singleQuoted),
            (#""a\tb\u00e9\x41\0""#, "a\tbéA\0", .doubleQuoted), ("|\n  one\n  two\n", "one\ntwo\n", .literal),
            (">-\n  one\n  two\n", "one two", .folded), ("one\n  two", "one two", .plain), ("''", "", .singleQuoted),
        ]
    )
    func styles(written: String, text: String, style: YAMLNode.Scalar.Style) throws {
        #expect(try tree("a: \(written)")["a"]?.content == .scalar(YAMLNode.Scalar(text: text, style: style)))
    }
}
