import HTTPModel
import MovieDomain
import Synchronization
import Upstream

/// A network of one function; keeps what it was asked.
final class ScriptedUpstream: ReadyTransport {
    typealias Answer = @Sendable (HTTPRequest) async throws(ProviderError) -> HTTPResponse

    private let answer: Mutex<Answer>
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping Answer) {
        self.answer = Mutex(answer)
    }

    /// What it was asked so far.
    var requests: [HTTPRequest] { log.withLock { $0 } }

    func answers(_ answer: @escaping Answer) {
        self.answer.withLock { $0 = answer }
    }

    func ready(_ request: HTTPRequest, readBy reader: any AnswerReading) -> HTTPAnswer? { nil }

    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        log.withLock { $0.append(request) }
        return HTTPAnswer(try await answer.withLock { $0 }(request), to: request, readBy: reader)
    }
}

extension HTTPResponse {
    /// An answer with a text for its body.
    static func text(_ body: String, status: Int = 200, _ headers: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders(headers), body: Array(body.utf8))
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
