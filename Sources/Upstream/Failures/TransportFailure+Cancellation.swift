import HTTPModel

extension TransportFailure {
    /// Whoever asked has gone.
    static func cancelled(_ request: HTTPRequest) -> TransportFailure {
        TransportFailure(.cancelled, "the request to \(request.origin.host) was cancelled")
    }
}
