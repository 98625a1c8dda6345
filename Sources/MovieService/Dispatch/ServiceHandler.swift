import JSON
package import JSONRPC
import MovieAggregation
package import MovieDomain

/// Answers JSON-RPC calls with the methods.
package final class ServiceHandler: RPCHandler {
    private let methods: MethodTable
    private let services: MethodServices
    /// What methods get that are answered at once.
    private let immediate: MethodContext

    package init(
        info: ServiceInfo,
        catalogue: any CatalogueAccess,
        notifications: ClientNotifications,
        methods: [MethodDeclaration] = MethodDeclaration.all
    ) {
        self.methods = MethodTable(methods)
        services = MethodServices(
            access: catalogue,
            notifications: notifications,
            document: OpenRPCDocument(info: info, methods: methods)
        )
        immediate = MethodContext(services: services, progress: .none)
    }

    /// Answers unknown methods and those that query no source; `nil` for others.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        switch methods[call.method] {
        case nil: return lifecycleReply(to: call) ?? .failure(RPCError(unknown(call.method)))
        case .suspending: return nil
        case .immediate(let answer):
            do throws(ServiceError) {
                return .result(try answer(call.params, immediate))
            } catch {
                return .failure(RPCError(error))
            }
        }
    }

    /// Whether a method has that name.
    package func hasMethod(_ name: String) -> Bool {
        methods[name] != nil
    }

    /// Answers any method; cancelling the task cancels the requests to sources.
    package func handle(_ call: RPCCall) async -> RPCReply {
        await handle(call, reportingTo: call.progress)
    }

    /// Answers any method for another dialect, which has its own form of progress.
    package func handle(_ call: RPCCall, reportingTo progress: RPCProgress) async -> RPCReply {
        guard case .suspending(let answer) = methods[call.method] else {
            return handleImmediately(call) ?? .failure(RPCError(unknown(call.method)))
        }
        do {
            return .result(try await answer(call.params, MethodContext(services: services, progress: progress)))
        } catch {
            return .failure(RPCError(error))
        }
    }

    /// What the program says about itself.
    package var info: ServiceInfo { services.document.info }

    /// The present day in UTC, by the clock that the answers go by; nil where the definitions cannot be used.
    package var today: CalendarDate? {
        do {
            return try services.access.current.library.now.date(utcOffsetSeconds: 0)
        } catch {
            return nil
        }
    }

    private func unknown(_ name: String) -> ServiceError {
        .unknownMethod(name, nearest: NearestName.nearest(to: name, among: methods.names.sorted()))
    }

    /// The answers to the requests of the LSP base protocol; `nil` for others; the connection decides when they may come.
    private func lifecycleReply(to call: RPCCall) -> RPCReply? {
        switch call.method {
        // With a protocol version, it is the handshake of MCP.
        case "initialize" where call.params?["protocolVersion"] == nil:
            .result(
                InitializeResult(info: services.document.info, methods: services.document.methods.map(\.name)).jsonBytes
            )
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
                    // Our own name, because LSP's capabilities promise a language server; and where LSP's clients look
                    // for what is none of theirs.
                    writeOwn(to: &writer)
                    writer.member("experimental") { writer in
                        writer.object { writeOwn(to: &$0) }
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

    private func writeOwn(to writer: inout JSONWriter) {
        writer.member("marquee") { writer in
            writer.object { $0.member("methods", methods) }
        }
    }
}
