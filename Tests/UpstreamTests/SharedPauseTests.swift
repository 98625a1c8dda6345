import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import Upstream

@Suite("Pauses that processes share", .timeLimit(.minutes(15)))
struct SharedPauseTests {
    private let clock = ManualClock(jumpingUpTo: .seconds(10))
    private let ledger = MemoryQuotaLedger()

    /// A process of its own, which shares the ledger.
    private func process(
        _ network: ScriptedTransport
    ) -> Admission<SingleAttempts<ScriptedTransport>> {
        Admission(ProviderStates(["films": ProviderPolicy()]), clock, ledger, before: SingleAttempts(next: network))
    }

    @Test("A pause holds for a process that runs already, also if the source did not say for how long")
    func pause() async {
        let network = ScriptedTransport(statuses: [200, 429, 200])
        let (first, second) = (process(network), process(network))
        #expect(await second.outcome(request(to: "a")) == .status(200))
        #expect(await first.outcome(request(to: "a")) == .status(429))
        #expect(await second.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: 10))
        clock.advance(by: .seconds(10))
        #expect(await second.outcome(request(to: "a")) == .status(200))
        #expect(network.requests.count == 3)
    }

    @Test("A pause that was left by a clock that ran ahead holds nobody up")
    func clockAhead() async {
        await ledger.storePause(of: "films", until: clock.wall.seconds + 31_536_000)
        #expect(await process(ScriptedTransport(statuses: [200])).outcome(request(to: "a")) == .status(200))
        #expect(await ledger.pauseEnd(of: "films") == nil)
    }

    @Test("A host that one process leaves alone is left alone by those that have not asked it, until it answers")
    func circuit() async {
        func process(_ network: ScriptedTransport) -> Attempt<ScriptedTransport> {
            Attempt(ProviderStates(["films": ProviderPolicy()]), clock, outages: ledger, over: network)
        }
        let network = ScriptedTransport { number, _ throws(ProviderError) in
            if number >= 10 { return HTTPResponse(status: 200, body: []) }
            throw ProviderError(at: .connectionRefused, "refused")
        }
        let (first, second, third) = (process(network), process(network), process(network))
        for _ in 0..<10 { #expect(await first.outcome(request(to: "a")) == .failure(.connectionRefused)) }
        #expect(await second.outcome(request(to: "a")) == .failure(.circuitOpen, retryAfter: 5))
        #expect(await second.outcome(request(to: "b")) == .status(200))
        clock.advance(by: .seconds(5))
        #expect(await second.outcome(request(to: "a")) == .status(200))
        #expect(await third.outcome(request(to: "a")) == .status(200))
        #expect(network.requests.count == 13)
    }
}
