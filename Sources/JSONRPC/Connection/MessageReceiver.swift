import JSON
import Platform
import Synchronization

/// Decides what happens with each message: it is answered, admitted as a call, or dropped, or it ends the session.
struct MessageReceiver {
    let connection: Connection
    let handler: any RPCHandler
    private var decoder: MessageDecoder
    private var lifecycle: Lifecycle
    private var consecutiveParseErrors = 0
    private var isTraced: Bool
    /// The request that is being handled, if calls are traced.
    private var traced: TracedRequest?

    /// Frames with answers that have not been flushed yet.
    var answers: [UInt8] = []
    /// Whether the reader must flush and check for room.
    var wantsFlush = false
    /// Whether calls may be unanswered; only the reader admits calls, so this is false until it admits one.
    var mayHaveOpenCalls = false
    /// How the session ends, once a message has ended it.
    private(set) var ending: RPCEnding?

    init(connection: Connection, handler: any RPCHandler) {
        self.connection = connection
        self.handler = handler
        decoder = MessageDecoder(
            limits: connection.configuration.messageLimits,
            maximumBatch: connection.configuration.maximumBatch
        )
        isTraced = connection.tracer.isActive
        lifecycle = Lifecycle(requiresInitialize: connection.configuration.requiresInitialize)
    }

    // MARK: Messages

    /// Handles one message.
    ///
    /// - Returns: False if it was not JSON.
    mutating func receive(_ bytes: Span<UInt8>) -> Bool {
        switch decoder.decode(bytes) {
        case .single(let item): receive(item)
        case .batch(let items): receive(batch: items)
        case .unparsable(let error):
            report(.unparsable(error))
            countParseError(answering: ReplyGuard.looksLikeReply(bytes) ? nil : error.description)
            return false
        }
        consecutiveParseErrors = 0
        return true
    }

    /// Handles a stretch of the stream that is not a message.
    mutating func receive(_ fault: FramingFault) {
        report(.badFraming(fault.reason))
        switch fault {
        case .tooLarge:
            refuse(.messageTooLarge(limit: connection.configuration.messageLimits.maximumBytes), id: .null)
        case .emptyMessage: refuse(.invalidRequest(fault.reason), id: .null)
        case .malformedHeader, .unsupportedCharset, .endedInsideMessage: countParseError(answering: fault.reason)
        }
    }

    /// Counts bytes that are not a message, and answers them unless the reason is `nil`.
    private mutating func countParseError(answering reason: String?) {
        consecutiveParseErrors += 1
        if let reason { refuse(.parseError(reason), id: .null) }
        if consecutiveParseErrors >= connection.configuration.maximumConsecutiveParseErrors {
            ending = .tooManyParseErrors
        }
    }

    private mutating func receive(_ item: IncomingItem) {
        switch item {
        case .call(let call): receive(call, path: .single)
        case .response(let id, let result): receive(response: result, to: id)
        case .invalid(let id, let reason): refuse(.invalidRequest(reason), id: id)
        }
    }

    private func receive(response result: JSONElement?, to id: RPCID?) {
        guard let id, let waiting = connection.state.withLock({ $0.asked.end(id) }) else {
            return report(.unexpectedResponse)
        }
        waiting.resume(returning: result)
    }

    private mutating func receive(batch items: [IncomingItem]) {
        guard handler.acceptsBatches else {
            return refuse(.invalidRequest("the protocol of this session has no batches"), id: .null)
        }
        let batch = BatchReply(
            count: items.count(where: \.wantsAnswer),
            limit: connection.configuration.messageLimits.maximumBytes
        )
        // Check for room before the next message, because the answers of the batch count.
        defer { wantsFlush = true }
        var ids: Set<RPCID> = []
        var place = 0
        for item in items {
            let path = ReplyPath.item(batch, place: place)
            if item.wantsAnswer { place += 1 }
            switch item {
            case .response(let id, let result): receive(response: result, to: id)
            case .invalid(let id, let reason): refuse(.invalidRequest(reason), id: id, path: path)
            case .call(var call):
                if let id = call.id, !id.isNull, !ids.insert(id).inserted {
                    refuse(.invalidRequest("an earlier request of the batch has this id"), id: id, path: path)
                } else {
                    call.isInBatch = true
                    receive(call, path: path)
                }
            }
        }
    }

    // MARK: Calls

    private mutating func receive(_ call: RPCCall, path: ReplyPath) {
        if connection.hasRefusedSteps { for step in connection.takeRefusedSteps() { lifecycle.undo(step) } }
        if isTraced { trace(call) }
        if let id = call.id {
            receive(request: call, id: id, path: path)
        } else {
            receive(notification: call)
        }
    }

    private mutating func receive(request call: RPCCall, id: RPCID, path: ReplyPath) {
        let step: Lifecycle.Step?
        switch lifecycle.receive(request: call) {
        case .refuse(let error): return refuse(error, id: id, path: path)
        case .admit(let admitted): step = admitted
        }
        if step == .initialize {
            connection.noteHandshake(call.params)
            isTraced = connection.tracer.isActive
        }
        if call.method.isReservedMethod {
            return answer(.failure(.reservedMethod), id: id, path: path, step: step)
        }
        if call.method.isNotification {
            return refuse(.invalidRequest("\(call.method) is a notification, which has no id"), id: id, path: path)
        }
        if isPending(id) {
            return refuse(.invalidRequest("a request with this id has not been answered yet"), id: id, path: path)
        }
        if let reply = handler.handleImmediately(call) { return answer(reply, id: id, path: path, step: step) }
        admit(
            call,
            as: PendingRequest(
                id: id,
                method: call.method,
                path: path,
                lifecycleStep: step,
                traced: traced,
                byteCount: call.byteCount + id.count
            )
        )
    }

    private mutating func receive(notification call: RPCCall) {
        if cancel(call) { return }
        switch lifecycle.receive(notification: call.method) {
        case .exit(let code): ending = .exit(code: code)
        case .drop: report(.droppedNotification(method: call.method))
        case .admit:
            if call.method.isReservedMethod { return }
            if call.method == "$/setTrace" { return setTrace(call.params) }
            if let reply = handler.handleImmediately(call) {
                return connection.report(reply, toNotification: call.method)
            }
            admit(call, as: PendingRequest(id: nil, method: call.method, path: .single, byteCount: call.byteCount))
        }
    }

    /// Handles a notification that cancels a request, and returns false for any other notification.
    private mutating func cancel(_ call: RPCCall) -> Bool {
        guard let rule = RPCCancellationRule.all.first(where: { $0.method == call.method }) else {
            return false
        }
        if let target = call.params?[rule.idMember], target.kind == .string || target.kind == .number {
            connection.cancel(RPCID(token: target.text), by: rule, into: &answers)
        }
        return true
    }

    /// Returns whether a request with that id is unanswered; `null` identifies nothing, so it may be repeated.
    private func isPending(_ id: RPCID) -> Bool {
        mayHaveOpenCalls && !id.isNull && connection.state.withLock { $0.requests.pending(id) != nil }
    }

    private mutating func admit(_ call: RPCCall, as pending: PendingRequest) {
        var call = call
        call.connection = connection
        call.pending = pending
        let admitted = AdmittedCall(call: call, pending: pending)
        mayHaveOpenCalls = true
        wantsFlush = connection.state.withLock { state in
            state.requests.admit(admitted)
            return !state.requests.hasRoom
        }
    }

    // MARK: Answers

    private mutating func answer(_ reply: consuming RPCReply, id: RPCID, path: ReplyPath, step: Lifecycle.Step?) {
        if let step, case .failure = copy reply { lifecycle.undo(step) }
        append(reply, to: id, on: path)
    }

    private mutating func refuse(_ error: RPCError, id: RPCID, path: ReplyPath = .single) {
        append(.failure(error), to: id, on: path)
    }

    private mutating func append(_ reply: consuming RPCReply, to id: RPCID, on path: ReplyPath) {
        if isTraced { traceAnswer(id, copy reply) }
        connection.append(reply, to: id, on: path, into: &answers)
    }

    // MARK: Tracing

    @inline(never)
    private mutating func setTrace(_ params: JSONElement?) {
        connection.tracer.set(params?["value"])
        isTraced = connection.tracer.isActive
    }

    @inline(never)
    private mutating func trace(_ call: RPCCall) {
        traced = call.id.map { TracedRequest(method: call.method, id: $0, began: .now) }
        connection.tracer.received(call, into: &answers, connection.frames)
    }

    @inline(never)
    private mutating func traceAnswer(_ id: RPCID, _ reply: RPCReply) {
        guard let request = traced, request.id == id else { return }
        traced = nil
        connection.tracer.answered(request, reply, into: &answers, connection.frames)
    }

    private func report(_ diagnostic: RPCDiagnostic) { connection.configuration.diagnostics?(diagnostic) }
}

extension String {
    /// Whether it is the name of a notification that the server itself understands.
    fileprivate var isNotification: Bool {
        switch self {
        case "exit", "$/cancelRequest", "$/setTrace": true
        default: false
        }
    }

    /// Whether the name is reserved by JSON-RPC; `rpc.discover` is the only one of these that is supported.
    fileprivate var isReservedMethod: Bool {
        utf8.first == UInt8(ascii: "r") && hasPrefix(scalars: "rpc.") && self != "rpc." && self != "rpc.discover"
    }
}
