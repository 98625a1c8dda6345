import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Platform
import Testing

@Suite("One deadline for a whole call", .timeLimit(.minutes(1)))
struct DeadlineTests {
    @Test("the clock that was given decides, to the millisecond")
    func manualClock() async {
        let clock = ManualClock()
        let gate = Gate()
        defer { gate.open() }
        let (asked, outlet) = AsyncStream<Void>.makeStream()
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            outlet.yield()
            await gate.pass()
            return ProviderAnswer(MovieList(movies: []))
        }
        let late = ScriptedRepository("late", [.search], script: script)
        let fanOut = FanOut(deadline: Deadline(after: .seconds(6), on: clock), paces: LatencyHistory())
        async let results = fanOut.ask([late], for: .search, items: \MovieList.movies.count) {
            repository throws(ProviderError) in
            try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 1)))
        }
        var iterator = asked.makeAsyncIterator()
        await iterator.next()
        clock.advance(by: .milliseconds(5_999))
        clock.advance(by: .milliseconds(2))
        let report = await results.first?.report
        #expect(report?.status == .timeout)
        #expect(report?.durationMilliseconds == 6_001)
    }

    @Test("parts of what remains")
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

    @Test("what is there in time is given")
    func inTime() async {
        let deadline = Deadline(after: .seconds(20), on: SystemMonotonicClock())
        #expect(await deadline.race { 42 } == 42)
    }

    @Test("a task that is already cancelled waits for nothing")
    func cancelled() async {
        let gate = Gate()
        defer { gate.open() }
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Deadline(after: .seconds(20), on: SystemMonotonicClock()).race { await gate.pass() } == nil
        }
        #expect(await call.value)
    }
}
