import HTTPModel
import MovieDomain
import Synchronization
import Upstream

/// A network of one function, which is told the number of the request, from 0; keeps what it was asked.
final class ScriptedTransport: HTTPTransport {
    typealias Script = @Sendable (_ number: Int, HTTPRequest) async throws(ProviderError) -> HTTPResponse

    private let script: Script
    private let log = Mutex<[HTTPRequest]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    /// Answers with these statuses, one after the other; the last one stays.
    convenience init(statuses: [Int], headers: [(String, String)] = []) {
        let headers = HTTPHeaders(headers)
        self.init { number, _ throws(ProviderError) in
            HTTPResponse(status: statuses[min(number, statuses.count - 1)], headers: headers, body: [])
        }
    }

    var requests: [HTTPRequest] { log.withLock(\.self) }

    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        let number = log.withLock { log in
            log.append(request)
            return log.count - 1
        }
        return try await script(number, request)
    }
}

/// What sending came to: the status, or the failure's kind.
enum Outcome: Equatable {
    case status(Int)
    case failure(ProviderError.Stage, retryAfter: Int? = nil)
}

extension HTTPTransport {
    func outcome(_ request: HTTPRequest) async -> Outcome {
        do {
            return .status(try await send(request).status)
        } catch {
            return .failure(error.stage, retryAfter: error.retryAfterSeconds)
        }
    }
}
