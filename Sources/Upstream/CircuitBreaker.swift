import HTTPModel
import MovieDomain
import Platform

/// Blocks calls to a host that mostly fails or asks for it, and after a while probes with a single call whether it works
/// again.
package struct CircuitBreaker: Sendable {
    package enum State: String, Sendable, Hashable {
        case closed
        case open
        /// One call is allowed, and its outcome decides.
        case halfOpen = "half_open"
    }

    /// The permission for one call, to be returned with its outcome.
    struct Pass: Sendable, Hashable {
        fileprivate var era: Int
        fileprivate var isProbe: Bool
    }

    enum Verdict: Sendable, Hashable {
        case pass(Pass)
        /// No call is allowed for this long.
        case refused(retryAfter: Duration)
    }

    /// Why a host is left alone.
    enum Reason: Sendable, Hashable {
        case failures
        /// It asked for a pause.
        case pause
        /// Another process leaves it alone.
        case otherProcess
    }

    private enum Phase {
        case closed
        case open(until: Duration, Reason)
        case probing
    }

    private let rule: BreakerPolicy
    private var phase = Phase.closed
    private var window: OutcomeWindow
    /// The number of phase changes, which identifies late outcomes of an earlier phase.
    private var era = 0

    init(_ rule: BreakerPolicy = BreakerPolicy()) {
        self.rule = rule
        window = OutcomeWindow(length: rule.window)
    }

    /// Creates a breaker that blocks calls until a moment, as that of another process does.
    init(_ rule: BreakerPolicy, openUntil moment: Duration) {
        self.init(rule)
        phase = .open(until: moment, .otherProcess)
    }

    mutating func admit(at now: Duration) -> Verdict {
        if let refusal = refusal(at: now) { return .refused(retryAfter: refusal) }
        guard case .open = phase else { return .pass(Pass(era: era, isProbe: false)) }
        enter(.probing)
        return .pass(Pass(era: era, isProbe: true))
    }

    /// Returns how long calls will still be refused; `nil` if the next one may be made.
    func refusal(at now: Duration) -> Duration? {
        switch phase {
        case .closed: nil
        case .open(let until, _): until > now ? until - now : nil
        // It is unknown how long the probe takes.
        case .probing: .seconds(1)
        }
    }

    /// Records the outcome of a call; `rest` is how long the host asked to be left alone, if it did.
    mutating func finished(_ pass: Pass, _ health: ProviderError.Health, rest: Duration? = nil, at now: Duration) {
        guard pass.era == era else { return }
        if let rest { return enter(.open(until: now + rest, .pause)) }
        switch (pass.isProbe, health) {
        case (false, .unknown): break
        case (false, .up): window.add(isFailure: false, at: now)
        case (false, .down):
            window.add(isFailure: true, at: now)
            if isBad(at: now) { enter(.open(until: now + rule.openTime, .failures)) }
        case (true, .up): enter(.closed)
        case (true, .down): enter(.open(until: now + rule.openTime, .failures))
        // The next call is the probe.
        case (true, .unknown): enter(.open(until: now, .failures))
        }
    }

    /// Returns the state at `now`: half open as soon as a probe would be allowed.
    func state(at now: Duration) -> State {
        switch phase {
        case .closed: .closed
        case .open(let until, _): until > now ? .open : .halfOpen
        case .probing: .halfOpen
        }
    }

    /// Why calls are blocked; `nil` if they are not.
    var reason: Reason? { if case .open(_, let reason) = phase { reason } else { nil } }

    /// Whether calls are blocked because the host, or another process, said so, and not for failures of this process.
    var isTold: Bool { reason.map { $0 != .failures } ?? false }

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

/// Counts the outcomes of a recent time window in a ring of ten parts, so that its size doesn't grow with the traffic.
struct OutcomeWindow: Sendable {
    private struct Part {
        var number = -1
        var calls = 0
        var failures = 0
    }

    private static let count = 10

    private let partLength: Int
    private var parts = [Part](repeating: Part(), count: count)

    init(length: Duration) {
        partLength = max(1, length.wholeMilliseconds / Self.count)
    }

    mutating func add(isFailure: Bool, at now: Duration) {
        let number = number(at: now)
        let index = number % Self.count
        if parts[index].number != number { parts[index] = Part(number: number) }
        parts[index].calls += 1
        if isFailure { parts[index].failures += 1 }
    }

    /// Returns the counts of the parts that are inside the window.
    func counts(at now: Duration) -> (calls: Int, failures: Int) {
        let newest = number(at: now)
        let oldest = newest - Self.count + 1
        return parts.filter { $0.number >= max(0, oldest) && $0.number <= newest }
            .reduce((0, 0)) { ($0.0 + $1.calls, $0.1 + $1.failures) }
    }

    private func number(at now: Duration) -> Int { max(0, now.wholeMilliseconds) / partLength }
}
