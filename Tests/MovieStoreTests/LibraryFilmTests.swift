import MarqueeTestKit
import MovieDomain
import Platform
import SQLite
import Synchronization
import Testing

@testable import MovieStore

@Suite("History, bookmarks, and cards in the library file", .timeLimit(.minutes(15)))
struct LibraryFilmTests {
    static let imdb = MovieID(namespace: "imdb", value: "tt6751668")
    static let kofic = MovieID(namespace: "kofic", value: "20183782")
    static let tmdb = MovieID(namespace: "tmdb", value: "496243")
    static let parasite = film([imdb, kofic], "기생충", titles: ["기생충", "Parasite"])
    static let up = film([MovieID(namespace: "imdb", value: "tt1049413")], "Up")

    static func film(_ ids: [MovieID], _ title: String, titles: [String] = []) -> LibraryFilm {
        LibraryFilm(
            ids: ids,
            title: title,
            titles: titles,
            year: 2019,
            document: Array("{\"title\":\"\(title)\"}".utf8)
        )
    }

    /// Runs a test with an empty library whose clock advances by a second each time it is read.
    private func withLibrary(_ body: (any LibraryStore) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            var settings = fixture.fileSettings(busyTimeout: 20_000)
            settings.wallClock = WallClock {
                fixture.advance(1_000)
                return fixture.now.withLock(\.self)
            }
            let library = LibraryFile(settings)
            try await body(library)
            _ = await library.close(within: 20_000)
            #expect(fixture.faults == [])
        }
    }

    @Test("A library in memory tells each change by the user, and nothing else")
    func changesInMemory() async throws {
        let changes = Mutex(0)
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0))) {
            changes.withLock { $0 += 1 }
        }
        func expect(_ count: Int, _ body: () async throws -> Void) async throws {
            let before = changes.withLock(\.self)
            try await body()
            #expect(changes.withLock(\.self) - before == count)
        }
        try await expect(1) { _ = try await library.addBookmark(Self.parasite) }
        try await expect(1) { _ = try await library.putCard(CardChange(stars: 4), of: Self.up) }
        try await expect(0) { _ = try await library.removeBookmark(Self.up.ids[0]) }
        try await expect(1) { _ = try await library.removeBookmark(Self.imdb) }
        try await expect(1) { _ = try await library.removeCard(Self.up.ids[0]) }
        try await expect(0) { library.remember("parasite") }
        try await expect(1) { _ = try await library.removeHistory(nil) }
        try await expect(0) { _ = try await library.removeHistory("parasite") }
        try await expect(0) { try await library.add(Library()) }
    }

    @Test("A query replaces the new ones that it continues, and none that is older or was made again")
    func typed() async throws {
        let second = Mutex(0)
        let library = LibraryFile(inMemory: WallClock { second.withLock { (1_000 + $0) * 1_000 } })
        for (moment, query) in [(0, "in"), (20, "inc"), (21, "inc"), (22, "Incep"), (23, "inception")] {
            second.withLock { $0 = moment }
            library.remember(query)
            if moment < 22 { _ = try await library.history(prefix: "", limit: 10) }
        }
        #expect(try await library.history(prefix: "", limit: 10).map(\.query) == ["inception", "inc", "in"])
    }

    @Test("Equal queries are one history entry, which is found by its prefix, the newest first")
    func history() async throws {
        try await withLibrary { library in
            for query in ["Parasite", "기생충", "Paris, Texas", "parasite "] { library.remember(query) }
            let all = try await library.history(prefix: "", limit: 10)
            #expect(all.map(\.query) == ["parasite ", "Paris, Texas", "기생충"])
            #expect(all.map(\.count) == [2, 1, 1])
            #expect(try await library.history(prefix: "PAR", limit: 1).map(\.query) == ["parasite "])
            #expect(try await library.history(prefix: "기", limit: 10).map(\.query) == ["기생충"])
            #expect(try await library.history(prefix: "%", limit: 10).isEmpty)
            #expect(try await library.removeHistory("PARASITE") == 1)
            #expect(try await library.removeHistory("parasite") == 0)
            #expect(try await library.removeHistory(nil) == 2)
            #expect(try await library.history(prefix: "", limit: 10).isEmpty)
        }
    }

    @Test("Of the bookmarks and queries of one second, the last comes first, also after a move to another library")
    func orderWithinASecond() async throws {
        let films = (1...4).map { Self.film([MovieID(namespace: "imdb", value: "tt\($0)")], "Film \($0)") }
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_000)))
        _ = try await library.putCard(CardChange(stars: 4), of: films[2])
        for place in [3, 0, 2] { _ = try await library.addBookmark(films[place]) }
        for query in ["b", "c", "a", "B"] { library.remember(query) }
        #expect(try await library.bookmarks().map(\.film.title) == ["Film 3", "Film 1", "Film 4"])
        let shown = try await library.bookmarks(LibraryQuery(), at: 0..<9)
        #expect(shown.entries.map(\.film.title) == ["Film 3", "Film 1", "Film 4"])
        #expect(try await library.history(prefix: "", limit: 9).map(\.query) == ["B", "a", "c"])
        library.remember("c")
        #expect(try await library.history(prefix: "", limit: 9).map(\.query) == ["c", "B", "a"])
        var exported = Library()
        exported.bookmarks = try await library.bookmarks()
        exported.history = try await library.history(prefix: "", limit: 9)
        let other = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 2_000)))
        try await other.add(exported)
        #expect(try await other.bookmarks().map(\.film.title) == ["Film 3", "Film 1", "Film 4"])
        #expect(try await other.history(prefix: "", limit: 9).map(\.query) == ["c", "B", "a"])
    }

    @Test("Only the newest thousand queries are kept")
    func cap() async throws {
        try await withLibrary { library in
            for number in 0..<Library.longestHistory + 5 { library.remember("query \(number)") }
            let all = try await library.history(prefix: "", limit: 2_000)
            #expect(all.count == Library.longestHistory)
            #expect(all.last?.query == "query 5")
        }
    }

    @Test("A bookmark is found by every id, and keeps its date if it is added again")
    func bookmarks() async throws {
        try await withLibrary { library in
            let first = try await library.addBookmark(Self.parasite)
            _ = try await library.addBookmark(Self.up)
            let again = try await library.addBookmark(Self.film([Self.kofic, Self.tmdb], "기생충"))
            #expect(again.addedAt == first.addedAt)
            #expect(try await library.bookmarks().map(\.film.title) == ["Up", "기생충"])
            #expect(await library.ids()?.bookmarked.isSuperset(of: [Self.imdb, Self.kofic, Self.tmdb]) == true)
            #expect(try await library.film(Self.tmdb)?.title == "기생충")
            #expect(try await library.removeBookmark(Self.tmdb))
            #expect(try await library.removeBookmark(Self.tmdb) == false)
            #expect(try await library.film(Self.imdb) == nil)
            #expect(await library.ids()?.bookmarked == Set(Self.up.ids))
        }
    }

    @Test("A card changes only in the given fields, and stays when its bookmark is removed")
    func cards() async throws {
        try await withLibrary { library in
            _ = try await library.addBookmark(Self.parasite)
            let day = CalendarDate(year: 2026, month: 11, day: 20)
            let first = try #require(
                try await library.putCard(
                    CardChange(stars: 4.5, comment: "계단", watchedOn: day),
                    of: Self.parasite
                ).card
            )
            #expect(first.stars == 4.5)
            let second = try #require(try await library.putCard(CardChange(stars: 0), of: Self.parasite).card)
            #expect([second.stars] == [0])
            #expect(second.comment == "계단")
            #expect(second.watchedOn == day)
            var again = CardChange(watchedOn: CalendarDate(year: 2024, month: 2, day: 29))
            again.isRewatch = true
            let rewatched = try #require(try await library.putCard(again, of: Self.parasite).card)
            #expect(rewatched.watchedDays.map(\.description) == ["2026-11-20", "2024-02-29"])
            let corrected = try #require(
                try await library.putCard(
                    CardChange(watchedOn: CalendarDate(year: 2026, month: 11, day: 19)),
                    of: Self.parasite
                ).card
            )
            #expect(corrected.watchedDays.map(\.description) == ["2026-11-19", "2024-02-29"])
            #expect(second.changedAt > first.changedAt)
            let third = try #require(try await library.putCard(CardChange(comment: ""), of: Self.parasite).card)
            #expect(third.comment == nil)
            #expect(try await library.removeBookmark(Self.imdb))
            #expect(try await library.cards().map(\.film.title) == ["기생충"])
            #expect(await library.ids()?.kept == Set(Self.parasite.ids))
            #expect(try await library.removeCard(Self.kofic))
            #expect(try await library.cards().isEmpty)
        }
    }

    @Test("New details of a film reach the library, and a bare id doesn't replace details")
    func refreshed() async throws {
        try await withLibrary { library in
            _ = try await library.addBookmark(LibraryFilm(ids: [Self.kofic], title: "kofic:20183782"))
            library.refresh(Self.parasite)
            library.refresh(Self.up)
            #expect(try await library.bookmarks().first?.film.title == "기생충")
            library.refresh(LibraryFilm(ids: [Self.kofic, Self.tmdb], title: "kofic:20183782"))
            try await eventually { await library.ids()?.kept.contains(Self.tmdb) == true }
            #expect(try await library.film(Self.tmdb)?.document == Self.parasite.document)
            #expect(await library.ids()?.kept.count == 3)
        }
    }

    @Test("Stars that no card can have are not stored", arguments: [Double.nan, .infinity, -1, 4.3, 7])
    func impossibleStars(stars: Double) async throws {
        try await withLibrary { library in
            let card = Card(film: Self.up, stars: stars, comment: "kept", changedAt: Timestamp(secondsSinceEpoch: 0))
            var other = Library()
            other.cards = [card]
            try await library.add(other)
            #expect(try await library.cards().map(\.stars) == [nil])
        }
    }

    @Test("Importing a library again changes nothing, and the newer card stays")
    func imported() async throws {
        try await withLibrary { library in
            let moment = Timestamp(secondsSinceEpoch: 1_600_000_000)
            var other = Library()
            other.history = [HistoryEntry(query: "Up", searchedAt: moment, count: 3)]
            other.bookmarks = [Bookmark(film: Self.up, addedAt: moment)]
            other.cards = [
                Card(film: Self.up, stars: 3, comment: "old", changedAt: moment),
                Card(film: Self.parasite, stars: 5, changedAt: moment),
            ]
            _ = try await library.putCard(CardChange(stars: 4), of: Self.up)
            for _ in 0..<2 {
                try await library.add(other)
                #expect(try await library.history(prefix: "", limit: 10) == other.history)
                #expect(try await library.bookmarks().map(\.addedAt) == [moment])
                #expect(try await library.cards().map(\.stars) == [4, 5])
            }
        }
    }

    @Test("An import waits for the change of another program")
    func largeImport() async throws {
        try await StoreFixture.run { fixture in
            let clock = ManualClock()
            var settings = fixture.fileSettings(busyTimeout: 20_000)
            let before = LibraryFile(settings)
            _ = try await before.addBookmark(Self.up)
            _ = await before.close(within: 20_000)
            (settings.clock, settings.busyTimeout) = (clock, 250)
            let library = LibraryFile(settings)
            let films = (1...1_000).map { Self.film([MovieID(namespace: "tmdb", value: "\($0)")], "Film \($0)") }
            let large = films.reduce(into: Library()) { $0.cards.append(Card(film: $1, changedAt: library.now)) }
            let other = try SQLiteConnection(path: library.path, busyTimeout: 20_000)
            try other.execute("BEGIN IMMEDIATE")
            async let added = library.add(large)
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(4_500))
            try other.execute("ROLLBACK")
            _ = try await added
            let count = try other.integer("SELECT count(*) FROM cards")
            #expect(count == 1_000)
            other.close()
            _ = await library.close(within: 20_000)
        }
    }

    @Test("An imported film adds its ids to the stored one, and keeps its details")
    func importedDetails() async throws {
        try await withLibrary { library in
            _ = try await library.addBookmark(Self.parasite)
            var other = Library()
            let film = Self.film([Self.imdb, Self.tmdb], "Parasite, as it was")
            other.bookmarks = [Bookmark(film: film, addedAt: library.now)]
            other.cards = [Card(film: film, stars: 4, changedAt: library.now)]
            try await library.add(other)
            #expect(try await library.film(Self.tmdb)?.document == Self.parasite.document)
            #expect(try await library.cards().map(\.film.document) == [Self.parasite.document])
        }
    }

    @Test("Films that turn out to be one keep the earlier bookmark, the newer stars, both comments, and all days")
    func united() async throws {
        try await withLibrary { library in
            let first = try await library.addBookmark(Self.film([Self.imdb], "Parasite"))
            let days = [20, 21].map { CalendarDate(year: 2026, month: 11, day: $0) }
            _ = try await library.putCard(
                CardChange(stars: 3, comment: "one", watchedOn: days[0]),
                of: Self.film([Self.imdb], "Parasite")
            )
            _ = try await library.addBookmark(Self.film([Self.kofic], "기생충"))
            _ = try await library.putCard(
                CardChange(stars: 4, comment: "two", watchedOn: days[1]),
                of: Self.film([Self.kofic], "기생충")
            )
            let one = try await library.addBookmark(Self.parasite)
            #expect(one.addedAt == first.addedAt)
            let cards = try await library.cards()
            #expect(cards.map(\.stars) == [4])
            #expect(cards.map(\.comment) == ["one\ntwo"])
            #expect(cards.map(\.watchedDays) == [days.reversed().compactMap(\.self)])
            #expect(try await library.bookmarks().count == 1)
        }
    }

    @Test("A list keeps the user's order, is found in any case, and keeps its films in the library")
    func filmLists() async throws {
        try await withLibrary { library in
            let films = ["A", "B", "C"].map { Self.film([MovieID(namespace: "imdb", value: $0)], $0) }
            func titles(_ list: String) async throws -> [String]? { try await library.list(list)?.films.map(\.title) }
            for film in films { try await library.add(film, toList: "Best of 2019", at: nil) }
            #expect(try await titles(" best  OF 2019") == ["A", "B", "C"])
            try await library.add(films[2], toList: "best of 2019", at: 1)
            #expect(try await titles("Best of 2019") == ["C", "A", "B"])
            try await library.add(films[2], toList: "Best of 2019", at: nil)
            try await library.add(films[0], toList: "Best of 2019", at: 99)
            #expect(try await titles("Best of 2019") == ["C", "B", "A"])
            #expect(try await library.lists().map { "\($0.name) \($0.count)" } == ["Best of 2019 3"])
            #expect(try await library.remove(films[1].ids[0], fromList: "Best of 2019"))
            #expect(try await !library.remove(films[1].ids[0], fromList: "Best of 2019"))
            #expect(try await library.film(films[1].ids[0]) == nil)
            try await library.add(films[1], toList: "Later", at: nil)
            #expect(try await library.renameList("later", to: "BEST OF 2019") == .taken)
            #expect(try await library.renameList("later", to: "Later!") == .renamed)
            #expect(try await library.renameList("later", to: "x") == .unknown)
            #expect(try await titles("later") == nil)
            #expect(try await titles("Later!") == ["B"])
            _ = try await library.addBookmark(films[0])
            #expect(try await library.removeList("best of 2019"))
            #expect(try await library.films().map(\.title).sorted() == ["A", "B"])
        }
    }

    @Test("Films of a list that turn out to be one are in it once, at the earlier place")
    func unitedInLists() async throws {
        try await withLibrary { library in
            for (id, title) in [(Self.kofic, "기생충"), (Self.up.ids[0], "Up"), (Self.imdb, "Parasite")] {
                try await library.add(Self.film([id], title), toList: "Best", at: nil)
            }
            try await library.add(Self.film([Self.imdb], "Parasite"), toList: "Other", at: nil)
            _ = try await library.addBookmark(Self.parasite)
            #expect(try await library.list("Best")?.films.map(\.title) == ["기생충", "Up"])
            #expect(try await library.list("Other")?.films.map(\.title) == ["기생충"])
            try await library.add(Self.up, toList: "Best", at: 2)
            #expect(try await library.list("Best")?.films.map(\.title) == ["기생충", "Up"])
        }
    }

    @Test("Films with different ids in a namespace stay two, whatever id they share")
    func sharedWrongID() async throws {
        func film(_ number: Int, _ title: String) -> LibraryFilm {
            let wrong = MovieID(namespace: "wikidata", value: "Q83495")
            return Self.film([MovieID(namespace: "tmdb", value: "\(number)"), wrong], title)
        }
        let (one, two) = (film(603, "The Matrix"), film(604, "The Matrix Reloaded"))
        try await withLibrary { library in
            _ = try await library.addBookmark(one)
            _ = try await library.putCard(CardChange(stars: 5, comment: "my favourite"), of: one)
            #expect(await library.ids()?.film(with: two.ids) == nil)
            let card = try #require(try await library.putCard(CardChange(stars: 1), of: two).card)
            #expect(card.comment == nil)
            library.refresh(one)
            _ = try await library.addBookmark(two)
            let cards = try await library.cards()
            #expect(cards.map(\.film.title) == ["The Matrix Reloaded", "The Matrix"])
            #expect(cards.map(\.stars) == [1, 5])
            #expect(cards.map(\.comment) == [nil, "my favourite"])
            #expect(try await library.removeBookmark(two.ids[0]))
            #expect(try await library.bookmarks().map(\.film.title) == ["The Matrix"])
            #expect(await library.ids()?.film(with: one.ids)?.isBookmarked == true)
            #expect(await library.ids()?.film(with: two.ids)?.isBookmarked == false)
        }
    }

    @Test("Films that the user split stay two in the file, and one of them can lose ids of the other")
    func split() async throws {
        try await StoreFixture.run { fixture in
            let library = fixture.library()
            _ = try await library.putCard(CardChange(stars: 5), of: Self.parasite)
            let note = MatchNote(IDPair(Self.imdb, Self.kofic), .different, by: .user, at: library.now)
            try await library.correct(note)
            try await library.replaceFilm(Self.kofic, with: Self.film([Self.imdb, Self.tmdb], "Parasite"))
            let other = Self.film([Self.kofic, Self.tmdb], "기생충")
            _ = try await library.putCard(CardChange(stars: 1), of: other)
            #expect(try await library.cards().map(\.stars).sorted { $0 ?? 0 < $1 ?? 0 } == [1, 5])
            #expect(try await library.film(Self.imdb)?.title == "Parasite")
            #expect(try await library.film(Self.kofic)?.title == "기생충")
            _ = await library.close(within: 20_000)
        }
    }

    @Test("An answer that joins two films leaves their cards apart, until one of them is changed")
    func joinedByAnswer() async throws {
        try await StoreFixture.run { fixture in
            let library = fixture.library()
            for (id, stars) in [(Self.imdb, 3.0), (Self.kofic, 4.0)] {
                _ = try await library.putCard(CardChange(stars: stars), of: Self.film([id], id.description))
            }
            library.refresh(Self.parasite)
            _ = await library.close(within: 20_000)
            let later = fixture.library()
            #expect(Set(try await later.cards().map(\.stars)) == [3, 4])
            _ = try await later.putCard(CardChange(stars: 5), of: Self.parasite)
            #expect(try await later.cards().map(\.stars) == [5])
            _ = await later.close(within: 20_000)
        }
    }

    @Test("A kept film is connected with another one, and two cards become one unless an id tells the films apart")
    func connected() async throws {
        try await withLibrary { library in
            let own = MovieID(namespace: "letterboxd", value: "hTha")
            let bare = LibraryFilm(ids: [own], title: "Parasite", titles: ["Parasite"], year: 2019)
            _ = try await library.putCard(CardChange(stars: 5), of: bare)
            #expect(try await library.connect(Self.parasite.including([own])))
            let card = try #require(try await library.cards().first)
            #expect(Set(card.film.ids) == [own, Self.imdb, Self.kofic])
            #expect(card.film.document == Self.parasite.document)
            #expect(card.stars == 5)
            try await library.replaceFilm(own, with: bare)
            #expect(try await library.film(own)?.document == [])
            _ = try await library.putCard(CardChange(stars: 1), of: Self.parasite)
            #expect(try await library.connect(Self.parasite.including([own])))
            #expect(Set(try await library.film(own)?.ids ?? []) == [own, Self.imdb, Self.kofic])
            #expect(try await library.cards().count == 1)
            let other = MovieID(namespace: "letterboxd", value: "hThb")
            _ = try await library.putCard(CardChange(stars: 2), of: LibraryFilm(ids: [other], title: "Parasite"))
            #expect(try await library.connect(Self.parasite.including([other])) == false)
            #expect(try await library.film(other)?.ids == [other])
            #expect(try await library.cards().count == 2)
        }
    }

    @Test("An import does not bring together what the user split")
    func splitImport() async throws {
        try await StoreFixture.run { fixture in
            let library = LibraryFile(fixture.fileSettings(busyTimeout: 20_000))
            var imported = Library()
            let film = Self.film([Self.imdb, Self.kofic], "Parasite")
            imported.bookmarks = [Bookmark(film: film, addedAt: Timestamp(secondsSinceEpoch: 1))]
            imported.lists = [FilmList(name: "Best", films: [film], changedAt: Timestamp(secondsSinceEpoch: 1))]
            try await library.correct(
                MatchNote(IDPair(Self.imdb, Self.kofic), .different, by: .user, at: Timestamp(secondsSinceEpoch: 1))
            )
            for _ in 0..<2 {
                try await library.add(imported)
                #expect(try await library.films().map(\.ids) == [[Self.imdb]])
                #expect(try await library.list("Best")?.films.map(\.ids) == [[Self.imdb]])
            }
            _ = await library.close(within: 20_000)
        }
    }

    @Test("Ids that take longer to read than a call may wait are there for a later call")
    func slowIDs() async throws {
        try await StoreFixture.run { fixture in
            let library = LibraryFile(fixture.fileSettings(busyTimeout: 60_000))
            var kept = Library()
            kept.bookmarks = (1...5_000).map { number in
                let film = Self.film([MovieID(namespace: "imdb", value: "tt\(number)")], "Film \(number)")
                return Bookmark(film: film, addedAt: Timestamp(secondsSinceEpoch: number))
            }
            try await library.add(kept)
            #expect(await library.close(within: 20_000))
            let hurried = LibraryFile(fixture.fileSettings(busyTimeout: 1))
            try await eventually { await hurried.ids() != nil }
            #expect(await hurried.ids()?.kept.count == 5_000)
            _ = await hurried.close(within: 20_000)
        }
    }
}
