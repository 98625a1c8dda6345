import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieAggregation

@Suite("Titles with the additions of box offices")
struct SearchTextTests {
    @Test(
        "What a box office adds to a title is left out",
        arguments: [
            ("푸른 여우(더빙)", "푸른 여우"), ("푸른 여우 (4K 리마스터링)", "푸른 여우"), ("[기획전] 돌담", "돌담"),
            ("돌담 감독판", "돌담"), ("극장판 하얀 매 : 출발", "하얀 매: 출발"), ("하늘 바다: 파트2", "하늘 바다"),
            ("하늘 바다: 제2부", "하늘 바다"), ("하늘 바다: 새벽", "하늘 바다: 새벽"), ("Glass Fox 3D", "Glass Fox"),
            ("극장판", "극장판"), ("(더빙)", ""), ("파트2", "파트2"),
        ]
    )
    func removed(title: String, plain: String) {
        #expect(TitleAdditions.removed(from: title) == plain)
    }

    /// A source whose search finds a film by its whole title.
    private func source(_ film: MovieFacts) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let isFound = film.allTitles.contains { $0.text == query.text }
            return ProviderAnswer(MovieList(movies: isFound ? [film] : []))
        }
        script.lookup = { query throws(ProviderError) in
            guard query.ids["tmdb"] == film.ids["tmdb"] else {
                throw ProviderError(.notFound, provider: "tmdb", message: "no such film")
            }
            return ProviderAnswer(film)
        }
        return ScriptedRepository("tmdb", [.lookup, .search], takes: [.lookup: ["tmdb"]], script: script)
    }

    @Test("A film is found under its plain title, and a film with a plain title is searched for once")
    func found() async throws {
        let film = MovieFacts.film("푸른 여우", 2011, language: "ko", ids: ["tmdb": "9"], directors: [Person(name: "가람솔")])
        for (title, count) in [("푸른 여우(더빙)", 2), ("푸른 여우", 1)] {
            var row = film
            (row.title, row.ids) = (LocalizedText(title, language: "ko"), ["kofic": "1"])
            row.titles = []
            var script = ScriptedRepository.Script()
            script.lookup = { [row] _ throws(ProviderError) in ProviderAnswer(row) }
            let office = ScriptedRepository("kofic", [.lookup], takes: [.lookup: ["kofic"]], script: script)
            let database = source(film)
            let result = try await GetMovie(id: MovieID(namespace: "kofic", value: "1"))
                .run(in: .scripted([office, database]))
            #expect(result.movie.facts.ids == ["kofic": "1", "tmdb": "9"], "\(title)")
            let searches = database.questions.filter { if case .search = $0 { true } else { false } }
            #expect(searches.count == count, "\(title)")
        }
    }
}
