import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import Upstream

@Suite("Sources that do not answer", .timeLimit(.minutes(15)))
struct OutageTests {
    private func sender(
        _ clock: ManualClock,
        _ ledger: MemoryQuotaLedger,
        over network: some HTTPTransport
    ) -> some AttemptClient {
        AttemptSender(states: ProviderStates(), clock: clock, wallClock: clock.wall, ledger: ledger, network: network)
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
            isSilent: true
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
            $0 = Outage(since: 0, triedAt: 1_795_219_100_000, message: "", isSilent: true)
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

    @Test("An attempt whose time the call cuts short says nothing, unless both end at about the same time")
    func silenceOfShortCalls() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let ledger = MemoryQuotaLedger()
        let silent = sender(clock, ledger, over: SilentTransport(clock: clock))
        let cut = await silent.outcome(of: request(to: "a"), readBy: StatusReader.shared, until: .seconds(2))
        #expect(cut.problem?.stage == .outOfTime)
        #expect(await ledger.outage(of: "films") == nil)
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

    @Test("A short attempt is not repeated, and its failure does not replace that of a long one")
    func silenceOfRetries() async {
        let clock = ManualClock(jumpingUpTo: .seconds(10))
        let states = ProviderStates()
        let layer = Retrying(
            states: states,
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { 0 },
            mayRepeat: { _, _ in true },
            next: sender(clock, MemoryQuotaLedger(), over: SilentTransport(clock: clock))
        )
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
        var outage: Outage? = Outage(since: 0, triedAt: 1_000_000, message: "", isSilent: true)
        #expect((outage?.rest(at: now) != nil) == isShort)
        #expect(outage.claim(at: now) == !isShort)
        #expect(outage.claim(at: now) == false)
    }

    @Test("The beginning of a outage is a time, and the date of another day, in the user's zone")
    func beginning() {
        let clock = WallClock(milliseconds: { 1_795_219_200_000 }, utcOffsetSeconds: { _ in 32_400 })
        func beginning(_ secondsAgo: Int) -> String {
            Outage(since: (1_795_219_200 - secondsAgo) * 1_000, triedAt: 0, message: "", isSilent: true).beginning(
                on: clock
            )
        }
        #expect(beginning(120) == "08:58")
        #expect(beginning(32_400) == "00:00")
        #expect(beginning(32_460) == "2026-11-20 23:59")
    }
}
