import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@Suite("people/search and people/get", .timeLimit(.minutes(15)))
struct PeopleTests {
    private let lighthouse = MovieFacts.film(
        "The Paper Lighthouse",
        2024,
        also: ["종이 등대"],
        ids: ["tmdb": "7"],
        directors: [Person(name: "Go Eun-byeol")]
    )

    /// Returns a source that finds people by name, and people and films by its own ids.
    ///
    /// It gives at most `perCall` rows at once, and none from `failsFrom` on.
    private func source(
        _ id: ProviderID,
        _ people: [PersonFacts],
        films: [MovieFacts] = [],
        perCall: Int = .max,
        failsFrom firstFailing: Int = .max
    ) -> ScriptedRepository {
        var script = ScriptedRepository.Script()
        script.people = { query throws(ProviderError) in
            let found = people.filter { [$0.name, $0.nameEn].contains(query.text) }
            let rest = found.dropFirst(query.window.offset)
            if query.window.offset >= firstFailing {
                throw ProviderError(.unavailable, provider: id, message: "the source is down")
            }
            let rows = rest.prefix(min(query.window.count, perCall))
            return ProviderAnswer(PeopleList(people: Array(rows), hasMore: rest.count > rows.count))
        }
        script.person = { query throws(ProviderError) in
            guard let person = people.first(where: { $0.ids[id.rawValue] == query.ids[id.rawValue] }) else {
                throw ProviderError(.notFound, provider: id, message: "no such person")
            }
            return ProviderAnswer(person)
        }
        script.lookup = { query throws(ProviderError) in
            guard let film = films.first(where: { $0.ids[id.rawValue] == query.ids[id.rawValue] }) else {
                throw ProviderError(.notFound, provider: id, message: "no such film")
            }
            return ProviderAnswer(film)
        }
        let takes: [Capability: [String]] = [.person: [id.rawValue], .lookup: [id.rawValue]]
        return ScriptedRepository(id, [.peopleSearch, .person, .lookup], takes: takes, script: script)
    }

    private func person(
        _ name: String,
        _ nameEn: String?,
        _ ids: [String: String],
        _ films: [FilmCredit]
    ) -> PersonFacts {
        var person = PersonFacts(name: name, nameEn: nameEn, ids: ids)
        person.films = films
        return person
    }

    private func get(
        _ id: String,
        _ sources: [ScriptedRepository],
        _ library: LibraryFile? = nil
    ) async throws -> PersonResult {
        let id = try #require(MovieID(parsing: id))
        return try await GetPerson(id: id).run(in: await catalogue(sources, library))
    }

    private func catalogue(_ sources: [ScriptedRepository], _ library: LibraryFile? = nil) async -> Catalogue {
        let policy = MergePolicy(order: ["kofic", "tmdb"], languages: ["ko", "en"])
        guard let library else { return .scripted(sources, policy: policy) }
        return await Catalogue.scripted(sources, policy: policy, library: library).corrected()
    }

    /// Returns a source like KOFIC, whose filmographies have no years; only its film records have them.
    private func kofic(_ nameEn: String? = "GO Eun-byeol") -> ScriptedRepository {
        let film = MovieFacts.film("종이 등대", language: "ko", ids: ["kofic": "K1"])
        let other = MovieFacts.film("밤의 등대", language: "ko", ids: ["kofic": "K2"])
        let whole = MovieFacts.film(
            "종이 등대",
            2024,
            language: "ko",
            also: ["The Paper Lighthouse"],
            ids: ["kofic": "K1"],
            directors: [Person(name: "고은별", nameEn: "GO Eun-byeol")]
        )
        let credits = [FilmCredit(film: film, job: "감독"), FilmCredit(film: other, job: "각본")]
        return source("kofic", [person("고은별", nameEn, ["kofic": "31"], credits)], films: [whole])
    }

    @Test("People with both names and a film in common are one person with one filmography")
    func merged() async throws {
        var known = person("고은별", "Go Eun-byeol", ["tmdb": "5"], [FilmCredit(film: lighthouse, job: "Director")])
        known.born = CalendarDate(parsing: "1975-04-02")
        let tmdb = source("tmdb", [known], films: [lighthouse])
        let result = try await get("kofic:31", [kofic(), tmdb])
        #expect(result.person.facts.ids == ["kofic": "31", "tmdb": "5"])
        #expect(result.person.id.description == "tmdb:5")
        #expect(result.person.facts.name == "고은별")
        #expect(result.person.facts.born == CalendarDate(parsing: "1975-04-02"))
        #expect(result.person.sources == ["kofic", "tmdb"])
        #expect(result.person.match?.reasons.first == "same name in both scripts")
        #expect(result.sources.map(\.status) == [.ok, .ok])
        let titles = result.person.films.map { $0.movie.facts.title?.text }
        #expect(titles.contains("밤의 등대"))
        let back = try await get("tmdb:5", [kofic(), tmdb])
        #expect(back.person.facts.ids == ["kofic": "31", "tmdb": "5"])
    }

    @Test(
        "People who were found to be one are one in a search whose rows have fewer ids",
        arguments: ["kofic:31", "tmdb:5"]
    )
    func foundBefore(first: String) async throws {
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0)))
        let credit = FilmCredit(film: lighthouse, job: "Director")
        let whole = person("고은별", "Go Eun-byeol", ["tmdb": "5", "imdb": "nm0000001"], [credit])
        let row = person("고은별", "Go Eun-byeol", ["tmdb": "5"], [])
        var script = ScriptedRepository.Script()
        script.people = { _ throws(ProviderError) in ProviderAnswer(PeopleList(people: [row])) }
        script.person = { query throws(ProviderError) in
            guard query.ids["tmdb"] == "5" else {
                throw ProviderError(.notFound, provider: "tmdb", message: "no such person")
            }
            return ProviderAnswer(whole)
        }
        let lighthouse = lighthouse
        script.lookup = { _ throws(ProviderError) in ProviderAnswer(lighthouse) }
        let tmdb = ScriptedRepository(
            "tmdb",
            [.peopleSearch, .person, .lookup],
            takes: [.person: ["tmdb", "imdb"], .lookup: ["tmdb"]],
            script: script
        )
        let ids = ["kofic": "31", "tmdb": "5", "imdb": "nm0000001"]
        for id in [first, "kofic:31", "tmdb:5", "imdb:nm0000001"].prefix(3) {
            #expect(try await get(id, [kofic(), tmdb], library).person.facts.ids == ids, "\(id)")
        }
        for sources in [[kofic(), tmdb], [tmdb], [kofic()]] {
            let found = try await SearchPeople(text: "고은별").run(in: await catalogue(sources, library)).people
            #expect(found.map(\.id.description) == ["imdb:nm0000001"], "\(found.map(\.facts.ids))")
        }
    }

    @Test("Sources without a place in the order are read by their names, whichever was asked first", arguments: [0, 1])
    func unnamedSources(first: Int) async throws {
        func source(_ id: ProviderID, _ ids: [String: String], _ birthplace: String) -> ScriptedRepository {
            var person = PersonFacts(name: "고은별", ids: ids)
            person.birthplace = birthplace
            person.otherNames = ["Ko", "Ko \(id)", "Ko"]
            person.images = [MovieImage(kind: "portrait", url: "https://i.example/a.jpg", provider: id)]
            person.pages = [MoviePage(provider: id, url: "https://p.example/31")]
            return self.source(id, [person])
        }
        let ant = source("ant", ["ant": "1", "bee": "2"], "Busan")
        let bee = source("bee", ["ant": "1", "bee": "2"], "Seoul")
        let person = try await get(["bee:2", "ant:1"][first], [bee, ant]).person
        #expect(person.sources == ["ant", "bee"])
        #expect(person.facts.birthplace == "Busan")
        #expect(person.facts.otherNames == ["Ko", "Ko ant", "Ko bee"])
        #expect(person.facts.images.map(\.provider) == ["ant"])
        #expect(person.facts.pages.map(\.provider) == ["ant"])
    }

    @Test("Portraits of a person, and images of the films, get the width of the call")
    func imageWidth() {
        var image = MovieImage(kind: "portrait", url: "https://i.example/large.jpg", width: 900, provider: "ant")
        image.sizes = [
            ImageSize(url: "https://i.example/small.jpg", width: 200),
            ImageSize(url: "https://i.example/large.jpg", width: 900),
        ]
        var movie = Movie(id: MovieID(namespace: "ant", value: "1"), facts: MovieFacts(), provenance: [:])
        movie.facts.images = [image]
        var facts = PersonFacts(name: "고은별")
        facts.images = [image]
        var person = PersonProfile(id: movie.id, facts: facts, films: [PersonFilm(movie: movie)], sources: ["ant"])
        person.resizeImages(toWidth: nil)
        #expect(person.facts.images == [image])
        person.resizeImages(toWidth: 150)
        #expect(person.facts.images.map(\.url) == ["https://i.example/small.jpg"])
        #expect(person.films[0].movie.facts.images.map(\.url) == ["https://i.example/small.jpg"])
    }

    @Test("Films of a person with equal titles are one film, also if one source names no years")
    func films() async throws {
        func film(_ title: String, _ year: Int?, _ namespace: String, _ id: String) -> FilmCredit {
            FilmCredit(film: .film(title, year, language: "ko", ids: [namespace: id]))
        }
        let mine = [("종이 등대", "K1"), ("밤의 등대", "K2"), ("손님", "K3")].map { film($0, nil, "kofic", $1) }
        let theirs = [
            film("종이 등대", 2024, "tmdb", "7"), film("밤의 파도", 2020, "tmdb", "8"), film("손님", 2011, "tmdb", "9"),
            film("손님", 2018, "tmdb", "10"),
        ]
        let kofic = source("kofic", [person("고은별", nil, ["kofic": "31", "tmdb": "5"], mine)])
        let tmdb = source("tmdb", [person("고은별", nil, ["tmdb": "5"], theirs)])
        let result = try await get("kofic:31", [kofic, tmdb])
        let ids = Set(result.person.films.map { $0.movie.facts.ids })
        #expect(ids.contains(["kofic": "K1", "tmdb": "7"]))
        // Which of two films with one title it is remains open.
        let apart = [("kofic", "K2"), ("tmdb", "8"), ("kofic", "K3"), ("tmdb", "9"), ("tmdb", "10")].map { [$0: $1] }
        #expect(ids.isSuperset(of: apart))
        #expect(ids.count == 6)
    }

    @Test("A source with another birthday or birthplace is named with it")
    func differing() async throws {
        var mine = person("고은별", nil, ["kofic": "31", "tmdb": "5"], [])
        var theirs = person("고은별", nil, ["tmdb": "5"], [])
        mine.born = CalendarDate(parsing: "1969-09-14")
        mine.birthplace = "대구"
        theirs.born = CalendarDate(parsing: "1969-09-15")
        theirs.birthplace = "대구"
        let result = try await get("kofic:31", [source("kofic", [mine]), source("tmdb", [theirs])])
        #expect(result.person.facts.born == mine.born)
        let other = try #require(theirs.born)
        #expect(result.person.differences == [PersonDifference(.born, "tmdb", .date(other))])
    }

    @Test("Namesakes without a film in common stay apart")
    func namesakes() async throws {
        let film = MovieFacts.film("Harbour", 1999, ids: ["tmdb": "8"])
        let tmdb = source("tmdb", [person("고은별", "Go Eun-byeol", ["tmdb": "5"], [FilmCredit(film: film)])])
        let result = try await get("kofic:31", [kofic(), tmdb])
        #expect(result.person.facts.ids == ["kofic": "31"])
        #expect(result.person.match == nil)
        #expect(result.sources.map(\.status) == [.ok, .empty])
    }

    @Test("One equal name is not enough to match people, even with a film in common")
    func oneName() async throws {
        let tmdb = source(
            "tmdb",
            [person("고은별", nil, ["tmdb": "5"], [FilmCredit(film: lighthouse)])],
            films: [lighthouse]
        )
        #expect(try await get("kofic:31", [kofic(), tmdb]).person.facts.ids == ["kofic": "31"])
    }

    @Test("Of two candidates for a person neither is taken")
    func twoCandidates() async throws {
        let one = person("고은별", "Go Eun-byeol", ["tmdb": "5"], [FilmCredit(film: lighthouse)])
        let two = person("고은별", "Go Eun-byeol", ["tmdb": "6"], [FilmCredit(film: lighthouse)])
        let result = try await get("kofic:31", [kofic(), source("tmdb", [one, two], films: [lighthouse])])
        #expect(result.person.facts.ids == ["kofic": "31"])
    }

    @Test("An unknown person is not found, and an id that no source takes is refused")
    func failures() async throws {
        await #expect { _ = try await get("kofic:99", [kofic()]) } throws: { error in
            if case CallError.notFound(let id, _) = error { id.description == "kofic:99" } else { false }
        }
        await #expect { _ = try await get("imdb:nm1", [kofic()]) } throws: { error in
            if case CallError.noSource(.person, _) = error { true } else { false }
        }
    }

    @Test("A film that a person directed and acted in appears once with both roles")
    func filmography() async throws {
        let early = MovieFacts.film("Harbour", 1999, ids: ["tmdb": "8"])
        let films = [
            FilmCredit(film: early, character: "Sailor"), FilmCredit(film: lighthouse, job: "Director"),
            FilmCredit(film: lighthouse, character: "Keeper"), FilmCredit(film: lighthouse, job: "Writer"),
        ]
        let result = try await get("tmdb:5", [source("tmdb", [person("A", nil, ["tmdb": "5"], films)])])
        #expect(result.person.films.map(\.movie.id.description) == ["tmdb:7", "tmdb:8"])
        #expect(result.person.films[0].jobs == ["Director", "Writer"])
        #expect(result.person.films[0].characters == ["Keeper"])
    }

    @Test("People of several sources appear once across all pages", arguments: 1...10)
    func pages(limit: Int) async throws {
        let one = (0..<23).map { person("Kim", nil, ["a": "\($0)", "imdb": "nm\($0)"], []) }
        let two = (0..<17).map { person("Kim", nil, ["b": "\($0)", "imdb": "nm\($0 * 2)"], []) }
        let catalogue = Catalogue.scripted([source("a", one), source("b", two)])
        var seen: [PersonProfile] = []
        for page in 1...60 {
            let request = SearchPeople(text: "Kim", page: PageRequest(page: page, limit: limit))
            let result = try await request.run(in: catalogue)
            seen += result.people
            if result.page.hasMore != true { break }
        }
        #expect(Set(seen.compactMap { $0.facts.ids["imdb"] }).count == seen.count)
        // Twelve of the second source's seventeen people share an id with people of the first source.
        #expect(seen.count == 23 + 5)
    }

    @Test(
        "Every person is on one page, whatever part of its rows a source gives in one call",
        arguments: zip([1, 7, 20, 50], [33, 20, 33, 20])
    )
    func steps(perCall: Int, limit: Int) async throws {
        let one = (0..<130).map { person("Kim", nil, ["a": "\($0)"], []) }
        let two = (0..<45).map { person("Kim", nil, ["b": "\($0)"], []) }
        for sources in [[source("a", one, perCall: perCall)], [source("a", one, perCall: perCall), source("b", two)]] {
            // A source that gives one row a call is walked as far as one call to the program may take.
            let reached = perCall == 1 ? 64 : 130
            let catalogue = Catalogue.scripted(sources)
            var seen: [String] = []
            for page in 1...60 {
                let request = SearchPeople(text: "Kim", page: PageRequest(page: page, limit: limit))
                let result = try await request.run(in: catalogue)
                seen += result.people.compactMap { $0.facts.ids["a"] }
                if result.page.hasMore != true { break }
            }
            #expect(seen.count >= reached)
            #expect(Set(seen).count == seen.count)
        }
    }

    @Test("People before a failure are shown, and whether more follow is unknown")
    func failingStep() async throws {
        let one = (0..<60).map { person("Kim", nil, ["a": "\($0)"], []) }
        let catalogue = Catalogue.scripted([source("a", one, perCall: 20, failsFrom: 40)])
        for page in [1, 2, 3, 4] {
            let request = SearchPeople(text: "Kim", page: PageRequest(page: page, limit: 20))
            let result = try await request.run(in: catalogue)
            #expect(result.people.count == (page < 3 ? 20 : 0))
            #expect(result.page.hasMore == (page < 3 ? true : nil), "page \(page)")
            #expect(result.sources.map { $0.failure != nil } == [page > 2])
        }
    }

    // MARK: - What earlier calls found

    private func openLibrary() -> LibraryFile { LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0))) }

    private func tmdb(_ name: String = "고은별", _ nameEn: String? = "Go Eun-byeol") -> ScriptedRepository {
        let known = person(name, nameEn, ["tmdb": "5"], [FilmCredit(film: lighthouse, job: "Director")])
        return source("tmdb", [known], films: [lighthouse])
    }

    @Test("People who were found to be one are one person in a search, and are not searched for again")
    func remembered() async throws {
        let library = openLibrary()
        let sources = [kofic(), tmdb()]
        let search = SearchPeople(text: "고은별")
        let before = try await search.run(in: await catalogue(sources, library))
        #expect(before.people.map(\.facts.ids) == [["kofic": "31"], ["tmdb": "5"]])
        _ = try await get("kofic:31", sources, library)
        let after = try await search.run(in: await catalogue(sources, library))
        #expect(after.people.map(\.facts.ids) == [["kofic": "31", "tmdb": "5"]])
        let (one, other) = (kofic(), tmdb())
        let again = try await get("tmdb:5", [one, other], library)
        #expect(again.person.facts.ids == ["kofic": "31", "tmdb": "5"])
        #expect(again.person.match?.reasons == ["matched before"])
        let isSearched = (one.questions + other.questions).contains { if case .people = $0 { true } else { false } }
        #expect(!isSearched)
    }

    @Test("A person is known by the id of a source that does not answer")
    func sourceDown() async throws {
        let library = openLibrary()
        _ = try await get("kofic:31", [kofic(), tmdb()], library)
        var script = ScriptedRepository.Script()
        script.person = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "kofic", message: "the source is down")
        }
        let down = ScriptedRepository("kofic", [.person], takes: [.person: ["kofic"]], script: script)
        let result = try await get("kofic:31", [down, tmdb()], library)
        #expect(result.person.facts.ids["tmdb"] == "5")
        #expect(result.sources.map(\.status) == [.error, .ok])
    }

    @Test("People of two sources are one through a third, which is not asked")
    func chained() async throws {
        let library = openLibrary()
        _ = try await get("kofic:31", [kofic(), tmdb()], library)
        let film = FilmCredit(
            film: .film("종이 등대", 2024, language: "ko", also: ["The Paper Lighthouse"], ids: ["shelf": "1"])
        )
        let shelf = source("shelf", [person("고은별", "Go Eun-byeol", ["shelf": "9"], [film])])
        _ = try await get("kofic:31", [kofic(), shelf], library)
        let found = try await SearchPeople(text: "고은별").run(in: await catalogue([tmdb(), shelf], library))
        #expect(found.people.count == 1)
    }

    @Test("Films of a person that were found to be one film appear once, by one id, also in a search")
    func rememberedFilms() async throws {
        let library = openLibrary()
        let pair = IDPair(MovieID(namespace: "kofic", value: "K2"), MovieID(namespace: "tmdb", value: "8"))
        library.remember([MatchNote(pair, .same, by: .matcher, confidence: 0.99, at: Timestamp(secondsSinceEpoch: 0))])
        let credits = [lighthouse, .film("A Light at Night", ids: ["tmdb": "8"])].map { FilmCredit(film: $0) }
        let known = person("고은별", "Go Eun-byeol", ["tmdb": "5", "kofic": "31"], credits)
        let sources = [kofic(), source("tmdb", [known], films: [lighthouse])]
        let person = try await get("kofic:31", sources, library).person
        #expect(person.films.map(\.movie.facts.ids).contains(["kofic": "K2", "tmdb": "8"]), "\(person.films)")
        #expect(person.films.count == 2)
        let found = try await SearchPeople(text: "고은별").run(in: await catalogue(sources, library)).people
        #expect(found.map(\.films.count) == [2])
        #expect(Set(found.flatMap(\.films).map(\.movie.id)) == Set(person.films.map(\.movie.id)))
    }

    @Test("A match that the names contradict is forgotten")
    func contradicted() async throws {
        let library = openLibrary()
        _ = try await get("kofic:31", [kofic(), tmdb()], library)
        let result = try await get("kofic:31", [kofic(), tmdb("도서하", "Do Seo-ha")], library)
        #expect(result.person.facts.ids == ["kofic": "31"])
        let found = try await SearchPeople(text: "도서하").run(
            in: await catalogue([kofic(), tmdb("도서하", "Do Seo-ha")], library)
        )
        #expect(found.people.map(\.facts.ids) == [["tmdb": "5"]])
    }

    @Test("People whom the user tells apart stay apart, and people whom the user unites are one")
    func corrected() async throws {
        let library = openLibrary()
        let sources = [kofic(), tmdb()]
        let pair = IDPair(
            MovieID(namespace: "kofic-person", value: "31"),
            MovieID(namespace: "tmdb-person", value: "5")
        )
        _ = try await get("kofic:31", sources, library)
        try await library.correct(MatchNote(pair, .different, by: .user, at: library.now))
        let search = SearchPeople(text: "고은별")
        #expect(try await search.run(in: await catalogue(sources, library)).people.count == 2)
        #expect(try await get("kofic:31", sources, library).person.facts.ids == ["kofic": "31"])
        try await library.correct(MatchNote(pair, .same, by: .user, at: library.now))
        let namesake = source("tmdb", [person("고은별", nil, ["tmdb": "5"], [])])
        #expect(try await search.run(in: await catalogue([kofic(), namesake], library)).people.count == 1)
        #expect(try await get("kofic:31", [kofic(), namesake], library).person.facts.ids.count == 2)
    }
}
