import HTTPModel
import JSON
import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization

@testable import Upstream

/// A network that answers with a function of the request and its number, from 0, and records the requests.
final class ScriptedTransport: HTTPTransport {
    typealias Script = @Sendable (_ number: Int, HTTPRequest) async throws(ProviderError) -> HTTPResponse

    private let script: Script
    private let log = Mutex<[HTTPRequest]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    /// Answers with the statuses in order and repeats the last one.
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
        let result = await Result { () async throws(ProviderError) in try await script(number, request) }
        if result.isSent { request.sending.begin() }
        return try result.get()
    }
}

extension Result<HTTPResponse, ProviderError> {
    /// Whether a network with this result has sent the request.
    fileprivate var isSent: Bool {
        if case .failure(let failure) = self {
            [.timeout, .connectionLost, .brokenResponse, .bodyTooLarge].contains(failure.stage)
        } else {
            true
        }
    }
}

/// The outcome of a request: the status, or the stage of the failure.
enum Outcome: Equatable {
    case status(Int)
    case failure(ProviderError.Stage, retryAfter: Int? = nil)
}

extension Admission {
    init(
        _ states: ProviderStates,
        _ clock: ManualClock,
        _ ledger: MemoryQuotaLedger = MemoryQuotaLedger(),
        chance: Double = 0,
        before next: Next
    ) {
        self.init(
            account: QuotaAccount(states: states, wallClock: clock.wall, ledger: ledger),
            pacer: RatePacer(states: states, clock: clock, wallClock: clock.wall, ledger: ledger),
            random: RandomSource { chance },
            next: next
        )
    }
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

extension Attempt {
    init(
        _ states: ProviderStates,
        _ clock: ManualClock,
        outages: MemoryQuotaLedger? = nil,
        over network: Network
    ) {
        let account = QuotaAccount(states: states, wallClock: clock.wall, ledger: outages ?? MemoryQuotaLedger())
        self.init(account: account, clock: clock, outages: outages, network: network)
    }

    /// Returns the outcome of an attempt with practically unlimited time.
    func outcome(_ request: HTTPRequest) async -> Outcome {
        do {
            let answer = try await send(request, readBy: StatusReader.shared, until: .seconds(1_000_000))
            return .status(answer.response.status)
        } catch {
            return .failure(error.stage, retryAfter: error.retryAfterSeconds)
        }
    }
}

/// A network that never answers, and fails at the end of the given time.
struct SilentTransport: HTTPTransport {
    let clock: any MonotonicClock
    /// Whether the first bytes of an answer come.
    var beginsAnswer = false

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        request.sending.begin()
        if beginsAnswer { request.sending.noteAnswer() }
        guard await clock.sleep(until: moment) else { throw ProviderError(at: .cancelled, "cancelled") }
        throw ProviderError(at: .timeout, "nothing came")
    }
}

/// A client that makes one attempt for each request.
struct SingleAttempts<Network: HTTPTransport>: HTTPClient {
    let next: Network

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        HTTPAnswer(try await next.send(request, until: .seconds(1_000_000)), to: request, readBy: reader)
    }
}

/// A network that answers with a function and records the requests.
final class ScriptedUpstream: ReadyClient {
    typealias Answer = @Sendable (HTTPRequest) async throws(ProviderError) -> HTTPResponse

    private let answer: Mutex<Answer>
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping Answer) {
        self.answer = Mutex(answer)
    }

    /// The requests so far.
    var requests: [HTTPRequest] { log.withLock { $0 } }

    func answers(_ answer: @escaping Answer) {
        self.answer.withLock { $0 = answer }
    }

    func ready(_ request: HTTPRequest, readBy reader: any AnswerReading) -> HTTPAnswer? { nil }

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        log.withLock { $0.append(request) }
        return HTTPAnswer(try await answer.withLock { $0 }(request), to: request, readBy: reader)
    }
}

extension HTTPResponse {
    /// Returns a response with a text body.
    static func text(_ body: String, status: Int = 200, _ headers: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders(headers), body: Array(body.utf8))
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A reader that judges a response by a test's own rule first and then by its status.
final class StatusReader: AnswerReading {
    static let shared = StatusReader { _ in nil }

    private let failure: @Sendable (HTTPResponse) -> ProviderError?

    /// Creates a reader that fails with what `failure` returns, or judges by the status if that is `nil`.
    init(failure: @escaping @Sendable (HTTPResponse) -> ProviderError?) {
        self.failure = failure
    }

    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        if let failure = failure(response) { throw failure }
        let kind: ProviderError.Kind? =
            switch response.status {
            case 200..<300: nil
            case 404, 410: .notFound
            case 401, 403, 407: .auth
            case 408: .timeout
            case 429: .rateLimited
            case 400..<500: .badRequest
            case 500..<600: .unavailable
            case 100..<600: .upstream
            default: .malformed
            }
        if let kind {
            let seconds = response.headers["Retry-After"].flatMap { Int($0) }
            throw ProviderError(kind, message: "HTTP status \(response.status)", retryAfterSeconds: seconds)
        }
        return try Self.empty.get()
    }

    /// An empty document, because no layer reads one.
    private static let empty = Result<HTTPAnswer.Document, ProviderError> { () throws(ProviderError) in
        do throws(JSONError) {
            return HTTPAnswer.Document(root: try JSONDocument(Array("[]".utf8)).root, rows: [])
        } catch {
            throw ProviderError(.malformed, message: error.message)
        }
    }
}

extension HTTPClient {
    /// Returns the response to a request, judged by its status.
    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        try await send(request, readBy: StatusReader.shared).response
    }
}

extension HTTPAnswer {
    /// Creates an answer that is judged by the status of its response.
    init(_ response: HTTPResponse, to request: HTTPRequest) {
        self.init(response, to: request, readBy: StatusReader.shared)
    }
}

/// Returns a request to `https://HOST.example/` for the source `films`.
func request(to host: String, purpose: CallPurpose = .essential, method: HTTPRequest.Method = .get) -> HTTPRequest {
    var request = HTTPRequest(
        source: "films",
        method: method,
        origin: HTTPOrigin(scheme: .https, host: "\(host).example"),
        path: "/"
    )
    request.context.purpose = purpose
    return request
}
