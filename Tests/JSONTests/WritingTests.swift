import Testing

@testable import JSON

@Suite("Writing JSON")
struct WritingTests {
    private struct Film: JSONEncodable {
        var title: String
        var year: Int?
        var tags: [String] = []

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("title", title)
                writer.member("year", year)
                writer.member("tags", tags)
            }
        }
    }

    @Test("Objects and arrays have commas and colons, and absent members are omitted")
    func structure() {
        let films = [Film(title: "기생충", year: 2019, tags: ["a", "b"]), Film(title: "\"", year: nil)]
        #expect(films.jsonText == #"[{"title":"기생충","year":2019,"tags":["a","b"]},{"title":"\"","tags":[]}]"#)
    }

    @Test("Every kind of value can be written")
    func values() {
        var writer = JSONWriter(reserving: 0)
        writer.array { writer in
            writer.null()
            writer.bool(true)
            writer.bool(false)
            writer.int(-5)
            writer.double(0.25)
            writer.number(JSONNumber(12))
            writer.string("")
            writer.raw([0x5B, 0x5D])
            writer.value("x")
            writer.value(Int?.none)
            writer.array { _ in }
            writer.object { _ in }
            writer.object { writer in
                writer.member("a") { $0.int(1) }
                writer.member("b") { _ in }
                writer.member("c", 2.5)
                writer.member("d", Bool?.none)
                writer.member("e\n", JSONValue.null)
            }
        }
        let expected = #"[null,true,false,-5,0.25,12,"",[],"x",null,[],{},{"a":1,"b":null,"c":2.5,"e\n":null}]"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
        #expect(writer.count == expected.utf8.count)
    }

    @Test(
        "An integer is written in decimal digits",
        arguments: [0, 1, 9, 10, 99, 100, 12_345_678, 1_000_000_000_000, -1, -10, .max, .min]
    )
    func integers(value: Int) {
        #expect(value.jsonText == String(value))
    }

    @Test(
        "A finite double is written in its shortest notation, and any other as null",
        arguments: [
            (0.0, "0"), (-0.0, "-0"), (1.0, "1"), (-3.0, "-3"), (0.1, "0.1"), (1e21, "1e+21"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (.infinity, "null"), (-.infinity, "null"),
            (.nan, "null"),
            (9_007_199_254_740_991, "9007199254740991"), (26.99, "26.99"),
        ]
    )
    func doubles(value: Double, text: String) throws {
        #expect(value.jsonText == text)
        if value.isFinite { #expect(try JSONDocument(text).root.double == value) }
    }

    @Test("Only quotes, backslashes, and control characters are escaped")
    func escapes() throws {
        for value in UInt8.min...0x7F {
            let character = String(Character(Unicode.Scalar(value)))
            let text = character.jsonText
            let escaped: String? =
                switch value {
                case 0x08: #""\b""#
                case 0x09: #""\t""#
                case 0x0A: #""\n""#
                case 0x0C: #""\f""#
                case 0x0D: #""\r""#
                case 0x22: #""\"""#
                case 0x5C: #""\\""#
                case 0x10...0x1F: "\"\\u00" + String(value, radix: 16) + "\""
                case 0..<0x10: "\"\\u000" + String(value, radix: 16) + "\""
                default: nil
                }
            #expect(text == escaped ?? "\"\(character)\"")
            #expect(try JSONDocument(text).root.string == character)
        }
        #expect("\u{2028}é\u{10FFFF}\u{7F}".jsonText == "\"\u{2028}é\u{10FFFF}\u{7F}\"")
    }

    @Test("A string of any length is written with an escape at any position")
    func runs() throws {
        for length in 0..<70 {
            let plain = String(repeating: "x", count: length)
            #expect(plain.jsonText == "\"\(plain)\"")
            for place in 0...length {
                let text = plain.prefix(place) + "\n" + plain.dropFirst(place)
                #expect(String(text).jsonText == "\"\(plain.prefix(place))\\n\(plain.dropFirst(place))\"")
            }
        }
        let mixed = String(repeating: "\"한\\\u{1}", count: 500)
        #expect(try JSONDocument(mixed.jsonBytes).root.string == mixed)
    }

    @Test("Pretty output has one value per line, indented by two spaces")
    func pretty() {
        var writer = JSONWriter(pretty: true)
        let value: JSONValue = ["a": 1, "b": [], "c": [true, ["d": nil]], "e": [:]]
        writer.value(value)
        let expected = """
            {
              "a": 1,
              "b": [],
              "c": [
                true,
                {
                  "d": null
                }
              ],
              "e": {}
            }
            """
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test("Elements are written in compact and in pretty form")
    func elements() throws {
        let element = try JSONDocument(#"{"a": [1, {"b": "\u0061"}], "c": {}}"#).root
        #expect(element.jsonText == #"{"a":[1,{"b":"\u0061"}],"c":{}}"#)
        #expect(element["a"]?.jsonText == #"[1,{"b":"\u0061"}]"#)
        let compact = try JSONDocument(#"  {"a":[1,{"b":2}]} "#).root
        #expect(compact["a"]?.jsonText == #"[1,{"b":2}]"#)
        var writer = JSONWriter(pretty: true)
        writer.value(compact)
        #expect(writer.bytes == Array("{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}".utf8))
    }

    @Test("A copy of a writer is independent of the original")
    func copies() {
        var first = JSONWriter()
        first.string("a")
        var second = first
        second.string("b")
        #expect(first.bytes == Array(#""a""#.utf8))
        #expect(second.bytes == Array(#""a","b""#.utf8))
    }

    @Test(
        "A copy stays independent while both writers grow, whatever the reserved capacity",
        arguments: [0, 1, 64, 10_000]
    )
    func copiesThatGrow(capacity: Int) {
        var first = JSONWriter(reserving: capacity)
        var second = first
        for number in 0..<200 {
            first.string("first")
            second.int(number)
        }
        #expect(first.bytes == Array(repeatElement(#""first""#, count: 200).joined(separator: ",").utf8))
        #expect(second.bytes == Array((0..<200).map(String.init).joined(separator: ",").utf8))
    }

    @Test("A long string after a short output is written completely")
    func growth() {
        for length in [1, 239, 240, 255, 256, 257, 5_000, 100_000] {
            let long = String(repeating: "x", count: length)
            let value: JSONValue = [1, .string(long), .string("\n" + long)]
            #expect(value.jsonText == #"[1,"\#(long)","\n\#(long)"]"#)
        }
    }
}

/// Covers every length and position around a machine word, because strings are read and written by whole words
/// and short strings separately.
@Suite("Strings of every length")
struct StringLengthTests {
    /// Texts to insert into a string of plain letters, with their JSON form.
    private static let insertions = [
        ("", ""), ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{0}", #"\u0000"#), ("\u{1F}", #"\u001f"#),
        ("\u{7F}", "\u{7F}"), ("é", "é"), ("한", "한"), ("𝄞", "𝄞"), ("\"\"", #"\"\""#), ("é\\", #"é\\"#),
    ]

    @Test("Strings are written as values and names", arguments: insertions)
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

    @Test("Strings are read as values and names", arguments: insertions)
    func reading(text: String, encoded: String) throws {
        for (before, after) in Self.surroundings {
            let string = before + text + after
            let root = try JSONDocument("{\"\(before)\(encoded)\(after)\":[\"\(before)\(encoded)\(after)\"]}").root
            #expect(root.members.map { Array($0.name.utf8) } == [Array(string.utf8)])
            #expect(root[string]?[0]?.string.map { Array($0.utf8) } == Array(string.utf8))
            #expect(JSONValue(root) == .object([.init(string, [.string(string)])]))
        }
    }

    @Test("A string that was read equals one from elsewhere and has the same hash")
    func identity() throws {
        for length in 0...40 {
            let plain = String(repeating: "x", count: length)
            let read = try #require(JSONDocument("\"\(plain)\"").root.string)
            #expect(read == plain)
            #expect(read.hashValue == plain.hashValue)
            #expect(read.utf8.elementsEqual(plain.utf8))
        }
    }

    @Test("Strings that differ in one byte are not equal")
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

    @Test("Numbers of every length are read and written unchanged")
    func numbers() throws {
        for length in 1...40 {
            let text = String(repeating: "7", count: length)
            let root = try JSONDocument("[\(text),-\(text)]").root
            #expect(root[0]?.number?.text == text)
            #expect(root[1]?.number?.text == "-\(text)")
            #expect(JSONValue(root).jsonText == "[\(text),-\(text)]")
        }
    }

    /// Plain letters before and after an insertion, for every length from 0 to 40 and every position.
    private static let surroundings: [(String, String)] = (0...40).flatMap { length in
        (0...length).map { place in
            (String(repeating: "a", count: place), String(repeating: "b", count: length - place))
        }
    }

    @Test(
        "Writing a long text copies it a few times, whatever must be escaped in it, and as one text or in pieces",
        arguments: [#"""#, "\\", "\n", "\u{1}", #"He said "no","#, "기생\t충", "plain text"],
        [1_000, 100_000, 1_000_000]
    )
    func growths(piece: String, bytes: Int) throws {
        let pieces = Array(repeating: piece, count: bytes / piece.utf8.count)
        var whole = JSONWriter(reserving: bytes)
        whole.string(pieces.joined())
        #expect(whole.buffer.growths <= 4, "\(piece)")
        var list = JSONWriter()
        list.array { list in for piece in pieces { list.string(piece) } }
        #expect(list.buffer.growths <= 24, "\(piece)")
        #expect(
            try JSONDocument(whole.bytes, limits: JSONLimits(maximumBytes: whole.count)).root.string == pieces.joined()
        )
    }
}
