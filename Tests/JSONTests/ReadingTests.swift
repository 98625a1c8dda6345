import JSON
import Testing

@Suite("Reading JSON")
struct ReadingTests {
    @Test(
        "Valid JSON as of RFC 8259 is accepted",
        arguments: [
            ("null", JSONValue.null), (" true\r\n", true), ("\tfalse ", false), ("0", 0), ("-0", -0), ("-12", -12),
            (#""""#, ""), (#""a\"\\\/\b\f\n\r\t\u00e9\uD834\udd1e""#, "a\"\\/\u{8}\u{c}\n\r\té𝄞"),
            (#""한국 é 𝄞 plain tail""#, "한국 é 𝄞 plain tail"), (#""\u0000""#, "\u{0}"),
            ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
            ("[]", []), ("{}", [:]), ("[ [ ] , { } ]", [[], [:]]), ("[1,[2,[3]],4]", [1, [2, [3]], 4]),
            (#"{"a":{"b":[{}]},"":null}"#, ["a": ["b": [[:]]], "": nil]),
            (#"{ "a" : 1 , "a" : 2 }"#, .object([.init("a", 1), .init("a", 2)])),
        ] as [(String, JSONValue)]
    )
    func accepted(text: String, value: JSONValue) throws {
        #expect(JSONValue(try JSONDocument(text).root) == value)
    }

    @Test(
        "Invalid JSON is refused with a reason and a byte offset",
        arguments: [
            ("", JSONError.Reason.empty, 0), (" \n ", .empty, 3), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
            ("[1,", .unexpectedEnd, 3), (#"{"a""#, .unexpectedEnd, 4), (#"{"a":"#, .unexpectedEnd, 5),
            (#"{"a":1"#, .unexpectedEnd, 6), (#""abc"#, .unexpectedEnd, 4), (#""abc\"#, .unexpectedEnd, 5),
            (#""\u12"#, .unexpectedEnd, 5), ("tru", .unexpectedEnd, 3), ("-", .unexpectedEnd, 1),
            ("1.", .unexpectedEnd, 2),
            ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("[1,]", .unexpectedByte, 3),
            ("[,1]", .unexpectedByte, 1),
            (#"{"a":1,}"#, .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1), ("{1:1}", .unexpectedByte, 1),
            (#"{"a" 1}"#, .unexpectedByte, 5), (#"{"a":1 "b":2}"#, .unexpectedByte, 7), ("[1 2]", .unexpectedByte, 3),
            ("[1}", .unexpectedByte, 2), (#"{"a":1]"#, .unexpectedByte, 6), ("]", .unexpectedByte, 0),
            ("\u{FEFF}{}", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0), ("+1", .unexpectedByte, 0),
            (".5", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0), ("[\u{B}]", .unexpectedByte, 1),
            ("[\u{A0}]", .unexpectedByte, 1), ("True", .unexpectedByte, 0), ("nul!", .invalidLiteral, 3),
            ("01", .invalidNumber, 1), ("-01", .invalidNumber, 2), ("-a", .invalidNumber, 1),
            ("1.e1", .invalidNumber, 2),
            ("1ea", .invalidNumber, 2), (#""\x""#, .invalidEscape, 2), (#""\u12g4""#, .invalidEscape, 5),
            (#""\uD834""#, .loneSurrogate, 1), (#""\uD834\u0041""#, .loneSurrogate, 1),
            (#""a\uDD1E""#, .loneSurrogate, 2),
            ("\"a\u{1}\"", .controlCharacter, 2), ("\"123456789\n\"", .controlCharacter, 10),
            ("\"\u{0}\"", .controlCharacter, 1),
            ("{} {}", .trailingContent, 3), ("1 1", .trailingContent, 2), ("nullx", .trailingContent, 4),
            ("[]]", .trailingContent, 2),
            ("\"a\"\u{0}", .trailingContent, 3),
        ] as [(String, JSONError.Reason, Int)]
    )
    func refused(text: String, reason: JSONError.Reason, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test(
        "Bytes that are not UTF-8 are refused at their offset",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]]
    )
    func invalidUTF8(sequence: [UInt8]) {
        for padding in [0, 1, 7, 8, 9] {
            let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + sequence + [0x22]
            let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
            #expect(error?.reason == .invalidUTF8)
            #expect(error?.offset == padding + 1)
        }
    }

    @Test("The first and last scalars of every UTF-8 length are accepted")
    func validUTF8() throws {
        let scalars: [Unicode.Scalar] = [
            " ", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
            "\u{10FFFF}",
        ]
        let text = String(String.UnicodeScalarView(scalars))
        #expect(try JSONDocument("\"\(text)\"").root.string == text)
    }

    @Test("The end of a string is found at any length and offset")
    func stringEnds() throws {
        for length in 0..<40 {
            for stop in ["", "é", #"\n"#, #"\""#] {
                let text = String(repeating: "a", count: length) + stop + String(repeating: "b", count: length % 9)
                let root = try JSONDocument("[\"\(text)\",\"z\"]").root
                let decoded = text.replacing(#"\n"#, with: "\n").replacing(#"\""#, with: "\"")
                #expect(root[0]?.string == decoded)
                #expect(root[1]?.string == "z")
            }
        }
    }

    @Test("An error states what was expected and what was found")
    func messages() {
        let cases: [(text: String, message: String)] = [
            ("[1,]", "expected a value, found ']' (byte 3)"),
            ("[1;", "expected ',' or ']', found ';' (byte 2)"),
            (#"{"a"}"#, "expected ':', found '}' (byte 4)"),
            ("{", "expected a name in double quotes or '}', but the text ends here (byte 1)"),
            ("\"\t\"", "expected control characters to be escaped, found byte 0x09 (byte 1)"),
            ("[] x", "expected the end after one value, found 'x' (byte 3)"),
        ]
        for (text, message) in cases {
            let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
            #expect(error?.description == message)
        }
    }

    @Test("An error has a line and a column")
    func positions() {
        let cases: [(text: String, line: Int, column: Int)] = [
            ("x", 1, 1), ("[\n  1,\n  x]", 3, 3), ("[\r\n1\r\nx", 3, 1), ("[\r\rx", 3, 1), ("[\"한국\" x", 1, 7),
        ]
        for (text, line, column) in cases {
            let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
            let position = error?.position(in: text.utf8)
            #expect(position?.line == line)
            #expect(position?.column == column)
        }
    }

    @Test(
        "Whitespace of any kind and amount is skipped between all tokens",
        arguments: ["", "\n", "\r\n", "\n\n", "\t", " \n"]
    )
    func blanks(lead: String) throws {
        for count in 0...20 {
            let blank = lead + String(repeating: " ", count: count)
            let tokens = ["", "{", #""a""#, ":", "[", "1", ",", "{", "}", ",", "[", "]", "]", "}", ""]
            let text = tokens.joined(separator: blank)
            #expect(try JSONDocument(text).root.jsonText == #"{"a":[1,{},[]]}"#)
            let error = #expect(throws: JSONError.self) { try JSONDocument(text + "x") }
            #expect(error?.reason == .trailingContent)
            #expect(error?.offset == text.utf8.count)
        }
    }
}
