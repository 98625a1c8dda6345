import MarqueeTestKit
import MovieDomain
import Platform
import SQLite
import Testing

@testable import MovieStore

@Suite("Taking back changes of the library file", .timeLimit(.minutes(15)))
struct LibraryUndoTests {
    private static let films = (1...3).map { number in
        LibraryFilmTests.film(
            [MovieID(namespace: "imdb", value: "tt\(number)"), MovieID(namespace: "tmdb", value: "\(number)")],
            "Film \(number)"
        )
    }

    private func acting<Value: Sendable>(
        _ method: String,
        _ work: () async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        let outcome = await LibraryAction.$current.withValue(LibraryAction(method: method)) {
            () async -> Result<Value, LibraryError> in
            do throws(LibraryError) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// Returns every row of the tables of the user's entries.
    private func rows(in path: String) throws -> [String] {
        let connection = try SQLiteConnection(path: path, .readOnly, busyTimeout: 20_000)
        defer { connection.close() }
        let tables = RecordedTable.all.map(\.name) + ["watched_days", "film_facts"]
        return try tables.flatMap { table in
            let columns = try connection.all("SELECT name FROM pragma_table_info('\(table)')") {
                row throws(SQLiteError) in "quote(\(try row.text(0)))"
            }
            return try connection.all("SELECT \(columns.joined(separator: " || ' ' || ")) FROM \(table)") {
                row throws(SQLiteError) in "\(table) \(try row.text(0))"
            }
        }.sorted()
    }

    private func fill(_ library: LibraryFile) async throws {
        let days = [20, 21].map { CalendarDate(year: 2026, month: 11, day: $0) }
        for (place, film) in Self.films.enumerated() {
            var change = CardChange(stars: Double(place), comment: "comment \(place)", watchedOn: days[place % 2])
            change.isRewatch = true
            (change.tags, change.isLiked, change.isSeenBefore) = (["imax", "tag \(place)"], true, place == 0)
            _ = try await library.putCard(change, of: film)
            _ = try await library.addBookmark(film)
            try await library.add(film, toList: "Best", at: 1)
        }
        library.remember("film")
        _ = try await library.history(prefix: "", limit: 1)
    }

    @Test("Every row is as before after another process takes a call back that made several changes")
    func afterRestart() async throws {
        try await StoreFixture.run { fixture in
            let library = LibraryFile(fixture.fileSettings(busyTimeout: 20_000))
            try await fill(library)
            let before = try rows(in: library.path)
            try await acting("matches/pin") { () async throws(LibraryError) in
                let pair = IDPair(Self.films[0].ids[0], Self.films[2].ids[1])
                try await library.correct(MatchNote(pair, .same, by: .user, at: library.now))
                try await library.unite(pair, as: Self.films[0].including(Self.films[2].ids))
                _ = try await library.removeList("Best")
                _ = try await library.removeCard(Self.films[1].ids[0])
                _ = try await library.removeBookmark(Self.films[1].ids[0])
            }
            #expect(try rows(in: library.path) != before)
            #expect(await library.close(within: 20_000))
            let other = LibraryFile(fixture.fileSettings(busyTimeout: 20_000))
            let changed = try rows(in: library.path)
            let trial = try await other.undo(isTrial: true)
            #expect(try rows(in: library.path) == changed)
            let undone = try await other.undo(isTrial: false)
            #expect(undone == trial && undone?.kept == 0 && undone?.remaining == 0)
            #expect(undone?.method == "matches/pin")
            #expect(try rows(in: library.path) == before)
            #expect(try await other.undo(isTrial: false) == nil)
            #expect(await other.close(within: 20_000))
            #expect(fixture.faults == [])
        }
    }

    @Test("Changes of two processes are taken back by either, the last one first")
    func twoProcesses() async throws {
        try await StoreFixture.run { fixture in
            let one = LibraryFile(fixture.fileSettings(busyTimeout: 20_000))
            let other = LibraryFile(fixture.fileSettings(busyTimeout: 20_000))
            try await fill(one)
            let before = try rows(in: one.path)
            _ = try await acting("cards/remove") { () async throws(LibraryError) in
                try await one.removeCard(Self.films[0].ids[0])
            }
            let between = try rows(in: one.path)
            _ = try await acting("lists/delete") { () async throws(LibraryError) in try await other.removeList("best") }
            #expect(try await one.undo(isTrial: false)?.method == "lists/delete")
            #expect(try rows(in: one.path) == between)
            #expect(try await other.undo(isTrial: false)?.method == "cards/remove")
            #expect(try rows(in: one.path) == before)
            _ = await one.close(within: 20_000)
            _ = await other.close(within: 20_000)
        }
    }

    @Test("What a film that is removed was numbered is not given to another one, so that it comes back as it was")
    func numbers() async throws {
        try await StoreFixture.run { fixture in
            let library = LibraryFile(fixture.fileSettings(busyTimeout: 20_000))
            for film in Self.films.prefix(2) { _ = try await library.addBookmark(film) }
            _ = try await acting("bookmarks/remove") { () async throws(LibraryError) in
                try await library.removeBookmark(Self.films[1].ids[0])
            }
            _ = try await library.addBookmark(Self.films[2])
            #expect(try await library.undo(isTrial: false)?.bookmarks == 1)
            #expect(try await library.bookmarks().count == 3)
            #expect(try await library.film(Self.films[1].ids[1])?.document == Self.films[1].document)
            _ = await library.close(within: 20_000)
        }
    }

    @Test("An import of 6,000 films, and of 60,000 in long runs, is taken back whole")
    func large() async throws {
        let count = OtherProcess.isLong ? 60_000 : 6_000
        let library = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_000)))
        _ = try await library.addBookmark(Self.films[0])
        var large = Library()
        large.cards = (1...count).map { number in
            let film = LibraryFilmTests.film([MovieID(namespace: "imdb", value: "tt\(number)")], "Film \(number)")
            let day = CalendarDate(year: 2020, month: 1, day: 1 + number % 28)
            return Card(film: film, stars: 4, watchedOn: day, changedAt: library.now)
        }
        let additions = try await acting("library/import") { [large] () async throws(LibraryError) in
            try await library.add(large)
        }
        #expect(additions.cards == count)
        let undone = try await library.undo(isTrial: false)
        #expect(undone?.cards == count && undone?.kept == 0)
        #expect(try await library.films().map(\.title) == ["Film 1"])
        #expect(try await library.cards().isEmpty)
        #expect(try await library.bookmarks().count == 1)
    }

    @Test("A library of the schema before opens, and its choices and films stay")
    func migrated() async throws {
        try await StoreFixture.run { fixture in
            let settings = fixture.fileSettings(busyTimeout: 20_000)
            try StoreProbe.makeLibrary(
                settings,
                ofSchema: 7,
                content: """
                    INSERT INTO films VALUES (5, 'Film 1', 'Film 1', 2001, CAST('{}' AS BLOB));
                    INSERT INTO film_ids VALUES ('imdb:tt1', 5);
                    INSERT INTO bookmarks (film, added_at) VALUES (5, 100);
                    INSERT INTO choices VALUES ('imdb:tt1', 'title', 'kofic');
                    """
            )
            let library = LibraryFile(settings)
            let choice = FieldChoice(id: MovieID(namespace: "imdb", value: "tt1"), field: .title, provider: "kofic")
            #expect(try await library.choices(for: nil) == [choice])
            #expect(try await library.undo(isTrial: false) == nil)
            _ = try await acting("bookmarks/remove") { () async throws(LibraryError) in
                try await library.removeBookmark(choice.id)
            }
            #expect(try await library.bookmarks().isEmpty)
            #expect(try await library.undo(isTrial: false)?.bookmarks == 1)
            #expect(try await library.bookmarks().map(\.addedAt.secondsSinceEpoch) == [100])
            _ = await library.close(within: 20_000)
        }
    }
}
