import HTTPModel
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("Equal questions at the same time go upstream once")
struct SingleFlightTests {
    private func request(_ path: String = "/list", method: HTTPRequest.Method = .get) -> HTTPRequest {
        HTTPRequest(
            source: "films",
            method: method,
            origin: HTTPOrigin(scheme: .https, host: "films.example"),
            path: path
        )
    }

    /// A network that answers when a gate opens, or says that it was cancelled.
    private func slow(_ gate: Gate) -> ScriptedUpstream {
        ScriptedUpstream { request throws(ProviderError) in
            await gate.pass()
            if Task.isCancelled { throw ProviderError(at: .cancelled, "upstream") }
            return .text(request.path)
        }
    }

    /// Waits for callers to be in the table, by giving way to them.
    private func wait(for condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test("a hundred callers, two questions")
    func sharing() async throws {
        let gate = Gate()
        let network = slow(gate)
        let flight = RequestCoalescer(before: network)
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<100 {
                group.addTask { try await flight.send(request(number.isMultiple(of: 2) ? "/a" : "/b")).text }
            }
            await wait { flight.waiting == 100 }
            gate.open()
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(texts.sorted() == [String](repeating: "/a", count: 50) + [String](repeating: "/b", count: 50))
        #expect(network.requests.map(\.path).sorted() == ["/a", "/b"])
        #expect(flight.inFlight == 0)
        _ = try await flight.send(request("/a"))
        #expect(network.requests.count == 3)
    }

    @Test("another rule is another question; a POST without a rule is never shared")
    func apart() async throws {
        let gate = Gate()
        let network = slow(gate)
        let flight = RequestCoalescer(before: network)
        var ruled = request()
        ruled.cachePolicy = .asProviderSays
        try await withThrowingTaskGroup(of: Void.self) { group in
            for request in [request(), ruled, request(method: .post), request(method: .post)] {
                group.addTask { _ = try await flight.send(request) }
            }
            await wait { network.requests.count == 4 }
            #expect(flight.inFlight == 2)
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test("two operations that read one answer differently do not share it")
    func readers() async throws {
        let gate = Gate()
        let network = slow(gate)
        let flight = RequestCoalescer(before: network)
        let refusing = StatusReader { _ in ProviderError(.quota, message: "") }
        async let good = flight.send(request(), readBy: StatusReader.shared)
        async let refused = flight.send(request(), readBy: refusing)
        await wait { flight.inFlight == 2 }
        gate.open()
        #expect(try await good.verdict == .good)
        #expect(try await refused.verdict == .failure(ProviderError(.quota, message: "")))
        #expect(network.requests.count == 2)
    }

    @Test("one caller's cancellation is its own, the last one's ends the question")
    func cancellation() async throws {
        let gate = Gate()
        let network = slow(gate)
        let flight = RequestCoalescer(before: network)
        let callers = (0..<3).map { _ in Task { try await flight.send(request()) } }
        await wait { flight.waiting == 3 }
        callers[0].cancel()
        await #expect(throws: ProviderError(at: .cancelled, "cancelled by whoever asked")) {
            try await callers[0].value
        }
        #expect(flight.inFlight == 1)
        gate.open()
        #expect(try await callers[1].value.text == "/list")
        #expect(try await callers[2].value.text == "/list")

        let ended = Gate()
        network.answers { _ throws(ProviderError) in
            await Gate().pass()
            ended.open()
            throw ProviderError(at: .cancelled, "upstream")
        }
        let last = Task { try await flight.send(request()) }
        await wait { flight.waiting == 1 }
        last.cancel()
        await #expect(throws: ProviderError(at: .cancelled, "cancelled by whoever asked")) { try await last.value }
        await ended.pass()
        #expect(flight.inFlight == 0)
    }

    @Test("cancelled before it asks: nothing goes upstream")
    func cancelledBefore() async throws {
        let network = ScriptedUpstream { _ in .text("") }
        let flight = RequestCoalescer(before: network)
        let gate = Gate()
        let caller = Task {
            await gate.pass()
            return try await flight.send(request())
        }
        caller.cancel()
        await #expect(throws: ProviderError(at: .cancelled, "cancelled by whoever asked")) { try await caller.value }
        #expect(network.requests.isEmpty)
    }

    @Test("a failure is shared, and forgotten")
    func failures() async throws {
        let network = ScriptedUpstream { _ throws(ProviderError) in throw ProviderError(at: .tls, "no") }
        let flight = RequestCoalescer(before: network)
        await #expect(throws: ProviderError(at: .tls, "no")) { try await flight.send(request()) }
        network.answers { _ in .text("yes") }
        #expect(try await flight.send(request()).text == "yes")
    }

    @Test("what comes too late for its caller is finished behind")
    func late() async throws {
        let gate = Gate()
        let network = slow(gate)
        let flight = RequestCoalescer(before: network)
        var request = request()
        request.context.deadline = Deadline(after: .zero, on: SystemMonotonicClock())
        let caller = Task { [request] in try await flight.send(request) }
        await wait { flight.waiting == 1 }
        caller.cancel()
        await #expect(throws: ProviderError.self) { try await caller.value }
        #expect(flight.inFlight == 1)
        let next = Task { [request] in try await flight.send(request) }
        await wait { flight.waiting == 1 }
        gate.open()
        #expect(try await next.value.text == "/list")
        #expect(network.requests.count == 1)
    }
}
