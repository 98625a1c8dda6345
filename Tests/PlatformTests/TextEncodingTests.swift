import Platform
import Testing

@Suite("Text encodings")
struct TextEncodingTests {
    @Test(
        "Texts become UTF-8, by the larger set that the name means on the web",
        arguments: [
            ("EUC-KR", [0xB1, 0xE2, 0xBB, 0xFD, 0xC3, 0xE6], "기생충"), ("ks_c_5601-1987", [0x8C, 0x63], "똠"),
            ("cp949", [0x41, 0x22, 0xA1, 0xAF], "A\"’"), ("latin1", [0x41, 0xE9, 0x92], "Aé’"),
            ("ISO-8859-15", [0xA4], "€"), ("Shift_JIS", [0x83, 0x5C], "ソ"), ("windows-1251", [0xC0], "А"),
            ("gb2312", [0xD6, 0xD0], "中"), ("Big5", [0xA4, 0xA4], "中"), ("EUC-JP", [0xA4, 0xA2], "あ"),
            ("koi8-r", [0xE1], "А"), ("EUC-KR", [], ""),
        ] as [(String, [UInt8], String)]
    )
    func texts(_ name: String, _ bytes: [UInt8], _ text: String) throws {
        let encoding = try #require(TextEncoding(named: name))
        #expect(String(decoding: try encoding.utf8(bytes), as: UTF8.self) == text)
    }

    @Test(
        "Bytes that are no text are refused with their place",
        arguments: [([0x41, 0xFF, 0xFF], 1), ([0xB1, 0xE2, 0xB1], 2)] as [([UInt8], Int)]
    )
    func notText(_ bytes: [UInt8], _ offset: Int) throws {
        let encoding = try #require(TextEncoding(named: "EUC-KR"))
        #expect(throws: TextEncoding.Failure.notText(offset: offset)) { try encoding.utf8(bytes) }
    }

    @Test("Other names are unknown", arguments: ["utf-8", "UTF-7", "", "EUC-KR//IGNORE//TRANSLIT", "wchar_t"])
    func unknown(_ name: String) {
        #expect(TextEncoding(named: name) == nil)
    }
}
