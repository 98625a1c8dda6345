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
        Row(first: "Content", verdict: .framing(.header)),
        Row(first: "content-length", verdict: .framing(.header)),
        Row(first: "X-", verdict: .framing(.header)),
        Row(first: "X", verdict: .framing(.header), atEnd: true),
        Row(first: "hello\r\n", verdict: .framing(.header)),
        Row(first: "tru", verdict: .undecided),
        Row(first: "true", verdict: .undecided),
        Row(first: "true", verdict: .framing(.line), atEnd: true),
        Row(first: "null\n", verdict: .framing(.line)),
        Row(first: "false ", verdict: .framing(.line)),
        Row(first: "nullable: 1", verdict: .framing(.header)),
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

    @Test("A byte order mark before either framing", arguments: RPCFraming.allCases)
    func markedStream(framing: RPCFraming) {
        let stream = Array("\u{FEFF}".utf8) + framing.stream([WireCase.follower])
        let expected = framing.stream([WireCase.followerAnswer])
        #expect(dryRun([stream]) == expected)
        #expect(dryRun(stream.map { [$0] }) == expected)
    }
}
