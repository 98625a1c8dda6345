/// The other end of a connection, as far as it can be told something unasked.
package struct RPCClient: Sendable {
    let connection: Connection?

    /// Sends a notification.
    ///
    /// It is dropped while the client has not read what it was sent before (the outbound limit), before the first byte
    /// has shown the framing, and after the session's end.
    ///
    /// - Parameters:
    ///   - method: the notification's method.
    ///   - params: its parameters, as one JSON array or object.
    /// - Returns: whether it was accepted.
    @discardableResult
    package func notify(_ method: String, params: [UInt8]) -> Bool {
        guard let connection, connection.hasOutboundRoom else { return false }
        return connection.notify(method, params: params)
    }
}
