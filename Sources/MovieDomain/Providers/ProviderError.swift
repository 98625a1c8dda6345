/// The reason why a provider could not answer; contains no secret, and names the host but not the query.
public struct ProviderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in the words of the wire.
    public enum Kind: String, Sendable, CaseIterable {
        case auth
        /// The calls of the current quota period are used up.
        case quota
        case rateLimited = "rate_limited"
        /// The provider works, but doesn't have the requested item.
        case notFound = "not_found"
        case badRequest = "bad_request"
        /// The provider cannot be reached, or its host answers with something other than the API.
        case unavailable
        /// The provider answers that it has failed.
        case upstream
        /// The answer doesn't have the shape that the definition expects.
        case malformed
        case timeout
        case circuitOpen = "circuit_open"
        /// The provider is switched off, or lacks its key.
        case disabled
        case unsupported
    }

    /// The point on the way at which the failure occurred.
    public enum Stage: String, Sendable, CaseIterable {
        case nameResolution
        case connectionRefused
        case connectTimeout
        /// The certificate or the handshake is not acceptable; never retried in plain text.
        case tls
        /// The head and body did not arrive within the attempt's time limit.
        case timeout
        case bodyTooLarge
        /// The response is truncated or not HTTP.
        case brokenResponse
        case connectionLost
        /// The response redirects in a way that must not be followed, such as to another origin or in a circle.
        case redirectRefused
        case cancelled
        /// The time of all attempts was up before that of this one, which says nothing about the provider.
        case outOfTime
        /// The request must not be sent, for example because the definition doesn't name its host.
        case forbidden
        /// The recording doesn't contain the request.
        case notRecorded
        /// The calls of the provider's period, or those left for less important ones, are used up; nothing was sent.
        case quotaExhausted
        /// The provider asked for a pause, or its rate has no room before the deadline; nothing was sent.
        case rateLimited
        /// The host failed so often that it is blocked for a while; nothing was sent.
        case circuitOpen
        /// Too many calls already wait for the provider; nothing was sent.
        case overloaded
        /// The response is complete but not what was requested, or the provider doesn't support the request.
        case answer
    }

    public var kind: Kind
    public var stage: Stage
    /// Whether the definition says that the same request may succeed a moment later.
    package var mayPass = false
    /// `nil` until the provider of the request is known.
    public var provider: ProviderID?
    /// What happened, in one sentence for a person.
    public var message: String
    /// The provider's own error code.
    public var code: String?
    /// What a person can do about it.
    public var hint: String?
    /// The field of the answer or the request that caused the failure.
    public var field: String?
    /// The whole seconds after which the same call may succeed, if known.
    public var retryAfterSeconds: Int?
    /// The seconds since the provider answered so, if its answer comes from a cache.
    public var ageSeconds: Int?
    /// The page of the provider's list that failed, from 1; the rows of earlier pages are returned all the same.
    public var page: Int?
    /// The part of a film that failed, such as `credits`; the rest of the film is returned all the same.
    public var part: String?

    /// Creates the failure of a complete answer, or of a request that the provider doesn't support.
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

    /// Creates the failure of an attempt that got no complete answer.
    public init(at stage: Stage, _ message: String, retryAfterSeconds: Int? = nil) {
        kind = stage.kind
        self.stage = stage
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
        hint = stage.hint(after: retryAfterSeconds)
    }

    public var description: String { message }

    /// Returns the error with the provider that it is about.
    public func of(_ provider: ProviderID) -> ProviderError {
        var error = self
        error.provider = provider
        return error
    }
}

// MARK: Consequences

extension ProviderError {
    /// Whether the same request is sent again.
    public enum Retry: Hashable, Sendable {
        case never, always
        /// Only if there is no other host, which is tried rather than the same one again.
        case atLastHost
    }

    /// What the error says about the host.
    public enum Health: Hashable, Sendable {
        case down, up
        case unknown
    }

    /// What the layers do after the error.
    public struct Consequences: Hashable, Sendable {
        public var retry: Retry
        /// How the circuit breaker counts the error.
        public var health: Health
        /// Whether the next host of `base_url` is tried.
        public var triesNextHost: Bool
        /// Whether a stale answer may be given instead: not if the caller has left, the request must not be sent, or
        /// only a person can fix the request or its key.
        public var allowsStale: Bool
    }

    /// The consequences of the error; this is their only table.
    public var consequences: Consequences {
        func row(_ retry: Retry, _ health: Health, next: Bool = false, stale: Bool = true) -> Consequences {
            Consequences(retry: retry, health: health, triesNextHost: next, allowsStale: stale)
        }
        return switch (stage, kind) {
        case (.nameResolution, _), (.tls, _), (.redirectRefused, _): row(.never, .down, next: true)
        case (.connectionRefused, _), (.connectTimeout, _), (.connectionLost, _): row(.atLastHost, .down, next: true)
        case (.timeout, _): row(.always, .down)
        case (.brokenResponse, _): row(.never, .down)
        // The host answers, only too much.
        case (.bodyTooLarge, _): row(.never, .up)
        case (.cancelled, _), (.outOfTime, _), (.forbidden, _), (.notRecorded, _): row(.never, .unknown, stale: false)
        case (.quotaExhausted, _), (.rateLimited, _), (.overloaded, _): row(.never, .unknown)
        case (.circuitOpen, _): row(.never, .unknown, next: true)
        // What stands in front of the API answers, such as a gate or a page for visitors.
        case (.answer, .unavailable): row(.never, .down, next: true)
        case (.answer, .timeout), (.answer, .upstream): row(.never, .down)
        // A host that rejects the request, the key, or the number of calls is up.
        case (.answer, .quota), (.answer, .malformed): row(.never, .up)
        case (.answer, .auth), (.answer, .badRequest), (.answer, .notFound): row(.never, .up, stale: false)
        // This says nothing about the answer that the host would give otherwise.
        case (.answer, .rateLimited): row(.never, .unknown)
        case (.answer, .circuitOpen), (.answer, .disabled), (.answer, .unsupported):
            row(.never, .unknown, stale: false)
        }
    }

    /// Whether the same call may succeed later.
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
        case .timeout, .connectTimeout, .outOfTime: .timeout
        case .bodyTooLarge: .malformed
        // The same request would be refused again, whatever the provider does.
        case .forbidden: .badRequest
        case .quotaExhausted: .quota
        case .rateLimited, .overloaded: .rateLimited
        case .circuitOpen: .circuitOpen
        case .answer: .upstream
        // A cancellation is not a timeout of the provider: the caller has left, and nothing reads the error.
        case .nameResolution, .connectionRefused, .connectionLost, .tls, .brokenResponse, .redirectRefused,
            .cancelled, .notRecorded:
            .unavailable
        }
    }

    fileprivate func hint(after seconds: Int?) -> String? {
        switch self {
        case .nameResolution, .connectionRefused, .connectTimeout:
            "check the network and the provider's base_url; such hosts move from time to time"
        case .tls:
            "no authority that this system trusts has signed its certificate for this host and day; for a server of "
                + "your own, write ca_file in its definition: a PEM file with its certificate or its authority"
        case .redirectRefused: "if the host has moved, change the provider's base_url"
        case .bodyTooLarge: "if answers may be this large, raise the provider's max_body"
        case .notRecorded: "record the answer, or ask for something that the recording has"
        case .quotaExhausted:
            "its quota resets\(Self.wait(seconds)); until then, answers come from the cache alone"
        case .rateLimited: "it is asked again\(Self.wait(seconds))"
        case .circuitOpen: "the source is tried again\(Self.wait(seconds)); until then, no call waits for it"
        case .overloaded: "ask for less at once, or raise the provider's limits.concurrent"
        case .timeout, .brokenResponse, .connectionLost, .cancelled, .outOfTime, .forbidden, .answer: nil
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
