import JSON
import Synchronization
import Testing

@testable import JSONRPC

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("The trace of a session")
struct TrafficRecorderTests {
    /// Records what `body` does, into a pipe, and gives the records.
    private func records(
        masking mask: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        _ body: (TrafficRecorder) async throws -> Void
    ) async throws -> [JSONElement] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let recorder = TrafficRecorder(file: ends[1], masking: mask) { Issue.record("\($0)") }
        async let bytes = onPlainThread { [end = ends[0]] in
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(end, &piece, piece.count), count > 0 { all += piece[..<count] }
            close(end)
            return all
        }
        try await body(recorder)
        recorder.finish(within: .seconds(30))
        return try await bytes.split(separator: 0x0A).map { try JSONDocument(Array($0)).root }
    }

    private func summary(_ record: JSONElement) -> String {
        let content = ["message", "text", "base64", "omittedBytes", "missing"].compactMap { name in
            record[name].map { "\(name) \($0)" }
        }
        let head = "\(record["direction"]?.string ?? "") \(record["framing"]?.string ?? "")"
        return ([head] + (record["fault"]?.string.map { ["(\($0))"] } ?? []) + content).joined(separator: " ")
    }

    @Test("Every message both ways, in order, each with its time", arguments: RPCFraming.allCases)
    func session(framing: RPCFraming) async throws {
        let name = framing == .line ? "line" : "header"
        let records = try await records { recorder in
            let input = framing.stream([WireCase.ping(id: "1"), "{oops", WireCase.ping(id: "2")])
            _ = try await exchange([input]) { $0.traffic = recorder }
        }
        #expect(
            records.filter { $0["direction"]?.string == "in" }.map(summary) == [
                "in \(name) message \(WireCase.ping(id: "1"))", #"in \#(name) text "{oops""#,
                "in \(name) message \(WireCase.ping(id: "2"))",
            ]
        )
        #expect(
            records.filter { $0["direction"]?.string == "out" }.map(summary) == [
                "out \(name) message \(WireCase.pong(id: "1"))", "out \(name) message \(WireCase.parseError)",
                "out \(name) message \(WireCase.pong(id: "2"))",
            ]
        )
        for record in records {
            #expect(record["time"]?.string?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/#) != nil)
        }
    }

    @Test("What is no message, no text, or too large")
    func oddities() async throws {
        let records = try await records { recorder in
            recorder.received(message: [0xFF, 0x00], framing: .line)
            recorder.received(message: Array("{\n\"a\":\r\n1}".utf8), framing: .header)
            recorder.received(fault: Array("hello\r\n".utf8), reason: "no header", framing: .header)
            recorder.received(fault: Array(repeating: 0x61, count: 70_000), reason: "too large", framing: .line)
        }
        #expect(
            records.map(summary) == [
                #"in line base64 "/wA=""#, #"in header message {"a":1}"#,
                #"in header (no header) text "hello\r\n""#, "in line (too large) omittedBytes 70000",
            ]
        )
    }

    @Test("Secrets are gone before anything is written")
    func masked() async throws {
        let mask: @Sendable ([UInt8]) -> [UInt8] = {
            Array(String(decoding: $0, as: UTF8.self).replacing("key", with: "*").utf8)
        }
        let records = try await records(masking: mask) { recorder in
            recorder.received(message: Array(#"["key"]"#.utf8), framing: .line)
            recorder.received(fault: Array("the key".utf8), reason: "x", framing: .line)
            recorder.sent(frames: Array("[\"a key\"]\n".utf8), framing: .line)
        }
        #expect(
            records.map(summary) == [
                #"in line message ["*"]"#, #"in line (x) text "the *""#, #"out line message ["a *"]"#,
            ]
        )
    }

    @Test("A file that cannot be written is told once, and nothing waits for it")
    func broken() async throws {
        let warnings = Mutex<[String]>([])
        let file = open("/dev/full", O_WRONLY)
        // Only Linux has such a file.
        guard file >= 0 else { return }
        let recorder = TrafficRecorder(
            file: file,
            masking: { $0 },
            warn: { text in warnings.withLock { $0.append(text) } }
        )
        for _ in 0..<100 { recorder.received(message: Array("[]".utf8), framing: .line) }
        recorder.finish(within: .seconds(30))
        #expect(warnings.withLock { $0 } == ["the trace cannot be written and ends here: No space left on device"])
    }

    @Test("A full queue counts what it leaves out, and says where")
    func fullQueue() {
        var queue = TrafficQueue(limit: 200)
        let record = TrafficRecord(
            time: UTCTime(microseconds: 0),
            direction: .out,
            framing: .line,
            content: .message(Array(repeating: 0x31, count: 36))
        )
        let taken = (0..<4).map { _ in queue.append(record) }
        #expect(taken == [true, true, false, true])
        let waiting = queue.takeAll()?.count
        #expect(waiting == 2)
        let isTaken = queue.append(record)
        #expect(isTaken)
        let lines = queue.takeAll()?.map { String(decoding: $0.line(masking: { $0 }), as: UTF8.self) }
        #expect(
            lines?.first
                == #"{"time":"1970-01-01T00:00:00.000000Z","direction":"out","framing":"line","missing":2}"# + "\n"
        )
        #expect(lines?.count == 2)
    }

    @Test("Base64 there and back", arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
    func base64(_ text: String) {
        #expect(Base64.bytes(Base64.text(Array(text.utf8))) == Array(text.utf8))
        #expect(Base64.text(Array("foob".utf8)) == "Zm9vYg==")
        for wrong in ["A", "AB=", "A===", "AB!=", "AB=="] { #expect(Base64.bytes(wrong) == nil) }
    }
}
