import MarqueeTestKit
import MovieDomain
import SQLite
import Synchronization
import Testing

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Large libraries and slow disks", .timeLimit(.minutes(15)))
struct LargeLibraryTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_000_000)

    /// Makes a library with a card and a bookmark for each film, whose details were never fetched.
    private static func fill(_ fixture: StoreFixture, films: Int) async throws {
        let library = fixture.library()
        _ = try await library.bookmarks()
        #expect(await library.close(within: 20_000))
        let numbers = "WITH RECURSIVE n (film) AS (SELECT 1 UNION ALL SELECT film + 1 FROM n LIMIT \(films))"
        try StoreProbe.execute(
            """
            BEGIN;
            \(numbers) INSERT INTO films (film, title, titles, year, document)
                SELECT film, 'Film ' || film, 'Film ' || film || char(10) || 'Alias ' || film, 2000,
                    CAST('{"title":"Film ' || film || '","year":2000}' AS BLOB) FROM n;
            INSERT INTO film_ids SELECT printf('imdb:tt%07d', film), film FROM films;
            INSERT INTO film_ids SELECT 'tmdb:' || film, film FROM films;
            INSERT INTO bookmarks (film, added_at) SELECT film, film FROM films;
            INSERT INTO cards (film, half_stars, changed_at) SELECT film, film % 11, film FROM films;
            COMMIT;
            """,
            in: fixture.folder + "/library.sqlite"
        )
    }

    @Test("Ten calls at once read every film of a large library, and short reads do not wait for them")
    func tenAtOnce() async throws {
        try await StoreFixture.run { fixture in
            try await Self.fill(fixture, films: 20_000)
            let library = LibraryFile(fixture.fileSettings())
            try await withThrowingTaskGroup { group in
                for number in 0..<10 {
                    group.addTask {
                        let cards = try await library.cards()
                        let bookmarks = try await library.bookmarks()
                        let films = try await library.films()
                        #expect(cards.count == 20_000 && bookmarks.count == 20_000 && films.count == 20_000)
                        #expect(cards.first?.film.title == "Film 20000", "call \(number)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await library.film(MovieID(namespace: "tmdb", value: "7"))?.titles == ["Film 7", "Alias 7"])
            #expect(fixture.faults == [])
            #expect(await library.close(within: 60_000))
        }
    }

    @Test("Films with old details are found in order, whether or not their facts are stored")
    func outdated() async throws {
        try await StoreFixture.run { fixture in
            try await Self.fill(fixture, films: 50)
            let library = fixture.library()
            // One has been fetched since, one a long time ago, and one is known by its title only.
            for (number, day) in [(3, "2026-11-01"), (4, "1999-01-01")] {
                var film = LibraryFilm(ids: [MovieID(namespace: "tmdb", value: "\(number)")], title: "Film \(number)")
                film.titles = [film.title]
                film.document = Array(#"{"title":"Film","fetchedAt":"\#(day)T00:00:00Z"}"#.utf8)
                #expect(try await library.connect(film))
            }
            _ = try await library.addBookmark(
                LibraryFilm(ids: [MovieID(namespace: "title", value: "Untold (2001)")], title: "Untold", document: [])
            )
            let moment = Timestamp(secondsSinceEpoch: Self.now.secondsSinceEpoch - 90 * 86_400)
            for hasFacts in [false, true] {
                let first = try await library.outdated(at: moment, after: nil, limit: 3)
                #expect(first.firstIDs.map(\.value) == ["tt0000001", "tt0000002", "tt0000004"], "\(hasFacts)")
                #expect(first.films.map(\.title) == ["Film 1", "Film 2", "Film 4"])
                #expect((first.count, first.byTitle) == (49, 1))
                let next = try await library.outdated(at: moment, after: first.firstIDs.last, limit: 100)
                #expect(next.firstIDs.map(\.value) == (5...50).map { "tt00000" + ($0 < 10 ? "0" : "") + "\($0)" })
                // Has the facts stored.
                _ = try await library.cardOutlooks()
                try await eventually {
                    let stored = "SELECT count(*) FROM film_facts"
                    let path = fixture.folder + "/library.sqlite"
                    return try SQLiteConnection(path: path, .readOnly, busyTimeout: 20_000).integer(stored) == 51
                }
            }
            #expect(await library.close(within: 20_000))
        }
    }

    // MARK: Waiting, by a clock that the test moves

    /// Runs `body` with a library while another process holds the file.
    private static func whileHeld(
        _ body: (LibraryFile, ManualClock, SQLiteConnection) async throws -> Void
    ) async throws {
        try await StoreFixture.run { fixture in
            let clock = ManualClock()
            var settings = fixture.fileSettings(busyTimeout: 100)
            settings.clock = clock
            let library = LibraryFile(settings)
            _ = try await library.addBookmark(LibraryFilmTests.parasite)
            let other = try SQLiteConnection(path: fixture.folder + "/library.sqlite", busyTimeout: 20_000)
            try other.execute("BEGIN IMMEDIATE")
            try await body(library, clock, other)
            _ = await library.close(within: 20_000)
        }
    }

    private static func failureOfChange(_ library: LibraryFile) async -> LibraryError? {
        do throws(LibraryError) {
            _ = try await library.addBookmark(LibraryFilmTests.up)
            return nil
        } catch {
            return error
        }
    }

    @Test("A change waits for its turn until the deadline of the call, and is then refused")
    func deadlineOfCall() async throws {
        for isReleased in [true, false] {
            try await Self.whileHeld { library, clock, other in
                let call = Deadline(after: .seconds(30), on: clock)
                async let failure = Deadline.$ofCall.withValue(call) { await Self.failureOfChange(library) }
                await clock.sleepers(1)
                // Longer than any limit of the file.
                clock.advance(by: .seconds(29))
                if !isReleased { clock.advance(by: .seconds(1)) }
                if isReleased { try other.execute("ROLLBACK") }
                #expect(await failure == (isReleased ? nil : .unavailable))
                if isReleased { #expect(try await library.bookmarks().count == 2) }
                if !isReleased { try other.execute("ROLLBACK") }
            }
        }
    }

    @Test("A change waits beyond its deadline while another process writes")
    func othersWrite() async throws {
        try await Self.whileHeld { library, clock, other in
            let call = Deadline(after: .seconds(1), on: clock)
            let isDone = Mutex(false)
            async let failure = Deadline.$ofCall.withValue(call) {
                let failure = await Self.failureOfChange(library)
                isDone.withLock { $0 = true }
                return failure
            }
            await clock.sleepers(1)
            // The change may find the moment between two transactions of the other.
            for _ in 0..<5 where !isDone.withLock(\.self) {
                let before = library.writes.progress.value
                try other.execute("UPDATE store SET commits = commits + 1; COMMIT; BEGIN IMMEDIATE")
                try await eventually { library.writes.progress.value > before || isDone.withLock(\.self) }
                clock.advance(by: .seconds(1))
            }
            try other.execute("ROLLBACK")
            #expect(await failure == nil)
            #expect(try await library.bookmarks().count == 2)
        }
    }

    private static func countOfBookmarks(_ library: LibraryFile) async -> Int? {
        do throws(LibraryError) { return try await library.bookmarks().count } catch { return nil }
    }

    @Test("A call that has read for longer than its deadline may stand still as long again, and then ends")
    func laterScan() async throws {
        for isReleased in [true, false] {
            try await StoreFixture.run { fixture in
                let clock = ManualClock()
                var settings = fixture.fileSettings(busyTimeout: 100)
                settings.clock = clock
                let library = LibraryFile(settings)
                _ = try await library.addBookmark(LibraryFilmTests.parasite)
                let call = Deadline(after: .seconds(10), on: clock)
                clock.advance(by: .seconds(11))
                let isHeld = Mutex(true)
                library.scans.schedule { while isHeld.withLock(\.self) { usleep(1_000) } }
                async let count = Deadline.$ofCall.withValue(call) { await Self.countOfBookmarks(library) }
                await clock.sleepers(1)
                clock.advance(by: .seconds(isReleased ? 9 : 10))
                if !isReleased { #expect(await count == nil) }
                isHeld.withLock { $0 = false }
                if isReleased { #expect(await count == 1) }
                #expect(await library.close(within: 20_000))
            }
        }
    }

    @Test("A read that takes longer than its limit is not given up while it moves")
    func longRead() async throws {
        try await StoreFixture.run { fixture in
            let clock = ManualClock()
            var settings = fixture.fileSettings(busyTimeout: 20_000)
            settings.clock = clock
            let worker = DatabaseWorker(StoreFile(.library, settings), .reads)
            let rows = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000000)"
            for isPatient in [true, false] {
                async let sum = worker.run(within: 1_000, whileMoving: isPatient) { database throws(SQLiteError) in
                    try database.integer("\(rows) SELECT count(*) FROM n")
                }
                await clock.sleepers(1)
                let before = worker.progress.value
                try await eventually { worker.progress.value > before }
                clock.advance(by: .seconds(1))
                #expect(await sum == (isPatient ? 3_000_000 : nil))
            }
        }
    }
}
