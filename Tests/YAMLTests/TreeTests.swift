import Testing
import YAML

@Suite("Trees and node positions")
struct TreeTests {
    @Test("A configuration file is read into a tree")
    func configuration() throws {
        let root = try tree(
            """
            # sources
            version: 1
            providers:
              - id: kofic
                limits: { concurrent: 2, quota: 3000/day }
                missing_values: ["", " "]

              # the next one
              - id: tvmaze
            """
        )
        #expect(root.pairs?.map(\.key.text) == ["version", "providers"])
        let providers = try #require(root["providers"]?.sequence)
        #expect(providers.map { $0["id"]?.text } == ["kofic", "tvmaze"])
        #expect(providers[0]["limits"]?["quota"]?.text == "3000/day")
        #expect(providers[0]["missing_values"]?.sequence?.map(\.text) == ["", " "])
        #expect(root["nothing"] == nil)
        #expect(root["version"]?["deeper"] == nil)
    }

    @Test(
        "A node begins at its first character and ends after its last",
        arguments: [
            ("a: text", "a", 1, 4, 1, 8),
            ("a: 'é ü'  # note", "a", 1, 4, 1, 9),
            ("é: x", "é", 1, 4, 1, 5),
            ("😀: x", "😀", 1, 4, 1, 5),
            ("b: 1\na: [x,\n  y]\n", "a", 2, 4, 3, 5),
            ("a:\n  b: 1\n  c: 2\n\n# far away\nz: 1", "a", 2, 3, 3, 7),
            ("a:\n- x\n- yy\n\n\nz: 1", "a", 2, 1, 3, 5),
            ("a:\nb: 1", "a", 1, 3, 1, 3),
            ("a: &n !t [x]", "a", 1, 4, 1, 13),
            ("\u{FEFF}a: x", "a", 1, 4, 1, 5),
            ("b: 1\r\na: x\r\n", "a", 2, 4, 2, 5),
            ("b: 1\ra: x\r", "a", 2, 4, 2, 5),
        ]
    )
    func places(text: String, key: String, line: Int, column: Int, endLine: Int, endColumn: Int) throws {
        let node = try #require(try tree(text)[key])
        #expect(node.position == YAMLPosition(line: line, column: column))
        #expect(node.end == YAMLPosition(line: endLine, column: endColumn))
    }

    @Test("Keys have positions, too")
    func keyPlaces() throws {
        let root = try tree("a: 1\nb:\n  c: 2\n")
        #expect(root.pairs?.map(\.key.position) == [.start, YAMLPosition(line: 2, column: 1)])
        #expect(root["b"]?.pairs?.first?.key.position == YAMLPosition(line: 3, column: 3))
    }

    @Test("An alias is replaced by its node, but has the position of its use")
    func aliases() throws {
        let root = try tree("base: &b { host: x, port: [1] }\none: *b\ntwo: [*b, *b]\n")
        #expect(root["one"]?["host"]?.text == "x")
        #expect(root["one"]?.position == YAMLPosition(line: 2, column: 6))
        #expect(root["one"]?.end == YAMLPosition(line: 2, column: 8))
        #expect(root["one"]?["host"]?.position == YAMLPosition(line: 1, column: 18))
        #expect(root["two"]?.sequence?.map { $0["port"]?.sequence?.first?.text } == ["1", "1"])
    }

    @Test(
        "An alias refers to the latest anchor of its name before it",
        arguments: [
            ("[&a x, *a, &a y, *a]", ["x", "x", "y", "y"]),
            ("[&a [q], &a z, *a]", [nil, "z", "z"]),
        ]
    )
    func redefinedAnchors(text: String, expected: [String?]) throws {
        #expect(try tree(text).sequence?.map(\.text) == expected)
    }

    @Test("An anchor inside a node with the same anchor replaces the outer one")
    func innerAnchor() throws {
        let root = try tree("- &a [ &a x, *a ]\n- *a\n")
        #expect(root.sequence?.first?.sequence?.map(\.text) == ["x", "x"])
        #expect(root.sequence?.last?.text == "x")
    }

    @Test(
        "Tags are accepted, and left out",
        arguments: [
            "!!str y", "!mine y", "!<tag:example.org,2000:x> y", "%TAG !e! tag:example.org,2000:\n---\n!e!x y",
        ]
    )
    func tags(text: String) throws {
        #expect(try tree(text).text == "y")
    }

    @Test("A key that is a list or a map is kept in the tree")
    func keysThatAreNotTexts() throws {
        let root = try tree("? [a, b]\n: 1\nc: 2\n? {d: e}\n: 3\n")
        #expect(root.pairs?.map(\.key.text) == [nil, "c", nil])
        #expect(root.pairs?.map(\.key.position.line) == [1, 3, 4])
    }
}
