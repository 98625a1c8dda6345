import MarqueeTestKit

/// A server of others, and the cheapest request that it answers.
struct ServerPeer {
    /// A message before the measurement, and what its answer has in it.
    struct Step {
        let bytes: [UInt8]
        let answer: String?
    }

    let name: String
    /// Nil where it is not installed.
    let plan: ProcessPlan?
    let stream: RequestStream
    let handshake: [Step]
    /// How many requests a round has: these are slow.
    let count: Int
    /// What every answer has in it once.
    let answer: String

    private static let unknown = #""method":"marquee/unknown","params":{}"#
    private static let languageServerHandshake = [
        step(
            .header,
            #""id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}"#,
            answered: true
        ),
        step(.header, #""method":"initialized","params":{}"#, answered: false),
    ]
    private static let modelContextHandshake = [
        step(
            .line,
            #""id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
                + #""clientInfo":{"name":"bench","version":"1"}}"#,
            answered: true
        ),
        step(.line, #""method":"notifications/initialized""#, answered: false),
    ]

    /// All peers, installed or not.
    static func all() async throws -> [ServerPeer] {
        let servers = ["sourcekit-lsp", "clangd"].map { name in
            ServerPeer(
                name: "\(name), an unknown method",
                plan: Peers.plan(name, []),
                stream: RequestStream(call: unknown, framing: .header),
                handshake: languageServerHandshake,
                count: 2_000,
                answer: #""error""#
            )
        }
        return servers + [
            ServerPeer(
                name: "pygls, a method that answers {}",
                plan: try await python("pygls", pyglsProgram),
                // It takes no request without params.
                stream: RequestStream(call: #""method":"ping","params":{}"#, framing: .header),
                handshake: languageServerHandshake,
                count: 2_000,
                answer: #""result""#
            ),
            ServerPeer(
                name: "python-lsp-jsonrpc, a method that answers {}",
                plan: try await python("pylsp_jsonrpc", pylspProgram),
                stream: .pings(.header),
                handshake: [],
                count: 2_000,
                answer: #""result""#
            ),
            ServerPeer(
                name: "mcp, ping",
                plan: try await python("mcp", mcpProgram),
                stream: .pings(.line),
                handshake: modelContextHandshake,
                count: 2_000,
                answer: #""result""#
            ),
        ]
    }

    private static func step(_ framing: RequestStream.Framing, _ members: String, answered: Bool) -> Step {
        let body = #"{"jsonrpc":"2.0",\#(members)}"#
        let text = framing == .line ? body + "\n" : "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        return Step(bytes: Array(text.utf8), answer: answered ? #""result""# : nil)
    }

    /// The plan to run a Python program, where an interpreter can import the package: `$MARQUEE_BENCH_PYTHON` or `python3`.
    private static func python(_ package: String, _ program: String) async throws -> ProcessPlan? {
        let name = ProjectFiles.environment("MARQUEE_BENCH_PYTHON") ?? "python3"
        let own = ProjectFiles.isExecutable(name) ? ProcessPlan(name) : nil
        guard var plan = own ?? Peers.plan(name, []) else { return nil }
        let interpreter = plan.arguments
        plan.arguments = interpreter + ["-c", "import \(package)"]
        guard try await ProcessOutcome.of(plan).status == .exited(0) else { return nil }
        plan.arguments = interpreter + ["-c", program]
        return plan
    }

    private static let pyglsProgram = """
        from pygls.lsp.server import LanguageServer
        server = LanguageServer('peer', '1')

        @server.feature('ping')
        def ping(*_):
            return {}

        server.start_io()
        """

    private static let pylspProgram = """
        import sys
        from pylsp_jsonrpc.dispatchers import MethodDispatcher
        from pylsp_jsonrpc.endpoint import Endpoint
        from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter

        class Peer(MethodDispatcher):
            def m_ping(self, **_):
                return {}

        writer = JsonRpcStreamWriter(sys.stdout.buffer)
        endpoint = Endpoint(Peer(), writer.write)
        JsonRpcStreamReader(sys.stdin.buffer).listen(endpoint.consume)
        """

    private static let mcpProgram = """
        import anyio
        from mcp.server.lowlevel import Server
        from mcp.server.stdio import stdio_server

        server = Server('peer')

        async def main():
            async with stdio_server() as (reading, writing):
                await server.run(reading, writing, server.create_initialization_options())

        anyio.run(main)
        """
}
