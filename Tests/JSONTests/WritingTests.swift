import JSON
import Testing

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

    @Test("puts commas and colons, and leaves absent members out")
    func structure() {
        let films = [Film(title: "기생충", year: 2019, tags: ["a", "b"]), Film(title: "\"", year: nil)]
        #expect(films.jsonText == #"[{"title":"기생충","year":2019,"tags":["a","b"]},{"title":"\"","tags":[]}]"#)
    }

    @Test("has every kind of value")
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
        "writes integers digit by digit",
        arguments: [0, 1, 9, 10, 99, 100, 12_345_678, 1_000_000_000_000, -1, -10, .max, .min]
    )
    func integers(value: Int) {
        #expect(value.jsonText == String(value))
    }

    @Test(
        "writes doubles in their shortest notation",
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

    @Test("escapes quotes, backslashes and control characters, and nothing else")
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

    @Test("copies strings of any length with escapes at any place")
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

    @Test("is pretty for people")
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

    @Test("writes elements compact and pretty")
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

    @Test("a copy of a writer goes its own way")
    func copies() {
        var first = JSONWriter()
        first.string("a")
        var second = first
        second.string("b")
        #expect(first.bytes == Array(#""a""#.utf8))
        #expect(second.bytes == Array(#""a","b""#.utf8))
    }

    @Test("a copy goes its own way though there is room, and both grow", arguments: [0, 1, 64, 10_000])
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

    @Test("a long string after a little is written whole")
    func growth() {
        for length in [1, 239, 240, 255, 256, 257, 5_000, 100_000] {
            let long = String(repeating: "x", count: length)
            let value: JSONValue = [1, .string(long), .string("\n" + long)]
            #expect(value.jsonText == #"[1,"\#(long)","\n\#(long)"]"#)
        }
    }
}
