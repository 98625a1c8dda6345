import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import Upstream

@Suite("Concurrency limit of a source", .timeLimit(.minutes(15)))
struct PlaceTests {
    private func layer(
        places: Int,
        waiting: Int,
        _ gate: Gate
    ) -> (layer: Attempt<ScriptedTransport>, network: ScriptedTransport, places: AsyncSemaphore) {
        var policy = ProviderPolicy()
        policy.limits.concurrent = places
        policy.limits.waiting = waiting
        let states = ProviderStates(["films": policy])
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            guard await gate.pass() else { throw ProviderError(at: .cancelled, "cancelled") }
            return HTTPResponse(status: 200, body: [])
        }
        return (Attempt(states, ManualClock(), over: network), network, states["films"].places)
    }

    /// Returns once this many calls wait for a place.
    private func waiting(_ count: Int, for places: AsyncSemaphore) async {
        while places.load.waiting < count { await Task.yield() }
    }

    @Test("With two places, the third and fourth calls wait and the fifth is refused")
    func limits() async {
        let gate = Gate()
        let (layer, network, places) = layer(places: 2, waiting: 2, gate)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for _ in 0..<4 { group.addTask { await layer.outcome(request(to: "a")) } }
            await gate.waiters(2)
            await waiting(2, for: places)
            #expect(network.requests.count == 2)
            #expect(await layer.outcome(request(to: "a")) == .failure(.overloaded, retryAfter: 1))
            gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == [Outcome](repeating: .status(200), count: 4))
        #expect(network.requests.count == 4)
        #expect(places.load == (0, 0))
    }

    @Test("Calls that are canceled while waiting leave the queue")
    func cancellation() async {
        let gate = Gate()
        let (layer, network, places) = layer(places: 1, waiting: 100, gate)
        await withTaskGroup(of: Void.self) { outer in
            outer.addTask { _ = await layer.outcome(request(to: "a")) }
            await gate.waiters(1)
            let outcomes = await withTaskGroup(of: Outcome.self) { group in
                for _ in 0..<50 { group.addTask { await layer.outcome(request(to: "a")) } }
                await waiting(50, for: places)
                group.cancelAll()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == [Outcome](repeating: .failure(.cancelled), count: 50))
            #expect(places.load == (1, 0))
            gate.open()
        }
        #expect(network.requests.count == 1)
        #expect(places.load == (0, 0))
    }

    @Test("A thousand calls, some of them canceled, give back every place", arguments: [1, 3, 8])
    func storm(_ count: Int) async {
        var policy = ProviderPolicy()
        policy.limits.concurrent = count
        policy.limits.waiting = 1_000
        let states = ProviderStates(["films": policy])
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            await Task.yield()
            return HTTPResponse(status: 200, body: [])
        }
        let layer = Attempt(states, ManualClock(), over: network)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let call = Task { await layer.outcome(request(to: "a")) }
                    if number.isMultiple(of: 3) { call.cancel() }
                    _ = await call.value
                }
            }
        }
        #expect(states["films"].places.load == (0, 0))
        #expect(network.requests.count >= 666)
    }
}

@Suite("Admission queue")
struct AdmissionQueueTests {
    @Test func order() {
        var queue = AdmissionQueue(places: 2, waiting: 2)
        let admissions = (1...5).map { queue.arrive($0) }
        #expect(admissions == [.admitted, .admitted, .waiting, .waiting, .refused])
        #expect(queue.running == 2 && queue.waiting == 2)
        #expect(queue.leave() == 3)
        #expect(queue.arrive(6) == .waiting)
        #expect(queue.leave() == 4)
        #expect(queue.leave() == 6)
        #expect(queue.running == 2)
        #expect(queue.leave() == nil)
        #expect(queue.leave() == nil)
        #expect(queue.running == 0)
        #expect(queue.arrive(7) == .admitted)
    }

    @Test func abandoning() {
        var queue = AdmissionQueue(places: 1, waiting: 3)
        for ticket in 1...4 { _ = queue.arrive(ticket) }
        let abandoned = [3, 3, 1, 9].map { queue.abandon($0) }
        #expect(abandoned == [true, false, false, false])
        #expect(queue.waiting == 2)
        #expect(queue.leave() == 2)
        #expect(queue.leave() == 4)
        #expect(queue.leave() == nil)
    }

    @Test("A queue of zero places admits one call and refuses the next")
    func none() {
        var queue = AdmissionQueue(places: 0, waiting: -1)
        #expect(queue.arrive(1) == .admitted)
        #expect(queue.arrive(2) == .refused)
    }
}
