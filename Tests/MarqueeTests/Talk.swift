import MarqueeTestKit
import Testing

/// Messages of tests that talk to the program while it runs.
enum Talk {
    static let ping = request(1, "ping")
    static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    static let shutdown = request(8, "shutdown")

    /// A request as one line, without its end.
    static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    static func initialize(processID: String = "null", more: String = "") -> String {
        request(0, "initialize", #"{"processId":\#(processID),"capabilities":{}\#(more)}"#)
    }

    static func framed(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
}

extension RunningProcess {
    /// Sends lines.
    func send(_ lines: String...) { write(lines.map { $0 + "\n" }.joined()) }

    /// The next line is this one.
    func expectLine(_ expected: String) async throws {
        let line = try await readLine(upTo: .seconds(120))
        #expect(line == expected)
    }

    /// The end is this one.
    func expectExit(_ expected: MarqueeTestKit.ExitStatus) async throws {
        let status = try await waitForExit(upTo: .seconds(120))
        #expect(status == expected)
    }
}
