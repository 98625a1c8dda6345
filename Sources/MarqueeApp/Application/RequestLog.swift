import HTTPModel
import Logging
import MovieDomain
import Platform
import Upstream

/// Logs requests without their secrets: at `debug` where each attempt went, what came, and how long it took, and which
/// answers are from the cache; at `trace` also how refusing answers begin.
struct RequestLog: RequestObserver {
    let logger: Logger
    /// Removes the secrets of all definitions.
    let mask: @Sendable ([UInt8]) -> [UInt8]

    /// The bytes of a refusing answer that are logged.
    private static let shownBytes = 1_000

    private var isOn: Bool { logger.logLevel <= .debug }

    func attempted(_ request: HTTPRequest, _ result: Result<HTTPResponse, ProviderError>, after duration: Duration) {
        guard isOn else { return }
        let outcome =
            switch result {
            case .success(let response): "HTTP status \(response.status), \(response.body.count) bytes"
            case .failure(let failure): failure.message
            }
        note(request, "\(outcome), \(duration.wholeMilliseconds) ms")
    }

    func answered(_ request: HTTPRequest, _ answer: HTTPAnswer) {
        guard isOn else { return }
        if case .cache(let age, let isStale) = answer.response.provenance {
            let words = isStale ? "stale from the cache" : "from the cache"
            note(request, "\(words), \(age) s old, \(answer.response.body.count) bytes")
        }
        guard logger.logLevel <= .trace, let failure = answer.failure, !answer.response.body.isEmpty else { return }
        let outcome = Array(": \(failure.kind.rawValue); the answer begins with ".utf8)
        write(.trace, request, outcome + answer.response.body.prefix(Self.shownBytes))
    }

    private func note(_ request: HTTPRequest, _ outcome: String) {
        write(.debug, request, Array(": \(outcome)".utf8))
    }

    private func write(_ level: Logger.Level, _ request: HTTPRequest, _ outcome: [UInt8]) {
        let line = Array("\(request.source): \(request)".utf8) + outcome
        // The request knows its token, and in which other forms it holds a secret.
        let masked = mask(SecretMask(request.secrets).masking(line))
        logger.log(level: level, "\(String(decoding: masked, as: UTF8.self))")
    }
}
