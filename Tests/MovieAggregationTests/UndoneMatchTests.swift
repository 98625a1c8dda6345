import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

/// Two films of one title and one year, of which one source knows only the other one.
///
/// The rows of a search say too little to tell them apart; the details tell.
@Suite("Matches that details undo", .timeLimit(.minutes(15)))
struct UndoneMatchTests {
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_000_000)
    private let book = LibraryFile(inMemory: .fixed(at: moment))

    private static let office = MovieFacts.film(
        "괜찮은 인생",
        2016,
        also: ["Life Is Fine"],
        ids: ["kofic": "20160001"],
        directors: [Person(name: "가나다", nameEn: "GA Nada")],
        runtime: 100
    )
    private static let database = MovieFacts.film(
        "괜찮은 인생",
        2016,
        language: "ko",
        ids: ["tmdb": "2", "imdb": "tt8000002"],
        directors: [Person(name: "가나다")],
        runtime: 100
    )
    private static func namesake(minutes: Int) -> MovieFacts {
        MovieFacts.film(
            "Life Is Fine",
            2016,
            ids: ["imdb": "tt9990001"],
            directors: [Person(name: "Other One")],
            runtime: minutes
        )
    }

    /// A source whose search knows only titles, years, and the ids of some namespaces.
    private static func source(
        _ id: ProviderID,
        _ film: MovieFacts,
        takes namespaces: [String],
        rowIDs: Set<String>,
        foundBy words: [String],
        languages: [String]
    ) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.lookup = { query throws(ProviderError) in
            // The first id decides, as in a definition with a request for each namespace.
            let wanted = namespaces.first { query.ids[$0] != nil }
            guard let wanted, query.ids[wanted] == film.ids[wanted] else {
                throw ProviderError(.notFound, provider: id, message: "no such film")
            }
            return ProviderAnswer(film)
        }
        script.search = { query throws(ProviderError) in
            guard words.contains(query.text), query.year == nil || query.year == film.year else {
                return ProviderAnswer(MovieList(movies: []))
            }
            var row = MovieFacts()
            (row.title, row.titles, row.year) = (film.title, film.titles, film.year)
            row.ids = film.ids.filter { rowIDs.contains($0.key) }
            return ProviderAnswer(MovieList(movies: [row]))
        }
        return ScriptedRepository(
            id,
            [.lookup, .search],
            takes: [.lookup: namespaces],
            languages: languages,
            script: script
        )
    }

    private func sources(minutes: Int = 95) -> [ScriptedRepository] {
        let titles = ["괜찮은 인생", "Life Is Fine"]
        return [
            Self.source(
                "kofic",
                Self.office,
                takes: ["kofic"],
                rowIDs: ["kofic"],
                foundBy: titles,
                languages: ["ko"]
            ),
            Self.source(
                "tmdb",
                Self.database,
                takes: ["tmdb", "imdb"],
                rowIDs: ["tmdb"],
                foundBy: titles,
                languages: ["ko", "en"]
            ),
            Self.source(
                "omdb",
                Self.namesake(minutes: minutes),
                takes: ["imdb"],
                rowIDs: ["imdb"],
                foundBy: ["Life Is Fine"],
                languages: ["en"]
            ),
        ]
    }

    private func catalogue(_ sources: [ScriptedRepository]) async -> Catalogue {
        await Catalogue.scripted(
            sources,
            policy: MergePolicy(order: ["kofic", "tmdb", "omdb"], languages: ["ko", "en"]),
            library: book
        ).corrected()
    }

    private func get(_ id: String, _ sources: [ScriptedRepository]) async throws -> MovieResult {
        let id = try #require(MovieID(parsing: id))
        return try await GetMovie(id: id).run(in: await catalogue(sources))
    }

    private func search(_ sources: [ScriptedRepository]) async throws -> [[String: String]] {
        try await SearchMovies(text: "Life Is Fine").run(in: await catalogue(sources)).movies.map(\.facts.ids)
    }

    private static let film = ["kofic": "20160001", "tmdb": "2", "imdb": "tt8000002"]

    @Test("Every id of a film leads to the same film after a search took a namesake for it", arguments: [95, 100, 104])
    func afterSearch(minutes: Int) async throws {
        let sources = sources(minutes: minutes)
        _ = try await search(sources)
        for _ in 0..<2 {
            for id in ["kofic:20160001", "tmdb:2", "imdb:tt8000002"] {
                let result = try await get(id, sources)
                #expect(result.movie.facts.ids == Self.film, "\(id)")
                #expect(result.movie.facts.runtimeMinutes == 100)
                #expect(result.movie.differences.isEmpty)
                #expect(result.sources.allSatisfy { !$0.isFailed }, "\(result.sources)")
            }
            let other = try await get("imdb:tt9990001", sources)
            #expect(other.movie.facts.ids == ["imdb": "tt9990001"])
            #expect(other.movie.facts.runtimeMinutes == minutes)
            #expect(other.sources.allSatisfy { !$0.isFailed })
            let notes = try await book.notes(about: MovieID(parsing: "imdb:tt9990001"), limit: 100)
            #expect(notes.allSatisfy { $0.verdict == .different })
        }
        // Now the rows are apart, too.
        let rows = try await search(sources)
        #expect(rows.contains(["imdb": "tt9990001"]))
        #expect(rows.contains { $0["kofic"] == "20160001" && $0["imdb"] != "tt9990001" })
    }

    @Test("The namesake that is asked for first does not get the film of a remembered match")
    func namesakeFirst() async throws {
        let sources = sources()
        _ = try await search(sources)
        #expect(try await get("imdb:tt9990001", sources).movie.facts.ids == ["imdb": "tt9990001"])
        #expect(try await get("kofic:20160001", sources).movie.facts.ids == Self.film)
        #expect(try await get("imdb:tt9990001", sources).movie.facts.ids == ["imdb": "tt9990001"])
    }

    @Test("A pinned film takes no id that the details of its own sources contradict")
    func pinned() async throws {
        let sources = sources()
        let pair = IDPair(MovieID(namespace: "kofic", value: "20160001"), MovieID(namespace: "tmdb", value: "2"))
        try await book.correct(MatchNote(pair, .same, by: .user, at: Self.moment))
        _ = try await search(sources)
        #expect(try await get("kofic:20160001", sources).movie.facts.ids == Self.film)
        let rows = try await search(sources)
        #expect(rows.contains(["imdb": "tt9990001"]))
        #expect(rows.contains { $0["kofic"] == "20160001" && $0["tmdb"] == "2" && $0["imdb"] != "tt9990001" })
    }

    @Test(
        "A pinned film is joined with no row of a third source that says only a title and a year",
        arguments: [true, false]
    )
    func pinnedBeforeDetails(isSearchedBefore: Bool) async throws {
        let sources = sources()
        if isSearchedBefore { _ = try await search(sources) }
        let pair = IDPair(MovieID(namespace: "kofic", value: "20160001"), MovieID(namespace: "tmdb", value: "2"))
        try await book.correct(MatchNote(pair, .same, by: .user, at: Self.moment))
        let rows = try await search(sources)
        #expect(rows.contains(["imdb": "tt9990001"]))
        #expect(rows.contains(["kofic": "20160001", "tmdb": "2"]))
    }

    @Test(
        "Details that contradict a remembered match undo it, without another id of the film",
        arguments: [(133, nil), (100, CalendarDate(year: 2016, month: 8, day: 1))]
    )
    func contradicted(minutes: Int, day: CalendarDate?) async throws {
        let office = Self.office.with { $0.releaseDate = CalendarDate(year: 2016, month: 3, day: 1) }
        let other = Self.namesake(minutes: minutes).with { $0.releaseDate = day }
        let sources = [
            Self.source(
                "kofic",
                office,
                takes: ["kofic"],
                rowIDs: ["kofic"],
                foundBy: ["Life Is Fine"],
                languages: ["ko"]
            ),
            Self.source("omdb", other, takes: ["imdb"], rowIDs: ["imdb"], foundBy: ["Life Is Fine"], languages: ["en"]),
        ]
        #expect(try await search(sources) == [["kofic": "20160001", "imdb": "tt9990001"]])
        #expect(try await get("kofic:20160001", sources).movie.facts.ids == ["kofic": "20160001"])
        #expect(try await search(sources).count == 2)
        #expect(try await get("imdb:tt9990001", sources).movie.facts.ids == ["imdb": "tt9990001"])
    }

    @Test(
        "A pin to an id that the film's own source contradicts keeps neither the film nor its id from being found",
        arguments: ["tt5555555", "tt9990001"]
    )
    func pinnedToAnother(id: String) async throws {
        let sources = sources()
        let pair = IDPair(MovieID(namespace: "tmdb", value: "2"), MovieID(namespace: "imdb", value: id))
        try await book.correct(MatchNote(pair, .same, by: .user, at: Self.moment))
        let result = try await get("tmdb:2", sources)
        #expect(result.movie.facts.ids["imdb"] == "tt8000002")
        #expect(result.sources.allSatisfy { !$0.isFailed })
    }

    @Test("A remembered id of a film that the source has renumbered is replaced, and the source is not blamed")
    func renumbered() async throws {
        let sources = sources()
        let old = IDPair(MovieID(namespace: "kofic", value: "20160001"), MovieID(namespace: "tmdb", value: "1"))
        book.remember([MatchNote(old, .same, by: .matcher, confidence: 0.99, at: Self.moment)])
        let result = try await get("kofic:20160001", sources)
        #expect(result.movie.facts.ids == Self.film)
        #expect(result.sources.allSatisfy { !$0.isFailed })
        let notes = try await book.notes(about: MovieID(parsing: "kofic:20160001"), limit: 100)
        #expect(!notes.contains { $0.pair == old && $0.verdict == .same })
    }
}
