import HTTPModel
import MovieDomain
import Synchronization
import Upstream

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

    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        log.withLock { $0.append(request) }
        return HTTPAnswer(try answer(request), to: request, readBy: reader)
    }
}
