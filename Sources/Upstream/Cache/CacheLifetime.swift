/// How long an answer may be used, decided once, when it arrives; milliseconds.
///
/// The definition's own times count wherever it gives them: whoever wrote it knows how often the data changes and what a
/// call costs, and most APIs send what their framework sends. Only `no-store` is stronger. Where the definition is silent,
/// the source's explicit word counts (RFC 9111, section 4.2.1), and nothing is guessed from `Last-Modified`.
package struct CacheLifetime: Sendable, Hashable {
    package var fresh: Int
    package var staleWhileRevalidate: Int
    package var staleIfError: Int

    /// Ten years: nothing is kept for ever.
    static let longest = 10 * 365 * 86_400_000

    /// `nil` for an answer that must not be kept; `now` is in milliseconds since 1970.
    package init?(of response: HTTPResponse, verdict: ResponseVerdict, under rule: CacheRule, at now: Int) {
        let control = CacheControl(response.headers)
        guard !control.forbidsKeeping else { return nil }
        switch verdict {
        case .failure: return nil
        case .negative:
            fresh = min(rule.negativeFor.milliseconds, rule.freshFor?.milliseconds ?? .max)
            staleWhileRevalidate = 0
            staleIfError = 0
        case .good:
            let staleness = CacheLifetime.staleness(rule, control, response.headers)
            fresh = rule.freshFor?.milliseconds ?? CacheLifetime.explicit(control, response.headers, now: now)
            staleWhileRevalidate = staleness.whileRevalidate
            staleIfError = staleness.ifError
        }
    }

    /// What the source says, less the age that the answer had when it came; 0 where it says nothing.
    private static func explicit(_ control: CacheControl, _ headers: HTTPHeaders, now: Int) -> Int {
        if control.asksEveryTime || headers["Vary"] == "*" { return 0 }
        let age = CacheControl.deltaSeconds(headers["Age"] ?? "")
        if let seconds = control.maximumAge { return clamped(seconds - age) }
        guard let expires = headers["Expires"].flatMap({ HTTPDate.seconds(parsing: $0, now: now / 1_000) }) else {
            return 0
        }
        // The two moments are read off the source's own clock, so that it does not matter how wrong ours is.
        let date = headers["Date"].flatMap { HTTPDate.seconds(parsing: $0, now: now / 1_000) } ?? now / 1_000
        return clamped(expires - date - age)
    }

    private static func staleness(
        _ rule: CacheRule,
        _ control: CacheControl,
        _ headers: HTTPHeaders
    ) -> (whileRevalidate: Int, ifError: Int) {
        let mayBeStale = !control.asksEveryTime && !control.forbidsStale
        func window(_ own: Duration, _ said: Int?) -> Int {
            own > .zero ? own.milliseconds : mayBeStale ? clamped(said ?? 0) : 0
        }
        return (
            window(rule.staleWhileRevalidate, control.staleWhileRevalidate),
            window(rule.staleIfError, control.staleIfError)
        )
    }

    private static func clamped(_ seconds: Int) -> Int {
        max(0, min(seconds, longest / 1_000)) * 1_000
    }
}

extension Duration {
    /// Whole milliseconds, none for a negative length, ten years at most.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < CacheLifetime.longest / 1_000 else { return CacheLifetime.longest }
        return max(0, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
