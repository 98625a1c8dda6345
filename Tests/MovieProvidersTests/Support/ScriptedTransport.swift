import HTTPModel
import MovieDomain
import Synchronization

/// A network of one function; keeps what it was asked.
final class ScriptedTransport: HTTPClient {
    private let answer: @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping @Sendable (HTTPRequest) throws(ProviderError) -> HTTPResponse) {
        self.answer = answer
    }

    /// Answers every request with the same.
    convenience init(_ response: HTTPResponse) {
        self.init { _ in response }
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        return try answer(request)
    }
}
