/// Leaves a host alone that fails mostly, and asks with one call after a while whether it is back.
package struct CircuitBreaker: Sendable {
    package enum State: String, Sendable, Hashable {
        case closed
        case open
        /// One call is allowed, whose outcome decides.
        case halfOpen = "half_open"
    }

    /// What a call came to, as far as it tells of the host.
    package enum Outcome: Sendable, Hashable {
        case success, failure
        /// Cancelled, or refused on this side: it says nothing.
        case unknown
    }

    /// The pass of one call, which comes back with its outcome.
    package struct Pass: Sendable, Hashable {
        fileprivate var era: Int
        fileprivate var isProbe: Bool
    }

    package enum Admission: Sendable, Hashable {
        case pass(Pass)
        /// Not before so long a time.
        case refused(retryAfter: Duration)
    }

    private enum Phase {
        case closed
        case open(until: Duration)
        case probing
    }

    private let rule: BreakerRule
    private var phase = Phase.closed
    private var window: OutcomeWindow
    /// Counts the changes of phase, so that late outcomes of an earlier one are known as such.
    private var era = 0

    package init(_ rule: BreakerRule = BreakerRule()) {
        self.rule = rule
        window = OutcomeWindow(length: rule.window)
    }

    /// Whether a call may go.
    package mutating func admit(at now: Duration) -> Admission {
        if let refusal = refusal(at: now) { return .refused(retryAfter: refusal) }
        guard case .open = phase else { return .pass(Pass(era: era, isProbe: false)) }
        enter(.probing)
        return .pass(Pass(era: era, isProbe: true))
    }

    /// How long calls are turned down yet; `nil` where the next one may go.
    package func refusal(at now: Duration) -> Duration? {
        switch phase {
        case .closed: nil
        case .open(let until): until > now ? until - now : nil
        // Nobody knows how long the probe takes.
        case .probing: .seconds(1)
        }
    }

    /// A call that had a pass is over.
    package mutating func finished(_ pass: Pass, _ outcome: Outcome, at now: Duration) {
        guard pass.era == era else { return }
        switch (pass.isProbe, outcome) {
        case (false, .unknown): break
        case (false, .success): window.add(isFailure: false, at: now)
        case (false, .failure):
            window.add(isFailure: true, at: now)
            if isBad(at: now) { enter(.open(until: now + rule.openTime)) }
        case (true, .success): enter(.closed)
        case (true, .failure): enter(.open(until: now + rule.openTime))
        // The next call is the probe.
        case (true, .unknown): enter(.open(until: now))
        }
    }

    /// How it stands at `now`; half open as soon as a probe would be let through.
    package func state(at now: Duration) -> State {
        switch phase {
        case .closed: .closed
        case .open(let until): until > now ? .open : .halfOpen
        case .probing: .halfOpen
        }
    }

    private mutating func isBad(at now: Duration) -> Bool {
        let (calls, failures) = window.counts(at: now)
        return calls >= rule.minimumCalls && failures * 100 >= calls * rule.failurePercent
    }

    private mutating func enter(_ next: Phase) {
        phase = next
        era += 1
        window = OutcomeWindow(length: rule.window)
    }
}
