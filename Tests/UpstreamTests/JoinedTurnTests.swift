import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import Upstream

@Suite("Callers that wait for the turn of another one", .timeLimit(.minutes(15)))
struct JoinedTurnTests {
    private func request(_ limit: Duration, on clock: ManualClock) -> HTTPRequest {
        var request = HTTPRequest(
            source: "films",
            origin: HTTPOrigin(scheme: .https, host: "films.example"),
            path: "/list"
        )
        request.context.deadline = Deadline(after: limit, on: clock)
        return request
    }

    /// Passes requests on when a gate is open.
    private struct GatedNetwork<Next: HTTPClient>: ReadyClient {
        let gate: Gate
        let next: Next

        func ready(_ request: HTTPRequest, readBy reader: any AnswerReading) -> HTTPAnswer? { nil }

        func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
            await gate.pass()
            return try await next.send(request, readBy: reader)
        }
    }

    private typealias Layers = RequestCoalescer<GatedNetwork<Admission<SingleAttempts<ScriptedTransport>>>>

    /// Returns layers whose only turn of the next three seconds is used up, and which send when the gate is open.
    private func layers(_ clock: ManualClock, _ gate: Gate) async -> Layers {
        var policy = ProviderPolicy()
        policy.limits.rates = [Rate(count: 1, period: .seconds(3))]
        let states = ProviderStates(["films": policy])
        let network = ScriptedTransport(statuses: [200])
        let admission = Admission(states, clock, before: SingleAttempts(next: network))
        _ = await admission.outcome(request(.seconds(9), on: clock))
        return RequestCoalescer(before: GatedNetwork(gate: gate, next: admission))
    }

    @Test("A call that ends before the turn of the call that it joins is refused for the rate, and does not wait")
    func hasty() async {
        let clock = ManualClock()
        let gate = Gate()
        gate.open()
        let flight = await layers(clock, gate)
        let patient = Task { await flight.outcome(request(.seconds(9), on: clock)) }
        await clock.sleepers(1)
        #expect(await flight.outcome(request(.seconds(2), on: clock)) == .failure(.rateLimited, retryAfter: 3))
        #expect(flight.waiting == 1)
        clock.advance(by: .seconds(3))
        #expect(await patient.value == .status(200))
    }

    @Test("A call that joins one with too little time for its turn waits for its own")
    func patient() async {
        let clock = ManualClock()
        let gate = Gate()
        let flight = await layers(clock, gate)
        let hasty = Task { await flight.outcome(request(.seconds(2), on: clock)) }
        while flight.waiting < 1 { await Task.yield() }
        let patient = Task { await flight.outcome(request(.seconds(9), on: clock)) }
        while flight.waiting < 2 { await Task.yield() }
        gate.open()
        #expect(await hasty.value == .failure(.rateLimited, retryAfter: 3))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await patient.value == .status(200))
    }
}
