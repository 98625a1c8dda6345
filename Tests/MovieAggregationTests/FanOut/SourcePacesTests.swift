import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Platform
import Testing

@Suite("The order in which sources are asked")
struct SourcePacesTests {
    @Test("the slowest first, the unknown last, and as they stand where nothing tells them apart")
    func order() {
        let paces = LatencyHistory()
        #expect(paces.slowestFirst(["a", "b", "c"]) == [0, 1, 2])
        paces.note(.milliseconds(20), of: "b")
        paces.note(.milliseconds(300), of: "c")
        #expect(paces.slowestFirst(["a", "b", "c", "d"]) == [2, 1, 0, 3])
        #expect(paces.slowestFirst([]) == [])
    }

    @Test("one slow answer is not forgotten at once, and does not count for ever")
    func decay() {
        let paces = LatencyHistory()
        paces.note(.milliseconds(100), of: "a")
        paces.note(.milliseconds(900), of: "b")
        paces.note(.milliseconds(10), of: "b")
        #expect(paces.slowestFirst(["a", "b"]) == [1, 0])
        for _ in 0..<12 { paces.note(.milliseconds(10), of: "b") }
        #expect(paces.slowestFirst(["a", "b"]) == [0, 1])
    }

    @Test("only what a source itself answered says how slow it is, and results keep their own order")
    func asking() async {
        var script = ScriptedRepository.Script()
        script.search = { _ throws(ProviderError) in
            ProviderAnswer(MovieList(movies: [.film("Up", 2009)]), freshness: Freshness(fromCache: true))
        }
        let kept = ScriptedRepository("kept", [.search], script: script)
        let paces = LatencyHistory()
        paces.note(.seconds(9), of: "failing")
        let sources = [kept, .shelf("live", [.film("Up", 2009)]), .failing("failing", .upstream)]
        let fanOut = FanOut(deadline: Deadline(after: .seconds(20), on: SystemMonotonicClock()), paces: paces)
        let results = await fanOut.ask(sources, for: .search, items: \.movies.count) {
            repository throws(ProviderError) in
            try await repository.search(SearchQuery(text: "x", window: RowWindow(count: 10)))
        }
        #expect(results.map(\.provider) == ["kept", "live", "failing"])
        // The kept answer says nothing of its source, which stays behind the live one.
        #expect(paces.slowestFirst(["kept", "live", "failing"]) == [2, 1, 0])
    }
}
