import HTTPModel
import MovieDomain
import Platform
import Synchronization

@testable import Upstream

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

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
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

extension HTTPClient {
    func outcome(_ request: HTTPRequest) async -> Outcome {
        do {
            return .status(try await send(request).status)
        } catch {
            return .failure(error.stage, retryAfter: error.retryAfterSeconds)
        }
    }
}

/// A network is an attempt of the least layers.
extension ScriptedTransport: AttemptClient {
    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading,
        until moment: Duration
    ) async throws(ProviderError) -> HTTPAnswer {
        HTTPAnswer(try await send(request, until: moment), to: request, readBy: reader)
    }
}

extension AttemptClient {
    /// What an attempt comes to that has all the time there is.
    func outcome(_ request: HTTPRequest) async -> Outcome {
        do {
            let answer = try await send(request, readBy: StatusReader.shared, until: .seconds(1_000_000))
            return .status(answer.response.status)
        } catch {
            return .failure(error.stage, retryAfter: error.retryAfterSeconds)
        }
    }
}

/// A network that answers nothing, and keeps the time that it is given.
struct SilentTransport: HTTPTransport {
    let clock: any MonotonicClock

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        guard await clock.sleep(until: moment) else { throw ProviderError(at: .cancelled, "cancelled") }
        throw ProviderError(at: .timeout, "nothing came")
    }
}

/// A client that makes one attempt of each request.
struct SingleAttempts<Next: AttemptClient>: HTTPClient {
    let next: Next

    func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        try await next.send(request, readBy: reader, until: .seconds(1_000_000))
    }
}
