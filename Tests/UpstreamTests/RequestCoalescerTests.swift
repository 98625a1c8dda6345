import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import Upstream

@Suite("Request coalescing")
struct SingleFlightTests {
    private func request(_ path: String = "/list", method: HTTPRequest.Method = .get) -> HTTPRequest {
        HTTPRequest(
            source: "films",
            method: method,
            origin: HTTPOrigin(scheme: .https, host: "films.example"),
            path: path
        )
    }

    /// Returns a network that answers once the gate opens, or fails if its task is canceled.
    private func slow(_ gate: Gate) -> ScriptedUpstream {
        ScriptedUpstream { request throws(ProviderError) in
            await gate.pass()
            if Task.isCancelled { throw ProviderError(at: .cancelled, "upstream") }
            return .text(request.path)
        }
    }

    /// Yields to other tasks until the condition holds.
    private func wait(for condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test("A hundred concurrent callers of two requests send each request once")
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

    @Test("Requests with different cache rules and POSTs without a rule aren't shared")
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

    @Test("Requests with different answer readers aren't shared")
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

    @Test("A canceled caller leaves the others waiting, and canceling the last one cancels the request")
    func cancellation() async throws {
        let gate = Gate()
        let network = slow(gate)
        let flight = RequestCoalescer(before: network)
        let callers = (0..<3).map { _ in Task { try await flight.send(request()) } }
        await wait { flight.waiting == 3 }
        callers[0].cancel()
        await #expect(throws: ProviderError(at: .cancelled, "cancelled by the caller")) {
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
        await #expect(throws: ProviderError(at: .cancelled, "cancelled by the caller")) { try await last.value }
        await ended.pass()
        #expect(flight.inFlight == 0)
    }

    @Test("A caller that is canceled before it asks sends nothing upstream")
    func cancelledBefore() async throws {
        let network = ScriptedUpstream { _ in .text("") }
        let flight = RequestCoalescer(before: network)
        let gate = Gate()
        let caller = Task {
            await gate.pass()
            return try await flight.send(request())
        }
        caller.cancel()
        await #expect(throws: ProviderError(at: .cancelled, "cancelled by the caller")) { try await caller.value }
        #expect(network.requests.isEmpty)
    }

    @Test("A failure isn't cached for the next call")
    func failures() async throws {
        let network = ScriptedUpstream { _ throws(ProviderError) in throw ProviderError(at: .tls, "no") }
        let flight = RequestCoalescer(before: network)
        await #expect(throws: ProviderError(at: .tls, "no")) { try await flight.send(request()) }
        network.answers { _ in .text("yes") }
        #expect(try await flight.send(request()).text == "yes")
    }

    @Test("A request whose caller leaves past its deadline continues and can be joined")
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

@Suite("Flight table")
struct FlightTableTests {
    private typealias Table = FlightTable<String, String, String>

    private func words(_ joining: Table.Joining) -> String {
        switch joining {
        case .first(let flight, _): "first \(flight)"
        case .joined: "joined"
        case .left: "left"
        }
    }

    @Test("Equal requests share one flight, and its landing returns all waiting callers")
    func landing() {
        var table = Table()
        let tickets = (0..<4).map { _ in table.drawTicket() }
        #expect(words(table.join("a", ticket: tickets[0], "A")) == "first \(tickets[0])")
        #expect(words(table.join("a", ticket: tickets[1], "B")) == "joined")
        #expect(words(table.join("b", ticket: tickets[2], "C")) == "first \(tickets[2])")
        #expect(table.attach("task a", to: tickets[0], "a") == nil)
        #expect(table.count == 2)
        #expect(table.land(tickets[0], "a") == [tickets[0]: "A", tickets[1]: "B"])
        // The table keeps nothing, so the next caller starts a new flight.
        #expect(words(table.join("a", ticket: tickets[3], "D")) == "first \(tickets[3])")
        #expect(table.land(tickets[0], "a") == [:])
        #expect(table.leave("a", ticket: tickets[0], finishingInBackground: false) == (nil, nil))
    }

    @Test("Only the last caller that leaves ends the flight and gets its task")
    func leaving() {
        var table = Table()
        let tickets = (0..<3).map { _ in table.drawTicket() }
        _ = table.join("a", ticket: tickets[0], "A")
        _ = table.join("a", ticket: tickets[1], "B")
        _ = table.attach("task", to: tickets[0], "a")
        #expect(table.leave("a", ticket: tickets[0], finishingInBackground: false) == ("A", nil))
        #expect(table.leave("a", ticket: tickets[1], finishingInBackground: false) == ("B", "task"))
        #expect(table.count == 0)
        #expect(table.land(tickets[0], "a") == [:])
        #expect(words(table.join("a", ticket: tickets[2], "C")) == "first \(tickets[2])")
    }

    @Test("A flight that finishes without callers can be joined again")
    func finishingInBackground() {
        var table = Table()
        let tickets = (0..<2).map { _ in table.drawTicket() }
        _ = table.join("a", ticket: tickets[0], "A")
        _ = table.attach("task", to: tickets[0], "a")
        #expect(table.leave("a", ticket: tickets[0], finishingInBackground: true) == ("A", nil))
        #expect(table.count == 1)
        #expect(words(table.join("a", ticket: tickets[1], "B")) == "joined")
        #expect(table.land(tickets[0], "a") == [tickets[1]: "B"])
    }

    @Test("A caller can leave before it joins and before the task of its flight is attached")
    func early() {
        var table = Table()
        let tickets = (0..<2).map { _ in table.drawTicket() }
        #expect(table.leave("a", ticket: tickets[0], finishingInBackground: false) == (nil, nil))
        #expect(words(table.join("a", ticket: tickets[0], "A")) == "left")
        _ = table.join("a", ticket: tickets[1], "B")
        #expect(table.leave("a", ticket: tickets[1], finishingInBackground: false) == ("B", nil))
        #expect(table.attach("task", to: tickets[1], "a") == "task")
    }
}
