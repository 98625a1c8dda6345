import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("Turns at a source with one call in three seconds", .timeLimit(.minutes(15)))
struct RatePacerTests {
    private func states() -> ProviderStates {
        var policy = ProviderPolicy()
        policy.limits.rates = [Rate(count: 1, period: .seconds(3))]
        policy.retry.attempts = 3
        return ProviderStates(["films": policy])
    }

    private func pacer(_ states: ProviderStates, _ clock: ManualClock) -> RatePacer {
        RatePacer(states: states, clock: clock, wallClock: clock.wall, ledger: MemoryQuotaLedger())
    }

    private func admission(
        _ states: ProviderStates,
        _ clock: ManualClock,
        _ network: ScriptedTransport
    ) -> Admission<SingleAttempts<ScriptedTransport>> {
        Admission(states, clock, before: SingleAttempts(next: network))
    }

    @Test("Waiting for a turn uses up a call's time, and a call without enough time is refused")
    func pacing() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let network = ScriptedTransport(statuses: [200])
        let states = states()
        let layer = admission(states, clock, network)
        for _ in 0..<3 { #expect(await layer.outcome(request(to: "a")) == .status(200)) }
        #expect(clock.now == .seconds(6))
        #expect(network.requests.map(\.limits.totalTimeout) == [.seconds(8), .seconds(5), .seconds(5)])
        var hasty = request(to: "a")
        hasty.limits.totalTimeout = .seconds(2)
        #expect(await layer.outcome(hasty) == .failure(.rateLimited, retryAfter: 3))
        #expect(clock.now == .seconds(6))
    }

    @Test("A call that doesn't wait for its turn is refused at once unless the turn is near")
    func oneOfSeveral() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states()
        let pacer = pacer(states, clock)
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

    @Test("A call that ends before its turn is refused at once, and is not late")
    func turnAfterDeadline() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states()
        let pacer = pacer(states, clock)
        func refusal(_ limit: Duration) async -> ProviderError.Stage? {
            var request = request(to: "a")
            request.context.deadline = Deadline(after: limit, on: clock)
            do throws(ProviderError) {
                try await pacer.wait(request, by: .seconds(9))
                return nil
            } catch {
                return error.stage
            }
        }
        #expect(await refusal(.seconds(2)) == nil)
        #expect(await refusal(.seconds(2)) == .rateLimited)
        #expect(clock.now == .zero)
        #expect(await refusal(.seconds(4)) == nil)
        #expect(clock.now == .seconds(3))
    }

    @Test("A call whose turn leaves no time for an answer is refused at once")
    func turnBeforeDeadline() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states()
        let pacer = pacer(states, clock)
        func refusal(_ milliseconds: Int) async -> ProviderError? {
            var request = request(to: "a")
            request.context.deadline = Deadline(after: .milliseconds(milliseconds), on: clock)
            do throws(ProviderError) {
                try await pacer.wait(request, by: .seconds(99))
                return nil
            } catch {
                return error
            }
        }
        #expect(await refusal(50) == nil)
        let refused = await refusal(3_050)
        #expect(refused?.stage == .rateLimited)
        #expect(refused?.retryAfterSeconds == 3)
        #expect(clock.now == .zero)
        #expect(await refusal(3_150) == nil)
        #expect(clock.now == .seconds(3))
        // A source that usually takes 400 ms needs as much.
        states["films"].withTally {
            $0.began()
            $0.ended(
                .failure(ProviderError(at: .brokenResponse, "")),
                after: .milliseconds(400),
                atEpochMilliseconds: 0
            )
        }
        #expect(await refusal(3_350)?.stage == .rateLimited)
        #expect(await refusal(3_450) == nil)
    }

    @Test("A call whose deadline is far waits for its turn, whatever the time of a request, which begins with the turn")
    func farDeadline() async {
        let clock = ManualClock(jumpingUpTo: .seconds(30))
        let network = ScriptedTransport(statuses: [200])
        let layer = admission(states(), clock, network)
        for _ in 0..<2 {
            var request = request(to: "a")
            request.limits.totalTimeout = .seconds(2)
            request.context.deadline = Deadline(after: .seconds(20), on: clock)
            #expect(await layer.outcome(request) == .status(200))
        }
        #expect(clock.now == .seconds(3))
        #expect(network.requests.map(\.limits.totalTimeout) == [.seconds(2), .seconds(2)])
    }

    @Test("No call waits for its turn at a source that lets calls wait in vain, unless it has much more time")
    func silence() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let pacer = pacer(states(), clock)
        func failure() async -> ProviderError? {
            do throws(ProviderError) {
                try await pacer.wait(request(to: "a"), by: .seconds(99))
                return nil
            } catch {
                return error
            }
        }
        #expect(await failure() == nil)
        let now = clock.wall.milliseconds
        func known(_ waited: Int) async {
            await pacer.ledger.withOutage(of: "films") {
                $0 = Outage(since: now, triedAt: now, message: "", isSilent: true, waited: waited)
            }
        }
        await known(3_000)
        let refused = await failure()
        #expect(refused?.stage == .timeout)
        #expect(refused?.message == "films has not answered since 00:00; it was not asked this time")
        #expect(refused?.retryAfterSeconds == 3)
        #expect(clock.now == .zero)
        await known(1_000)
        #expect(await failure() == nil)
        #expect(clock.now == .seconds(3))
    }

    @Test("A call canceled while waiting leaves its turn to the next call")
    func abandonedTurn() async {
        let clock = ManualClock()
        let states = states()
        let layer = admission(states, clock, ScriptedTransport(statuses: [200]))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        let abandoned = await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await layer.outcome(request(to: "a")) }
            await clock.sleepers(1)
            group.cancelAll()
            return await group.next()
        }
        #expect(abandoned == .failure(.cancelled))
        async let next = layer.outcome(request(to: "a"))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await next == .status(200))
        #expect(clock.now == .seconds(3))
    }

    @Test("A call moves up when the one that waits before it is given up")
    func movingUp() async {
        let clock = ManualClock()
        let network = ScriptedTransport(statuses: [200])
        let layer = admission(states(), clock, network)
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        let given = Task { await layer.outcome(request(to: "a")) }
        await clock.sleepers(1)
        async let last = layer.outcome(request(to: "a"))
        await clock.sleepers(2)
        given.cancel()
        #expect(await given.value == .failure(.cancelled))
        // It looks, and has its turn in half a second instead of in 3.5.
        clock.advance(by: .milliseconds(2_500))
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(500))
        #expect(await last == .status(200))
        #expect(network.requests.count == 2)
    }

    @Test(
        "Only a request that was sent has used its turn",
        arguments: [
            (.cancelled, 0), (.circuitOpen, 0), (.overloaded, 0), (.quotaExhausted, 0), (.nameResolution, 0),
            (.connectionRefused, 0), (.tls, 0), (.forbidden, 0), (.timeout, 3), (.connectionLost, 3),
        ] as [(ProviderError.Stage, Int)]
    )
    func unusedTurn(_ stage: ProviderError.Stage, _ seconds: Int) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states()
        let network = ScriptedTransport { number, _ throws(ProviderError) in
            if number == 0 { throw ProviderError(at: stage, "") }
            return HTTPResponse(status: 200, body: [])
        }
        let layer = admission(states, clock, network)
        #expect(await layer.outcome(request(to: "a")) == .failure(stage))
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        #expect(clock.now == .seconds(seconds))
    }

    @Test("A canceled call leaves its turn at once if it was not sent, and is not sent any more")
    func canceledTurn() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states()
        let isStuck = Mutex(true)
        let network = ScriptedTransport { number, request throws(ProviderError) in
            guard number == 0 else { return HTTPResponse(status: 200, body: []) }
            while isStuck.withLock(\.self) { await Task.yield() }
            throw request.sending.begin() ? ProviderError(at: .connectionLost, "") : .cancelled(request)
        }
        let layer = admission(states, clock, network)
        let first = Task { await layer.outcome(request(to: "a")) }
        while network.requests.isEmpty { await Task.yield() }
        first.cancel()
        while await !layer.pacer.ledger.withTurns(at: "films", { $0.turns.isEmpty }) { await Task.yield() }
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        #expect(clock.now == .zero)
        isStuck.withLock { $0 = false }
        #expect(await first.value == .failure(.cancelled))
    }

    @Test("An attempt that was not sent is repeated in the same turn, and others in turns of their own")
    func turnsOfRetries() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = states()
        let network = ScriptedTransport { number, _ throws(ProviderError) in
            switch number {
            case 0: throw ProviderError(at: .connectionRefused, "")
            case 1: throw ProviderError(at: .connectionLost, "")
            default: return HTTPResponse(status: 200, body: [])
            }
        }
        let ledger = MemoryQuotaLedger()
        let pacer = RatePacer(states: states, clock: clock, wallClock: clock.wall, ledger: ledger)
        let retrying = Retrying(attempt: Attempt(states, clock, over: network), random: RandomSource { 0 }) {
            await pacer.mayRepeat($0, by: $1)
        }
        let layer = Admission(states, clock, ledger, before: retrying)
        #expect(await layer.outcome(request(to: "a")) == .status(200))
        #expect(network.requests.count == 3)
        #expect(clock.now == .seconds(3))
    }
}
