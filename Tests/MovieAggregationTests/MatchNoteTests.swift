import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Platform
import Testing

@Suite("User corrections")
struct CorrectionsTests {
    private static func id(_ text: String) -> MovieID {
        MovieID(parsing: text) ?? MovieID(namespace: "none", value: text)
    }

    private static func pair(_ one: String, _ other: String) -> IDPair { IDPair(id(one), id(other)) }

    @Test("Pins are transitive, whichever id is asked for")
    func chains() {
        let corrections = Corrections(pinned: [Self.pair("kofic:1", "tmdb:2"), Self.pair("imdb:tt3", "tmdb:2")])
        #expect(corrections.ids(pinnedWith: [Self.id("kofic:1")]).map(\.description) == ["imdb:tt3", "tmdb:2"])
        #expect(corrections.ids(pinnedWith: [Self.id("imdb:tt3")]).map(\.description) == ["kofic:1", "tmdb:2"])
        #expect(corrections.ids(pinnedWith: [Self.id("omdb:9")]).isEmpty)
    }

    @Test(
        "A contradictory correction is refused with the reason",
        arguments: [
            ("kofic:1", MatchNote.Verdict.same, "kofic:1", "kofic:1 is one film: name another id as well"),
            ("kofic:1", .same, "kofic:7", "kofic:1 and kofic:7 are two films: kofic itself tells them apart"),
            ("kofic:7", .same, "imdb:tt3", "kofic:1 and kofic:7 are two films: kofic itself tells them apart"),
            (
                "imdb:tt3", .different, "kofic:1",
                "imdb:tt3 and kofic:1 are pinned together through tmdb:2; forget a pin first (matches/forget)"
            ),
            (
                "kofic:1", .same, "omdb:4",
                "omdb:4 and tmdb:2 would become one film, and were split; forget that first (matches/forget)"
            ),
        ]
    )
    func conflicts(one: String, verdict: MatchNote.Verdict, other: String, message: String) {
        let corrections = Corrections(
            pinned: [Self.pair("kofic:1", "tmdb:2"), Self.pair("imdb:tt3", "tmdb:2")],
            split: [Self.pair("omdb:4", "tmdb:2")]
        )
        var said: String?
        do throws(CorrectionConflict) {
            try corrections.check(Self.pair(one, other), verdict)
        } catch {
            said = error.message
        }
        #expect(said == message)
    }

    @Test(
        "A correction may replace the pair's earlier one or add one that contradicts nothing",
        arguments: [
            ("kofic:1", MatchNote.Verdict.different, "tmdb:2"), ("omdb:4", .same, "tmdb:2"),
            ("yts:5", .same, "imdb:tt3"), ("kofic:7", .different, "tmdb:2"),
        ]
    )
    func accepted(one: String, verdict: MatchNote.Verdict, other: String) throws {
        let corrections = Corrections(
            pinned: [Self.pair("kofic:1", "tmdb:2"), Self.pair("imdb:tt3", "tmdb:2")],
            split: [Self.pair("omdb:4", "tmdb:2")]
        )
        #expect(throws: Never.self) { try corrections.check(Self.pair(one, other), verdict) }
    }
}

@Suite("Remembered and corrected matches", .timeLimit(.minutes(1)))
struct RememberedMatchTests {
    private static let kofic = MovieID(namespace: "kofic", value: "1")
    private static let tmdb = MovieID(namespace: "tmdb", value: "9")
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_000_000)

    private let book = TransientMatchStore(clock: .fixed(at: moment))
    private let office = ScriptedRepository.library(
        "kofic",
        takes: ["kofic"],
        languages: ["ko"],
        [.film("기생충", 2019, also: ["Parasite"], ids: ["kofic": "1"], directors: [Person(name: "봉준호")])]
    )

    private func database(_ films: [MovieFacts]) -> ScriptedRepository {
        .library("tmdb", takes: ["tmdb"], languages: ["ko", "en"], films, searchable: true)
    }

    private static let parasite = MovieFacts.film(
        "기생충",
        2019,
        also: ["Parasite"],
        ids: ["tmdb": "9", "imdb": "tt6751668"],
        directors: [Person(name: "봉준호")]
    ).with { $0.overview = LocalizedText("A family.", language: "en") }

    private func get(_ repositories: [ScriptedRepository]) async throws -> Movie {
        let catalogue = Catalogue(
            repositories: repositories,
            policy: MergePolicy(order: ["kofic", "tmdb"], languages: ["ko", "en"]),
            timeLimit: .seconds(20),
            clock: SystemMonotonicClock(),
            book: book
        )
        return try await GetMovie(id: Self.kofic).run(in: await catalogue.corrected()).movie
    }

    @Test("A film that was found by its title is looked up by its id the next time")
    func once() async throws {
        let tmdb = database([Self.parasite])
        #expect(try await get([office, tmdb]).facts.ids["tmdb"] == "9")
        #expect(tmdb.questions.count == 2)
        let links = await book.links(of: [Self.kofic])
        #expect(
            Set(links.map(\.pair)) == [
                IDPair(Self.kofic, Self.tmdb), IDPair(Self.kofic, MovieID(namespace: "imdb", value: "tt6751668")),
            ]
        )
        #expect(links.allSatisfy { $0.author == .matcher && $0.confidence > 0.9 && !$0.reasons.isEmpty })
        #expect(try await get([office, tmdb]).facts.ids["tmdb"] == "9")
        #expect(tmdb.questions.dropFirst(2) == [.lookup(LookupQuery(ids: ["tmdb": "9"]))])
    }

    @Test("A wrong remembered match does not keep the right film from being found")
    func wrong() async throws {
        let tmdb = database([Self.parasite, .film("Mother", 2009, ids: ["tmdb": "7"])])
        let wrong = IDPair(Self.kofic, MovieID(namespace: "tmdb", value: "7"))
        book.remember([MatchNote(wrong, .same, by: .matcher, confidence: 0.9, at: Self.moment)])
        #expect(try await get([office, tmdb]).facts.ids["tmdb"] == "9")
    }

    @Test("Pinned films are merged, however different they look")
    func pinned() async throws {
        let tmdb = database([.film("Gisaengchung: The Black and White Cut", 2020, ids: ["tmdb": "9"])])
        #expect(try await get([office, tmdb]).facts.ids["tmdb"] == nil)
        try await book.correct(MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .user, at: Self.moment))
        #expect(try await get([office, tmdb]).facts.ids["tmdb"] == "9")
    }

    @Test("Split films stay apart, also in a search, however alike they look")
    func split() async throws {
        let tmdb = database([Self.parasite])
        try await book.correct(MatchNote(IDPair(Self.kofic, Self.tmdb), .different, by: .user, at: Self.moment))
        #expect(try await get([office, tmdb]).facts.ids == ["kofic": "1"])
        let shelves: [ScriptedRepository] = [
            .shelf("kofic", [.film("Parasite", 2019, ids: ["kofic": "1"])]),
            .shelf("tmdb", [.film("Parasite", 2019, ids: ["tmdb": "9"])]),
        ]
        let catalogue = Catalogue(
            repositories: shelves,
            policy: MergePolicy(),
            timeLimit: .seconds(20),
            clock: SystemMonotonicClock(),
            book: book
        )
        let request = SearchMovies(text: "Parasite")
        #expect(try await request.run(in: catalogue).movies.count == 1)
        #expect(try await request.run(in: await catalogue.corrected()).movies.count == 2)
    }

    @Test("A field comes from the source that the user chose for it")
    func chosen() async throws {
        let tmdb = database([
            Self.parasite.with {
                $0.title = LocalizedText("Parasite", language: "ko")
                $0.titles.append(LocalizedText("기생충"))
            }
        ])
        #expect(try await get([office, tmdb]).provenance[.title]?.first == "kofic")
        try await book.choose(FieldChoice(id: Self.kofic, field: .title, provider: "tmdb"))
        let movie = try await get([office, tmdb])
        #expect(movie.facts.title?.text == "Parasite")
        #expect(movie.provenance[.title]?.first == "tmdb")
    }
}
