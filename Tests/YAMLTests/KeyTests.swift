import Testing
import YAML

@Suite("K9: Duplicate keys and merge keys")
struct KeyTests {
    @Test("K9: All duplicate keys are reported in one run, each with both positions")
    func duplicates() {
        let found = problems("a: 1\nb: {c: 1, c: 2}\na: 2\n\"a\": 3\nd:\n  e: 1\n  'e': 2\n")
        #expect(
            found == [
                YAMLError(
                    .duplicateKey,
                    at: YAMLPosition(line: 2, column: 11),
                    "the key \"c\" appears twice in this map: both on line 2, at columns 5 and 11"
                ),
                YAMLError(
                    .duplicateKey,
                    at: YAMLPosition(line: 3, column: 1),
                    "the key \"a\" appears twice in this map: on line 1 and on line 3"
                ),
                YAMLError(
                    .duplicateKey,
                    at: YAMLPosition(line: 4, column: 1),
                    "the key \"a\" appears twice in this map: on line 1 and on line 4"
                ),
                YAMLError(
                    .duplicateKey,
                    at: YAMLPosition(line: 7, column: 3),
                    "the key \"e\" appears twice in this map: on line 6 and on line 7"
                ),
            ]
        )
    }

    @Test(
        "Keys are compared by their text",
        arguments: [
            ("a: 1\nA: 2", 0), ("1: x\n01: y", 0), ("\"\\x61\": 1\na: 2", 1), ("? a\n: 1\n? a\n: 2", 1),
            ("? \n: 1\n'': 2", 1), ("- a: 1\n- a: 2", 0), ("a: {a: {a: 1}}", 0), ("&k a: 1\n*k : 2", 1),
            ("é: 1\n\"\\u00e9\": 2", 1),
        ]
    )
    func comparison(text: String, count: Int) {
        #expect(problems(text).map(\.kind) == Array(repeating: .duplicateKey, count: count))
    }

    @Test("Duplicate keys are reported together with a later syntax error")
    func beforeSyntaxError() {
        let found = problems("a: 1\na: 2\nb: @x\n")
        #expect(found.map(\.kind) == [.duplicateKey, .syntax])
        #expect(found.map(\.position.line) == [2, 3])
    }

    @Test("Duplicate keys beyond a hundred are only counted")
    func many() {
        let found = problems(String(repeating: "a: 1\n", count: 1_000))
        #expect(found.count == 101)
        #expect(found.last?.message == "and 899 more problems of keys up to here")
        #expect(found.last?.position == YAMLPosition(line: 1_000, column: 1))
    }

    @Test("The tree keeps the first of each duplicate key, but any other error leaves no tree")
    func examined() throws {
        let reading = YAMLReader.read(Array("a: 1\nb: {c: 1, c: 2, d: 3}\na: 2\n".utf8))
        #expect(reading.errors.map(\.position.line) == [2, 3])
        let root = try #require(reading.root)
        #expect(root["a"]?.text == "1")
        #expect(root["b"]?["c"]?.text == "1")
        #expect(root["b"]?["d"]?.text == "3")
        #expect(root.pairs?.map(\.key.text) == ["a", "b"])
        for text in ["a: 1\na: 2\n<<: {b: 1}\n", "a: 1\na: 2\nb: @x\n", ""] {
            let reading = YAMLReader.read(Array(text.utf8))
            #expect(reading.root == nil)
            #expect(reading.errors == problems(text))
        }
    }

    @Test("A long key is shortened in a message")
    func longKey() {
        let key = String(repeating: "k", count: 500)
        #expect((problems("\(key): 1\n\(key): 2").first?.message.count ?? .max) < 140)
    }

    @Test("K13: Merge keys are refused, all in one run, but a quoted \"<<\" is an ordinary key")
    func merge() throws {
        let found = problems("base: &b {x: 1}\none:\n  <<: *b\ntwo: {<<: *b}\n")
        #expect(found.map(\.kind) == [.mergeKey, .mergeKey])
        #expect(found.map(\.position) == [YAMLPosition(line: 3, column: 3), YAMLPosition(line: 4, column: 7)])
        #expect(found.first?.message.hasPrefix("merge keys (<<) are not supported: write the keys out") == true)
        #expect(try tree("\"<<\": x")["<<"]?.text == "x")
    }
}
