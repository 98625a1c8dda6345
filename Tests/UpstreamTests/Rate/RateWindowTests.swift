import HTTPModel
import MarqueeTestKit
import Testing
import Upstream

@Suite("So many calls in any stretch of time")
struct RateWindowTests {
    private func turns(_ count: Int, _ period: Duration, at arrivals: [Int], by limit: Int = .max) -> [Int?] {
        var window = SlidingWindowLimiter(Rate(count: count, period: period))
        return arrivals.map { arrival in
            let decision = window.take(at: .milliseconds(arrival), by: .milliseconds(min(limit, 1_000_000_000)))
            guard case .turn(let turn) = decision else { return nil }
            return Int(turn / .milliseconds(1))
        }
    }

    @Test func turns() {
        // One after the other, each at its turn.
        #expect(turns(1, .seconds(2), at: [0, 0, 0]) == [0, 2_000, 4_000])
        #expect(turns(2, .seconds(1), at: [0, 0, 0, 0, 0]) == [0, 0, 1_000, 1_000, 2_000])
        // Never three within a second, wherever the second begins.
        #expect(turns(2, .seconds(1), at: [0, 900, 950, 1_000]) == [0, 900, 1_000, 1_900])
        // Time that was not used is no credit beyond the count.
        #expect(turns(2, .seconds(1), at: [60_000, 60_000, 60_000]) == [60_000, 60_000, 61_000])
        #expect(turns(2, .seconds(1), at: [0, 5_000, 5_000, 5_000]) == [0, 5_000, 5_000, 6_000])
    }

    @Test("A call of no use after its deadline is refused, told when, and takes no turn")
    func refusal() {
        var window = SlidingWindowLimiter(Rate(count: 1, period: .seconds(2)))
        #expect(window.take(at: .zero, by: .seconds(1)) == .turn(.zero))
        #expect(window.take(at: .zero, by: .seconds(1)) == .refused(until: .seconds(2)))
        #expect(window.take(at: .seconds(1), by: .seconds(2)) == .turn(.seconds(2)))
    }

    @Test("A turn that is given back goes to the next; the others keep theirs")
    func givenBack() {
        var window = SlidingWindowLimiter(Rate(count: 1, period: .seconds(1)))
        for second in 0..<3 { #expect(window.take(at: .zero, by: .seconds(9)) == .turn(.seconds(second))) }
        window.giveBack(.seconds(2))
        #expect(window.take(at: .zero, by: .seconds(9)) == .turn(.seconds(2)))
        window.giveBack(.seconds(1))
        #expect(window.take(at: .zero, by: .seconds(9)) == .turn(.seconds(3)))
    }

    @Test("Whatever comes, no stretch holds more than it may", arguments: 0..<20)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...5, using: &random)
        var window = SlidingWindowLimiter(Rate(count: count, period: .milliseconds(1_000)))
        var now = 0
        var granted: [Int] = []
        for _ in 0..<300 {
            now += Int.random(in: 0...400, using: &random)
            guard case .turn(let turn) = window.take(at: .milliseconds(now), by: .milliseconds(now + 3_000)) else {
                continue
            }
            if turn > .milliseconds(now), Int.random(in: 0..<4, using: &random) == 0 {
                window.giveBack(turn)
            } else {
                granted.append(Int(turn / .milliseconds(1)))
            }
        }
        #expect(granted.count > 200 * count / 5)
        for start in granted { #expect(granted.count { (start..<start + 1_000).contains($0) } <= count) }
    }
}
