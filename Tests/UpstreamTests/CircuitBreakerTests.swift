import HTTPModel
import MovieDomain
import Testing

@testable import Upstream

@Suite("Circuit breaker")
struct CircuitBreakerTests {
    /// Makes one call with the outcome, and returns whether the breaker admitted it.
    private func call(
        _ breaker: inout CircuitBreaker,
        _ outcome: ProviderError.Health,
        at milliseconds: Int
    ) -> Bool {
        let now = Duration.milliseconds(milliseconds)
        guard case .pass(let pass) = breaker.admit(at: now) else { return false }
        breaker.finished(pass, outcome, at: now)
        return true
    }

    private func opened(at milliseconds: Int) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<10 { _ = call(&breaker, .down, at: milliseconds) }
        return breaker
    }

    @Test(
        "The breaker opens at a failure if half of at least ten calls in the window failed",
        arguments: [
            ("fffffffff", .closed), ("ffffffffff", .open), ("sssssfffff", .open), ("ssssssffff", .closed),
            ("ssssssffffff", .open), ("fffffffffc", .closed), ("ccccccccccffff", .closed), ("fsfsfsfsfs", .closed),
            ("sfsfsfsfsf", .open),
        ] as [(String, CircuitBreaker.State)]
    )
    func opening(_ outcomes: String, _ state: CircuitBreaker.State) {
        var breaker = CircuitBreaker()
        for (index, letter) in outcomes.enumerated() {
            let outcome: ProviderError.Health = letter == "f" ? .down : letter == "s" ? .up : .unknown
            #expect(call(&breaker, outcome, at: index))
        }
        #expect(breaker.state(at: .milliseconds(outcomes.count)) == state)
    }

    @Test("Failures before the window don't count")
    func window() {
        var breaker = CircuitBreaker()
        for _ in 0..<9 { _ = call(&breaker, .down, at: 0) }
        _ = call(&breaker, .down, at: 30_000)
        #expect(breaker.state(at: .seconds(30)) == .closed)
        for _ in 0..<8 { _ = call(&breaker, .down, at: 31_000) }
        #expect(breaker.state(at: .seconds(31)) == .closed)
        _ = call(&breaker, .down, at: 32_000)
        #expect(breaker.state(at: .seconds(32)) == .open)
    }

    @Test("An open breaker refuses calls for five seconds, then the outcome of one probe decides")
    func probing() {
        for (outcome, state) in [(ProviderError.Health.up, CircuitBreaker.State.closed), (.down, .open)] {
            var breaker = opened(at: 0)
            #expect(breaker.admit(at: .milliseconds(1)) == .refused(retryAfter: .milliseconds(4_999)))
            #expect(breaker.state(at: .seconds(5)) == .halfOpen)
            guard case .pass(let probe) = breaker.admit(at: .seconds(5)) else {
                Issue.record("no probe")
                continue
            }
            #expect(breaker.admit(at: .seconds(5)) == .refused(retryAfter: .seconds(1)))
            #expect(breaker.state(at: .seconds(6)) == .halfOpen)
            breaker.finished(probe, outcome, at: .seconds(6))
            #expect(breaker.state(at: .seconds(6)) == state)
            #expect(breaker.refusal(at: .seconds(6)) == (state == .open ? .seconds(5) : nil))
        }
    }

    @Test("A host that asks for it is left alone for that long, then the outcome of one probe decides")
    func rest() {
        var breaker = CircuitBreaker()
        guard case .pass(let first) = breaker.admit(at: .zero), case .pass(let second) = breaker.admit(at: .zero) else {
            Issue.record("a new breaker refuses calls")
            return
        }
        breaker.finished(first, .down, rest: .seconds(600), at: .seconds(1))
        // An earlier call ends with another wish.
        breaker.finished(second, .down, rest: .seconds(5), at: .seconds(2))
        #expect(breaker.admit(at: .seconds(2)) == .refused(retryAfter: .seconds(599)))
        #expect(breaker.isTold)
        #expect(call(&breaker, .up, at: 601_000))
        #expect(breaker.state(at: .seconds(601)) == .closed)
    }

    @Test("After a canceled probe, the next call is the probe")
    func cancelledProbe() {
        var breaker = opened(at: 0)
        #expect(call(&breaker, .unknown, at: 5_000))
        #expect(call(&breaker, .up, at: 5_000))
        #expect(breaker.state(at: .seconds(5)) == .closed)
    }

    @Test("The outcome of a call that began before the breaker opened is ignored")
    func lateOutcomes() {
        var breaker = CircuitBreaker()
        guard case .pass(let early) = breaker.admit(at: .zero) else { return }
        for _ in 0..<10 { _ = call(&breaker, .down, at: 1) }
        breaker.finished(early, .up, at: .seconds(1))
        #expect(breaker.state(at: .seconds(1)) == .open)
        #expect(call(&breaker, .up, at: 5_001))
        for _ in 0..<9 { breaker.finished(early, .down, at: .seconds(6)) }
        _ = call(&breaker, .down, at: 6_000)
        #expect(breaker.state(at: .seconds(6)) == .closed)
    }

    @Test("A breaker that closes again forgets its earlier failures")
    func forgotten() {
        var breaker = opened(at: 0)
        _ = call(&breaker, .up, at: 5_000)
        for _ in 0..<9 { _ = call(&breaker, .down, at: 5_000) }
        #expect(breaker.state(at: .seconds(5)) == .closed)
    }

    @Test(
        "The error kind of a response decides whether its host succeeded or failed",
        arguments: [
            (nil, .up), (.notFound, .up), (.auth, .up), (.quota, .up), (.badRequest, .up),
            (.malformed, .up), (.rateLimited, .unknown), (.unavailable, .down), (.timeout, .down),
            (.upstream, .down),
        ] as [(ProviderError.Kind?, ProviderError.Health)]
    )
    func verdicts(_ kind: ProviderError.Kind?, _ health: ProviderError.Health) {
        let reader = StatusReader { _ in kind.map { ProviderError($0, message: "") } }
        let answer = HTTPAnswer(HTTPResponse(status: 200, body: []), to: request(to: "a"), readBy: reader)
        #expect(Result.success(answer).health == health)
    }

    @Test(
        "A request without a response counts against its host only if the host caused the failure",
        arguments: ProviderError.Stage.allCases
    )
    func failures(_ kind: ProviderError.Stage) {
        let ours: Set<ProviderError.Stage> = [
            .cancelled, .outOfTime, .forbidden, .notRecorded, .quotaExhausted, .rateLimited, .circuitOpen,
            .overloaded,
        ]
        let expected: ProviderError.Health =
            ours.contains(kind) ? .unknown : kind == .bodyTooLarge ? .up : .down
        #expect(Result<HTTPAnswer, ProviderError>.failure(ProviderError(at: kind, "")).health == expected)
    }
}
