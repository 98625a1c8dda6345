extension SourceReport {
    /// The status that a failure becomes; that a source does not have a film is an empty answer, not a fault.
    package init(_ failure: SourceFailure, provider: ProviderID, after duration: Duration?) {
        let status: Status =
            switch failure.kind {
            case .notFound: .empty
            case .timeout: .timeout
            case .rateLimited: .rateLimited
            case .quota: .quotaExhausted
            case .circuitOpen: .circuitOpen
            case .disabled: .disabled
            case .unsupported: .unsupported
            case .auth, .badRequest, .unavailable, .upstream, .malformed: .error
            }
        self.init(
            provider: provider,
            status: status,
            items: failure.kind == .notFound ? 0 : nil,
            durationMilliseconds: duration.map(\.wholeMilliseconds),
            failure: failure
        )
    }

    /// The status of an answer with `items` rows.
    package init(provider: ProviderID, items: Int, freshness: Freshness, after duration: Duration) {
        self.init(
            provider: provider,
            status: freshness.isStale ? .stale : items == 0 ? .empty : .ok,
            items: items,
            freshness: freshness,
            durationMilliseconds: duration.wholeMilliseconds
        )
    }

    /// A source that was not asked; `nil` for one that can be.
    package init?(notAsking profile: ProviderProfile, for capability: Capability) {
        if let reason = profile.availability.reason {
            let failure = SourceFailure(.disabled, provider: profile.id, message: reason)
            self.init(provider: profile.id, status: .disabled, failure: failure)
        } else if !profile.capabilities.contains(capability) {
            let message = "\(profile.id) has no \(capability.rawValue)"
            let failure = SourceFailure(.unsupported, provider: profile.id, message: message)
            self.init(provider: profile.id, status: .unsupported, failure: failure)
        } else {
            return nil
        }
    }

    /// Whether the source was asked and did not answer: it may know what nobody else does.
    package var isFailed: Bool {
        switch status {
        case .error, .timeout, .rateLimited, .quotaExhausted, .circuitOpen: true
        case .ok, .empty, .stale, .disabled, .unsupported: false
        }
    }

    /// Whether the source was asked at all.
    package var isAsked: Bool { status != .disabled && status != .unsupported }
}

extension Duration {
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
