import MarqueeTestKit
import MovieDomain
import MovieMatching
import Synchronization
import Testing

@testable import MovieAggregation

@Suite("The texts and years by which a film is searched for")
struct SearchTextTests {
    @Test(
        "What a box office adds to a title is left out",
        arguments: [
            ("푸른 여우(더빙)", "푸른 여우"), ("푸른 여우 (4K 리마스터링)", "푸른 여우"), ("[기획전] 돌담", "돌담"),
            ("돌담 감독판", "돌담"), ("극장판 하얀 매 : 출발", "하얀 매 출발"), ("Glass Fox 3D", "glass fox"),
            ("푸른 여우 20주년 기념", "푸른 여우"), ("재개봉 푸른 여우", "푸른 여우"), ("푸른 여우-감독판", "푸른 여우"),
            ("하늘 바다: 새벽", nil), ("극장판", nil), ("(더빙)", nil), ("푸른 여우", nil),
        ]
    )
    func plain(title: String, plain: String?) { #expect(PlainTitle(title).text == plain) }

    @Test(
        "What is before the number of a part is a text of its own",
        arguments: [
            ("하늘 바다: 파트2", "하늘 바다"), ("하늘 바다: 제2부", "하늘 바다"), ("하늘 바다2", "하늘 바다"), ("하늘 바다 Ⅱ", "하늘 바다"),
            ("하늘 바다 2부(더빙)", "하늘 바다"), ("Sky Sea: Part Two", "sky sea"), ("2046", nil), ("하늘 바다", nil),
        ]
    )
    func stem(title: String, stem: String?) { #expect(PlainTitle(title).stem == stem) }

    private func texts(_ titles: [LocalizedText], languages: [String] = ["ko", "en"]) -> [String] {
        var facts = MovieFacts()
        (facts.title, facts.titles) = (titles.first, titles)
        let profile = ScriptedRepository("tmdb", [.search], languages: languages).profile
        return [MovieRecord("kofic", facts)].searchTexts(for: profile)
    }

    @Test("A film is searched for by its titles in the languages of the source, or else with other blanks")
    func texts() {
        let korean = LocalizedText("푸른 여우(더빙)", language: "ko")
        let english = LocalizedText("Blue Fox", language: "en")
        #expect(texts([korean, english]) == ["푸른 여우(더빙)", "푸른 여우", "Blue Fox"])
        #expect(texts([korean]) == ["푸른 여우(더빙)", "푸른 여우", "푸른여우"])
        #expect(texts([korean, english], languages: ["en"]) == ["Blue Fox"])
        #expect(texts([LocalizedText("푸른여우", language: "ko")]) == ["푸른여우", "푸른"])
        #expect(texts([LocalizedText("여우", language: "ko")]) == ["여우"])
    }

    /// A source whose search finds a film by a whole title, of which it means another year than the other source.
    private func source(_ film: MovieFacts) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.search = { query throws(ProviderError) in
            let isOfYear = query.year == nil || query.year == film.likelyYear
            let isFound = isOfYear && film.allTitles.contains { $0.text == query.text }
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

    private func office(_ row: MovieFacts) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in ProviderAnswer(row) }
        return ScriptedRepository("kofic", [.lookup], takes: [.lookup: ["kofic"]], script: script)
    }

    private func years(of source: ScriptedRepository) -> [Int?] {
        source.questions.compactMap { if case .search(let query) = $0 { .some(query.year) } else { nil } }
            .reduce(into: []) { if $0.last != .some($1) { $0.append($1) } }
    }

    @Test("A film is found under its plain title, and a film with a plain title is searched for once")
    func found() async throws {
        let film = MovieFacts.film("푸른 여우", 2011, language: "ko", ids: ["tmdb": "9"], directors: [Person(name: "가람솔")])
        for (title, count) in [("푸른 여우(더빙)", 2), ("푸른 여우", 1)] {
            var row = film
            (row.title, row.ids) = (LocalizedText(title, language: "ko"), ["kofic": "1"])
            row.titles = []
            let database = source(film)
            let result = try await GetMovie(id: MovieID(namespace: "kofic", value: "1"))
                .run(in: .scripted([office(row), database]))
            #expect(result.movie.facts.ids == ["kofic": "1", "tmdb": "9"], "\(title)")
            let searches = database.questions.filter { if case .search = $0 { true } else { false } }
            #expect(searches.count == count, "\(title)")
        }
    }

    @Test(
        "A film that is not found by the year of its production is searched for by that of its release, and without one"
    )
    func rounds() async throws {
        let day = CalendarDate(year: 2022, month: 11, day: 9)
        let film = MovieFacts.film("푸른 여우", nil, language: "ko", ids: ["tmdb": "9"]).with { $0.releaseDate = day }
        var row = film
        (row.ids, row.year) = (["kofic": "1"], 2019)
        let later = CalendarDate(year: 2023, month: 2, day: 1)
        for (told, asked, isThorough) in [
            (day, [2019, 2022], false), (later, [2019, 2023], false), (later, [2019, 2023, nil], true),
        ] {
            row.releaseDate = told
            let database = source(film)
            let resolver = FilmResolver(
                catalogue: .scripted([office(row), database]),
                deadline: Catalogue.scripted([]).startDeadline(),
                isThorough: isThorough
            )
            let found = await resolver.resolve(ids: ["kofic": "1"])
            #expect(years(of: database) == asked)
            #expect((found.ids["tmdb"] == "9") == (told == day))
        }
    }
}
