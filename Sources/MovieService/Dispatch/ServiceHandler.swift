import JSON
package import JSONRPC
import MovieAggregation
package import MovieDomain
import Platform

/// Answers JSON-RPC calls with the methods.
package final class ServiceHandler: RPCHandler {
    private let methods = Dictionary(uniqueKeysWithValues: MethodDeclaration.all.map { ($0.name, $0) })
    private let services: MethodServices
    /// The context of the methods that are answered at once, and of calls of this process.
    private let immediate: MethodContext

    package init(info: ServiceInfo, catalogue: any CatalogueAccess, notifications: ClientNotifications) {
        services = MethodServices(
            access: catalogue,
            notifications: notifications,
            document: OpenRPCDocument(info: info)
        )
        immediate = MethodContext(services: services, progress: .none)
    }

    /// Answers unknown methods and those that query no source; `nil` for others.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        switch methods[call.method]?.handler {
        case nil: return lifecycleReply(to: call) ?? .failure(RPCError(unknown(call.method)))
        case .suspending: return nil
        case .immediate(let answer):
            do throws(ServiceError) {
                return .result(try answer(call.params, immediate).bytes(reserving: 256))
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
        // A call without an id is one of this process.
        await handle(call, waits: call.id == nil || call.progress.wantsPartialResults)
    }

    private func handle(_ call: RPCCall, waits: Bool) async -> RPCReply {
        guard case .suspending = methods[call.method]?.handler else {
            return handleImmediately(call) ?? .failure(RPCError(unknown(call.method)))
        }
        do throws(RPCError) {
            return .result(await Self.written(try await answer(call, reportingTo: call.progress, waits: waits)))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the value of an answer, for a caller of this process: one that has its own form of progress, or that watches
    /// the call and may end it early.
    package func answer(
        _ call: RPCCall,
        reportingTo progress: RPCProgress = .none,
        waits: Bool = true,
        watch: CallWatch? = nil
    ) async throws(RPCError) -> any WireObject {
        do throws(ServiceError) {
            switch methods[call.method]?.handler {
            case nil: throw unknown(call.method)
            case .immediate(let answer): return try answer(call.params, immediate)
            case .suspending(let answer):
                let context = MethodContext(services: services, progress: progress, watch: watch, waits: waits)
                guard methods[call.method]?.isUndoable == true else { return try await answer(call.params, context) }
                return try await context.recording(call.method) { () async throws(ServiceError) in
                    try await answer(call.params, context)
                }
            }
        } catch {
            throw RPCError(error)
        }
    }

    /// Returns the answer of a call whose method has answers of this type.
    package func answer<Answer: WireObject>(_ call: RPCCall, as type: Answer.Type) async throws(RPCError) -> Answer {
        try await answer(call).expected(type)
    }

    /// Returns the JSON of an answer; long ones are written one after another, beside the threads of Swift tasks, which
    /// answer the other calls meanwhile.
    package static func written(_ answer: any WireObject) async -> [UInt8] {
        // Enough for a usual page of films with details.
        guard type(of: answer).isLong else { return answer.bytes(reserving: 16_384) }
        return await MethodDeclaration.longWriting.run { _ in answer.bytes(reserving: 16_384) }
    }

    /// Runs work that a program of the same process asks for, within the time of a call; `library/undo` takes it back if it
    /// takes back that of the method.
    func run<Result: Sendable>(
        _ method: String? = nil,
        _ work: (MethodContext) async throws(ServiceError) -> Result
    ) async throws(LocalCallError) -> Result {
        do throws(ServiceError) {
            let deadline = try immediate.startDeadline()
            let outcome = await Deadline.$ofCall.withValue(deadline) { () async -> Swift.Result<Result, ServiceError> in
                do throws(ServiceError) {
                    guard let method, methods[method]?.isUndoable == true else {
                        return .success(try await work(immediate))
                    }
                    return .success(
                        try await immediate.recording(method) { () async throws(ServiceError) in
                            try await work(immediate)
                        }
                    )
                } catch {
                    return .failure(error)
                }
            }
            return try outcome.get()
        } catch {
            throw LocalCallError(error)
        }
    }

    /// The name and version of the program.
    package var info: ServiceInfo { services.document.info }

    /// The current day in UTC, by the clock that the answers use; `nil` if the definitions cannot be used.
    package var today: CalendarDate? { services.access.current?.library.now.date(utcOffsetSeconds: 0) }

    /// Returns what has changed in the library since a revision, or only its revision; `nil` if it cannot be read.
    package func libraryChanges(since revision: Int?) async -> LibraryChange? {
        do throws(LibraryError) {
            return try await services.access.current?.library.changes(since: revision)
        } catch {
            return nil
        }
    }

    private func unknown(_ name: String) -> ServiceError {
        let known = MethodDeclaration.all.map(\.name).sorted()
        return .unknownMethod(name, hint: Capability.hint(asMethod: name) ?? NearestName.hint(for: name, among: known))
    }

    /// Answers the requests of the LSP base protocol, `nil` for others; the connection decides when they are allowed.
    private func lifecycleReply(to call: RPCCall) -> RPCReply? {
        switch call.method {
        // With a protocol version, `initialize` is the handshake of MCP.
        case "initialize" where call.params?["protocolVersion"] == nil: .result(welcome.jsonBytes)
        case "shutdown": .result(JSONValue.null.jsonBytes)
        default: nil
        }
    }

    /// The answer to `initialize` in the LSP base protocol.
    private var welcome: JSONValue {
        // The methods are under our own name, because LSP's own capabilities would promise a language server, and also
        // under `experimental`, where LSP clients look for capabilities outside the protocol.
        let names = MethodDeclaration.all.map { JSONValue.string($0.name) }
        let own: JSONValue = ["methods": .array(names)]
        return [
            "capabilities": ["marquee": own, "experimental": ["marquee": own]],
            "serverInfo": ["name": .string(info.name), "version": .string(info.version)],
        ]
    }
}

extension WireObject {
    /// Returns the answer as the type that its method has, for a caller of this process who knows it.
    package func expected<Answer: WireObject>(_ type: Answer.Type) throws(RPCError) -> Answer {
        if let answer = self as? Answer { return answer }
        let reason = "the method answers with \(Swift.type(of: self)), and not with \(type)"
        throw .internalError(reason, hint: "Report it, with the command.")
    }

    fileprivate func bytes(reserving capacity: Int) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        write(to: &writer)
        return writer.bytes
    }
}
