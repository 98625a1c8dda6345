import MarqueeTestKit

/// The times that an assistant waits: for the list of tools after the start, and for calls of a warm tool.
enum AssistantBenchmark {
    private static let starts = 9
    private static let rounds = 3

    /// An MCP server, and the number of calls in a round.
    private struct Server {
        let name: String
        let plan: ProcessPlan
        let tool: String
        let count: Int

        var calls: RequestStream {
            RequestStream(call: #""method":"tools/call","params":\#(tool)"#, framing: .line)
        }
    }

    static func print(binary: String) async throws {
        Swift.print("Assistants: spawn to the first answer to tools/list, and calls a second of a warm tool")
        Swift.print("  (goals beside a Python server of mcp: at most 0.05 of its start, 20 times its calls)")
        let demo = ProcessPlan(binary, ["--demo"], environment: ["HOME": "/nonexistent"])
        let own = [
            ("box_office_daily", #"{"name":"box_office_daily","arguments":{"limit":1}}"#),
            ("movies_search", #"{"name":"movies_search","arguments":{"query":"John Wick"}}"#),
            ("cards_list", #"{"name":"cards_list","arguments":{}}"#),
        ]
        .map { Server(name: "marquee, \($0.0)", plan: demo, tool: $0.1, count: 2_000) }
        guard let plan = try await Peers.python(importing: "mcp", ["-c", pythonServer]) else {
            Swift.print("  Python's mcp is not installed; name an interpreter that has it in MARQUEE_BENCH_PYTHON\n")
            return report(own.map { ($0, nil) })
        }
        let tool = #"{"name":"films","arguments":{"query":"John Wick"}}"#
        let peer = Server(name: "Python's mcp, a tool that gives one film", plan: plan, tool: tool, count: 300)
        report([(peer, nil)] + own.map { ($0, peer) })
        Swift.print("")
    }

    private static func report(_ servers: [(Server, peer: Server?)]) {
        var measured: [String: (start: Duration, rate: Double)] = [:]
        for (server, peer) in servers {
            do {
                let figures = (start: try start(server), rate: try rate(server))
                measured[server.name] = figures
                var line = "  \(server.name): \(figures.start.milliseconds), \(Int(figures.rate)) calls a second"
                if let reference = peer.flatMap({ measured[$0.name] }) {
                    line += "   \((figures.start / reference.start).hundredths) of the start, "
                    line += "\(Int((figures.rate / reference.rate).rounded())) times the calls"
                }
                Swift.print(line)
            } catch {
                Swift.print("  \(server.name): \(error)")
            }
        }
    }

    private static func start(_ server: Server) throws -> Duration {
        Median.of(
            try (0..<starts).map { _ in
                let start = ContinuousClock.now
                return try BulkProcess.with(server.plan) { process in
                    try process.exchange(
                        Array((handshake + request(2, #""method":"tools/list""#)).utf8),
                        until: .occurrences(of: #""inputSchema""#, count: 1),
                        upTo: .seconds(30)
                    )
                    return ContinuousClock.now - start
                }
            }
        )
    }

    private static func rate(_ server: Server) throws -> Double {
        let rates = try (0..<rounds).map { _ in
            try BulkProcess.with(server.plan) { process in
                let isDone = BulkProcess.Goal.occurrences(of: #""isError""#, count: 1)
                try process.exchange(
                    Array(handshake.utf8) + server.calls.bytes(999...999),
                    until: isDone,
                    upTo: .seconds(30)
                )
                let calls = server.calls.bytes(1_001...(1_000 + server.count))
                let start = ContinuousClock.now
                try process.exchange(
                    calls,
                    until: .occurrences(of: #""isError""#, count: server.count),
                    upTo: .seconds(60)
                )
                return Double(server.count) / ((ContinuousClock.now - start) / .seconds(1))
            }
        }
        return rates.sorted()[rates.count / 2]
    }

    private static let handshake =
        request(
            1,
            #""method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
                + #""clientInfo":{"name":"bench","version":"1"}}"#
        ) + #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"

    private static func request(_ id: Int, _ members: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),\#(members)}"# + "\n"
    }

    /// A minimal server for version 1 or 2 of the package, with a tool that returns one film.
    private static let pythonServer = """
        try:
            from mcp.server.mcpserver import MCPServer as Server
        except ImportError:
            from mcp.server.fastmcp import FastMCP as Server

        server = Server('peer')

        @server.tool()
        def films(query: str) -> dict:
            return {'movies': [{'id': 'imdb:tt1', 'title': query, 'year': 2014}]}

        server.run('stdio')
        """
}
