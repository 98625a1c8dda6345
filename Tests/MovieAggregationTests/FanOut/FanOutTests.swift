import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Platform
import Testing

@Suite("Asking sources side by side", .timeLimit(.minutes(1)))
struct FanOutTests {
    private func ask(
        _ repositories: [ScriptedRepository],
        within limit: Duration = .seconds(20)
    ) async -> [SourceResult<MovieList>] {
        await FanOut(deadline: Deadline(after: limit, on: SystemMonotonicClock()), paces: LatencyHistory()).ask(
            repositories,
            for: .search,
            items: \.movies.count
        ) { repository, context throws(ProviderError) in
            try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 10)), in: context)
        }
    }

    @Test(
        "every failure becomes a status",
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

    @Test("an answer without one of its parts counts its rows and shows the fault")
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

    @Test("answers: with rows, without, and old ones")
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

    @Test("who is switched off or cannot do it is not asked")
    func notAsked() async {
        let off = ScriptedRepository("off", [.search], availability: .disabled(reason: "OFF_KEY is not set"))
        let lists = ScriptedRepository("lists", [.list])
        let results = await ask([off, lists])
        #expect(results.map(\.report.status) == [.disabled, .unsupported])
        #expect(results[0].report.failure?.message == "OFF_KEY is not set")
        #expect(results[0].report.durationMilliseconds == nil)
        #expect(off.questions.isEmpty && lists.questions.isEmpty)
    }

    @Test("at the deadline the answer does not wait for a source that ignores its cancellation")
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

    @Test("cancelling the caller ends the wait and reaches the sources")
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

    @Test("reports of one source together: a fault shows, rows add up")
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
}
