import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import Upstream

@Suite("Single layers over a scripted network", .timeLimit(.minutes(15)))
struct LayerTests {
    private func states(_ change: (inout ProviderPolicy) -> Void = { _ in }) -> ProviderStates {
        var policy = ProviderPolicy()
        policy.retry.attempts = 3
        change(&policy)
        return ProviderStates(["films": policy])
    }

    private func retrying(
        _ states: ProviderStates,
        _ clock: ManualClock,
        chance: Double = 0.5,
        mayRepeat: Bool = true,
        _ network: ScriptedTransport
    ) -> Retrying<ScriptedTransport> {
        Retrying(attempt: Attempt(states, clock, over: network), random: RandomSource { chance }) { _, _ in mayRepeat }
    }

    private func admission(
        _ states: ProviderStates,
        _ clock: ManualClock,
        _ network: ScriptedTransport,
        chance: Double = 0
    ) -> Admission<SingleAttempts<ScriptedTransport>> {
        Admission(states, clock, chance: chance, before: SingleAttempts(next: network))
    }

    @Test(
        "Retrying: the status decides how often a request is sent and how long it takes",
        arguments: [
            ([200], 200, 1, 0), ([503, 200], 200, 2, 50), ([503, 502, 200], 200, 3, 150), ([504], 504, 3, 150),
            ([500, 200], 500, 1, 0), ([404], 404, 1, 0), ([429, 200], 429, 1, 0),
        ]
    )
    func retries(_ statuses: [Int], _ result: Int, _ count: Int, _ milliseconds: Int) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: statuses)
        let layer = retrying(states(), clock, network)
        #expect(await layer.outcome(request(to: "a")) == .status(result))
        #expect(network.requests.count == count)
        #expect(clock.now == .milliseconds(milliseconds))
    }

    @Test("Retrying: a POST with a cache rule only asks, and is repeated")
    func retriedPost() async {
        let network = ScriptedTransport(statuses: [503, 200])
        var search = request(to: "a", method: .post)
        search.cachePolicy = .asProviderSays
        let layer = retrying(states(), ManualClock(jumpingUpTo: .seconds(10)), network)
        #expect(await layer.outcome(search) == .status(200))
        #expect(network.requests.count == 2)
    }

    @Test("Retrying: a POST, a repetition not permitted, or a late Retry-After isn't repeated")
    func noRetries() async {
        let post = ScriptedTransport(statuses: [503])
        _ = await retrying(states(), ManualClock(jumpingUpTo: .seconds(10)), post).outcome(
            request(to: "a", method: .post)
        )
        #expect(post.requests.count == 1)
        let refused = ScriptedTransport(statuses: [503])
        _ = await retrying(states(), ManualClock(jumpingUpTo: .seconds(10)), mayRepeat: false, refused).outcome(
            request(to: "a")
        )
        #expect(refused.requests.count == 1)
        let late = ScriptedTransport(statuses: [503], headers: [("Retry-After", "9")])
        _ = await retrying(states(), ManualClock(jumpingUpTo: .seconds(10)), late).outcome(request(to: "a"))
        #expect(late.requests.count == 1)
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let fitting = ScriptedTransport(statuses: [503, 200], headers: [("Retry-After", "2")])
        #expect(await retrying(states(), clock, fitting).outcome(request(to: "a")) == .status(200))
        #expect(clock.now == .seconds(2))
    }

    @Test("Retrying: the source's answer counts more than why it isn't repeated")
    func refusedRetry() async {
        let network = ScriptedTransport { number, _ throws(ProviderError) in
            if number == 0 { return HTTPResponse(status: 503, body: []) }
            throw ProviderError(at: .quotaExhausted, "used up")
        }
        let states = states()
        let layer = retrying(states, ManualClock(jumpingUpTo: .seconds(10)), network)
        #expect(await layer.outcome(request(to: "a")) == .status(503))
        #expect(states["films"].withTally(\.requests.retried) == 0)
    }

    @Test("Retrying: the first failure counts more than that the time for another attempt was up")
    func retryWithoutPlace() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [503])
        let states = states { $0.limits.concurrent = 1 }
        let attempt = Attempt(states, clock, over: network)
        let layer = Retrying(attempt: attempt, random: RandomSource { 0.5 }) { _, _ in
            // Another call takes the only place before the retry.
            await states["films"].places.enter() == .entered
        }
        #expect(await layer.outcome(request(to: "a")) == .status(503))
        #expect(network.requests.count == 1)
    }

    @Test("Retrying: at most a fifth of 1,000 failing calls and three more are repeated")
    func storm() async {
        let network = ScriptedTransport(statuses: [503])
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states { $0.breaker.minimumCalls = .max }
        let layer = retrying(states, clock, network)
        for _ in 0..<1_000 { _ = await layer.outcome(request(to: "a")) }
        // The first call finds the budget full, so it adds nothing.
        #expect(network.requests.count == 1_202)
    }

    @Test("Circuit: ten failures open the circuit of a host for five seconds, then one call decides")
    func circuit() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport { number, _ throws(ProviderError) in
            if number == 11 { return HTTPResponse(status: 200, body: []) }
            throw ProviderError(at: .connectionRefused, "refused")
        }
        let layer = Attempt(states(), clock, over: network)
        for _ in 0..<10 { #expect(await layer.outcome(request(to: "a")) == .failure(.connectionRefused)) }
        #expect(await layer.outcome(request(to: "a")) == .failure(.circuitOpen, retryAfter: 5))
        // The mirror is another host.
        #expect(await layer.outcome(request(to: "b")) == .failure(.connectionRefused))
        clock.advance(by: .seconds(5))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        #expect(await layer.outcome(request(to: "a")) == .failure(.connectionRefused))
        #expect(network.requests.count == 13)
    }

    @Test(
        "Circuit: a host that is down is left alone for as long as it says, up to a cap, and its mirror is asked",
        arguments: [("600", 600), ("31536000", 3_600)]
    )
    func rest(_ header: String, _ seconds: Int) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [503, 200], headers: [("Retry-After", header)])
        let states = states()
        let layer = Attempt(states, clock, over: network)
        let first = await layer.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: .seconds(9))
        #expect(first.announcedSeconds == seconds)
        let refused = await layer.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: .seconds(9))
        #expect(refused.problem?.message == "a.example is left alone for now, because it asked for a pause")
        #expect(refused.problem?.retryAfterSeconds == seconds)
        #expect(await layer.outcome(request(to: "b")) == .status(200))
        clock.advance(by: .seconds(seconds))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        #expect(network.requests.count == 3)
    }

    @Test("Circuit: a pause that a call waits for itself does not keep other calls away")
    func shortRest() async {
        let network = ScriptedTransport(statuses: [503, 200], headers: [("Retry-After", "2")])
        let layer = Attempt(states(), ManualClock(), over: network)
        #expect(await layer.outcome(request(to: "a")) == .status(503))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
    }

    @Test(
        "Rate: a used-up quota stops all calls to its source for as long as it says, else for an hour",
        arguments: [(20, 20), (86_400, 3_600), (nil, 3_600)] as [(Int?, Int)]
    )
    func usedUp(_ said: Int?, _ seconds: Int) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [200])
        let reader = StatusReader { _ in ProviderError(.quota, message: "used up", retryAfterSeconds: said) }
        let layer = admission(states(), clock, network)
        let first = await layer.outcome(of: request(to: "a"), readBy: reader)
        #expect(first.announcedSeconds == seconds)
        let refused = await layer.outcome(of: request(to: "a"), readBy: reader)
        #expect(refused.problem?.kind == .quota)
        #expect(refused.problem?.message == "films says that its quota is used up")
        #expect(refused.problem?.retryAfterSeconds == seconds)
        clock.advance(by: .seconds(seconds))
        _ = await layer.outcome(of: request(to: "a"), readBy: reader)
        #expect(network.requests.count == 2)
    }

    @Test(
        "Rate: a 429 stops all calls to its source for Retry-After, up to a cap, and to no other source",
        arguments: [
            ("20", 20), ("Sat, 21 Nov 2026 00:00:30 GMT", 30), ("Sat, 21 Nov 2020 00:00:00 GMT", 1),
            ("31536000", 3_600), ("soon", 60), (nil, 10),
        ] as [(String?, Int)]
    )
    func pause(_ header: String?, _ seconds: Int) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [429, 200], headers: header.map { [("Retry-After", $0)] } ?? [])
        let states = states()
        let layer = admission(states, clock, network)
        let first = await layer.outcome(of: request(to: "a"), readBy: StatusReader.shared)
        #expect(first.announcedSeconds == seconds)
        for _ in 0..<100 {
            #expect(await layer.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: seconds))
        }
        var other = request(to: "a")
        other.provider = "others"
        #expect(await layer.outcome(other) == .status(200))
        #expect(network.requests.count == 2)
        clock.advance(by: .seconds(seconds))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
    }

    @Test("Rate: the first answer and the refusals after it give the same time, which falls")
    func announcedPause() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [429], headers: [("Retry-After", "120")])
        let states = states()
        let layer = admission(states, clock, network, chance: 0.5)
        let first = await layer.outcome(of: request(to: "a"), readBy: StatusReader.shared)
        #expect(first.announcedSeconds == 126)
        #expect(await layer.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: 126))
        clock.advance(by: .seconds(20))
        #expect(await layer.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: 106))
    }

    @Test("Rate: a waiting call is refused if the source answers 429 in the meantime")
    func pausedWhileWaiting() async {
        let clock = ManualClock()
        let states = states { $0.limits.rates = [Rate(count: 1, period: .seconds(3))] }
        let gate = Gate()
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            _ = await gate.pass()
            return HTTPResponse(status: 429, headers: HTTPHeaders([("Retry-After", "60")]), body: [])
        }
        let layer = admission(states, clock, network)
        async let first = layer.outcome(request(to: "a"))
        await gate.waiters(1)
        async let second = layer.outcome(request(to: "a"))
        await clock.sleepers(1)
        gate.open()
        #expect(await first == .status(429))
        clock.advance(by: .seconds(3))
        #expect(await second == .failure(.rateLimited, retryAfter: 57))
        #expect(network.requests.count == 1)
    }

    @Test("Deadline: a call that waits for a place or hangs ends at its deadline")
    func deadline() async throws {
        let clock = ManualClock()
        let states = states { $0.limits.concurrent = 1 }
        let attempt = Attempt(states, clock, over: SilentTransport(clock: clock))
        let layer = Retrying(attempt: attempt, random: RandomSource { 0 }) { _, _ in true }
        // A call that waits for the only place has the same deadline.
        #expect(await states["films"].places.enter() == .entered)
        async let waiting = layer.outcome(request(to: "a"))
        await clock.sleepers(1)
        clock.advance(by: .seconds(8))
        #expect(await waiting == .failure(.timeout))
        states["films"].places.leave()
        var patient = request(to: "a")
        patient.limits.attemptTimeout = .seconds(20)
        let hanging = Task { [patient] in try await layer.send(patient) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(8))
        let message = "films did not answer within the 8000 ms that all attempts have"
        await #expect(throws: ProviderError(at: .timeout, message)) { try await hanging.value }
        // The attempt was cut short, which isn't a failure of the source.
        #expect(states["films"].withTally(\.requests.failed) == 0)
        #expect(states["films"].places.load == (0, 0))
    }

    @Test("Deadline: an attempt has its own, shorter timeout")
    func attemptTimeout() async {
        let clock = ManualClock()
        let states = states()
        let network = SilentTransport(clock: clock)
        let layer = Attempt(states, clock, over: network)
        async let outcome = layer.outcome(request(to: "a"))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await outcome == .failure(.timeout))
        #expect(states["films"].withTally(\.requests.failed) == 1)
    }

    @Test("Deadline: a canceled call fails as canceled, not as timed out")
    func cancelled() async {
        let gate = Gate()
        let network = ScriptedTransport { _, request throws(ProviderError) in
            _ = await gate.pass()
            throw ProviderError(at: .cancelled, "cancelled")
        }
        let layer = retrying(states(), ManualClock(), network)
        let outcome = await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await layer.outcome(request(to: "a")) }
            await gate.waiters(1)
            group.cancelAll()
            return await group.next()
        }
        #expect(outcome == .failure(.cancelled))
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// The time to try again that an answer gives which is a failure.
    fileprivate var announcedSeconds: Int? {
        guard case .success(let answer) = self, case .failure(let error) = answer.verdict else { return nil }
        return error.retryAfterSeconds
    }
}
