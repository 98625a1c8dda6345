import JSON
import Platform
import Synchronization
import Testing

@testable import JSONRPC

@Suite("Session traces")
struct TrafficRecorderTests {
    /// Runs `body` with a recorder that writes into a pipe, and returns the records.
    private func records(
        masking mask: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        _ body: (TrafficRecorder) async throws -> Void
    ) async throws -> [JSONElement] {
        let pipe = try Pipe()
        let recorder = TrafficRecorder(file: pipe.writeEnd, masking: mask) { Issue.record("\($0)") }
        async let bytes = onPlainThread {
            var all: [UInt8] = []
            do {
                while case let bytes = try pipe.readEnd.read(atMost: 65_536), !bytes.isEmpty { all += bytes }
            } catch {
                Issue.record(error)
            }
            pipe.readEnd.close()
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

    @Test("Every message in both directions is recorded in order and with its time", arguments: RPCFraming.allCases)
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
            try records.filter { $0["direction"]?.string == "out" }.map {
                String(decoding: try Array("\(summary($0))\n".utf8).withoutReasons.dropLast(), as: UTF8.self)
            } == [
                "out \(name) message \(WireCase.pong(id: "1"))", "out \(name) message \(WireCase.parseError)",
                "out \(name) message \(WireCase.pong(id: "2"))",
            ]
        )
        for record in records {
            #expect(record["time"]?.string?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/#) != nil)
        }
    }

    @Test("Binary data, multi-line JSON, broken headers, and oversized input are recorded")
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

    @Test("Secrets are masked before a record is written")
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

    @Test("A trace file that can't be written is reported once")
    func broken() async throws {
        let warnings = Mutex<[String]>([])
        // Only Linux has this file.
        guard FileSystem.local.permissions("/dev/full") != nil else { return }
        let file = try FileDescriptor.createPrivateFile(at: "/dev/full")
        let recorder = TrafficRecorder(
            file: file,
            masking: { $0 },
            warn: { text in warnings.withLock { $0.append(text) } }
        )
        for _ in 0..<100 { recorder.received(message: Array("[]".utf8), framing: .line) }
        recorder.finish(within: .seconds(30))
        #expect(warnings.withLock { $0 } == ["the trace cannot be written and ends here: No space left on device"])
    }

    @Test("A full queue counts the records that it drops and marks the gap")
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

    @Test("A gap at the end of a session is marked, too")
    func gapAtTheEnd() throws {
        var queue = TrafficQueue(limit: 100)
        let record = TrafficRecord(
            time: UTCTime(microseconds: 0),
            direction: .out,
            framing: .line,
            content: .message(Array(repeating: 0x31, count: 36))
        )
        for _ in 0..<3 { _ = queue.append(record) }
        queue.isClosed = true
        let last = try #require(queue.takeAll()?.last)
        #expect(String(decoding: last.line(masking: { $0 }), as: UTF8.self).contains(#""missing":"#))
        let rest = queue.takeAll()
        #expect(rest?.isEmpty == true)
    }
}

@Suite("Call traces")
struct CallTraceTests {
    private static func setTrace(_ value: String) -> String {
        #"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":\#(value)}}"#
    }

    /// Returns the messages of `$/logTrace` and the ids of the answers in order, with `N` for each duration.
    private func transcript(_ input: [String], ending: RPCEnding = .endOfInput) async throws -> [String] {
        let result = try await exchange([RPCFraming.line.stream(input)])
        #expect(result.ending == ending)
        return try result.lines.map { line in
            let message = try JSONDocument(line).root
            guard message["method"]?.string == "$/logTrace" else { return "id \(message["id"].map { "\($0)" } ?? "")" }
            let text = message["params"]?["message"]?.string ?? ""
            let plain = text.replacing(#/in \d+ ms/#, with: "in N ms")
            let verbose = message["params"]?["verbose"]?.string
            return verbose.map { "\(plain): \($0)" } ?? plain
        }
    }

    private static let ping = WireCase.ping(id: "1")
    private static let later = #"{"jsonrpc":"2.0","id":2,"method":"later","params":{"a":[1, 2]}}"#

    @Test("Calls are traced neither before the client asks for it nor after it sets off")
    func off() async throws {
        #expect(try await transcript([Self.ping]) == ["id 1"])
        let input = [Self.setTrace(#""messages""#), Self.setTrace(#""off""#), Self.ping]
        #expect(try await transcript(input) == ["notification $/setTrace", "id 1"])
    }

    @Test("Trace level messages logs each request, and logs each answer before it is sent")
    func messages() async throws {
        #expect(
            try await transcript([Self.setTrace(#""messages""#), Self.ping, Self.later]) == [
                "request ping (1)", "answered ping (1) in N ms", "id 1",
                "request later (2)", "answered later (2) in N ms", "id 2",
            ]
        )
    }

    @Test("Trace level verbose logs parameters, results, and the code and message of errors")
    func verbose() async throws {
        let unknown = #"{"jsonrpc":"2.0","id":3,"method":"nope"}"#
        #expect(
            try await transcript([Self.setTrace(#""verbose""#), Self.later, unknown]).sorted()
                == [
                    "id 2", "id 3",
                    #"answered later (2) in N ms: {"a":[1, 2]}"#,
                    #"answered nope (3) with error -32601 in N ms: "Method not found""#,
                    #"request later (2): {"a":[1, 2]}"#,
                    "request nope (3)",
                ].sorted()
        )
    }

    @Test("initialize can set the trace level, and unknown values don't change it")
    func initialize() async throws {
        let initialize =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"trace":"messages"}}"#
        #expect(
            try await transcript([initialize, Self.setTrace(#""loud""#), Self.setTrace("7"), Self.ping]) == [
                "id 0", "notification $/setTrace", "notification $/setTrace",
                "request ping (1)", "answered ping (1) in N ms", "id 1",
            ]
        )
    }

    @Test("The server's log gets every call even if the client asks for no trace")
    func log() async throws {
        let events = Mutex<[String]>([])
        let told: @Sendable (RPCCallEvent) -> Void = { event in
            let text = "\(event)".replacing(#/in \d+ ms/#, with: "in N ms")
            events.withLock { $0.append(text) }
        }
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#
        let wait = #"{"jsonrpc":"2.0","id":5,"method":"wait"}"#
        let result = try await exchange([RPCFraming.line.stream([Self.ping, wait, cancel])]) { $0.callEvents = told }
        #expect(result.lines == [WireCase.pong(id: "1")])
        #expect(
            events.withLock { $0 } == [
                "request ping (1)", "answered ping (1) in N ms", "request wait (5)",
                "notification notifications/cancelled", "wait (5) was cancelled",
            ]
        )
    }
}
