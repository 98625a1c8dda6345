/// Why a provider could not answer; never holds a secret, and names the host but not the query.
public struct ProviderError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable, CaseIterable {
        case auth
        /// The day's calls are used up.
        case quota
        case rateLimited = "rate_limited"
        /// The provider works and does not have what was asked for.
        case notFound = "not_found"
        case badRequest = "bad_request"
        /// The provider cannot be reached, or answers with something that is not its API.
        case unavailable
        /// The provider answers, and says that it failed.
        case upstream
        /// The answer is not in the shape that the definition expects.
        case malformed
        case timeout
        case circuitOpen = "circuit_open"
        /// Switched off, or without its key.
        case disabled
        case unsupported
    }

    /// Where on the way it happened.
    public enum Stage: String, Sendable, CaseIterable {
        case nameResolution
        case connectionRefused
        case connectTimeout
        /// The certificate or the handshake is not acceptable; never tried again in clear.
        case tls
        /// Head and body did not arrive within the attempt's time.
        case timeout
        case bodyTooLarge
        /// The answer breaks off or is not HTTP.
        case brokenResponse
        case connectionLost
        /// The answer leads to another host, or in a circle.
        case redirectRefused
        case cancelled
        /// The request is not one that may be sent (another host than the definition's).
        case forbidden
        /// A recording does not hold the request.
        case notRecorded
        /// The calls of the provider's day, or those left for less important ones, are used up; nothing was sent.
        case quotaExhausted
        /// The provider wants to be left alone, or its rate leaves no room before the deadline; nothing was sent.
        case rateLimited
        /// The host failed so often that it is left alone for a while; nothing was sent.
        case circuitOpen
        /// Too many calls wait for the provider already; nothing was sent.
        case overloaded
        /// The answer is whole and not what was asked for; or the provider cannot be asked for it.
        case answer
    }

    public var kind: Kind
    public var stage: Stage
    /// `nil` until it is known whom the request was for.
    public var provider: ProviderID?
    /// What happened, in one sentence for a person.
    public var message: String
    /// The provider's own code for it.
    public var code: String?
    public var hint: String?
    /// The field of the answer or the request that it is about.
    public var field: String?
    /// Whole seconds after which the same call may go through, where that is known.
    public var retryAfterSeconds: Int?
    /// The page of the provider's list that it is about, from 1; what earlier pages gave is answered all the same.
    public var page: Int?
    /// The part of a film that it is about, such as `credits`; the rest of the film is answered all the same.
    public var part: String?

    /// Of an answer, or of a question that the provider cannot answer.
    public init(
        _ kind: Kind,
        provider: ProviderID? = nil,
        message: String,
        code: String? = nil,
        hint: String? = nil,
        field: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        stage = .answer
        self.provider = provider
        self.message = message
        self.code = code
        self.hint = hint
        self.field = field
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Of an attempt that got no whole answer.
    public init(at stage: Stage, _ message: String, retryAfterSeconds: Int? = nil) {
        kind = stage.kind
        self.stage = stage
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
        hint = stage.hint(after: retryAfterSeconds)
    }

    public var description: String { message }

    public func of(_ provider: ProviderID) -> ProviderError {
        var error = self
        error.provider = provider
        return error
    }
}

// MARK: What follows from an error

extension ProviderError {
    public enum Retry: Hashable, Sendable {
        case never, always
        /// Where there is another host, it is asked sooner than the same one again.
        case atLastHost
    }

    public enum Health: Hashable, Sendable {
        case down, up
        case unknown
    }

    public struct Consequences: Hashable, Sendable {
        public var retry: Retry
        /// What the circuit breaker counts it as.
        public var health: Health
        public var triesNextHost: Bool
        /// Whether an old answer is better: not where the caller has gone, where the request must not be sent, and
        /// where only a person can put the request or its key right.
        public var allowsStale: Bool
    }

    /// The one table of what follows.
    public var consequences: Consequences {
        func row(_ retry: Retry, _ health: Health, next: Bool = false, stale: Bool = true) -> Consequences {
            Consequences(retry: retry, health: health, triesNextHost: next, allowsStale: stale)
        }
        return switch (stage, kind) {
        case (.nameResolution, _), (.tls, _), (.redirectRefused, _): row(.never, .down, next: true)
        case (.connectionRefused, _), (.connectTimeout, _), (.connectionLost, _): row(.atLastHost, .down, next: true)
        case (.timeout, _): row(.always, .down)
        case (.brokenResponse, _): row(.never, .down)
        // It answers, only too much.
        case (.bodyTooLarge, _): row(.never, .up)
        case (.cancelled, _), (.forbidden, _), (.notRecorded, _): row(.never, .unknown, stale: false)
        case (.quotaExhausted, _), (.rateLimited, _), (.overloaded, _): row(.never, .unknown)
        case (.circuitOpen, _): row(.never, .unknown, next: true)
        case (.answer, .unavailable), (.answer, .timeout), (.answer, .upstream): row(.never, .down)
        // A host that finds fault with the request, the key or the number of calls is up.
        case (.answer, .quota), (.answer, .malformed): row(.never, .up)
        case (.answer, .auth), (.answer, .badRequest), (.answer, .notFound): row(.never, .up, stale: false)
        // It says nothing about an answer that it would give otherwise.
        case (.answer, .rateLimited): row(.never, .unknown)
        case (.answer, .circuitOpen), (.answer, .disabled), (.answer, .unsupported):
            row(.never, .unknown, stale: false)
        }
    }

    public var isRetryable: Bool {
        switch kind {
        // A recording does not change.
        case _ where stage == .notRecorded: false
        case .rateLimited, .unavailable, .upstream, .timeout, .circuitOpen: true
        case .auth, .quota, .notFound, .badRequest, .malformed, .disabled, .unsupported: false
        }
    }
}

extension ProviderError.Stage {
    fileprivate var kind: ProviderError.Kind {
        switch self {
        case .timeout, .connectTimeout: .timeout
        case .bodyTooLarge: .malformed
        // The same request would be refused again, whatever the provider does.
        case .forbidden: .badRequest
        case .quotaExhausted: .quota
        case .rateLimited, .overloaded: .rateLimited
        case .circuitOpen: .circuitOpen
        case .answer: .upstream
        // Cancelled is no lateness of the provider: the caller has gone, and nothing reads it.
        case .nameResolution, .connectionRefused, .connectionLost, .tls, .brokenResponse, .redirectRefused,
            .cancelled, .notRecorded:
            .unavailable
        }
    }

    fileprivate func hint(after seconds: Int?) -> String? {
        switch self {
        case .nameResolution, .connectionRefused, .connectTimeout:
            "check the network and the provider's base_url; such hosts move now and then"
        case .tls: "the host's certificate is not acceptable; it is never asked without one"
        case .redirectRefused: "if the host has moved, change the provider's base_url"
        case .bodyTooLarge: "raise the provider's max_body if the answer is meant to be so large"
        case .notRecorded: "record the answer, or ask for something that the recording holds"
        case .quotaExhausted:
            "the source counts anew\(Self.wait(seconds)); what was asked before still comes from the cache"
        case .rateLimited: "it is asked again\(Self.wait(seconds))"
        case .circuitOpen: "one call tries the source\(Self.wait(seconds)); until then no call waits for it"
        case .overloaded: "ask for less at once, or raise the provider's limits.concurrent"
        case .timeout, .brokenResponse, .connectionLost, .cancelled, .forbidden, .answer: nil
        }
    }

    private static func wait(_ seconds: Int?) -> String {
        switch seconds {
        case nil: " later"
        case let seconds? where seconds < 120: " in \(seconds) s"
        case let seconds? where seconds < 7_200: " in \(seconds / 60) min"
        case let seconds?: " in \(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        }
    }
}
