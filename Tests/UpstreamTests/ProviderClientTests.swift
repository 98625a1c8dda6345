import HTTPModel
import MarqueeTestKit
import MovieDomain
import Synchronization
import Testing

@testable import Upstream

@Suite("All layers together", .timeLimit(.minutes(15)))
struct SourceLayersTests {
    private static let dayEnd = 1_795_219_200 + 36_000
    /// A clock that jumps over pauses but not over deadlines.
    private let clock = ManualClock(jumpingUpTo: .seconds(2))
    private let ledger = MemoryQuotaLedger()

    private static let calendar: QuotaCalendar = { source, seconds in
        source != "films"
            ? nil
            : seconds < dayEnd
                ? QuotaPeriod(name: "2026-11-21", end: dayEnd)
                : QuotaPeriod(name: "2026-11-22", end: dayEnd + 86_400)
    }

    private func client(
        over network: ScriptedTransport,
        _ change: (inout ProviderPolicy) -> Void = { _ in }
    ) -> ProviderClient {
        var policy = ProviderPolicy()
        policy.retry.attempts = 3
        change(&policy)
        let client = ProviderClient(
            over: network,
            store: nil,
            ledger: ledger,
            refreshes: RefreshQueue(),
            clock: clock,
            wallClock: clock.wall,
            random: RandomSource { 0 }
        )
        client.adopt(["films": policy], calendar: Self.calendar)
        return client
    }

    private func statistics(_ client: ProviderClient) async -> ProviderStatistics {
        await client.statistics(of: "films")
    }

    @Test("Quota: enrichment is refused first, then every call, until the source's day ends")
    func quota() async {
        let network = ScriptedTransport(statuses: [200])
        let client = client(over: network) { $0.limits.quota = Quota(count: 20, period: .day) }
        for _ in 0..<10 { #expect(await client.outcome(request(to: "a", purpose: .enrichment)) == .status(200)) }
        #expect(
            await client.outcome(request(to: "a", purpose: .enrichment))
                == .failure(.quotaExhausted, retryAfter: 36_000)
        )
        for _ in 0..<10 { #expect(await client.outcome(request(to: "a")) == .status(200)) }
        #expect(await client.outcome(request(to: "a")) == .failure(.quotaExhausted, retryAfter: 36_000))
        #expect(network.requests.count == 20)
        #expect(await statistics(client).quota == quota(used: 20, until: Self.dayEnd))
        clock.advance(by: .seconds(36_000))
        #expect(await client.outcome(request(to: "a")) == .status(200))
        #expect(await statistics(client).quota == quota(used: 1, until: Self.dayEnd + 86_400))
    }

    private func quota(used: Int, until end: Int) -> QuotaHealth {
        QuotaHealth(used: used, limit: 20, resetsAt: Timestamp(secondsSinceEpoch: end))
    }

    @Test("Quota: a refusal tells how many calls are reserved or used up")
    func quotaMessages() async throws {
        let client = client(over: ScriptedTransport(statuses: [200])) {
            $0.limits.quota = Quota(count: 20, period: .day)
        }
        for _ in 0..<15 { _ = await ledger.spend(on: "films", in: "2026-11-21", limit: 20) }
        let enrichment = await #expect(throws: ProviderError.self) {
            try await client.send(request(to: "a", purpose: .enrichment))
        }
        #expect(
            enrichment?.message
                == "the last 5 calls to films of 2026-11-21 are reserved for direct requests"
        )
        for _ in 0..<5 { _ = await ledger.spend(on: "films", in: "2026-11-21", limit: 20) }
        let essential = await #expect(throws: ProviderError.self) { try await client.send(request(to: "a")) }
        #expect(essential?.message == "the 20 calls to films of 2026-11-21 are used up")
    }

    @Test("Quota: a quota error in a response with status 200 uses up the quota")
    func quotaOfSource() async throws {
        let network = ScriptedTransport(statuses: [200])
        let client = client(over: network) { $0.limits.quota = Quota(count: 3_000, period: .day) }
        let exhausting = StatusReader { _ in ProviderError(.quota, message: "") }
        let first = try await client.send(request(to: "a"), readBy: exhausting)
        #expect(first.verdict == .failure(ProviderError(.quota, message: "", retryAfterSeconds: 36_000)))
        let second = await #expect(throws: ProviderError.self) { try await client.send(request(to: "a")) }
        #expect(second?.retryAfterSeconds == 36_000)
        #expect(
            second?.message == "films says that its quota of 2026-11-21 is used up; 1 of 3000 calls were counted here"
        )
        #expect(network.requests.count == 1)
        let health = await statistics(client).quota
        #expect(health?.used == 1 && health?.left == 0)
    }

    @Test("Quota: after a change of the definition or its key, the source is asked again although it reported its end")
    func quotaAfterChange() async throws {
        let network = ScriptedTransport(statuses: [200])
        let client = client(over: network) { $0.limits.quota = Quota(count: 3_000, period: .day) }
        let exhausting = StatusReader { _ in ProviderError(.quota, message: "") }
        _ = try await client.send(request(to: "a"), readBy: exhausting)
        #expect(await statistics(client).quota?.left == 0)
        client.endPauses(of: ["films"])
        #expect(await statistics(client).quota?.left == 2_999)
        #expect(await client.outcome(request(to: "a")) == .status(200))
        // A new report holds again.
        _ = try await client.send(request(to: "b"), readBy: exhausting)
        #expect(await client.outcome(request(to: "a")) == .failure(.quotaExhausted, retryAfter: 36_000))
        client.endPauses(of: ["others"])
        #expect(await client.outcome(request(to: "a")) == .failure(.quotaExhausted, retryAfter: 36_000))
        #expect(network.requests.count == 3)
        #expect(await statistics(client).quota?.used == 3)
    }

    @Test("Quota: retries count, and calls that aren't sent don't")
    func quotaOfRepetitions() async {
        let network = ScriptedTransport(statuses: [503, 200, 429])
        let client = client(over: network) { $0.limits.quota = Quota(count: 100, period: .day) }
        #expect(await client.outcome(request(to: "a")) == .status(200))
        #expect(await statistics(client).quota?.used == 2)
        #expect(await client.outcome(request(to: "a")) == .status(429))
        for _ in 0..<5 { #expect(await client.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: 10)) }
        #expect(await statistics(client).quota?.used == 3)
        #expect(network.requests.count == 3)
        #expect(await statistics(client).pausedForSeconds == 10)
    }

    @Test(
        "Quota: a call that reaches no host costs nothing, and one that may have reached it counts",
        arguments: [
            (.nameResolution, 0), (.connectionRefused, 0), (.connectTimeout, 0), (.tls, 0), (.forbidden, 0),
            (.timeout, 2), (.connectionLost, 2), (.brokenResponse, 2),
        ] as [(ProviderError.Stage, Int)]
    )
    func quotaOfUnsentCalls(_ stage: ProviderError.Stage, _ counted: Int) async {
        let network = ScriptedTransport { _, _ throws(ProviderError) in throw ProviderError(at: stage, "") }
        let client = client(over: network) {
            $0.limits.quota = Quota(count: 100, period: .day)
            $0.retry.attempts = 1
        }
        for _ in 0..<2 { #expect(await client.outcome(request(to: "a")) == .failure(stage)) }
        #expect(network.requests.count == 2)
        #expect(await statistics(client).quota?.used == counted)
    }

    @Test("Quota: a call that is given up while it waits for a place costs nothing")
    func quotaOfCallsWithoutPlace() async {
        let gate = Gate()
        let network = ScriptedTransport { _, request throws(ProviderError) in
            request.sending.begin()
            guard await gate.pass() else { throw .cancelled(request) }
            return HTTPResponse(status: 200, body: [])
        }
        let client = client(over: network) {
            $0.limits.quota = Quota(count: 3, period: .day)
            $0.limits.concurrent = 1
        }
        await withTaskGroup(of: Outcome.self) { group in
            for host in ["a", "b", "c", "d", "e"] { group.addTask { await client.outcome(request(to: host)) } }
            await gate.waiters(1)
            while await statistics(client).waiting < 4 { await Task.yield() }
            group.cancelAll()
            for await outcome in group { #expect(outcome == .failure(.cancelled)) }
        }
        #expect(network.requests.count == 1)
        #expect(await statistics(client).quota?.used == 1)
    }

    @Test("Quota: a call that is given up while it waits for its turn costs nothing")
    func quotaOfCallsWithoutTurn() async {
        let network = ScriptedTransport(statuses: [200])
        let client = client(over: network) {
            $0.limits.quota = Quota(count: 2, period: .day)
            $0.limits.rates = [Rate(count: 1, period: .seconds(3))]
        }
        #expect(await client.outcome(request(to: "a")) == .status(200))
        await withTaskGroup(of: Outcome.self) { group in
            for host in ["b", "c"] { group.addTask { await client.outcome(request(to: host)) } }
            await clock.sleepers(2)
            group.cancelAll()
            for await outcome in group { #expect(outcome == .failure(.cancelled)) }
        }
        #expect(network.requests.count == 1)
        #expect(await statistics(client).quota?.used == 1)
    }

    @Test("Quota: of calls that wait at the same time, no more are sent than it has left")
    func quotaOfWaitingCalls() async {
        let gate = Gate()
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            await gate.passEvenIfCanceled()
            return HTTPResponse(status: 200, body: [])
        }
        let client = client(over: network) {
            $0.limits.quota = Quota(count: 3, period: .day)
            $0.limits.concurrent = 1
        }
        await withTaskGroup(of: Outcome.self) { group in
            for host in ["a", "b", "c", "d", "e"] { group.addTask { await client.outcome(request(to: host)) } }
            while await statistics(client).waiting < 4 { await Task.yield() }
            gate.open()
            let outcomes = await group.reduce(into: []) { $0.append($1) }
            #expect(outcomes.count { $0 == .status(200) } == 3)
            #expect(outcomes.count { $0 == .failure(.quotaExhausted, retryAfter: 36_000) } == 2)
        }
        #expect(network.requests.count == 3)
    }

    @Test("Status: the statistics have the request counts, the latency, and the last failure")
    func status() async {
        let network = ScriptedTransport { [clock] number, request throws(ProviderError) in
            clock.advance(by: .milliseconds(number == 3 ? 500 : 10))
            switch number {
            case 1: throw ProviderError(at: .tls, "a.example: the certificate has expired")
            case 4: throw ProviderError(at: .cancelled, "gone")
            default: return HTTPResponse(status: number == 2 ? 500 : 200, body: [])
            }
        }
        let client = client(over: network)
        var expected = ProviderStatistics()
        #expect(await statistics(client) == expected)
        _ = await client.outcome(request(to: "a"))
        _ = await client.outcome(request(to: "a"))
        expected.requests = RequestCounts(sent: 2, failed: 1)
        expected.latency = Latency(p50Milliseconds: 10, p99Milliseconds: 10)
        expected.lastFailure = ProviderStatistics.Failure(
            message: "a.example: the certificate has expired",
            epochMilliseconds: 1_795_219_200_020
        )
        expected.outage = Outage(
            since: 1_795_219_200_010,
            triedAt: 1_795_219_200_020,
            message: "a.example: the certificate has expired",
            isSilent: false,
            waited: 0
        )
        #expect(await statistics(client) == expected)
        for _ in 0..<3 { _ = await client.outcome(request(to: "a")) }
        expected.outage = nil
        expected.requests = RequestCounts(sent: 4, failed: 2)
        expected.latency = Latency(p50Milliseconds: 10, p99Milliseconds: 500)
        expected.lastFailure = ProviderStatistics.Failure(
            message: "the source answered with HTTP status 500",
            epochMilliseconds: 1_795_219_200_030
        )
        #expect(await statistics(client) == expected)
        #expect(await client.statistics(of: "others") == ProviderStatistics())
    }

    @Test("Status: the statistics count the calls in flight, and none once all have ended")
    func load() async {
        let gate = Gate()
        let network = ScriptedTransport { _, _ throws(ProviderError) in
            _ = await gate.pass()
            return HTTPResponse(status: 200, body: [])
        }
        let client = client(over: network) { $0.limits.concurrent = 2 }
        await withTaskGroup(of: Void.self) { group in
            for host in ["a", "b", "c"] { group.addTask { _ = await client.outcome(request(to: host)) } }
            // Only the third call sets an alarm for its deadline; the deadlines of the others are up to the network.
            await clock.sleepers(1)
            await gate.waiters(2)
            // Its alarm may be set before it stands in the queue.
            while await statistics(client).waiting == 0 { await Task.yield() }
            let busy = await statistics(client)
            #expect((busy.requests.inFlight, busy.waiting, busy.requests.sent) == (2, 1, 0))
            gate.open()
        }
        let idle = await statistics(client)
        #expect((idle.requests.inFlight, idle.waiting, idle.requests.sent) == (0, 0, 3))
    }

    @Test("In a storm of 503, ten failures open the circuit, and single probes find out when it ends")
    func storm() async {
        let network = ScriptedTransport(statuses: [Int](repeating: 503, count: 20) + [200])
        let client = client(over: network) { $0.limits.quota = Quota(count: 3_000, period: .day) }
        var outcomes: [Outcome] = []
        for _ in 0..<1_000 {
            outcomes.append(await client.outcome(request(to: "a")))
            clock.advance(by: .milliseconds(100))
        }
        let asked = network.requests.count
        let refused = outcomes.count { if case .failure(.circuitOpen, _) = $0 { true } else { false } }
        let answered = outcomes.count { $0 == .status(200) }
        let failed = outcomes.count { $0 == .status(503) }
        // Six calls fail ten times in half a second, and then a probe every five seconds, of which ten fail.
        #expect((failed, refused, answered) == (16, 539, 445))
        #expect(asked == 465)
        let statistics = await statistics(client)
        #expect(statistics.breaker == .closed)
        // No request is retried after the failure that opens the circuit or after a probe.
        #expect(statistics.requests.retried == 4)
        #expect(statistics.requests.failed == 20)
        #expect(statistics.quota?.used == asked)
    }

    @Test("A changed policy ends the pause of its source, and an unchanged one keeps it")
    func adopting() async {
        let client = client(over: ScriptedTransport(statuses: [429]))
        _ = await client.outcome(request(to: "a"))
        var policy = ProviderPolicy()
        policy.retry.attempts = 3
        client.adopt(["films": policy], calendar: { _, _ in nil })
        #expect(await client.outcome(request(to: "a")) == .failure(.rateLimited, retryAfter: 10))
        policy.limits.concurrent = 1
        client.adopt(["films": policy], calendar: { _, _ in nil })
        #expect(await client.outcome(request(to: "a")) == .status(429))
        #expect(await statistics(client).requests.sent == 2)
    }

    @Test("A pause that a source asked for also holds for the next process, until it is over or ended")
    func storedPause() async {
        let network = ScriptedTransport(statuses: [429, 429, 200], headers: [("Retry-After", "600")])
        let refused = Outcome.failure(.rateLimited, retryAfter: 600)
        #expect(await client(over: network).outcome(request(to: "a")) == .status(429))
        let next = client(over: network)
        #expect(await next.outcome(request(to: "a")) == refused)
        next.endPauses(of: ["films"])
        #expect(await next.outcome(request(to: "a")) == .status(429))
        #expect(await client(over: network).outcome(request(to: "a")) == refused)
        clock.advance(by: .seconds(600))
        #expect(await client(over: network).outcome(request(to: "a")) == .status(200))
        #expect(network.requests.count == 3)
    }

    @Test("Ended pauses are those that sources asked for, of all hosts", arguments: [429, 503])
    func endedPauses(_ status: Int) async {
        let client = client(over: ScriptedTransport(statuses: [status], headers: [("Retry-After", "600")]))
        _ = await client.outcome(request(to: "a"))
        #expect(await statistics(client).pausedForSeconds == 600)
        client.endPauses(of: ["others"])
        _ = await client.outcome(request(to: "a"))
        #expect(await statistics(client).requests.sent == 1)
        client.endPauses(of: ["films"])
        #expect(await statistics(client).pausedForSeconds == nil)
        _ = await client.outcome(request(to: "a"))
        client.endPauses(of: nil)
        _ = await client.outcome(request(to: "a"))
        #expect(await statistics(client).requests.sent == 3)
    }
}

@Suite("Allowed origins of a source")
struct OriginGuardTests {
    private final class CountingTransport: HTTPClient {
        let count = Mutex(0)

        func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
            count.withLock { $0 += 1 }
            return HTTPAnswer(HTTPResponse(status: 200, body: []), to: request, readBy: reader)
        }
    }

    private static let allowed = AllowedOrigins([
        "films": [
            HTTPOrigin(scheme: .https, host: "api.films.example"),
            HTTPOrigin(scheme: .https, host: "img.films.example"),
        ],
        "local": [HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 8_080)],
        "none": [],
    ])

    @Test(
        arguments: [
            ("films", HTTPOrigin(scheme: .https, host: "API.films.example", port: 443), true),
            ("films", HTTPOrigin(scheme: .https, host: "img.films.example"), true),
            ("films", HTTPOrigin(scheme: .http, host: "api.films.example"), false),
            ("films", HTTPOrigin(scheme: .https, host: "api.films.example", port: 8_443), false),
            ("films", HTTPOrigin(scheme: .https, host: "api.films.example.evil.example"), false),
            ("films", HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 8_080), false),
            ("local", HTTPOrigin(scheme: .http, host: "127.0.0.1", port: 8_080), true),
            ("none", HTTPOrigin(scheme: .https, host: "api.films.example"), false),
            ("unknown", HTTPOrigin(scheme: .https, host: "api.films.example"), false),
        ]
    )
    func origins(source: String, origin: HTTPOrigin, isAllowed: Bool) async {
        let network = CountingTransport()
        let transport = OriginGuard(Self.allowed, before: network)
        let request = HTTPRequest(source: ProviderID(source), origin: origin, path: "/")
        do {
            let response = try await transport.send(request)
            #expect(response.status == 200)
            #expect(isAllowed)
        } catch {
            #expect(error.stage == .forbidden)
            #expect(error.message.contains(source))
            #expect(!isAllowed)
        }
        #expect(network.count.withLock(\.self) == (isAllowed ? 1 : 0))
    }

    @Test(
        "A path that doesn't begin with a slash is refused",
        arguments: ["@evil.example/", ".evil.example/", ":81/", ""]
    )
    func pathWithoutSlash(path: String) {
        let request = HTTPRequest(
            source: "films",
            origin: HTTPOrigin(scheme: .https, host: "api.films.example"),
            path: path
        )
        #expect(Self.allowed.refusal(of: request)?.message == "a path of films does not begin with a slash")
    }

    @Test func sentence() {
        let request = HTTPRequest(source: "films", origin: HTTPOrigin(scheme: .https, host: "evil.example"), path: "/")
        #expect(
            Self.allowed.refusal(of: request)?.message
                == "the definition of films does not name https://evil.example, so nothing is sent there"
        )
    }
}

@Suite("Latencies of the last attempts")
struct LatencyRingTests {
    @Test(
        arguments: [
            ([], nil, nil), ([7], 7, 7), ([1, 2], 1, 2), ([3, 1, 2], 2, 3), (Array((1...100).reversed()), 50, 99),
            // Only the last 256 count: 745…1000.
            (Array(1...1_000), 872, 998),
        ] as [([Int], Int?, Int?)]
    )
    func percentiles(_ durations: [Int], _ median: Int?, _ worst: Int?) {
        var ring = LatencyRing()
        for duration in durations { ring.add(.milliseconds(duration)) }
        #expect(ring.percentile(50) == median.map { .milliseconds($0) })
        #expect(ring.percentile(99) == worst.map { .milliseconds($0) })
    }
}
