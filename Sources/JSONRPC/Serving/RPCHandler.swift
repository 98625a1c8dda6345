package import JSON

/// What answers calls: the methods behind a connection.
package protocol RPCHandler: Sendable {
    /// An answer that needs no waiting; nil sends the call to ``handle(_:)`` or ``notified(_:)``.
    ///
    /// Runs on the thread that reads, so it must neither block nor take long. For a notification (`id` nil) an answer
    /// only says that it has been dealt with.
    func handleImmediately(_ call: RPCCall) -> RPCReply?

    /// Answers a request, in a task of its own that is cancelled with the request.
    func handle(_ call: RPCCall) async -> RPCReply

    /// Takes a notification, in a task of its own.
    func notified(_ call: RPCCall) async

    /// Whether a batch may come now; where not, it is answered with one −32600 (MCP from 2025-06-18 on).
    ///
    /// Asked on the thread that reads.
    var acceptsBatches: Bool { get }

    /// Takes note that no more calls will come, and says how long those under way may go on; nil leaves that to the
    /// configuration.
    ///
    /// Called once, on the thread that reads. Calls that wait for something that may never happen should end now.
    func inputEnded() -> Duration?
}

extension RPCHandler {
    /// Nothing is answered immediately.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? { nil }

    /// Notifications mean nothing.
    package func notified(_ call: RPCCall) async {}

    /// Batches may come at any time.
    package var acceptsBatches: Bool { true }

    /// Nothing waits for the end.
    package func inputEnded() -> Duration? { nil }
}

/// A request or notification that is structurally valid, as a handler sees it.
package struct RPCCall: Sendable {
    package let method: String
    /// An array or an object; nil where `params` is absent or `null`.
    package let params: JSONElement?
    /// Nil for a notification.
    package let id: RPCID?
    /// Whether it was part of a batch.
    package internal(set) var isInBatch = false
    /// How many bytes it holds on to.
    let byteCount: Int

    /// Where it belongs once it is admitted; nil while it may be answered immediately.
    var connection: Connection?
    var pending: PendingRequest?

    /// A call that belongs to no connection, for tests and for calls from the command line.
    package init(method: String, params: JSONElement? = nil, id: RPCID? = nil) {
        self.init(method: method, params: params, id: id, byteCount: 0)
    }

    init(method: String, params: JSONElement?, id: RPCID?, byteCount: Int) {
        self.method = method
        self.params = params
        self.id = id
        self.byteCount = byteCount
    }

    /// What sends `$/progress` about this call, as far as its params ask for it.
    ///
    /// Does nothing for notifications and for calls that are answered immediately.
    package var progress: RPCProgress { RPCProgress(params: params, pending: pending, connection: connection) }

    /// The same in the form of MCP: what sends `notifications/progress` with the token, which is nil where there is none.
    package func modelContextProgress(_ token: JSONElement?) -> RPCProgress {
        RPCProgress(modelContextToken: token, pending: pending, connection: connection)
    }

    /// The client that made it, for notifications that go on after the answer; silent where it was answered immediately.
    package var client: RPCClient { RPCClient(connection: connection) }

    /// Sends a notification that belongs to this call: never after its answer.
    package func notify(_ method: String, params: [UInt8]) {
        pending?.withProgress { _ in connection?.notify(method, params: params) }
    }
}

/// The other end of a connection, as far as it can be told something unasked.
package struct RPCClient: Sendable {
    let connection: Connection?

    /// Sends a notification.
    ///
    /// It is dropped while the client has not read what it was sent before (the outbound limit), before the first byte
    /// has shown the framing, and after the session's end.
    @discardableResult
    package func notify(_ method: String, params: [UInt8]) -> Bool {
        guard let connection, connection.hasOutboundRoom else { return false }
        return connection.notify(method, params: params)
    }
}

/// What a handler answers.
package enum RPCReply: Sendable, Hashable {
    /// The result, already written as one JSON value.
    case result([UInt8])
    /// The error to send; in a box, so that the usual answer is one word.
    indirect case failure(RPCError)
}
