import Platform

/// The origin of an answer: just fetched from the source, or read from a cache.
public struct Freshness: Hashable, Sendable {
    /// Whether it was read from a cache.
    public var fromCache: Bool
    /// The age of the answer in seconds, if it comes from a cache.
    public var ageSeconds: Int?
    /// Whether the answer is older than its source's rules allow, and was given because no better one was available.
    public var isStale: Bool
    /// The seconds for which the same request gets this answer; `nil` if that is unknown.
    public var freshForSeconds: Int?
    /// The source's failure, if a stale answer replaces it.
    public var replacedFailure: ProviderError?

    public init(fromCache: Bool, ageSeconds: Int? = nil, isStale: Bool = false) {
        self.fromCache = fromCache
        self.ageSeconds = ageSeconds
        self.isStale = isStale
    }

    /// Just fetched.
    public static let live = Freshness(fromCache: false)

    /// Returns the freshness of both together: the age of the older, and the shorter time of remaining freshness.
    public func combined(with other: Freshness) -> Freshness {
        var both = Freshness(
            fromCache: fromCache && other.fromCache,
            ageSeconds: [ageSeconds, other.ageSeconds].compactMap(\.self).max(),
            isStale: isStale || other.isStale
        )
        both.replacedFailure = replacedFailure ?? other.replacedFailure
        if let mine = freshForSeconds, let theirs = other.freshForSeconds { both.freshForSeconds = min(mine, theirs) }
        return both
    }
}

/// The outcome of one source in one call, as listed in the answer's `sources`.
public struct ProviderReport: Hashable, Sendable {
    /// The outcome in a word: `empty` has nothing and did not fail, `stale` is an old answer, and the others are
    /// failures or sources that were not asked.
    public enum Status: String, Sendable, CaseIterable {
        case ok, empty, stale, error, timeout, disabled, unsupported
        case rateLimited = "rate_limited"
        case quotaExhausted = "quota_exhausted"
        case circuitOpen = "circuit_open"
    }

    public var provider: ProviderID
    public var status: Status
    /// The number of films, people, or rows; `nil` if the source did not answer.
    public var items: Int?
    /// `nil` if there is no answer.
    public var freshness: Freshness?
    /// `nil` if the source was not asked.
    public var durationMilliseconds: Int?
    /// Why it has no answer, or an old one; also a page that is missing from the answer.
    public var failure: ProviderError?
    /// The failures of parts of a film, by the names of the parts.
    public var failedParts: [String: ProviderError] = [:]
    /// The parts of a film that come from old answers, by their names.
    public var staleParts: [String: Freshness] = [:]
    /// What the answer lacks, or what is unexpected in the source's data, one sentence each.
    public var remarks: [String] = []
    /// What the source asks its users to say beside its data; `nil` if it has none in the answer.
    public var attribution: String?

    public init(
        provider: ProviderID,
        status: Status,
        items: Int? = nil,
        freshness: Freshness? = nil,
        durationMilliseconds: Int? = nil,
        failure: ProviderError? = nil
    ) {
        self.provider = provider
        self.status = status
        self.items = items
        self.freshness = freshness
        self.durationMilliseconds = durationMilliseconds
        self.failure = failure
    }
}

extension ProviderReport.Status {
    /// The status of a source that failed in this way.
    public init(_ kind: ProviderError.Kind) {
        self =
            switch kind {
            case .notFound: .empty
            case .timeout: .timeout
            case .rateLimited: .rateLimited
            case .quota: .quotaExhausted
            case .circuitOpen: .circuitOpen
            case .disabled: .disabled
            case .unsupported: .unsupported
            case .auth, .badRequest, .unavailable, .upstream, .malformed: .error
            }
    }
}

extension ProviderReport {
    /// Creates the report of a failure; a source that doesn't have a film has an empty answer, which is not a failure.
    public init(_ failure: ProviderError, provider: ProviderID, after duration: Duration?) {
        self.init(
            provider: provider,
            status: Status(failure.kind),
            items: failure.kind == .notFound ? 0 : nil,
            freshness: failure.ageSeconds.map { Freshness(fromCache: true, ageSeconds: $0) },
            durationMilliseconds: duration.map(\.wholeMilliseconds),
            failure: failure
        )
        if let part = failure.part, isFailed { failedParts[part] = failure }
    }

    public init(provider: ProviderID, items: Int, freshness: Freshness, after duration: Duration) {
        self.init(
            provider: provider,
            status: freshness.isStale ? .stale : items == 0 ? .empty : .ok,
            items: items,
            freshness: freshness,
            durationMilliseconds: duration.wholeMilliseconds,
            failure: freshness.replacedFailure?.of(provider)
        )
    }

    /// Creates the report of a source that is not asked; `nil` if it can be asked.
    public init?(notAsking profile: ProviderProfile, for capability: Capability) {
        if !profile.capabilities.contains(capability) {
            let message = "\(profile.id) has no \(capability.rawValue)"
            let failure = ProviderError(.unsupported, provider: profile.id, message: message)
            self.init(provider: profile.id, status: .unsupported, failure: failure)
        } else if let reason = profile.availability.reason {
            let hint = profile.availability.hint
            let failure = ProviderError(.disabled, provider: profile.id, message: reason, hint: hint)
            self.init(provider: profile.id, status: .disabled, failure: failure)
        } else {
            return nil
        }
    }

    /// Whether the source was asked and did not answer, so that it may know what no other source does.
    public var isFailed: Bool {
        switch status {
        case .error, .timeout, .rateLimited, .quotaExhausted, .circuitOpen: true
        case .ok, .empty, .stale, .disabled, .unsupported: false
        }
    }

    /// Whether the source was asked; one that is disabled or lacks the operation was not.
    public var isAsked: Bool { status != .disabled && status != .unsupported }

    /// Whether the source was asked and did not answer, or only in part, so that a later call may have more; what it said
    /// earlier may stand in its place.
    public var isIncomplete: Bool {
        guard let failure, isAsked else { return isFailed }
        return failure.kind != .notFound && failure.kind != .unsupported
    }

    /// Returns one report for two calls to a source, which shows a failure even if the other call succeeded, and the
    /// rows of both.
    public func combined(with other: ProviderReport) -> ProviderReport {
        var report = severity >= other.severity ? self : other
        // Old data is said to be old, beside the failure of the other call.
        if report.isFailed, status == .stale || other.status == .stale { report.status = .stale }
        // Keep the failure of a missing page, whatever the status of the page is.
        report.failure = report.failure ?? [failure, other.failure].compactMap(\.self).first { $0.page != nil }
        report.failedParts = failedParts.merging(other.failedParts) { own, _ in own }
        report.staleParts = staleParts.merging(other.staleParts) { own, _ in own }
        report.remarks = remarks.adding(other.remarks)
        report.attribution = attribution ?? other.attribution
        report.items = items == nil && other.items == nil ? nil : (items ?? 0) + (other.items ?? 0)
        if let mine = freshness, let theirs = other.freshness {
            report.freshness = mine.combined(with: theirs)
        } else {
            report.freshness = freshness ?? other.freshness
            // The call without an answer may get one the next time.
            if isAsked, other.isAsked { report.freshness?.freshForSeconds = nil }
        }
        report.durationMilliseconds = [durationMilliseconds, other.durationMilliseconds].compactMap(\.self).max()
        return report
    }

    /// Returns the report of a call for one part of a film.
    public func about(part: String) -> ProviderReport {
        var report = self
        report.failure?.part = part
        if isFailed, let failure = report.failure { report.failedParts[part] = failure }
        if status == .stale, let freshness { report.staleParts[part] = freshness }
        return report
    }

    private static let bySeverity: [Status] = [
        .unsupported, .disabled, .empty, .ok, .stale, .timeout, .error, .circuitOpen, .rateLimited, .quotaExhausted,
    ]

    private var severity: Int { Self.bySeverity.firstIndex(of: status) ?? 0 }
}

extension [String] {
    /// Returns the remarks with those of a further call, each once.
    package func adding(_ others: [String]) -> [String] { self + others.filter { !contains($0) } }
}
