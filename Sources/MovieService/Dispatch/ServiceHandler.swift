import JSON
package import JSONRPC
import MovieDomain

/// Answers JSON-RPC calls with the methods.
package final class ServiceHandler: RPCHandler {
    private let handlers: [String: MethodDeclaration.Handler]
    private let document: OpenRPCDocument
    private let catalogue: any CatalogueAccess
    private let notifications: ClientNotifications

    package init(
        info: ServiceInfo,
        catalogue: any CatalogueAccess,
        notifications: ClientNotifications,
        methods: [MethodDeclaration] = MethodDeclaration.all
    ) {
        handlers = Dictionary(methods.map { ($0.name, $0.handler) }) { first, _ in first }
        document = OpenRPCDocument(info: info, methods: methods)
        self.catalogue = catalogue
        self.notifications = notifications
    }

    /// Answers unknown methods and those that query no source; `nil` for others.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        guard let handler = handlers[call.method] else {
            return lifecycleReply(to: call) ?? .failure(RPCError(unknown(call.method)))
        }
        guard case .immediate(let answer) = handler else { return nil }
        do throws(ServiceError) {
            return .result(try answer(call.params, context(of: call)))
        } catch {
            return .failure(RPCError(error))
        }
    }

    /// Answers any method; cancelling the task cancels the requests to sources.
    package func handle(_ call: RPCCall) async -> RPCReply {
        guard case .suspending(let answer) = handlers[call.method] else {
            return handleImmediately(call) ?? .failure(RPCError(unknown(call.method)))
        }
        do {
            return .result(try await answer(call.params, context(of: call)))
        } catch {
            return .failure(RPCError(error))
        }
    }

    private func context(of call: RPCCall) -> MethodContext {
        MethodContext(access: catalogue, progress: call.progress, notifications: notifications, document: document)
    }

    private func unknown(_ name: String) -> ServiceError {
        .unknownMethod(name, nearest: NearestName.nearest(to: name, among: handlers.keys.sorted()))
    }

    /// The answers to the requests of the LSP base protocol; `nil` for others; the connection decides when they may come.
    private func lifecycleReply(to call: RPCCall) -> RPCReply? {
        switch call.method {
        // With a protocol version, it is the handshake of MCP.
        case "initialize" where call.params?["protocolVersion"] == nil:
            .result(InitializeResult(info: document.info, methods: document.methods.map(\.name)).jsonBytes)
        case "shutdown": .result(JSONValue.null.jsonBytes)
        default: nil
        }
    }
}

/// The answer to `initialize` in the LSP base protocol.
private struct InitializeResult: JSONEncodable {
    let info: ServiceInfo
    let methods: [String]

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("capabilities") { writer in
                writer.object { writer in
                    // Our own name, because LSP's capabilities promise a language server.
                    writer.member("marquee") { writer in
                        writer.object { $0.member("methods", methods) }
                    }
                }
            }
            writer.member("serverInfo") { writer in
                writer.object { writer in
                    writer.member("name", info.name)
                    writer.member("version", info.version)
                }
            }
        }
    }
}
