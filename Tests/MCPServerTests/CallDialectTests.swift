import JSON
import JSONRPC
import Testing

@testable import MCPServer

@Suite("Request dialects")
struct CallDialectTests {
    private static let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#

    private func dialect(
        _ method: String,
        _ params: String? = nil,
        in session: MCPHandler.Session,
        id: RPCID = 1
    ) throws -> CallDialect {
        let params = try params.map { try JSONDocument($0).root }
        return CallDialect.of(RPCCall(method: method, params: params, id: id), in: session)
    }

    @Test("Plain JSON-RPC and LSP requests stay plain")
    func plain() throws {
        for method in ["movies/search", "ping", "rpc.discover", "shutdown", "unknown/method"] {
            #expect(try dialect(method, "{}", in: .open) == .plain)
            #expect(try dialect(method, #"{"_meta":{"progressToken":1}}"#, in: .open) == .plain)
        }
        #expect(try dialect("ping", nil, in: .open, id: RPCID(token: "1.5".utf8)) == .plain)
        #expect(try dialect("ping", nil, in: .open, id: .null) == .plain)
        #expect(try dialect("initialize", #"{"processId":1}"#, in: .open) == .plain)
        #expect(try dialect("initialize", #"{"capabilities":{}}"#, in: .open) == .plain)
        #expect(try dialect("initialize", "{}", in: .languageServer) == .plain)
        #expect(try dialect("tools/list", "{}", in: .languageServer) == .plain)
    }

    @Test("A revision in _meta makes a request stateless in every session")
    func stateless() throws {
        for session in [MCPHandler.Session.open, .languageServer, .modelContext(.june2025)] {
            #expect(try dialect("tools/list", "{\(Self.meta)}", in: session) == .stateless)
            #expect(try dialect("server/discover", nil, in: session) == .stateless)
        }
        #expect(try dialect("tools/list", #"{"_meta":5}"#, in: .modelContext(.june2025)) == .handshake(.june2025))
    }

    @Test("A related task in _meta does not count as a revision")
    func otherMeta() throws {
        let params = #"{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"1"}}}"#
        #expect(try dialect("tools/list", params, in: .modelContext(.november2025)) == .handshake(.november2025))
    }

    @Test("An MCP method is accepted only after a handshake with a protocol version")
    func handshake() throws {
        #expect(
            try dialect("initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#, in: .open) == .initialize
        )
        for params in [nil, "{}", #"{"clientInfo":{}}"#] {
            guard case .refused(let error) = try dialect("initialize", params, in: .open) else {
                Issue.record("\(params ?? "no parameters") is accepted")
                continue
            }
            #expect(error.code == .invalidParams)
        }
        #expect(try dialect("tools/list", nil, in: .modelContext(.march2025)) == .handshake(.march2025))
        for method in ["tools/list", "resources/read", "completion/complete", "notifications/initialized"] {
            guard case .refused(let error) = try dialect(method, "{}", in: .open) else {
                Issue.record("\(method) is accepted before a handshake")
                continue
            }
            #expect(error.code == .invalidRequest)
        }
    }
}
