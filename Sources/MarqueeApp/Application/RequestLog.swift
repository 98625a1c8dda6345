import HTTPModel
import Logging
import MovieDomain
import Platform
import Upstream

/// Logs each attempt of a request at `debug`: where it went, what came, and how long it took.
struct LoggedTransport<Next: HTTPTransport>: HTTPTransport {
    let log: RequestLog
    let next: Next

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        guard log.isOn else { return try await next.send(request, until: moment) }
        let start = log.clock.now
        let result = await Result { () async throws(ProviderError) in try await next.send(request, until: moment) }
        let milliseconds = (log.clock.now - start).wholeMilliseconds
        switch result {
        case .success(let response):
            log.note(request, "HTTP status \(response.status), \(response.body.count) bytes, \(milliseconds) ms")
        case .failure(let failure): log.note(request, "\(failure.message), \(milliseconds) ms")
        }
        return try result.get()
    }
}

/// Logs the requests that the layers answer from the cache at `debug`, and at `trace` how refusing answers begin.
struct LoggedClient<Next: HTTPClient>: HTTPClient {
    let log: RequestLog
    let next: Next

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        let answer = try await next.send(request, readBy: reader)
        guard log.isOn else { return answer }
        if case .cache(let age, let isStale) = answer.response.provenance {
            let words = isStale ? "stale from the cache" : "from the cache"
            log.note(request, "\(words), \(age) s old, \(answer.response.body.count) bytes")
        }
        if let failure = answer.failure { log.note(request, failure, in: answer.response) }
        return answer
    }
}

/// The lines about requests, without their secrets.
struct RequestLog: Sendable {
    let logger: Logger
    let clock: any MonotonicClock
    /// Removes the secrets of all definitions.
    let mask: @Sendable ([UInt8]) -> [UInt8]

    /// The bytes of a refusing answer that are logged.
    private static let shownBytes = 1_000

    var isOn: Bool { logger.logLevel <= .debug }

    func note(_ request: HTTPRequest, _ outcome: String) {
        write(.debug, request, Array(": \(outcome)".utf8))
    }

    /// Logs the beginning of an answer that is a failure.
    func note(_ request: HTTPRequest, _ failure: ProviderError, in response: HTTPResponse) {
        guard logger.logLevel <= .trace, !response.body.isEmpty else { return }
        let outcome = Array(": \(failure.kind.rawValue); the answer begins with ".utf8)
        write(.trace, request, outcome + response.body.prefix(Self.shownBytes))
    }

    private func write(_ level: Logger.Level, _ request: HTTPRequest, _ outcome: [UInt8]) {
        let line = Array("\(request.source): \(request)".utf8) + outcome
        // The request knows its token, and in which other forms it holds a secret.
        let masked = mask(SecretMask(request.secrets).masking(line))
        logger.log(level: level, "\(String(decoding: masked, as: UTF8.self))")
    }
}
