import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import Upstream

@Suite("Sources that do not answer", .timeLimit(.minutes(15)))
struct OutageTests {
    private func sender<Network: HTTPTransport>(
        _ clock: ManualClock,
        _ ledger: MemoryQuotaLedger,
        over network: Network,
        _ states: ProviderStates = ProviderStates()
    ) -> Attempt<Network> {
        Attempt(states, clock, outages: ledger, over: network)
    }

    @Test("After an attempt that waited in vain, others wait a second, and one a minute waits in full")
    func outage() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let ledger = MemoryQuotaLedger()
        let silent = sender(clock, ledger, over: SilentTransport(clock: clock))
        func seconds() async -> (Int, ProviderError?) {
            let start = clock.now
            let result = await silent.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: .seconds(999))
            return ((clock.now - start).secondsRoundedUp, result.problem)
        }
        let first = await seconds()
        #expect(first.0 == 3)
        #expect(first.1?.message == "nothing came")
        for left in [59, 58] {
            let (duration, failure) = await seconds()
            #expect(duration == 1)
            #expect(failure?.stage == .timeout)
            #expect(failure?.message == "films has not answered since 00:00; it was given 1 s this time")
            #expect(failure?.retryAfterSeconds == left)
        }
        let known = Outage(
            since: 1_795_219_200_000,
            triedAt: 1_795_219_203_000,
            message: "nothing came",
            isSilent: true,
            waited: 3_000
        )
        #expect(await ledger.outage(of: "films") == known)
        clock.advance(by: .seconds(58))
        #expect(await seconds().0 == 3)
        #expect(await seconds().0 == 1)
        #expect(await ledger.outage(of: "films")?.since == 1_795_219_200_000)
        // An answer ends it, whatever it says.
        let working = sender(clock, ledger, over: ScriptedTransport(statuses: [404]))
        #expect(await working.outcome(request(to: "a")) == .status(404))
        #expect(await ledger.outage(of: "films") == nil)
        #expect(await seconds().0 == 3)
    }

    @Test(
        "A source that is down or takes no key is known to fail until it answers, and waits are not shortened",
        arguments: [(401, true), (403, true), (500, true), (503, true), (404, false), (400, false), (429, false)]
    )
    func failing(status: Int, isOutage: Bool) async {
        let clock = ManualClock()
        let ledger = MemoryQuotaLedger()
        let source = sender(clock, ledger, over: ScriptedTransport(statuses: [status, status, 200]))
        for _ in 0..<2 {
            _ = await source.outcome(request(to: "a"))
            let outage = await ledger.outage(of: "films")
            #expect((outage != nil) == isOutage)
            #expect(outage?.message == (isOutage ? "the source answered with HTTP status \(status)" : nil))
            #expect(outage?.since == (isOutage ? 1_795_219_200_000 : nil))
            #expect(outage?.rest(at: clock.wall.milliseconds) == nil)
            clock.advance(by: .seconds(5))
        }
        _ = await source.outcome(request(to: "a"))
        #expect(await ledger.outage(of: "films") == nil)
    }

    @Test("Of several attempts after a minute, only one waits in full")
    func claims() async {
        let clock = ManualClock()
        let ledger = MemoryQuotaLedger()
        await ledger.withOutage(of: "films") {
            $0 = Outage(since: 0, triedAt: 1_795_219_100_000, message: "", isSilent: true, waited: 4_000)
        }
        let silent = sender(clock, ledger, over: SilentTransport(clock: clock))
        await withTaskGroup(of: ProviderError?.self) { group in
            for host in ["a", "b", "c"] {
                group.addTask {
                    await silent.outcome(of: request(to: host), readBy: StatusReader.shared, until: .seconds(999))
                        .problem
                }
            }
            await clock.sleepers(3)
            clock.advance(by: .seconds(1))
            for _ in 0..<2 { #expect(await group.next()??.isStillSilent == true) }
            clock.advance(by: .seconds(2))
            #expect(await group.next()??.isStillSilent == false)
        }
    }

    @Test(
        "An attempt whose time the call cuts short says something after a second without an answer",
        arguments: [(900, false), (1_000, true), (2_000, true)]
    )
    func silenceOfShortCalls(_ limit: Int, _ isKnown: Bool) async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let (ledger, states) = (MemoryQuotaLedger(), ProviderStates())
        let silent = sender(clock, ledger, over: SilentTransport(clock: clock), states)
        let moment = Duration.milliseconds(limit)
        let cut = await silent.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: moment)
        #expect(cut.problem?.stage == .outOfTime)
        #expect((await ledger.outage(of: "films") != nil) == isKnown)
        #expect(states["films"].withTally(\.requests.failed) == (isKnown ? 1 : 0))
    }

    @Test("An attempt that ends at about the same time as its call ends a little before it")
    func silenceOfCalls() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let ledger = MemoryQuotaLedger()
        let silent = sender(clock, ledger, over: SilentTransport(clock: clock))
        var short = request(to: "a")
        short.context.deadline = Deadline(after: .milliseconds(2_950), on: clock)
        #expect(await silent.outcome(short) == .failure(.timeout))
        #expect(short.context.deadline?.hasPassed == false)
        #expect(await ledger.outage(of: "films") != nil)
        var image = request(to: "a")
        image.lane = .images
        #expect(await silent.outcome(image) == .failure(.timeout))
        #expect(await ledger.outage(of: image.source) == nil)
    }

    /// Starts an attempt of three seconds for a call, and returns what is known when the call ends.
    private func known(
        after limit: Duration,
        _ clock: ManualClock,
        _ ledger: MemoryQuotaLedger,
        over network: some HTTPTransport,
        _ states: ProviderStates = ProviderStates(),
        then finish: (Task<Outcome, Never>) async -> Void
    ) async -> Outage? {
        let sender = sender(clock, ledger, over: network, states)
        var request = request(to: "a")
        request.context.deadline = Deadline(after: limit, on: clock)
        let attempt = Task { [request] in await sender.outcome(request) }
        await clock.sleepers(limit > .seconds(1) ? 2 : 1)
        clock.advance(by: limit)
        if limit > .milliseconds(1_070) {
            while states["films"].withTally(\.requests.failed) == 0 { await Task.yield() }
            while await ledger.outage(of: "films") == nil { await Task.yield() }
        }
        let outage = await ledger.outage(of: "films")
        await finish(attempt)
        return outage
    }

    @Test("At the end of a call without an answer, its attempt says that the source does not answer, and goes on")
    func outlivedCalls() async {
        let clock = ManualClock()
        let (ledger, states) = (MemoryQuotaLedger(), ProviderStates())
        let outage = await known(
            after: .seconds(2),
            clock,
            ledger,
            over: SilentTransport(clock: clock),
            states
        ) { attempt in
            #expect(states["films"].withTally(\.requests.inFlight) == 1)
            clock.advance(by: .seconds(1))
            #expect(await attempt.value == .failure(.timeout))
        }
        #expect(outage?.isSilent == true)
        #expect(outage?.waited == 2_000)
        #expect(outage?.message == "a.example did not answer within 2000 ms")
        #expect(states["films"].withTally(\.requests.failed) == 1)
        #expect(await ledger.outage(of: "films")?.waited == 3_000)
    }

    @Test("An attempt that is cancelled, or whose call was short, says nothing", arguments: [true, false])
    func cancelledCalls(_ isCancelled: Bool) async {
        let clock = ManualClock()
        let ledger = MemoryQuotaLedger()
        let network = SilentTransport(clock: clock)
        if isCancelled {
            let sender = sender(clock, ledger, over: network)
            var request = request(to: "a")
            request.context.deadline = Deadline(after: .seconds(2), on: clock)
            let attempt = Task { [request] in await sender.outcome(request) }
            await clock.sleepers(2)
            attempt.cancel()
            #expect(await attempt.value == .failure(.cancelled))
        } else {
            let outage = await known(after: .seconds(1), clock, ledger, over: network) { attempt in
                attempt.cancel()
                #expect(await attempt.value == .failure(.cancelled))
            }
            #expect(outage == nil)
        }
        #expect(await ledger.outage(of: "films") == nil)
    }

    @Test("An answer after the end of its call takes back that the source does not answer")
    func lateAnswer() async {
        let clock = ManualClock()
        let (ledger, states) = (MemoryQuotaLedger(), ProviderStates())
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            _ = await clock.sleep(until: .milliseconds(2_500))
            return HTTPResponse(status: 200, body: [])
        }
        let outage = await known(after: .seconds(2), clock, ledger, over: network, states) { attempt in
            clock.advance(by: .seconds(1))
            #expect(await attempt.value == .status(200))
        }
        #expect(outage?.isSilent == true)
        #expect(await ledger.outage(of: "films") == nil)
        #expect(states["films"].withTally(\.requests) == RequestCounts(sent: 1, failed: 0))
    }

    @Test("A source whose answer has begun to come is slow, and not silent")
    func begunAnswer() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let ledger = MemoryQuotaLedger()
        let slow = sender(clock, ledger, over: SilentTransport(clock: clock, beginsAnswer: true))
        let cut = await slow.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: .seconds(2))
        #expect(cut.problem?.stage == .outOfTime)
        #expect(await ledger.outage(of: "films") == nil)
    }

    @Test("A call with much more time than those that waited in vain waits in full, once")
    func moreTime() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let ledger = MemoryQuotaLedger()
        let silent = sender(clock, ledger, over: SilentTransport(clock: clock))
        func seconds(within limit: Duration = .seconds(999)) async -> Duration {
            let start = clock.now
            _ = await silent.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: start + limit)
            return clock.now - start
        }
        #expect(await seconds(within: .milliseconds(1_500)) == .milliseconds(1_500))
        #expect(await seconds(within: .milliseconds(1_500)) == .seconds(1))
        #expect(await seconds() == .seconds(3))
        #expect(await seconds() == .seconds(1))
    }

    @Test("A short attempt is not repeated, and its failure does not replace that of a long one")
    func silenceOfRetries() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let silent = sender(clock, MemoryQuotaLedger(), over: SilentTransport(clock: clock))
        let layer = Retrying(attempt: silent, random: RandomSource { 0 }) { _, _ in true }
        let first = await layer.outcome(of: request(to: "a"), readBy: StatusReader.shared)
        #expect(first.problem?.message == "nothing came")
        #expect(clock.now == .seconds(4))
        #expect(await layer.outcome(of: request(to: "a"), readBy: StatusReader.shared).problem?.isStillSilent == true)
        #expect(clock.now == .seconds(5))
    }

    @Test(
        "A clock that is set back or ahead, or a day without a call, ends the short attempts",
        arguments: [(1_000_000, true), (1_059_999, true), (1_060_000, false), (999_999, false), (999_000_000, false)]
    )
    func rest(_ now: Int, _ isShort: Bool) {
        var outage: Outage? = Outage(since: 0, triedAt: 1_000_000, message: "", isSilent: true, waited: 4_000)
        #expect((outage?.rest(at: now) != nil) == isShort)
        #expect(outage.claim(for: .seconds(4), at: now) == !isShort)
        #expect(outage.claim(for: .seconds(4), at: now) == false)
    }

    @Test("The beginning of a outage is a time, and the date of another day, in the user's zone")
    func beginning() {
        let clock = WallClock(milliseconds: { 1_795_219_200_000 }, utcOffsetSeconds: { _ in 32_400 })
        func beginning(_ secondsAgo: Int) -> String {
            Outage(since: (1_795_219_200 - secondsAgo) * 1_000, triedAt: 0, message: "", isSilent: true, waited: 4_000)
                .beginning(
                    on: clock
                )
        }
        #expect(beginning(120) == "08:58")
        #expect(beginning(32_400) == "00:00")
        #expect(beginning(32_460) == "2026-11-20 23:59")
    }
}
