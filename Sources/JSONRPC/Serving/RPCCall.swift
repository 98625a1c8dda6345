package import JSON

/// A method call as a handler sees it.
package struct RPCCall: Sendable {
    /// The method's name.
    package var method: String { incoming.method }
    /// An array or an object; nil where `params` is absent or `null`.
    package var params: JSONElement? { incoming.params }
    /// The request's id; nil for a notification.
    package var id: RPCID? { incoming.id }

    let incoming: IncomingCall
    private let connection: Connection?
    private let flight: Flight?

    /// A call that belongs to no connection, for tests and for calls from the command line.
    package init(method: String, params: JSONElement? = nil, id: RPCID? = nil) {
        self.init(IncomingCall(method: method, params: params, id: id, byteCount: 0), connection: nil, flight: nil)
    }

    init(_ incoming: consuming IncomingCall, connection: Connection?, flight: Flight?) {
        self.incoming = incoming
        self.connection = connection
        self.flight = flight
    }

    /// What sends `$/progress` about this call, as far as its params ask for it.
    ///
    /// Does nothing for notifications and for calls that are answered immediately.
    package var progress: RPCProgress { RPCProgress(params: params, flight: flight, connection: connection) }

    /// Who calls; it takes notifications of ours.
    package var client: RPCClient { RPCClient(connection: connection) }

    /// Sends a notification that belongs to this call: never after its answer.
    ///
    /// - Parameters:
    ///   - method: the notification's method.
    ///   - params: its parameters, as one JSON array or object.
    package func notify(_ method: String, params: [UInt8]) {
        flight?.withProgress { _ in connection?.notify(method, params: params) }
    }
}
