import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import Upstream

@Suite("Sliding-window rate limit")
struct RateWindowTests {
    private func turns(_ count: Int, _ period: Duration, at arrivals: [Int], by limit: Int = .max) -> [Int?] {
        var window = SlidingWindowLimiter()
        return arrivals.map { arrival in
            let decision = window.take(
                [Rate(count: count, period: period)],
                at: .milliseconds(arrival),
                within: .milliseconds(min(limit, 1_000_000_000) - arrival)
            )
            guard case .turn(let turn) = decision else { return nil }
            return Int(turn / .milliseconds(1))
        }
    }

    @Test func turns() {
        // Calls go one after the other, each at its turn.
        #expect(turns(1, .seconds(2), at: [0, 0, 0]) == [0, 2_000, 4_000])
        #expect(turns(2, .seconds(1), at: [0, 0, 0, 0, 0]) == [0, 0, 1_000, 1_000, 2_000])
        // Never three within a second, wherever the second begins.
        #expect(turns(2, .seconds(1), at: [0, 900, 950, 1_000]) == [0, 900, 1_000, 1_900])
        // Unused time gives no credit beyond the count.
        #expect(turns(2, .seconds(1), at: [60_000, 60_000, 60_000]) == [60_000, 60_000, 61_000])
        #expect(turns(2, .seconds(1), at: [0, 5_000, 5_000, 5_000]) == [0, 5_000, 5_000, 6_000])
    }

    @Test("A call whose turn is after its deadline is refused with the time, and takes no turn")
    func refusal() {
        let rate = Rate(count: 1, period: .seconds(2))
        var window = SlidingWindowLimiter()
        #expect(window.take([rate], at: .zero, within: .seconds(1)) == .turn(.zero))
        #expect(window.take([rate], at: .zero, within: .seconds(1)) == .refused(until: .seconds(2)))
        #expect(window.take([rate], at: .seconds(1), within: .seconds(1)) == .turn(.seconds(2)))
    }

    @Test("Several rates all hold")
    func severalRates() {
        let rates = [Rate(count: 2, period: .seconds(1)), Rate(count: 3, period: .seconds(10))]
        var window = SlidingWindowLimiter()
        let turns = (0..<4).map { _ in window.take(rates, at: .zero, within: .seconds(60)) }
        #expect(turns == [.turn(.zero), .turn(.zero), .turn(.seconds(1)), .turn(.seconds(10))])
    }

    @Test("A turn that is given back is the next one, also before turns that others wait for")
    func givenBack() {
        let rate = Rate(count: 1, period: .seconds(1))
        var window = SlidingWindowLimiter()
        for second in 0..<3 { #expect(window.take([rate], at: .zero, within: .seconds(9)) == .turn(.seconds(second))) }
        window.giveBack(.seconds(2))
        #expect(window.take([rate], at: .zero, within: .seconds(9)) == .turn(.seconds(2)))
        window.giveBack(.seconds(1))
        #expect(window.take([rate], at: .zero, within: .seconds(9)) == .turn(.seconds(1)))
    }

    @Test("A call that waits moves up when others give their turns back, and never further than the rate allows")
    func movingUp() {
        let rate = Rate(count: 2, period: .seconds(5))
        var window = SlidingWindowLimiter()
        let turns = (0..<7).map { _ in window.take([rate], at: .zero, within: .seconds(60)) }
        #expect(turns.last == .turn(.seconds(15)))
        #expect(window.moveUp(.seconds(15), [rate], at: .seconds(1)) == .seconds(15))
        for second in [5, 5, 10, 10] { window.giveBack(.seconds(second)) }
        #expect(window.moveUp(.seconds(15), [rate], at: .seconds(2)) == .seconds(5))
        #expect(window.turns == [.zero, .zero, .seconds(5)])
        // One that was given back meanwhile is nobody's.
        #expect(window.moveUp(.seconds(15), [rate], at: .seconds(2)) == .seconds(15))
        #expect(window.turns.count == 3)
    }

    @Test("A clock that is set back or ahead by hours neither blocks a source nor lifts its rate")
    func clock() {
        let rate = Rate(count: 2, period: .seconds(5))
        func take(_ window: inout SlidingWindowLimiter, at seconds: Int) -> SlidingWindowLimiter.Decision {
            window.take([rate], at: .seconds(seconds), within: .zero)
        }
        var window = SlidingWindowLimiter()
        for _ in 0..<2 { #expect(take(&window, at: 50_000) == .turn(.seconds(50_000))) }
        // The turns count as if they had been taken when the clock was set back.
        #expect(take(&window, at: 40_000) == .refused(until: .seconds(40_005)))
        #expect(take(&window, at: 40_003) == .refused(until: .seconds(40_005)))
        for _ in 0..<2 { #expect(take(&window, at: 40_005) == .turn(.seconds(40_005))) }
        #expect(take(&window, at: 40_006) == .refused(until: .seconds(40_010)))
        for _ in 0..<2 { #expect(take(&window, at: 90_000) == .turn(.seconds(90_000))) }
        #expect(take(&window, at: 90_001) == .refused(until: .seconds(90_005)))
    }

    @Test("Turns that no call waits for are left out of what a file has")
    func impossible() {
        var window = SlidingWindowLimiter(turns: [.seconds(9), .seconds(1 << 50), .seconds(8)], takenAt: .seconds(10))
        #expect(window.turns == [.seconds(8), .seconds(9)])
        #expect(
            window.take([Rate(count: 2, period: .seconds(5))], at: .seconds(10), within: .zero)
                == .refused(until: .seconds(13))
        )
    }

    @Test("No window has more turns than the limit for random arrivals", arguments: 0..<20)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...5, using: &random)
        let rate = Rate(count: count, period: .milliseconds(1_000))
        var window = SlidingWindowLimiter()
        var now = 0
        var waiting: [Duration] = []
        for _ in 0..<300 {
            now += Int.random(in: 0...400, using: &random)
            guard case .turn(let turn) = window.take([rate], at: .milliseconds(now), within: .seconds(3)) else {
                continue
            }
            waiting.append(turn)
            for _ in 0..<2 where Int.random(in: 0..<4, using: &random) == 0 {
                guard
                    let place = waiting.indices.filter({ waiting[$0] > .milliseconds(now) })
                        .randomElement(using: &random)
                else { break }
                if Bool.random(using: &random) {
                    window.giveBack(waiting.remove(at: place))
                } else {
                    waiting[place] = window.moveUp(waiting[place], [rate], at: .milliseconds(now))
                }
            }
        }
        let granted = waiting.map { Int($0 / .milliseconds(1)) }
        #expect(granted.count > 200 * count / 5)
        for start in granted { #expect(granted.count { (start..<start + 1_000).contains($0) } <= count) }
    }
}

@Suite("Retry-After pauses")
struct SourcePauseTests {
    @Test(
        "The Retry-After value decides the length of the pause",
        arguments: [
            (.seconds(20), 0, .seconds(20)), (.seconds(20), 1, .seconds(22)), (.seconds(20), 0.5, .seconds(21)),
            // Now, or a time in the past.
            (.seconds(0), 0, .seconds(1)), (.seconds(-5), 0, .seconds(1)),
            // A year, and forever.
            (.seconds(31_536_000), 0, .seconds(3_600)), (.seconds(.max), 1, .seconds(3_600)),
            (.unreadable, 0, .seconds(60)), (.unsaid, 0, .seconds(10)), (.untilItCountsAnew, 0.5, .seconds(3_600)),
        ] as [(RetryAfterState.Wish, Double, Duration)]
    )
    func lengths(_ wish: RetryAfterState.Wish, _ chance: Double, _ length: Duration) {
        var pause = RetryAfterState()
        pause.begin(wish, at: .seconds(100), chance: chance)
        #expect(pause.remaining(at: .seconds(100)) == length)
        #expect(pause.remaining(at: .seconds(100) + length - .milliseconds(1)) == .milliseconds(1))
        #expect(pause.remaining(at: .seconds(100) + length) == nil)
        #expect(pause.end == nil)
    }

    @Test("The longer of two pauses counts")
    func longer() {
        var pause = RetryAfterState()
        #expect(pause.remaining(at: .zero) == nil)
        pause.begin(.seconds(30), at: .zero, chance: 0)
        pause.begin(.seconds(5), at: .seconds(1), chance: 0)
        #expect(pause.remaining(at: .seconds(10)) == .seconds(20))
        pause.begin(.seconds(40), at: .seconds(10), chance: 0)
        #expect(pause.remaining(at: .seconds(10)) == .seconds(40))
    }
}

@Suite("Quotas")
struct QuotaTests {
    @Test(
        "The last tenth of a quota, at least ten and at most half, is closed to enrichment",
        arguments: [(3_000, 2_700), (1_000, 900), (100, 90), (50, 40), (20, 10), (10, 5), (1, 1), (0, 0)]
    )
    func shares(_ limit: Int, _ enrichment: Int) {
        #expect(CallPurpose.essential.share(of: limit) == limit)
        #expect(CallPurpose.enrichment.share(of: limit) == enrichment)
    }

    @Test func memoryLedger() async {
        let ledger = MemoryQuotaLedger()
        #expect(await ledger.count(of: "a", in: "d1").used == 0)
        #expect(await ledger.spend(on: "a", in: "d1", limit: 2) == QuotaCount(used: 1, isGranted: true))
        #expect(await ledger.spend(on: "a", in: "d1", limit: 1) == QuotaCount(used: 1, isGranted: false))
        #expect(await ledger.spend(on: "a", in: "d1", limit: 2) == QuotaCount(used: 2, isGranted: true))
        #expect(await ledger.spend(on: "a", in: "d1", limit: 2) == QuotaCount(used: 2, isGranted: false))
        #expect(await ledger.spend(on: "b", in: "d1", limit: 2) == QuotaCount(used: 1, isGranted: true))
        #expect(await ledger.spend(on: "a", in: "d2", limit: 2) == QuotaCount(used: 1, isGranted: true))
        await ledger.setUsedUp(true, "a", in: "d2")
        let refused = QuotaCount(used: 1, isUsedUp: true)
        #expect(await ledger.spend(on: "a", in: "d2", limit: 9) == refused)
        #expect(await ledger.count(of: "a", in: "d2") == refused)
        await ledger.setUsedUp(false, "a", in: "d2")
        await ledger.takeBack("a", in: "d1")
        #expect(await ledger.count(of: "a", in: "d2") == QuotaCount(used: 1))
        for _ in 0..<2 { await ledger.takeBack("a", in: "d2") }
        #expect(await ledger.count(of: "a", in: "d2") == QuotaCount())
        #expect(await ledger.count(of: "b", in: "d1").used == 1)
    }
}
