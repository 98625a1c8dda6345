package import JSON

/// The methods behind a connection, which answer calls.
package protocol RPCHandler: Sendable {
    /// Returns an answer that needs no waiting, or `nil` to send the call to ``handle(_:)``.
    ///
    /// Runs on the reading thread, so it must neither block nor take long. For a notification (`id` is `nil`), an
    /// answer only says that the notification has been handled.
    func handleImmediately(_ call: RPCCall) -> RPCReply?

    /// Answers a call in its own task, which is cancelled with the call. The answer to a notification is not sent.
    func handle(_ call: RPCCall) async -> RPCReply

    /// Whether a batch is allowed now; if not, it is answered with one −32600 (MCP from 2025-06-18 on).
    ///
    /// Called on the reading thread.
    var acceptsBatches: Bool { get }

    /// Notes that no more calls will come and returns how long the current ones may continue, or `nil` for the default.
    ///
    /// Called once, on the reading thread. Calls that wait for an event that may never happen should end now.
    func inputEnded() -> Duration?
}

extension RPCHandler {
    /// Answers nothing immediately.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? { nil }

    /// Allows batches at any time.
    package var acceptsBatches: Bool { true }

    /// Leaves the time to the configuration.
    package func inputEnded() -> Duration? { nil }
}

/// A structurally valid request or notification, as a handler sees it.
package struct RPCCall: Sendable {
    package let method: String
    /// An array or an object, or `nil` if `params` is missing or `null`.
    package let params: JSONElement?
    /// The id, or `nil` for a notification.
    package let id: RPCID?
    /// Whether the call was part of a batch.
    package internal(set) var isInBatch = false
    /// The number of bytes that the call holds.
    let byteCount: Int

    /// The connection of an admitted call, or `nil` while the call may be answered immediately.
    var connection: Connection?
    var pending: PendingRequest?

    /// Creates a call without a connection, for tests and for calls from the command line.
    package init(method: String, params: JSONElement? = nil, id: RPCID? = nil) {
        self.init(method: method, params: params, id: id, byteCount: 0)
    }

    init(method: String, params: JSONElement?, id: RPCID?, byteCount: Int) {
        self.method = method
        self.params = params
        self.id = id
        self.byteCount = byteCount
    }

    /// The sender of `$/progress` for this call, if its params ask for progress.
    ///
    /// Does nothing for notifications and for calls that are answered immediately.
    package var progress: RPCProgress { RPCProgress(params: params, pending: pending, connection: connection) }

    /// Returns the sender of `notifications/progress` (MCP) with this token; without a token it does nothing.
    package func modelContextProgress(_ token: JSONElement?) -> RPCProgress {
        RPCProgress(modelContextToken: token, pending: pending, connection: connection)
    }

    /// The client of the call, for notifications after the answer; does nothing after an immediate answer.
    package var client: RPCClient { RPCClient(connection: connection) }

    /// Sends a notification about this call, unless the call has been answered.
    package func notify(_ method: String, params: [UInt8]) {
        pending?.withProgress { _ in connection?.notify(method, params: params) }
    }
}

/// The other end of a connection, as a receiver of notifications.
package struct RPCClient: Sendable {
    let connection: Connection?

    /// Sends a notification.
    ///
    /// The notification is dropped while the unread output has reached its limit, before the first byte has shown the
    /// framing, and after the session's end.
    @discardableResult
    package func notify(_ method: String, params: [UInt8]) -> Bool {
        guard let connection, connection.hasOutboundRoom else { return false }
        return connection.notify(method, params: params)
    }
}

/// The answer of a handler.
package enum RPCReply: Sendable, Hashable {
    /// The result, as the text of one JSON value.
    case result([UInt8])
    /// The error to send; boxed, so that the usual answer is one word long.
    indirect case failure(RPCError)
}
