/// The port to the network.
///
/// Everything between a request and a socket (deadline, retries, cache, limits) is a decorator of this protocol; the one
/// that opens sockets is `MovieHTTP`'s, the one that reads a recording `MovieProviders`'.
package protocol HTTPTransport: Sendable {
    /// Sends one request and collects the whole answer, whatever its status. Cancelling the task ends it at once.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}
