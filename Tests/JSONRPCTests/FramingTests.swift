import Testing

@testable import JSONRPC

@Suite("Framing detection")
struct FramingDetectorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let first: String
        let verdict: FramingDetector.Verdict
        var atEnd = false

        var testDescription: String { "\(first.debugDescription)\(atEnd ? " at the end" : "")" }
    }

    static let rows = [
        Row(first: "", verdict: .undecided),
        Row(first: "{", verdict: .framing(.line)),
        Row(first: "[", verdict: .framing(.line)),
        Row(first: " ", verdict: .framing(.line)),
        Row(first: "\r\n", verdict: .framing(.line)),
        Row(first: "4", verdict: .framing(.line)),
        Row(first: "\"", verdict: .framing(.line)),
        Row(first: "C", verdict: .undecided),
        Row(first: "Content-Length: 5", verdict: .undecided),
        Row(first: "Content-Length: 5\r\n", verdict: .framing(.header)),
        Row(first: "content-length: -1\n", verdict: .framing(.header)),
        Row(first: "Content-Le", verdict: .framing(.header), atEnd: true),
        Row(first: "X-", verdict: .undecided),
        Row(first: "X", verdict: .framing(.line), atEnd: true),
        Row(first: "X-Odd: 1\r\n", verdict: .undecided),
        Row(first: "X-Odd: 1\r\n", verdict: .framing(.header), atEnd: true),
        Row(first: "X-Odd: 1\r\n\r\n", verdict: .framing(.header)),
        Row(first: "X-Odd: 1\r\nContent-Length: 2\r\n", verdict: .framing(.header)),
        Row(first: "note: this is no header\n{", verdict: .framing(.line)),
        Row(first: "hello\r\n", verdict: .undecided),
        Row(first: "hello\n", verdict: .framing(.line), atEnd: true),
        Row(first: "hello\n{", verdict: .framing(.line)),
        Row(first: "hello\n\nhow are you\n[", verdict: .framing(.line)),
        Row(first: "hello\r\nContent-Length: 5\r\n", verdict: .framing(.header)),
        Row(first: "hello\n\nContent-", verdict: .undecided),
        Row(first: "x{}\n", verdict: .undecided),
        Row(first: String(repeating: "j", count: 8_192), verdict: .framing(.header)),
        Row(first: "tru", verdict: .undecided),
        Row(first: "true", verdict: .undecided),
        Row(first: "true", verdict: .framing(.line), atEnd: true),
        Row(first: "null\n", verdict: .framing(.line)),
        Row(first: "false ", verdict: .framing(.line)),
        Row(first: "nullable: 1", verdict: .undecided),
        Row(first: "nullable: 1\n\n", verdict: .framing(.header)),
        Row(first: "\u{FEFF}", verdict: .mark(length: 3)),
    ]

    @Test("The first bytes of a stream decide its framing", arguments: rows)
    func row(row: Row) {
        let bytes = Array(row.first.utf8)
        #expect(FramingDetector().verdict(on: bytes.span, atEnd: row.atEnd) == row.verdict)
    }

    @Test("A partial byte order mark stays undecided until the end of input")
    func halfMark() {
        let detector = FramingDetector()
        #expect(detector.verdict(on: ([0xEF] as [UInt8]).span, atEnd: false) == .undecided)
        #expect(detector.verdict(on: ([0xEF, 0xBB] as [UInt8]).span, atEnd: true) == .framing(.line))
        #expect(detector.verdict(on: ([0xFF, 0xFE] as [UInt8]).span, atEnd: false) == .framing(.line))
    }

    @Test("Each junk line before the first message gets a parse error, and the message is answered")
    func junkBeforeLines() {
        for (junk, errors) in [("hello\n", 1), ("hello\r\n", 1), ("Hello: you\nthere\n\n", 2)] {
            let stream = Array(junk.utf8) + RPCFraming.line.stream([WireCase.follower])
            let answers = Array(repeating: WireCase.parseError, count: errors) + [WireCase.followerAnswer]
            #expect(dryRun([stream]) == RPCFraming.line.stream(answers))
            #expect(dryRun(stream.map { [$0] }) == RPCFraming.line.stream(answers))
        }
    }

    @Test("Input of junk alone gets a parse error in line framing at the end")
    func junkAlone() {
        #expect(dryRun([Array("hello".utf8)]) == RPCFraming.line.stream([WireCase.parseError]))
    }

    @Test("A byte order mark before the first message is skipped", arguments: RPCFraming.allCases)
    func markedStream(framing: RPCFraming) {
        let stream = Array("\u{FEFF}".utf8) + framing.stream([WireCase.follower])
        let expected = framing.stream([WireCase.followerAnswer])
        #expect(dryRun([stream]) == expected)
        #expect(dryRun(stream.map { [$0] }) == expected)
    }
}

@Suite("Header lines")
struct HeaderLineTests {
    @Test(
        "A header line is classified by its name and value",
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
        "The search for the next header finds complete and partial Content-Length lines",
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

    @Test("A Content-Length line with 1,000 blanks and no number yet isn't a finding")
    func endlessBlanks() {
        let text = "Content-Length:" + String(repeating: " ", count: 1_000)
        #expect(HeaderSearch.search(Array(text.utf8).span) == .nothing)
    }
}
