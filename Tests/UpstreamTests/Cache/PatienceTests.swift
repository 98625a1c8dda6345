import Testing

@testable import Upstream

@Suite("How long a source is waited for beside an old answer")
struct PatienceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var mayStandIn = true
        var timeLeft: Duration?
        var isFetched = false
        var decision: StaleWaitPolicy.Decision

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "nothing may stand in", mayStandIn: false, timeLeft: .seconds(6), decision: .none),
        Row(name: "nothing may stand in, and one is fetched", mayStandIn: false, isFetched: true, decision: .none),
        Row(name: "nobody says how long", timeLeft: nil, decision: .wait(.milliseconds(2_500))),
        Row(name: "much time", timeLeft: .seconds(60), decision: .wait(.milliseconds(2_500))),
        Row(name: "the usual deadline", timeLeft: .seconds(6), decision: .wait(.milliseconds(2_500))),
        Row(name: "little time", timeLeft: .seconds(1), decision: .wait(.milliseconds(500))),
        Row(name: "none", timeLeft: .zero, decision: .wait(.zero)),
        Row(name: "less than none", timeLeft: .seconds(-1), decision: .wait(.zero)),
        Row(name: "fetched behind already", timeLeft: .seconds(6), isFetched: true, decision: .giveNow),
    ]

    @Test("a short while, and no more than half of what the call has", arguments: rows)
    func decision(_ row: Row) {
        let reuse = CachedResponseState(
            ageSeconds: 90,
            isFresh: false,
            mayBeGivenMeanwhile: false,
            mayStandIn: row.mayStandIn
        )
        let decision = StaleWaitPolicy().decision(about: reuse, timeLeft: row.timeLeft, isFetched: row.isFetched)
        #expect(decision == row.decision)
    }
}
