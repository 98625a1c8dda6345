import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import MovieStore

/// What a process does to the library, and what of it another one is told.
struct ChangeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What the library has before.
    var before: @Sendable (LibraryFile) async throws -> Void = { _ in }
    var change: @Sendable (LibraryFile) async throws -> Void
    var parts: Set<LibraryChange.Part>
    var ids: [String] = []

    init(
        _ name: String,
        _ parts: Set<LibraryChange.Part> = [],
        _ ids: [String] = [],
        before: @escaping @Sendable (LibraryFile) async throws -> Void = { _ in },
        _ change: @escaping @Sendable (LibraryFile) async throws -> Void
    ) {
        (testDescription, self.parts, self.ids, self.before, self.change) = (name, parts, ids, before, change)
    }

    private static let lamp = film("The Lamp", ["imdb:tt1", "shop:1"])
    private static let mill = film("The Mill", ["imdb:tt2"])
    private static let one = id("imdb:tt1")

    private static func id(_ text: String) -> MovieID { MovieID(parsing: text) ?? MovieID(namespace: text, value: "") }

    private static func film(_ title: String, _ ids: [String], _ more: String = "") -> LibraryFilm {
        let document = "{\"title\":\"\(title)\"\(more)}"
        return LibraryFilm(ids: ids.map(id), title: title, titles: [title], year: 2001, document: Array(document.utf8))
    }

    private static func note(_ verdict: MatchNote.Verdict, by author: MatchNote.Author) -> MatchNote {
        MatchNote(IDPair(id("a:1"), id("b:1")), verdict, by: author, confidence: 0.9, at: MatchBookTests.moment)
    }

    private static func day(_ day: Int) -> CalendarDate? { CalendarDate(year: 2026, month: 1, day: day) }

    private static let bookmarked: @Sendable (LibraryFile) async throws -> Void = { _ = try await $0.addBookmark(lamp) }
    private static let carded: @Sendable (LibraryFile) async throws -> Void = {
        _ = try await $0.putCard(CardChange(stars: 3, comment: "fine", watchedOn: day(1)), of: lamp)
    }
    private static let listed: @Sendable (LibraryFile) async throws -> Void = {
        for film in [lamp, mill] { try await $0.add(film, toList: "Best", at: nil) }
    }
    private static let kept: @Sendable (LibraryFile) async throws -> Void = {
        try await bookmarked($0)
        try await carded($0)
        try await listed($0)
    }

    private static let matched: @Sendable (LibraryFile) async throws -> Void = {
        $0.remember([note(.same, by: .matcher)])
        await $0.writeWaiting()
    }
    private static let pinned: @Sendable (LibraryFile) async throws -> Void = {
        try await $0.correct(note(.same, by: .user))
    }
    private static let chosen: @Sendable (LibraryFile) async throws -> Void = {
        try await $0.choose(FieldChoice(id: one, field: .title, provider: "shop"))
    }
    private static let searched: @Sendable (LibraryFile) async throws -> Void = {
        $0.remember("lamp")
        await $0.writeWaiting()
    }

    /// Writes what an answer taught.
    private static func learn(_ film: LibraryFilm, _ library: LibraryFile) async {
        library.refresh(film)
        await library.writeWaiting()
    }

    static let content = [
        ChangeCase("a bookmark", [.bookmarks], ["imdb:tt1", "shop:1"]) { try await bookmarked($0) },
        ChangeCase("a removed bookmark", [.bookmarks], ["imdb:tt1", "shop:1"], before: bookmarked) {
            _ = try await $0.removeBookmark(id("shop:1"))
        },
        ChangeCase("a card", [.cards], ["imdb:tt1", "shop:1"]) { try await carded($0) },
        ChangeCase("other stars", [.cards], ["imdb:tt1", "shop:1"], before: kept) {
            _ = try await $0.putCard(CardChange(stars: 4), of: lamp)
        },
        ChangeCase("a comment that is removed", [.cards], ["imdb:tt1", "shop:1"], before: kept) {
            _ = try await $0.putCard(CardChange(comment: ""), of: lamp)
        },
        ChangeCase("another day", [.cards], ["imdb:tt1", "shop:1"], before: kept) {
            _ = try await $0.putCard(CardChange(watchedOn: day(2)), of: lamp)
        },
        ChangeCase("a card that ends a bookmark", [.bookmarks, .cards], ["imdb:tt1", "shop:1"], before: kept) {
            var change = CardChange(stars: 5)
            change.removesBookmark = true
            _ = try await $0.putCard(change, of: lamp)
        },
        ChangeCase("a removed card", [.cards], ["imdb:tt1", "shop:1"], before: carded) {
            _ = try await $0.removeCard(one)
        },
        ChangeCase("a film in a list", [.lists], ["imdb:tt2"], before: kept) {
            try await $0.add(mill, toList: "Worst", at: nil)
        },
        ChangeCase("another place in a list", [.lists], ["imdb:tt2"], before: listed) {
            try await $0.add(mill, toList: "best", at: 1)
        },
        ChangeCase("a film out of a list", [.lists], ["imdb:tt2"], before: listed) {
            _ = try await $0.remove(id("imdb:tt2"), fromList: "best")
        },
        ChangeCase("another name of a list", [.lists], [], before: listed) {
            _ = try await $0.renameList("best", to: "Very best")
        },
        ChangeCase("a removed list", [.lists], ["imdb:tt1", "shop:1", "imdb:tt2"], before: listed) {
            _ = try await $0.removeList("best")
        },
        ChangeCase("a pin", [.matches], ["a:1", "b:1"]) { try await $0.correct(note(.same, by: .user)) },
        ChangeCase("a pin of what the matcher found", [.matches], ["a:1", "b:1"], before: matched) {
            try await $0.correct(note(.same, by: .user))
        },
        ChangeCase("a forgotten pin", [.matches], ["a:1", "b:1"], before: pinned) {
            _ = try await $0.forget(id("a:1"), with: nil, field: nil)
        },
        ChangeCase("a split of a pin", [.matches], ["a:1", "b:1"], before: pinned) {
            try await $0.correct(note(.different, by: .user))
        },
        ChangeCase("a choice of a source", [.fields], ["imdb:tt1"]) {
            try await $0.choose(FieldChoice(id: one, field: .title, provider: "shop"))
        },
        ChangeCase("a choice of another source", [.fields], ["imdb:tt1"], before: chosen) {
            try await $0.choose(FieldChoice(id: one, field: .title, provider: "mill"))
        },
        ChangeCase("details of a film", [.bookmarks, .cards, .lists], ["imdb:tt1", "shop:1"], before: kept) {
            await learn(film("The Lamp", ["imdb:tt1"], #","runtimeMinutes":90"#), $0)
        },
        ChangeCase("another id of a film", [.bookmarks], ["imdb:tt1", "shop:1", "mill:7"], before: bookmarked) {
            await learn(film("The Lamp", ["imdb:tt1", "mill:7"]), $0)
        },
        ChangeCase("an import", [.bookmarks, .lists], ["imdb:tt1", "shop:1", "imdb:tt2"]) {
            var library = Library()
            library.bookmarks = [Bookmark(film: lamp, addedAt: MatchBookTests.moment)]
            library.lists = [FilmList(name: "Best", films: [mill], changedAt: MatchBookTests.moment)]
            try await $0.add(library)
        },
    ]

    static let none = [
        ChangeCase("a query") { try await searched($0) },
        ChangeCase("an emptied history", before: searched) { _ = try await $0.removeHistory(nil) },
        ChangeCase("a bookmark that is there", before: kept) { try await bookmarked($0) },
        ChangeCase("a bookmark that is fetched again", before: kept) {
            _ = try await $0.addBookmark(film("The Lamp", ["shop:1"], #","fetchedAt":"2026-01-01T00:00:00Z""#))
        },
        ChangeCase("a card that is there", before: kept) { try await carded($0) },
        ChangeCase("a film that is in the list", before: kept) {
            try await $0.add(lamp, toList: "best", at: nil)
            try await $0.add(mill, toList: "best", at: 9)
        },
        ChangeCase("the name that a list has", before: kept) { _ = try await $0.renameList("best", to: "Best") },
        ChangeCase("a match that was found") { try await matched($0) },
        ChangeCase("a pin that is there", before: pinned) { try await pinned($0) },
        ChangeCase("a choice that is there", before: chosen) { try await chosen($0) },
        ChangeCase("equal details", before: kept) { await learn(lamp, $0) },
        ChangeCase("details of another time and match", before: kept) {
            let more =
                #","fetchedAt":"2026-01-02T00:00:00Z","match":{"confidence":1},"bookmarked":true,"card":{"stars":3}"#
            await learn(film("The Lamp", ["imdb:tt1", "shop:1"], more), $0)
        },
        ChangeCase("details of a film that is not kept") { await learn(lamp, $0) },
        ChangeCase("an import of what is there", before: kept) {
            var library = Library()
            library.bookmarks = try await $0.bookmarks()
            library.cards = try await $0.cards()
            library.history = [HistoryEntry(query: "lamp", searchedAt: MatchBookTests.moment)]
            for name in ["Best"] { library.lists += [try await $0.list(name)].compactMap(\.self) }
            try await $0.add(library)
        },
        ChangeCase("removals of what is not there", before: kept) {
            _ = try await $0.removeBookmark(id("imdb:tt9"))
            _ = try await $0.removeCard(id("imdb:tt9"))
            _ = try await $0.removeList("Worst")
            _ = try await $0.forget(id("imdb:tt9"), with: nil, field: nil)
        },
    ]
}

@Suite("What changes in the library", .timeLimit(.minutes(15)))
struct LibraryChangeTests {
    @Test(
        "A change of the content names its parts and every id of its films, and has a later revision",
        arguments: ChangeCase.content
    )
    func content(_ example: ChangeCase) async throws {
        try await StoreFixture.run { fixture in
            let (ours, theirs) = (fixture.library(), fixture.library())
            try await example.before(theirs)
            let known = try await ours.changes(since: nil).revision
            try await example.change(theirs)
            let change = try await ours.changes(since: known)
            #expect(change.parts == example.parts)
            #expect(Set(change.ids?.map(\.description) ?? []) == Set(example.ids))
            #expect(change.ids?.count == example.ids.count && change.revision > known)
            #expect(
                try await ours.changes(since: change.revision) == LibraryChange([], of: [], revision: change.revision)
            )
            for library in [ours, theirs] { #expect(await library.close(within: 20_000)) }
            #expect(fixture.faults == [])
        }
    }

    @Test("What changes no content is no change", arguments: ChangeCase.none)
    func nothing(_ example: ChangeCase) async throws {
        let library = LibraryFile(inMemory: .fixed(at: MatchBookTests.moment))
        try await example.before(library)
        let known = try await library.changes(since: nil).revision
        try await example.change(library)
        #expect(try await library.changes(since: known) == LibraryChange([], of: [], revision: known))
    }

    private static func library(bookmarks: Range<Int>) -> Library {
        var library = Library()
        library.bookmarks = bookmarks.map { number in
            let id = MovieID(namespace: "shop", value: "\(number)")
            return Bookmark(film: LibraryFilmTests.film([id], "Film \(number)"), addedAt: MatchBookTests.moment)
        }
        return library
    }

    @Test(
        "A change of very many films has the parts, and no ids",
        arguments: [(500, true), (501, false), (3_000, false)]
    )
    func many(_ count: Int, hasIDs: Bool) async throws {
        let library = LibraryFile(inMemory: .fixed(at: MatchBookTests.moment))
        _ = try await library.putCard(CardChange(stars: 3), of: LibraryFilmTests.up)
        let known = try await library.changes(since: nil).revision
        try await library.add(Self.library(bookmarks: 0..<count))
        let change = try await library.changes(since: known)
        #expect(change.parts == [.bookmarks])
        #expect(change.ids?.count == (hasIDs ? count : nil))
    }

    @Test("A watcher is told of the changes of others alone, whatever it changes itself, and once of each")
    func others() async throws {
        try await StoreFixture.run { fixture in
            let (ours, theirs) = (fixture.library(), fixture.library())
            let (changes, changed) = AsyncStream<LibraryChange>.makeStream()
            _ = try await ours.addBookmark(LibraryFilmTests.up)
            try ours.watch { changed.yield($0) }
            // More than are noted one by one.
            try await ours.add(Self.library(bookmarks: 0..<1_500))
            theirs.remember("lamp")
            await theirs.writeWaiting()
            _ = try await theirs.addBookmark(LibraryFilmTests.up)
            _ = try await ours.putCard(CardChange(stars: 4), of: LibraryFilmTests.up)
            _ = try await theirs.addBookmark(LibraryFilmTests.parasite)
            var iterator = changes.makeAsyncIterator()
            let first = try #require(await iterator.next())
            #expect(first.parts == [.bookmarks])
            #expect(Set(first.ids ?? []) == Set(LibraryFilmTests.parasite.ids))
            _ = try await theirs.removeBookmark(LibraryFilmTests.up.ids[0])
            let second = try #require(await iterator.next())
            #expect(second.parts == [.bookmarks] && second.ids == LibraryFilmTests.up.ids)
            #expect(second.revision > first.revision)
            // Details that came after the answer of a call are news for its client, too.
            ours.refresh(LibraryFilmTests.film(LibraryFilmTests.parasite.ids, "Parasite"), inBackground: true)
            await ours.writeWaiting()
            let third = try #require(await iterator.next())
            #expect(third.parts == [.bookmarks])
            #expect(Set(third.ids ?? []) == Set(LibraryFilmTests.parasite.ids))
            for library in [ours, theirs] { #expect(await library.close(within: 20_000)) }
        }
    }

    @Test("All of a library that takes the place of the known one may differ")
    func replaced() async throws {
        let library = LibraryFile(inMemory: .fixed(at: MatchBookTests.moment))
        let change = try await library.changes(since: 99)
        #expect(change == LibraryChange(Set(LibraryChange.Part.allCases), of: nil, revision: 0))
    }
}
