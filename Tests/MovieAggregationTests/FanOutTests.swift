import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Platform
import Synchronization
import Testing

@Suite("Concurrent requests to sources", .timeLimit(.minutes(15)))
struct FanOutTests {
    private func ask(
        _ repositories: [ScriptedRepository],
        within limit: Duration = .seconds(20)
    ) async -> [ProviderResult<MovieList>] {
        await FanOut(deadline: Deadline(after: limit, on: SystemMonotonicClock()), latencies: LatencyHistory()).ask(
            repositories,
            for: .search,
            items: \.movies.count
        ) { repository, context throws(ProviderError) in
            try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 10)), in: context)
        }
    }

    @Test(
        "Every kind of failure becomes a status",
        arguments: [
            (ProviderError.Kind.auth, ProviderReport.Status.error), (.quota, .quotaExhausted),
            (.rateLimited, .rateLimited),
            (.notFound, .empty), (.badRequest, .error), (.unavailable, .error), (.upstream, .error),
            (.malformed, .error),
            (.timeout, .timeout), (.circuitOpen, .circuitOpen), (.disabled, .disabled), (.unsupported, .unsupported),
        ]
    )
    func failures(kind: ProviderError.Kind, status: ProviderReport.Status) async {
        let results = await ask([.failing("x", kind), .shelf("y", [.film("Up", 2009)])])
        #expect(results.map(\.report.status) == [status, .ok])
        #expect(results[0].report.failure?.kind == kind)
        #expect(results[0].answer == nil)
        #expect(results[1].report.items == 1)
    }

    @Test("What a source asks to be said is in its report if the answer has something of it")
    func attribution() async {
        for (films, said) in [([MovieFacts.film("Up", 2009)], "Data by X"), ([], nil)] as [([MovieFacts], String?)] {
            var script = ScriptedRepository.Script()
            script.search = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: films)) }
            let source = ScriptedRepository("x", [.search], attribution: "Data by X", script: script)
            #expect(await ask([source]).map(\.report.attribution) == [said])
        }
    }

    @Test("A thousand sources are all asked, and never more than 256 at a time")
    func many() async {
        let counts = Mutex((now: 0, most: 0))
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<20 { await Task.yield() }
            counts.withLock { $0.now -= 1 }
            return ProviderAnswer(MovieList(movies: [.film("Up", 2009)]), freshness: .live)
        }
        let results = await ask((0..<1_000).map { ScriptedRepository(ProviderID("s\($0)"), [.search], script: script) })
        #expect(results.count == 1_000 && results.allSatisfy { $0.report.status == .ok })
        #expect(counts.withLock(\.most) <= 256)
    }

    @Test("An answer with failed parts keeps its rows and reports the failure")
    func partFailures() async {
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            var answer = ProviderAnswer(MovieList(movies: [.film("Up", 2009)]), freshness: .live)
            answer.failures = [
                ProviderError(.notFound, provider: "x", message: "images: none"),
                ProviderError(.timeout, provider: "x", message: "videos: too late"),
            ]
            return answer.map { $0 }
        }
        let results = await ask([ScriptedRepository("x", [.search], script: script)])
        #expect(results.map(\.report.status) == [.timeout])
        #expect(results[0].report.items == 1)
        #expect(results[0].report.failure?.message == "videos: too late")
        #expect(results[0].answer?.value.movies.count == 1)
    }

    @Test("The status tells answers with rows, without rows, and stale ones apart")
    func answers() async {
        var script = ScriptedRepository.Script()
        let stale = Freshness(fromCache: true, ageSeconds: 99, isStale: true)
        script.search = { _ throws(ProviderError) in
            ProviderAnswer(MovieList(movies: [.film("Up", 2009)]), freshness: stale)
        }
        let old = ScriptedRepository("old", [.search], script: script)
        let results = await ask([.shelf("a", [.film("Up", 2009)]), .shelf("b", []), old])
        #expect(results.map(\.report.status) == [.ok, .empty, .stale])
        #expect(results.map(\.report.items) == [1, 0, 1])
        #expect(results[2].report.freshness == stale)
        #expect(results.allSatisfy { $0.report.durationMilliseconds != nil })
    }

    @Test("A source that is disabled or lacks the capability is not asked")
    func notAsked() async {
        let off = ScriptedRepository("off", [.search], availability: .disabled(reason: "OFF_KEY is not set"))
        let lists = ScriptedRepository("lists", [.list])
        let results = await ask([off, lists])
        #expect(results.map(\.report.status) == [.disabled, .unsupported])
        #expect(results[0].report.failure?.message == "OFF_KEY is not set")
        #expect(results[0].report.durationMilliseconds == nil)
        #expect(off.questions.isEmpty && lists.questions.isEmpty)
    }

    @Test("At the deadline the answer does not wait for a source that ignores its cancellation")
    func stubborn() async {
        let gate = Gate()
        defer { gate.open() }
        let results = await ask(
            [.stubborn("late", until: gate), .shelf("a", [.film("Up", 2009)])],
            within: .milliseconds(400)
        )
        #expect(results.map(\.report.status) == [.timeout, .ok])
        #expect(results.map(\.provider) == ["late", "a"])
        #expect(results[0].report.failure?.kind == .timeout)
    }

    @Test("Canceling the caller ends the wait and reaches the sources")
    func cancellation() async {
        let (cancellations, outlet) = AsyncStream<Bool>.makeStream()
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            outlet.yield(false)
            do { try await Task.sleep(for: .seconds(30)) } catch { outlet.yield(true) }
            throw ProviderError(.unavailable, provider: "slow", message: "cancelled")
        }
        let slow = ScriptedRepository("slow", [.search], script: script)
        let call = Task { await ask([slow]) }
        var iterator = cancellations.makeAsyncIterator()
        #expect(await iterator.next() == false)
        call.cancel()
        #expect(await call.value.map(\.report.status) == [.timeout])
        #expect(await iterator.next() == true)
    }

    @Test("Combined reports of one source show the failure and add up the rows")
    func combining() {
        let good = ProviderReport(provider: "a", items: 2, freshness: .live, after: .milliseconds(30))
        let failure = ProviderError(.rateLimited, provider: "a", message: "slow down")
        let bad = ProviderReport(failure, provider: "a", after: .milliseconds(50))
        for combined in [good.combined(with: bad), bad.combined(with: good)] {
            #expect(combined.status == .rateLimited)
            #expect(combined.items == 2)
            #expect(combined.durationMilliseconds == 50)
            #expect(combined.failure == failure)
        }
    }

    @Test("Combined reports say that data is old, even if another call failed")
    func combiningOld() {
        let freshness = Freshness(fromCache: true, ageSeconds: 90, isStale: true)
        let old = ProviderReport(provider: "a", items: 2, freshness: freshness, after: .milliseconds(30))
        let failure = ProviderError(.unavailable, provider: "a", message: "HTTP status 503")
        let bad = ProviderReport(failure, provider: "a", after: .milliseconds(50)).about(part: "videos")
        for combined in [old.combined(with: bad), bad.combined(with: old)] {
            #expect(combined.status == .stale && !combined.isFailed)
            #expect(combined.failure?.message == "HTTP status 503")
            #expect(combined.failedParts.keys.sorted() == ["videos"])
            #expect(combined.freshness?.ageSeconds == 90)
        }
    }
}

@Suite("Order of requests to sources")
struct SourcePacesTests {
    @Test("Sources are sorted slowest first, unknown ones last, and otherwise in the given order")
    func order() {
        let latencies = LatencyHistory()
        #expect(latencies.slowestFirst(["a", "b", "c"]) == [0, 1, 2])
        latencies.note(.milliseconds(20), of: "b")
        latencies.note(.milliseconds(300), of: "c")
        #expect(latencies.slowestFirst(["a", "b", "c", "d"]) == [2, 1, 0, 3])
        #expect(latencies.slowestFirst([]) == [])
    }

    @Test("One slow answer is not forgotten at once and does not count forever")
    func decay() {
        let latencies = LatencyHistory()
        latencies.note(.milliseconds(100), of: "a")
        latencies.note(.milliseconds(900), of: "b")
        latencies.note(.milliseconds(10), of: "b")
        #expect(latencies.slowestFirst(["a", "b"]) == [1, 0])
        for _ in 0..<12 { latencies.note(.milliseconds(10), of: "b") }
        #expect(latencies.slowestFirst(["a", "b"]) == [0, 1])
    }

    @Test("A cached answer does not count as latency, and results keep the order of the sources")
    func asking() async {
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            ProviderAnswer(MovieList(movies: [.film("Up", 2009)]), freshness: Freshness(fromCache: true))
        }
        let kept = ScriptedRepository("kept", [.search], script: script)
        let latencies = LatencyHistory()
        latencies.note(.seconds(9), of: "failing")
        let sources = [kept, .shelf("live", [.film("Up", 2009)]), .failing("failing", .upstream)]
        let fanOut = FanOut(deadline: Deadline(after: .seconds(300), on: SystemMonotonicClock()), latencies: latencies)
        let results = await fanOut.ask(sources, for: .search, items: \.movies.count) {
            repository,
            context throws(ProviderError) in
            try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 10)), in: context)
        }
        #expect(results.map(\.provider) == ["kept", "live", "failing"])
        // The cached answer says nothing about its source's latency, so that source stays behind the live one.
        #expect(latencies.slowestFirst(["kept", "live", "failing"]) == [2, 1, 0])
    }
}

@Suite("Deadlines of calls", .timeLimit(.minutes(15)))
struct DeadlineTests {
    @Test("A call times out by the given clock and reports its duration")
    func manualClock() async {
        let clock = ManualClock()
        let gate = Gate()
        defer { gate.open() }
        let (asked, outlet) = AsyncStream<Void>.makeStream()
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            outlet.yield()
            await gate.passEvenIfCanceled()
            return ProviderAnswer(MovieList(movies: []))
        }
        let late = ScriptedRepository("late", [.search], script: script)
        let fanOut = FanOut(deadline: Deadline(after: .seconds(6), on: clock), latencies: LatencyHistory())
        async let results = fanOut.ask([late], for: .search, items: \MovieList.movies.count) {
            repository,
            context throws(ProviderError) in
            try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 1)), in: context)
        }
        var iterator = asked.makeAsyncIterator()
        await iterator.next()
        clock.advance(by: .milliseconds(5_999))
        clock.advance(by: .milliseconds(2))
        let report = await results.first?.report
        #expect(report?.status == .timeout)
        #expect(report?.durationMilliseconds == 6_001)
        #expect(late.contexts.map { $0.deadline?.hasPassed } == [true])
    }

    @Test("A divided deadline allows a share of the remaining time")
    func parts() {
        let clock = ManualClock()
        let deadline = Deadline(after: .seconds(6), on: clock)
        #expect(deadline.dividing(by: 2).limit == .seconds(3))
        clock.advance(by: .seconds(2))
        #expect(deadline.elapsed == .seconds(2))
        #expect(deadline.remaining == .seconds(4))
        #expect(deadline.dividing(by: 2).limit == .seconds(4))
        #expect(deadline.dividing(by: 0).limit == .seconds(6))
        clock.advance(by: .seconds(9))
        #expect(deadline.remaining == .zero)
    }

    @Test("A result that arrives in time is returned")
    func inTime() async {
        let deadline = Deadline(after: .seconds(300), on: SystemMonotonicClock())
        #expect(await deadline.race { 42 } == 42)
    }

    @Test("A race in a canceled task returns without a result")
    func cancelled() async {
        let gate = Gate()
        defer { gate.open() }
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let deadline = Deadline(after: .seconds(300), on: SystemMonotonicClock())
            return await deadline.race { await gate.passEvenIfCanceled() } == nil
        }
        #expect(await call.value)
    }
}

@Suite("Freshness of combined answers")
struct FreshnessTests {
    private let live = Freshness.live
    private let kept = Freshness(fromCache: true, ageSeconds: 5)
    private let old = Freshness(fromCache: true, ageSeconds: 90, isStale: true)

    private func report(_ freshness: Freshness) -> ProviderReport {
        ProviderReport(provider: "a", items: 1, freshness: freshness, after: .zero)
    }

    private func failure(_ kind: ProviderError.Kind) -> ProviderReport {
        ProviderReport(ProviderError(kind, provider: "a", message: "why"), provider: "a", after: .zero)
    }

    @Test("A combined answer is as old as the older one, and from the cache only if both are")
    func combined() {
        #expect(kept.combined(with: old) == Freshness(fromCache: true, ageSeconds: 90, isStale: true))
        #expect(live.combined(with: old) == Freshness(fromCache: false, ageSeconds: 90, isStale: true))
        #expect(kept.combined(with: live) == Freshness(fromCache: false, ageSeconds: 5))
        #expect(live.combined(with: live) == live)
    }

    @Test("A failed second call keeps the answer's age, but a timeout ends its fresh period")
    func combinedReports() {
        #expect(report(kept).combined(with: report(old)).freshness == kept.combined(with: old))
        var lasting = kept
        lasting.freshForSeconds = 30
        #expect(report(lasting).combined(with: failure(.unsupported)).freshness == lasting)
        #expect(report(lasting).combined(with: failure(.timeout)).freshness == kept, "the next answer may have more")
        for other in [failure(.notFound), failure(.timeout)] {
            #expect(report(kept).combined(with: other).freshness == kept)
            #expect(other.combined(with: report(kept)).freshness == kept)
        }
    }
}
