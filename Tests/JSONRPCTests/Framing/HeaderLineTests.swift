import Testing

@testable import JSONRPC

@Suite("Header lines")
struct HeaderLineTests {
    @Test(
        "Lines",
        arguments: [
            ("Content-Length: 10", .contentLength(10)),
            ("CONTENT-LENGTH:10", .contentLength(10)),
            ("Content-Length \t:\t 0 ", .contentLength(0)),
            ("Content-Length: 4294967295", .contentLength(4_294_967_295)),
            ("Content-Length: 4294967296", .malformed),
            ("Content-Length: 18446744073709551617", .malformed),
            ("Content-Length: +1", .malformed),
            ("Content-Length: 1,1", .malformed),
            ("Content-Length:", .malformed),
            ("Content-Length 10", .malformed),
            ("Content-Lengths: x", .other),
            ("Content-Type: application/vscode-jsonrpc; charset=utf-8", .contentType(isUTF8: true)),
            ("content-type: a/b; q=1; Charset = UTF8", .contentType(isUTF8: true)),
            ("Content-Type: a/b;charset=iso-8859-1", .contentType(isUTF8: false)),
            ("Content-Type:", .contentType(isUTF8: true)),
            (": 1", .malformed),
            ("{\"a\": 1}", .malformed),
            ("two words: 1", .malformed),
        ] as [(String, HeaderLine)]
    )
    func line(text: String, meaning: HeaderLine) {
        #expect(HeaderLine(Array(text.utf8).span) == meaning)
    }

    @Test(
        "Looking for the next header",
        arguments: [
            ("", .nothing),
            ("Content-Length: 1\r\n", .line(at: 0)),
            ("xxcontent-length:1\n", .line(at: 2)),
            ("CCContent-Length: 1 \r\n", .line(at: 2)),
            ("Content-Length: -1\r\nContent-Length: 2\r\n", .line(at: 20)),
            ("abc Content-Le", .perhaps(at: 4)),
            ("abc Content-Length: 12", .perhaps(at: 4)),
            ("abc Content-Length: 12\r", .perhaps(at: 4)),
            ("abc Content-Length: 12\rx", .nothing),
            ("abc c", .perhaps(at: 4)),
            ("Content-Length: \r\n", .nothing),
            ("{\"Content-Length: 5\":1}", .nothing),
        ] as [(String, HeaderSearch.Finding)]
    )
    func search(text: String, finding: HeaderSearch.Finding) {
        #expect(HeaderSearch.search(Array(text.utf8).span) == finding)
    }

    @Test("A header of endless blanks is given up")
    func endlessBlanks() {
        let text = "Content-Length:" + String(repeating: " ", count: 1_000)
        #expect(HeaderSearch.search(Array(text.utf8).span) == .nothing)
    }
}
