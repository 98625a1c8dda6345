import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
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

@Suite("Remembered and corrected matches", .timeLimit(.minutes(15)))
struct RememberedMatchTests {
    private static let kofic = MovieID(namespace: "kofic", value: "1")
    private static let tmdb = MovieID(namespace: "tmdb", value: "9")
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_000_000)

    private let book = LibraryFile(inMemory: .fixed(at: moment))
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

    private func get(
        _ repositories: [ScriptedRepository],
        _ id: MovieID = kofic,
        languages: [String] = []
    ) async throws -> Movie {
        var request = GetMovie(id: id)
        request.languages = languages
        return try await request.run(in: await catalogue(repositories).corrected()).movie
    }

    private func catalogue(_ repositories: [ScriptedRepository]) -> Catalogue {
        .scripted(
            repositories,
            policy: MergePolicy(order: ["kofic", "tmdb"], languages: ["ko", "en"]),
            library: book
        )
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

    @Test("A remembered match also holds between rows that say too little to be matched")
    func rememberedInList() async throws {
        let shelves: [ScriptedRepository] = [
            .shelf("kofic", [.film("기생충", nil, ids: ["kofic": "1"])]),
            .shelf("tmdb", [.film("Parasite", 2019, ids: ["tmdb": "9"])]),
        ]
        let search = SearchMovies(text: "Parasite")
        #expect(try await search.run(in: catalogue(shelves)).movies.count == 2)
        book.remember([
            MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .matcher, confidence: 0.95, at: Self.moment)
        ])
        for _ in 0..<2 {
            let films = try await search.run(in: catalogue(shelves)).movies
            #expect(films.map(\.facts.ids) == [["kofic": "1", "tmdb": "9"]])
            #expect(films.first?.match?.reasons == ["matched before"])
            let list = try await ListMovies().run(in: catalogue(shelves))
            #expect(list.movies.map(\.facts.ids) == films.map(\.facts.ids))
        }
        #expect(await book.links(of: [Self.kofic]).map(\.confidence) == [0.95])
        try await book.correct(MatchNote(IDPair(Self.kofic, Self.tmdb), .different, by: .user, at: Self.moment))
        #expect(try await search.run(in: await catalogue(shelves).corrected()).movies.count == 2)
    }

    @Test("Matches are followed through a film that is not in the answer")
    func chainedInList() async throws {
        let yts = MovieID(namespace: "yts", value: "5")
        let shelves: [ScriptedRepository] = [
            .shelf("tmdb", [.film("모래시계 탐정", 2026, ids: ["tmdb": "9"])]),
            .shelf("yts", [.film("Hourglass Detective", 2026, ids: ["yts": "5", "imdb": "tt0000005"])]),
        ]
        let search = SearchMovies(text: "Hourglass")
        book.remember([
            MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .matcher, confidence: 0.99, at: Self.moment),
            MatchNote(IDPair(Self.kofic, yts), .same, by: .matcher, confidence: 0.95, at: Self.moment),
        ])
        let films = try await search.run(in: catalogue(shelves)).movies
        #expect(films.map(\.id.description) == ["imdb:tt0000005"])
        #expect(films.first?.match?.reasons.first == "matched before")
        try await book.correct(MatchNote(IDPair(Self.tmdb, yts), .different, by: .user, at: Self.moment))
        #expect(try await search.run(in: await catalogue(shelves).corrected()).movies.count == 2)
    }

    @Test("A film keeps the id that earlier answers gave it when only some of its sources answer")
    func idOfOneSource() async throws {
        let imdb = MovieID(namespace: "imdb", value: "tt6751668")
        book.remember([
            MatchNote(IDPair(Self.kofic, imdb), .same, by: .matcher, confidence: 0.9, at: Self.moment)
        ])
        let row = MovieFacts.film("기생충", 2019, ids: ["kofic": "1"])
        let alone = try await SearchMovies(text: "기생충").run(in: catalogue([.shelf("kofic", [row])])).movies
        #expect(alone.map(\.id) == [imdb])
        #expect(alone.first?.match == MatchExplanation(confidence: 0.9, reasons: ["matched before"]))
        // Another film of the answer has the id.
        let twice: [ScriptedRepository] = [
            .shelf("kofic", [row]), .shelf("tmdb", [.film("Mother", 2009, ids: ["imdb": "tt6751668"])]),
        ]
        let films = try await SearchMovies(text: "기생충").run(in: catalogue(twice)).movies
        #expect(Set(films.map(\.id)) == [Self.kofic, imdb])
        // Details have undone it.
        let undone = MatchNote(IDPair(Self.kofic, imdb), .different, by: .matcher, reasons: ["no"], at: Self.moment)
        book.remember([undone])
        let after = try await SearchMovies(text: "기생충").run(in: catalogue([.shelf("kofic", [row])])).movies
        #expect(after.map(\.id) == [Self.kofic])
    }

    @Test("A wrong remembered match joins no rows of different films", arguments: [true, false])
    func wrongInList(hasRight: Bool) async throws {
        let mother = MovieFacts.film("Mother", 2009, ids: ["tmdb": "7"])
        let shelves: [ScriptedRepository] = [
            .shelf("kofic", [.film("Parasite", 2019, ids: ["kofic": "1"])]),
            .shelf("tmdb", hasRight ? [mother, .film("Parasite", 2019, ids: ["tmdb": "9"])] : [mother]),
        ]
        let wrong = IDPair(Self.kofic, MovieID(namespace: "tmdb", value: "7"))
        book.remember([MatchNote(wrong, .same, by: .matcher, confidence: 0.99, at: Self.moment)])
        let films = try await SearchMovies(text: "e").run(in: catalogue(shelves)).movies
        #expect(films.contains { $0.facts.ids == ["tmdb": "7"] })
        #expect(films.count == 2)
    }

    @Test("A row that says too little joins no films that contradict each other, not even by an earlier match")
    func noBridge() async throws {
        let ann = MovieFacts.film("Twin", 2001, ids: ["sa": "1"], directors: [Person(name: "Ann Lee")], runtime: 90)
        let bo = MovieFacts.film("Twin", 2001, ids: ["sb": "1"], directors: [Person(name: "Bo Zhang")], runtime: 130)
        let shelves: [ScriptedRepository] = [
            .shelf("sa", [ann]), .shelf("sb", [bo]), .shelf("sc", [.film("Twin", 2001, ids: ["sc": "1"])]),
        ]
        func films() async throws -> [Movie] {
            try await SearchMovies(text: "Twin").run(in: catalogue(shelves)).movies
        }
        #expect(try await films().map(\.facts.ids) == [["sa": "1"], ["sb": "1"], ["sc": "1"]])
        #expect(try await films().last?.match?.reasons == ["ambiguous"])
        let ids = ["sa", "sb", "sc"].map { MovieID(namespace: $0, value: "1") }
        #expect(await book.links(of: ids).isEmpty)
        for pair in [IDPair(ids[0], ids[1]), IDPair(ids[0], ids[2]), IDPair(ids[1], ids[2])] {
            book.remember([MatchNote(pair, .same, by: .matcher, confidence: 0.99, at: Self.moment)])
        }
        #expect(try await films().allSatisfy { $0.facts.ids["sa"] == nil || $0.facts.ids["sb"] == nil })
    }

    @Test("A source is asked once about each film, however long the source of the id takes")
    func onceEach() async throws {
        let gate = Gate()
        var script = ScriptedRepository.Script()
        script.lookup = { _ throws(ProviderError) in
            await gate.pass()
            return ProviderAnswer(Self.parasite)
        }
        let tmdb = ScriptedRepository("tmdb", [.lookup], takes: [.lookup: ["tmdb"]], script: script)
        let other = MovieFacts.film("Other", 1999, ids: ["yts": "1", "imdb": "tt7"])
        let yts = ScriptedRepository.library("yts", takes: ["yts"], [other])
        let omdb = ScriptedRepository.library("omdb", takes: ["imdb"], [.film("Other", 1999, ids: ["imdb": "tt7"])])
        book.remember([
            MatchNote(
                IDPair(Self.tmdb, MovieID(namespace: "yts", value: "1")),
                .same,
                by: .matcher,
                confidence: 0.9,
                at: Self.moment
            )
        ])
        async let film = get([tmdb, yts, omdb], Self.tmdb)
        while omdb.questions.count < 1 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        #expect(try await film.facts.title?.text == "기생충")
        #expect(omdb.questions.filter { $0 == .lookup(LookupQuery(ids: ["imdb": "tt7"])) }.count == 1)
    }

    @Test("A pin also holds for the ids of the film that its source adds")
    func pinnedByOtherID() async throws {
        let tmdb = ScriptedRepository.library("tmdb", takes: ["tmdb", "imdb"], [Self.parasite])
        let other = MovieFacts.film("전혀 다른 제목", 1990, ids: ["kofic": "1"])
        let kofic = ScriptedRepository.library("kofic", takes: ["kofic"], [other])
        try await book.correct(MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .user, at: Self.moment))
        for id in [Self.kofic, Self.tmdb, MovieID(namespace: "imdb", value: "tt6751668")] {
            #expect(try await get([kofic, tmdb], id).facts.ids == ["kofic": "1", "tmdb": "9", "imdb": "tt6751668"])
        }
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
        let catalogue = Catalogue.scripted(shelves, library: book)
        let request = SearchMovies(text: "Parasite")
        #expect(try await request.run(in: catalogue).movies.count == 1)
        #expect(try await request.run(in: await catalogue.corrected()).movies.count == 2)
    }

    @Test("Ids that several sources hold together are two films once they are split", arguments: ["tmdb", "film-db"])
    func splitInEveryRecord(name: ProviderID) async throws {
        let imdb = MovieID(namespace: "imdb", value: "tt6751668")
        let tmdb = ScriptedRepository.library(name, takes: ["tmdb", "imdb"], [Self.parasite])
        let omdb = ScriptedRepository.library(
            "omdb",
            takes: ["imdb"],
            [.film("Other", 1999, ids: ["imdb": imdb.value])]
        )
        let third = MovieFacts.film("Third", 1990, ids: ["third": "3", "tmdb": "9", "imdb": imdb.value])
        let shelf = ScriptedRepository.library("third", takes: ["third"], [third])
        #expect(try await get([tmdb, omdb], Self.tmdb).facts.ids == ["tmdb": "9", "imdb": imdb.value])
        try await book.correct(MatchNote(IDPair(Self.tmdb, imdb), .different, by: .user, at: Self.moment))
        let film = try await get([tmdb, omdb], Self.tmdb)
        #expect(film.facts.ids == ["tmdb": "9"] && film.facts.title?.text == "기생충")
        let partial = Observed<[String]>([])
        let other = try await GetMovie(id: imdb).run(in: await catalogue([tmdb, omdb]).corrected()) { answer in
            partial.update { $0 += answer.movies.compactMap(\.facts.title?.text) }
        }
        #expect(other.movie.facts.ids == ["imdb": imdb.value] && other.movie.facts.title?.text == "Other")
        #expect(partial.current == ["Other"])
        #expect(other.sources.map(\.status) == [.empty, .ok])
        #expect(other.sources[0].remarks == ["its film is tmdb:9, which you split from imdb:tt6751668"])
        // Which of the two a third source means is unknown.
        let unknown = try await get([shelf, tmdb, omdb], MovieID(namespace: "third", value: "3"))
        #expect(unknown.facts.ids == ["third": "3"])
    }

    @Test("A film in a list lacks the ids that were split from it")
    func splitInList() async throws {
        let imdb = MovieID(namespace: "imdb", value: "tt6751668")
        try await book.correct(MatchNote(IDPair(Self.tmdb, imdb), .different, by: .user, at: Self.moment))
        let films = try await SearchMovies(text: "Parasite")
            .run(in: await catalogue([.shelf("tmdb", [Self.parasite])]).corrected()).movies
        #expect(films.map(\.id) == [Self.tmdb])
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
        // The choice holds in whatever language the source has the text.
        try await book.choose(FieldChoice(id: Self.kofic, field: .title, provider: "kofic"))
        #expect(try await get([office, tmdb], languages: ["en"]).facts.title?.text == "기생충")
    }
}
