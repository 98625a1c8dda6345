import Testing
import YAML

@Suite("K8: Encodings and forbidden characters")
struct EncodingTests {
    @Test(
        "K8: UTF-16 and UTF-32 are refused, although libyaml reads UTF-16",
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x61], "UTF-16"),
            ([0x61, 0x00, 0x3A, 0x00], "UTF-16"), ([0x00, 0x61, 0x00, 0x3A], "UTF-16"),
            ([0x00, 0x00, 0xFE, 0xFF], "UTF-32"),
        ] as [([UInt8], String)]
    )
    func wide(bytes: [UInt8], name: String) {
        let text = "the file is \(name), but has to be UTF-8; save it as UTF-8"
        #expect(problems(bytes) == [YAMLError(.encoding, at: .start, text)])
    }

    @Test(
        "K8: Bytes that are not UTF-8 are reported at their position",
        arguments: [
            ("é: caf", [0xE9, 0x0A], 1, 7, "0xE9"), ("a: 1\nb: ", [0xC0, 0x80], 2, 4, "0xC0"),
            ("a", [0xED, 0xA0, 0x80], 1, 2, "0xED"), ("a: ", [0xE2, 0x82], 1, 4, "0xE2"),
            ("a: ", [0xF5, 0x80, 0x80, 0x80], 1, 4, "0xF5"), ("# ", [0x80], 1, 3, "0x80"),
            ("a: 'x\r\n", [0xFF], 2, 1, "0xFF"),
        ] as [(String, [UInt8], Int, Int, String)]
    )
    func notUTF8(text: String, bytes: [UInt8], line: Int, column: Int, name: String) {
        let message = "the byte \(name) here is not UTF-8; save the file as UTF-8"
        let expected = YAMLError(.encoding, at: YAMLPosition(line: line, column: column), message)
        #expect(problems(Array(text.utf8) + bytes) == [expected])
    }

    @Test(
        "K8: Characters that YAML forbids are reported at their position",
        arguments: [
            ("a: é\0", 1, 5, "found a zero byte (U+0000)"), ("a: \u{7}", 1, 4, "U+0007 is not allowed"),
            ("\u{1B}", 1, 1, #"write it inside double quotes as \x1B"#), ("a: \u{7F}", 1, 4, "U+007F"),
            ("a:\n  \u{9F}", 2, 3, "U+009F"), ("a: \u{FFFE}", 1, 4, "U+FFFE is not a character"),
            ("a: 1\n\u{FEFF}b: 2", 2, 1, "an invisible byte order mark"),
            ("\u{FEFF}\u{FEFF}a: 1", 1, 1, "an invisible byte order mark"), ("# \0", 1, 3, "zero byte"),
        ]
    )
    func forbidden(text: String, line: Int, column: Int, message: String) {
        let found = problems(text)
        #expect(found.map(\.kind) == [.encoding])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(found.first?.message.contains(message) == true)
    }

    @Test("Tabs in quotes, U+0085, all planes, and a leading byte order mark are allowed")
    func allowed() throws {
        #expect(try tree("\u{FEFF}a: 'x\ty'")["a"]?.text == "x\ty")
        #expect(
            try tree("a: \u{A0}\u{D7FF}\u{E000}\u{FFFD}\u{10FFFF}")["a"]?.text
                == "\u{A0}\u{D7FF}\u{E000}\u{FFFD}\u{10FFFF}"
        )
        #expect(problems("a: 1\u{85}b: 2").isEmpty)
    }

    @Test(
        "K8: A tab that is used as indentation is refused",
        arguments: [
            ("a:\n\tb: 1", 2, 1), ("\ta: 1", 1, 1), ("a:\n  b: 1\n\tc: 2", 3, 1), ("a: >\n\tx", 2, 1),
            ("- \tx: 1", 1, 3),
        ]
    )
    func tabs(text: String, line: Int, column: Int) {
        let found = problems(text)
        #expect(found.map(\.kind) == [.syntax])
        #expect(found.first?.position == YAMLPosition(line: line, column: column))
        #expect(found.first?.message.hasPrefix("a tab cannot indent; use spaces") == true)
    }
}
