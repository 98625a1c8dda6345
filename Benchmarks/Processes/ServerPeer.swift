import MarqueeTestKit

/// A JSON-RPC server, and the cheapest request that it answers.
struct ServerPeer {
    /// A message before the measurement, and a text in its answer.
    struct Step {
        let bytes: [UInt8]
        let answer: String?
    }

    let name: String
    /// `nil` if the server is not installed.
    let plan: ProcessPlan?
    let stream: RequestStream
    let handshake: [Step]
    /// The number of requests in a round, which is low for slow servers.
    let count: Int
    /// A text that occurs once in every answer.
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
                plan: try await Peers.python(importing: "pygls", ["-c", pyglsProgram]),
                // pygls takes no request without params.
                stream: RequestStream(call: #""method":"ping","params":{}"#, framing: .header),
                handshake: languageServerHandshake,
                count: 2_000,
                answer: #""result""#
            ),
            ServerPeer(
                name: "python-lsp-jsonrpc, a method that answers {}",
                plan: try await Peers.python(importing: "pylsp_jsonrpc", ["-c", pylspProgram]),
                stream: .pings(.header),
                handshake: [],
                count: 2_000,
                answer: #""result""#
            ),
            ServerPeer(
                name: "mcp, ping",
                plan: try await Peers.python(importing: "mcp", ["-c", mcpProgram]),
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
