import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import Upstream

@Suite("Single layers over a scripted network", .timeLimit(.minutes(1)))
struct LayerTests {
    private func states(_ change: (inout ProviderPolicy) -> Void = { _ in }) -> ProviderStates {
        var policy = ProviderPolicy()
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
        Retrying(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { chance },
            mayRepeat: { _, _ in mayRepeat },
            next: network
        )
    }

    @Test(
        "Retrying: what is sent how often, and how long it takes",
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

    @Test("Retrying: not what would be done twice, not without leave, not before the source wants it")
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

    @Test("Retrying: of a thousand calls in a storm a fifth and three are repeated")
    func storm() async {
        let network = ScriptedTransport(statuses: [503])
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let layer = retrying(states(), clock, network)
        for _ in 0..<1_000 { _ = await layer.outcome(request(to: "a")) }
        #expect((1_190...1_203).contains(network.requests.count))
    }

    @Test("Circuit: ten failures close the way for five seconds, then one call decides")
    func circuit() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport { number, _ throws(ProviderError) in
            if number == 11 { return HTTPResponse(status: 200, body: []) }
            throw ProviderError(at: .connectionRefused, "refused")
        }
        let layer = CircuitBreakingTransport(states: states(), clock: clock, next: network)
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
        "Rate: what a source says with 429 holds for all calls, up to a cap, and others are not asked to wait",
        arguments: [
            ("20", 20), ("Sat, 21 Nov 2026 00:00:30 GMT", 30), ("Sat, 21 Nov 2020 00:00:00 GMT", 1),
            ("31536000", 3_600), ("soon", 60), (nil, 10),
        ] as [(String?, Int)]
    )
    func pause(_ header: String?, _ seconds: Int) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [429, 200], headers: header.map { [("Retry-After", $0)] } ?? [])
        let states = states()
        let layer = RateLimiter(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { 0 },
            pacer: RatePacer(states: states, clock: clock),
            next: SingleAttempts(next: network)
        )
        #expect(await layer.outcome(request(to: "a")) == .status(429))
        for _ in 0..<100 {
            #expect(await layer.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: seconds))
        }
        var other = request(to: "a")
        other.source = "others"
        #expect(await layer.outcome(other) == .status(200))
        #expect(network.requests.count == 2)
        clock.advance(by: .seconds(seconds))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
    }

    @Test("Rate: calls wait for their turn and have less time afterwards; none waits in vain")
    func pacing() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [200])
        let states = states { $0.limits.rate = Rate(count: 1, period: .seconds(3)) }
        let layer = RateLimiter(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { 0 },
            pacer: RatePacer(states: states, clock: clock),
            next: SingleAttempts(next: network)
        )
        for _ in 0..<3 { #expect(await layer.outcome(request(to: "a")) == .status(200)) }
        #expect(clock.now == .seconds(6))
        #expect(network.requests.map(\.limits.totalTimeout) == [.seconds(8), .seconds(5), .seconds(5)])
        var hasty = request(to: "a")
        hasty.limits.totalTimeout = .seconds(2)
        #expect(await layer.outcome(hasty) == .failure(.rateLimited, retryAfter: 3))
        #expect(clock.now == .seconds(6))
    }

    @Test("Rate: a call that other sources can answer too is refused at once, unless its turn is near")
    func oneOfSeveral() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states { $0.limits.rate = Rate(count: 1, period: .seconds(3)) }
        let pacer = RatePacer(states: states, clock: clock)
        func refusal() async -> ProviderError.Stage? {
            var request = request(to: "a")
            request.context.waitsForTurn = false
            do throws(ProviderError) {
                try await pacer.wait(request, by: .seconds(9))
                return nil
            } catch {
                return error.stage
            }
        }
        #expect(await refusal() == nil)
        #expect(await refusal() == .rateLimited)
        #expect(clock.now == .zero)
        clock.advance(by: .milliseconds(2_900))
        #expect(await refusal() == nil)
        #expect(clock.now == .seconds(3))
    }

    @Test("Rate: whoever goes away while waiting leaves the turn to the next")
    func abandonedTurn() async {
        let clock = ManualClock()
        let states = states { $0.limits.rate = Rate(count: 1, period: .seconds(3)) }
        let pacer = RatePacer(states: states, clock: clock)
        func wait() async -> ProviderError.Stage? {
            do throws(ProviderError) {
                try await pacer.wait(request(to: "a"), by: .seconds(8))
                return nil
            } catch {
                return error.stage
            }
        }
        #expect(await wait() == nil)
        let abandoned = await withTaskGroup(of: ProviderError.Stage?.self) { group in
            group.addTask { await wait() }
            await clock.sleepers(1)
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect(abandoned == .cancelled)
        async let next = wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await next == nil)
        #expect(clock.now == .seconds(3))
    }

    @Test("Rate: whoever waits when the source says that it is enough does not go")
    func pausedWhileWaiting() async {
        let clock = ManualClock()
        let states = states { $0.limits.rate = Rate(count: 1, period: .seconds(3)) }
        let gate = Gate()
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            _ = await gate.pass()
            return HTTPResponse(status: 429, headers: HTTPHeaders([("Retry-After", "60")]), body: [])
        }
        let layer = RateLimiter(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { 0 },
            pacer: RatePacer(states: states, clock: clock),
            next: SingleAttempts(next: network)
        )
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

    @Test("Deadline: a call that hangs ends at its moment, and what hung is cancelled")
    func deadline() async throws {
        let clock = ManualClock()
        let states = states { $0.limits.concurrent = 1 }
        let attempt = Measuring(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            network: SilentTransport(clock: clock)
        )
        let layer = Retrying(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { 0 },
            mayRepeat: { _, _ in true },
            next: ConcurrencyLimit(states: states, clock: clock, next: attempt)
        )
        // Who waits for the only place has the same time.
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
        // It was cut short, which tells nothing of the source.
        #expect(states["films"].withTally(\.requests.failed) == 0)
        #expect(states["films"].places.load == (0, 0))
    }

    @Test("Deadline: an attempt has its own, shorter one")
    func attemptTimeout() async {
        let clock = ManualClock()
        let states = states()
        let network = SilentTransport(clock: clock)
        let layer = Measuring(states: states, clock: clock, wallClock: clock.wall, network: network)
        async let outcome = layer.outcome(request(to: "a"))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await outcome == .failure(.timeout))
        #expect(states["films"].withTally(\.requests.failed) == 1)
    }

    @Test("Deadline: whoever goes away gets no timeout")
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
