import JSON
package import JSONRPC
import MovieDomain
import Synchronization

/// Answers JSON-RPC calls with the methods.
package final class MovieServiceHandler: RPCHandler {
    private let routes: RouteTable
    let document: OpenRPCDocument
    /// The sources that the methods ask.
    package let catalogue: any CatalogueAccess
    private let notifications: ClientNotifications
    private let desk: AnswerDesk
    private let encodedDocument = Mutex<[UInt8]?>(nil)

    /// A handler of `methods`, which ask the sources of `catalogue`; by `clock` the answers that are kept get older.
    package init(
        info: ServiceInfo,
        catalogue: any CatalogueAccess,
        notifications: ClientNotifications = ClientNotifications(),
        clock: AnswerClock = .running,
        methods: [MethodDeclaration] = MethodDeclaration.all
    ) {
        routes = RouteTable(methods)
        document = OpenRPCDocument(info: info, methods: methods)
        self.catalogue = catalogue
        self.notifications = notifications
        desk = AnswerDesk(generation: { catalogue.generation &+ notifications.changes.generation }, clock: clock)
    }

    /// Answers unknown methods, those that ask no source, and questions whose last answer still holds; `nil` for the
    /// others.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        guard let route = routes[call.method] else {
            return lifecycleReply(to: call) ?? .failure(RPCError(unknown(call.method)))
        }
        do throws(ServiceFailure) {
            return switch route.work {
            case .constant(let result): .result(try constant(result, call.params))
            case .immediate(let answer): .result(try answer(call.params, context(of: call)))
            case .ofCatalogue(let answer): .result(try ofCatalogue(route, answer, call))
            case .discovery: .result(try discover(call.params))
            case .suspending: route.keeping == nil ? nil : desk.answer(to: call).map { .result($0) }
            }
        } catch {
            return .failure(RPCError(error))
        }
    }

    /// The result of a method that always gives the same.
    package func lastingResult(of method: String) -> [UInt8]? {
        guard case .constant(let result) = routes[method]?.work else { return nil }
        return result
    }

    /// Answers a method that asks sources; cancelling the task cancels what they do.
    package func handle(_ call: RPCCall) async -> RPCReply {
        // A call that waited for its turn may have had the same question before it.
        if let reply = handleImmediately(call) { return reply }
        guard let route = routes[call.method], case .suspending(let ask) = route.work else {
            return .failure(RPCError(unknown(call.method)))
        }
        let question = route.keeping.flatMap { desk.question(call, keeping: $0) }
        do {
            let answer = try await ask(call.params, context(of: call))
            if let question, !Task.isCancelled { desk.keep(answer, to: question) }
            return .result(answer.bytes)
        } catch {
            return .failure(RPCError(error))
        }
    }

    /// Forgets the answers that are kept: the next call of each asks the sources again.
    package func forgetAnswers() {
        catalogue.outdateAnswers()
        desk.removeAll()
    }

    /// The reply to a call outside of any connection, whichever way it comes about.
    package func reply(to call: RPCCall) async -> RPCReply {
        await handle(call)
    }

    /// Nothing: every method is a question, and nobody waits for the answer of a notification.
    package func notified(_ call: RPCCall) async {}

    private func context(of call: RPCCall) -> MethodContext {
        MethodContext(
            source: catalogue,
            progress: call.progress,
            changes: notifications.changes,
            definitions: notifications.definitions
        )
    }

    private func unknown(_ name: String) -> ServiceFailure {
        .unknownMethod(name, nearest: NearestName.nearest(to: name, among: routes.names.sorted()))
    }

    private func constant(_ result: [UInt8], _ params: JSONElement?) throws(ServiceFailure) -> [UInt8] {
        if params != nil { try MethodDeclaration.checkNoParameters(params) }
        return result
    }

    /// The result that was written of the catalogue in force, or is written now.
    private func ofCatalogue(
        _ route: Route,
        _ answer: (MethodContext) throws(ServiceFailure) -> [UInt8],
        _ call: RPCCall
    ) throws(ServiceFailure) -> [UInt8] {
        if call.params != nil { try MethodDeclaration.checkNoParameters(call.params) }
        let generation = catalogue.generation
        if let kept = route.result(ofGeneration: generation) { return kept }
        let result = try answer(context(of: call))
        route.keep(result, ofGeneration: generation)
        return result
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

extension MovieServiceHandler {
    /// The answers of the LSP base protocol's own requests; `nil` for every other one.
    ///
    /// When they may come is the connection's business; their parameters are the client's business.
    func lifecycleReply(to call: RPCCall) -> RPCReply? {
        switch call.method {
        // With a protocol version it is the handshake of another protocol.
        case "initialize" where call.params?["protocolVersion"] == nil:
            .result(InitializeResult(info: document.info, methods: document.methods.map(\.name)).jsonBytes)
        case "shutdown": .result(JSONValue.null.jsonBytes)
        default: nil
        }
    }
}

/// The answer of `initialize` in the LSP base protocol: who answers, and which methods there are.
struct InitializeResult: JSONEncodable {
    let info: ServiceInfo
    /// By name.
    let methods: [String]

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("capabilities") { writer in
                writer.object { writer in
                    // A name of our own: LSP's capabilities promise what we are not.
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
