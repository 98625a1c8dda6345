import JSON
import Testing

/// Strings are read and written by whole words and the short ones apart, so every length and place around a word counts.
@Suite("Strings of every length")
struct StringLengthTests {
    /// What stands somewhere in a string of plain letters, and how JSON writes it.
    private static let insertions = [
        ("", ""), ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{0}", #"\u0000"#), ("\u{1F}", #"\u001f"#),
        ("\u{7F}", "\u{7F}"), ("é", "é"), ("한", "한"), ("𝄞", "𝄞"), ("\"\"", #"\"\""#), ("é\\", #"é\\"#),
    ]

    @Test("are written as values and names", arguments: insertions)
    func writing(text: String, encoded: String) {
        for (before, after) in Self.surroundings {
            let string = before + text + after
            let expected = "\"\(before)\(encoded)\(after)\""
            #expect(string.jsonText == expected)
            #expect(JSONValue.string(string).jsonText == expected)
            let object = JSONValue.object([.init(string, .array([.string(string), .null]))])
            #expect(object.jsonText == "{\(expected):[\(expected),null]}")
        }
    }

    @Test("are read as values and names", arguments: insertions)
    func reading(text: String, encoded: String) throws {
        for (before, after) in Self.surroundings {
            let string = before + text + after
            let root = try JSONDocument("{\"\(before)\(encoded)\(after)\":[\"\(before)\(encoded)\(after)\"]}").root
            #expect(root.members.first.map { Array($0.name.utf8) } == Array(string.utf8))
            #expect(root[string]?[0]?.string.map { Array($0.utf8) } == Array(string.utf8))
            #expect(JSONValue(root) == .object([.init(string, [.string(string)])]))
        }
    }

    @Test("equal their like made elsewhere, and hash the same")
    func identity() throws {
        for length in 0...40 {
            let plain = String(repeating: "x", count: length)
            let read = try #require(JSONDocument("\"\(plain)\"").root.string)
            #expect(read == plain)
            #expect(read.hashValue == plain.hashValue)
            #expect(read.utf8.elementsEqual(plain.utf8))
        }
    }

    @Test("are not another that differs in one byte")
    func difference() throws {
        for length in 1...40 {
            let plain = String(repeating: "x", count: length)
            let root = try JSONDocument("{\"\(plain)\":\"\(plain)\"}").root
            #expect(root[plain]?.isString(plain) == true)
            #expect(root[plain + "x"] == nil)
            for place in 0..<length {
                let other = "\(plain.prefix(place))y\(plain.dropFirst(place + 1))"
                #expect(root[other] == nil)
                #expect(root[plain]?.isString(other) == false)
            }
        }
    }

    @Test("numbers of every length go through unchanged")
    func numbers() throws {
        for length in 1...40 {
            let text = String(repeating: "7", count: length)
            let root = try JSONDocument("[\(text),-\(text)]").root
            #expect(root[0]?.number?.text == text)
            #expect(root[1]?.number?.text == "-\(text)")
            #expect(JSONValue(root).jsonText == "[\(text),-\(text)]")
        }
    }

    /// Plain letters before and after a place, for every length from 0 to 40 and every place.
    private static let surroundings: [(String, String)] = (0...40).flatMap { length in
        (0...length).map { place in
            (String(repeating: "a", count: place), String(repeating: "b", count: length - place))
        }
    }
}
