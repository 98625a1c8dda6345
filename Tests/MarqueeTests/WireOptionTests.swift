import JSON
import MarqueeTestKit
import Testing

@Suite("Options about the wire")
struct WireOptionTests {
    private func codes(_ outcome: ProcessOutcome) throws -> [Int?] {
        try outcome.output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDocument(Array($0)).root["error"]?["code"]?.int
        }
    }

    @Test("Without the option nobody has to shake hands, in headers neither; with it -32002 says so")
    func handshake() async throws {
        let conversation = [Talk.ping, Talk.initialize(), Talk.ping, Talk.initialize(), Talk.shutdown, Talk.ping]
        let free = try await Program.run(["--demo", "--stdio"], lines: conversation + [Talk.exit])
        #expect(try codes(free) == [nil, nil, nil, -32_600, nil, -32_600])
        #expect(free.status == .exited(0))
        let strict = try await Program.run(["--demo", "--require-initialize"], lines: conversation)
        #expect(try codes(strict) == [-32_002, nil, nil, -32_600, nil, -32_600])
        let framed = try await Program.run(["--demo", "--stdio"], input: Array(Talk.framed(Talk.ping).utf8))
        #expect(framed.outputText == Talk.framed(#"{"jsonrpc":"2.0","result":{},"id":1}"#))
        let header = try await Program.run(
            ["--demo", "--require-initialize"],
            input: Array((Talk.framed(Talk.ping) + Talk.framed(Talk.exit)).utf8)
        )
        #expect(header.outputText.contains(#""code":-32002"#))
        #expect(header.status == .exited(1))
    }

    @Test("The limits of a message, of a batch, and what they refuse")
    func limits() async throws {
        let batch =
            "[\(Talk.ping),\(Talk.ping.replacing(":1,", with: ":2,")),\(Talk.ping.replacing(":1,", with: ":3,"))]"
        let small = try await Program.run(["--demo", "--max-batch", "2"], lines: [batch, Talk.ping])
        #expect(try codes(small) == [-32_600, nil])
        let long = Talk.request(1, "ping", #"{"x":"\#(String(repeating: "a", count: 1_024))"}"#)
        let short = try await Program.run(["--demo", "--max-message-size=1024"], lines: [long, Talk.ping])
        #expect(try codes(short) == [-31_000, nil])
        #expect(short.outputText.contains(#""limit":1024"#))
        let one = try await Program.run(
            ["--demo", "--max-in-flight", "1"],
            lines: (1...5).map { Talk.request($0, "movies/search", #"{"query":"Parasite"}"#) }
        )
        #expect(try codes(one) == [nil, nil, nil, nil, nil])
        for wrong in [
            ["--max-batch", "0"], ["--max-in-flight", "-1"], ["--max-message-size", "5"], ["--stall-timeout", "5"],
            ["--stall-timeout", "0s"],
        ] {
            #expect(try await Program.run(wrong).status == .exited(64), "\(wrong)")
        }
    }

    @Test("A client hears about its calls once it has asked")
    func setTrace() async throws {
        let on = #"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"messages"}}"#
        let outcome = try await Program.run(["--demo"], lines: [Talk.ping, on, Talk.ping])
        let lines = outcome.outputText.split(separator: "\n")
        let trace = #"{"jsonrpc":"2.0","method":"$/logTrace","params":{"message":"#
        #expect(lines.count == 4)
        #expect(lines[1] == trace + #""request ping (1)"}}"#)
        #expect(lines[2].hasPrefix(trace + #""answered ping (1) in "#))
    }

    @Test("A greeting before the first message is refused in a line, and the message is answered")
    func greeting() async throws {
        let outcome = try await Program.run(["--demo"], lines: ["hello", Talk.ping])
        #expect(try codes(outcome) == [-32_700, nil])
    }
}
