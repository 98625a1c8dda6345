/// What answers calls: the methods behind a connection.
package protocol RPCHandler: Sendable {
    /// An answer that needs no waiting; nil sends the call to ``handle(_:)`` or ``notified(_:)``.
    ///
    /// Runs on the thread that reads, so it must neither block nor take long. For a notification (`id` nil) an answer
    /// only says that it has been dealt with.
    func handleImmediately(_ call: RPCCall) -> RPCReply?

    /// The result of every request for that method without parameters, where it is the same until another message comes;
    /// else nil.
    ///
    /// Asked, on the thread that reads, after ``handleImmediately(_:)`` has answered such a request. Repetitions may then
    /// be answered without asking again.
    func lastingResult(of method: String) -> [UInt8]?

    /// Answers a request, in a task of its own that is cancelled with the request.
    func handle(_ call: RPCCall) async -> RPCReply

    /// Takes a notification, in a task of its own.
    func notified(_ call: RPCCall) async

    /// Whether a batch may come now; where not, it is answered with one −32600 (MCP from 2025-06-18 on).
    ///
    /// Asked on the thread that reads.
    var acceptsBatches: Bool { get }
}

extension RPCHandler {
    /// Nothing is answered immediately.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? { nil }

    /// No result lasts.
    package func lastingResult(of method: String) -> [UInt8]? { nil }

    /// Notifications mean nothing.
    package func notified(_ call: RPCCall) async {}

    /// Batches may come at any time.
    package var acceptsBatches: Bool { true }
}
