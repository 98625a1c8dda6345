import Testing

@testable import JSONRPC

@Suite("Telling the framing")
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

    @Test("First bytes", arguments: rows)
    func row(row: Row) {
        let bytes = Array(row.first.utf8)
        #expect(FramingDetector().verdict(on: bytes.span, atEnd: row.atEnd) == row.verdict)
    }

    @Test("Half a byte order mark")
    func halfMark() {
        let detector = FramingDetector()
        #expect(detector.verdict(on: ([0xEF] as [UInt8]).span, atEnd: false) == .undecided)
        #expect(detector.verdict(on: ([0xEF, 0xBB] as [UInt8]).span, atEnd: true) == .framing(.line))
        #expect(detector.verdict(on: ([0xFF, 0xFE] as [UInt8]).span, atEnd: false) == .framing(.line))
    }

    @Test("Junk before lines: each line of it is refused, in lines, and the first message is answered")
    func junkBeforeLines() {
        for (junk, errors) in [("hello\n", 1), ("hello\r\n", 1), ("Hello: you\nthere\n\n", 2)] {
            let stream = Array(junk.utf8) + RPCFraming.line.stream([WireCase.follower])
            let answers = Array(repeating: WireCase.parseError, count: errors) + [WireCase.followerAnswer]
            #expect(dryRun([stream]) == RPCFraming.line.stream(answers))
            #expect(dryRun(stream.map { [$0] }) == RPCFraming.line.stream(answers))
        }
    }

    @Test("Junk alone is refused in a line at the end")
    func junkAlone() {
        #expect(dryRun([Array("hello".utf8)]) == RPCFraming.line.stream([WireCase.parseError]))
    }

    @Test("A byte order mark before either framing", arguments: RPCFraming.allCases)
    func markedStream(framing: RPCFraming) {
        let stream = Array("\u{FEFF}".utf8) + framing.stream([WireCase.follower])
        let expected = framing.stream([WireCase.followerAnswer])
        #expect(dryRun([stream]) == expected)
        #expect(dryRun(stream.map { [$0] }) == expected)
    }
}
