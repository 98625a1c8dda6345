import JSON
package import JSONRPC
import MovieDomain
import Synchronization

/// Answers JSON-RPC calls with the methods.
package final class MovieServiceHandler: RPCHandler {
    private let methods: [String: MethodDeclaration]
    let document: OpenRPCDocument
    /// The sources that the methods ask.
    package let catalogue: CatalogueSource
    private let encodedDocument = Mutex<[UInt8]?>(nil)

    /// A handler of `methods`, which ask the sources of `catalogue`.
    package init(info: ServiceInfo, catalogue: CatalogueSource, methods: [MethodDeclaration] = MethodDeclaration.all) {
        self.methods = Dictionary(methods.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        document = OpenRPCDocument(info: info, methods: methods)
        self.catalogue = catalogue
    }

    /// Answers unknown methods and those that ask no source; `nil` for the others.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        guard let method = methods[call.method] else {
            return lifecycleReply(to: call) ?? .failure(RPCError(unknown(call.method)))
        }
        do throws(ServiceFailure) {
            return switch method.work {
            case .immediate(let answer): .result(try answer(call.params, context(of: call)))
            case .discovery: .result(try discover(call.params))
            case .suspending: nil
            }
        } catch {
            return .failure(RPCError(error))
        }
    }

    /// Answers a method that asks sources; cancelling the task cancels what they do.
    package func handle(_ call: RPCCall) async -> RPCReply {
        guard case .suspending(let answer) = methods[call.method]?.work else {
            return handleImmediately(call) ?? .failure(RPCError(unknown(call.method)))
        }
        do {
            return .result(try await answer(call.params, context(of: call)))
        } catch {
            return .failure(RPCError(error))
        }
    }

    /// The reply to a call outside of any connection, whichever way it comes about.
    package func reply(to call: RPCCall) async -> RPCReply {
        if let reply = handleImmediately(call) { return reply }
        return await handle(call)
    }

    /// Nothing: every method is a question, and nobody waits for the answer of a notification.
    package func notified(_ call: RPCCall) async {}

    private func context(of call: RPCCall) -> MethodContext {
        MethodContext(source: catalogue, progress: call.progress)
    }

    private func unknown(_ name: String) -> ServiceFailure {
        .unknownMethod(name, nearest: NearestName.nearest(to: name, among: methods.keys.sorted()))
    }

    private func discover(_ params: JSONElement?) throws(ServiceFailure) -> [UInt8] {
        try MethodDeclaration.checkNoParameters(params)
        return encodedDocument.withLock { kept in
            let bytes = kept ?? document.jsonBytes
            kept = bytes
            return bytes
        }
    }
}
