/// A transport that has some answers at hand, and gives them without being waited for.
package protocol ReadyTransport: HTTPTransport {
    /// The answer, where it is fresh and in memory; `nil` where ``HTTPTransport/send(_:)`` must be asked.
    func ready(_ request: HTTPRequest) -> HTTPResponse?
}
