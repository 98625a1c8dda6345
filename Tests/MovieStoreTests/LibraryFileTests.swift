import MarqueeTestKit
import MovieDomain
import Platform
import Synchronization
import Testing

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Match store in the library file")
struct MatchBookTests {
    static let kofic = MovieID(namespace: "kofic", value: "20183782")
    static let tmdb = MovieID(namespace: "tmdb", value: "496243")
    static let imdb = MovieID(namespace: "imdb", value: "tt6751668")
    static let moment = Timestamp(secondsSinceEpoch: 1_795_000_000)

    /// Runs a test with an empty match store.
    private func withBook(_ body: (any MatchStore) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            let library = fixture.library()
            try await body(library)
            _ = await library.close(within: 20_000)
            #expect(fixture.faults == [])
        }
    }

    @Test("A store in memory tells each correction by the user, and nothing else")
    func changesInMemory() async throws {
        let changes = Mutex(0)
        let book = LibraryFile(inMemory: .fixed(at: Self.moment)) { changes.withLock { $0 += 1 } }
        let split = MatchNote(IDPair(Self.kofic, Self.imdb), .different, by: .user, at: Self.moment)
        book.remember([found(Self.kofic, Self.tmdb, 0.9)])
        #expect(changes.withLock(\.self) == 0)
        try await book.correct(split)
        #expect(changes.withLock(\.self) == 1)
        await #expect(throws: LibraryError.self) {
            let other = MovieID(namespace: "kofic", value: "2")
            try await book.correct(MatchNote(IDPair(Self.kofic, other), .same, by: .user, at: Self.moment))
        }
        #expect(changes.withLock(\.self) == 1)
        #expect(try await book.forget(Self.kofic, with: Self.imdb, field: nil) == 1)
        #expect(try await book.forget(Self.kofic, with: Self.imdb, field: nil) == 0)
        #expect(changes.withLock(\.self) == 2)
    }

    private func found(_ one: MovieID, _ other: MovieID, _ confidence: Double) -> MatchNote {
        MatchNote(
            IDPair(one, other),
            .same,
            by: .matcher,
            confidence: confidence,
            reasons: ["same year", "director equal"],
            at: Self.moment
        )
    }

    @Test("Matches are found by either id, the most confident first")
    func remembered() async throws {
        try await withBook { book in
            #expect(book.now == Self.moment)
            book.remember([found(Self.kofic, Self.tmdb, 0.9), found(Self.kofic, Self.imdb, 0.97)])
            try await eventually { await book.links(of: [Self.kofic]).count == 2 }
            #expect(await book.links(of: [Self.kofic]).map(\.confidence) == [0.97, 0.9])
            #expect(await book.links(of: [Self.tmdb]) == [found(Self.kofic, Self.tmdb, 0.9)])
            #expect(await book.links(of: [MovieID(namespace: "kofic", value: "2")]).isEmpty)
            // A call that follows at once knows what the one before it has found.
            let undone = MatchNote(IDPair(Self.kofic, Self.tmdb), .different, by: .matcher, at: Self.moment)
            book.remember([undone])
            #expect(await book.links(of: [Self.tmdb]) == [undone])
            #expect(try await book.notes(about: Self.tmdb, limit: 10) == [undone])
            book.remember([found(Self.kofic, Self.tmdb, 0.9)])
            #expect(await book.links(of: [Self.tmdb]) == [found(Self.kofic, Self.tmdb, 0.9)])
            #expect(await book.corrections().isEmpty)
        }
    }

    @Test("A user's correction replaces a match and isn't replaced by a later one")
    func corrected() async throws {
        try await withBook { book in
            book.remember([found(Self.kofic, Self.tmdb, 0.9)])
            try await eventually { await book.links(of: [Self.kofic]).count == 1 }
            let split = MatchNote(IDPair(Self.tmdb, Self.kofic), .different, by: .user, at: Self.moment)
            try await book.correct(split)
            #expect(await book.corrections() == Corrections(split: [split.pair]))
            #expect(await book.links(of: [Self.kofic]).isEmpty)
            book.remember([found(Self.kofic, Self.tmdb, 0.8), found(Self.imdb, Self.tmdb, 1)])
            try await eventually { await book.links(of: [Self.imdb]).count == 1 }
            let listed = try await book.notes(about: Self.tmdb, limit: 10)
            #expect(listed == [split, found(Self.imdb, Self.tmdb, 1)])
            #expect(try await book.notes(about: nil, limit: 1) == [split])
        }
    }

    @Test("The user's corrections and the matches that were found take no room from each other")
    func room() async throws {
        func id(_ namespace: String, _ number: Int) -> MovieID { MovieID(namespace: namespace, value: "\(number)") }
        func correction(_ number: Int) -> MatchNote {
            MatchNote(IDPair(id("a", number), id("b", number)), .same, by: .user, at: Self.moment)
        }
        let book = LibraryFile(inMemory: .fixed(at: Self.moment), mostRemembered: 2)
        for number in 0..<3 { try await book.correct(correction(number)) }
        book.remember((0..<3).map { found(id("c", $0), id("d", $0), 0.9) })
        for number in 3..<6 { try await book.correct(correction(number)) }
        let listed = try await book.notes(about: nil, limit: 100)
        #expect(listed.filter { $0.author == .user } == (0..<6).map(correction))
        #expect(listed.count { $0.author == .matcher } == 2)
    }

    @Test("A correction that contradicts another fails and changes nothing")
    func contradiction() async throws {
        try await withBook { book in
            let pin = MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .user, at: Self.moment)
            try await book.correct(pin)
            let other = MovieID(namespace: "tmdb", value: "1")
            let wrong = MatchNote(IDPair(Self.kofic, other), .same, by: .user, at: Self.moment)
            await #expect(throws: LibraryError.conflict(CorrectionConflict(.oneNamespace(other, Self.tmdb)))) {
                try await book.correct(wrong)
            }
            #expect(await book.corrections() == Corrections(pinned: [pin.pair]))
        }
    }

    @Test("Corrections and choices are removed one by one or together")
    func forgotten() async throws {
        try await withBook { book in
            for other in [Self.tmdb, Self.imdb] {
                try await book.correct(MatchNote(IDPair(Self.kofic, other), .same, by: .user, at: Self.moment))
            }
            try await book.choose(FieldChoice(id: Self.kofic, field: .overview, provider: "tmdb"))
            try await book.choose(FieldChoice(id: Self.kofic, field: .overview, provider: "yts"))
            try await book.choose(FieldChoice(id: Self.kofic, field: .title, provider: "kofic"))
            #expect(
                try await book.choices(for: Self.kofic) == [
                    FieldChoice(id: Self.kofic, field: .overview, provider: "yts"),
                    FieldChoice(id: Self.kofic, field: .title, provider: "kofic"),
                ]
            )
            #expect(try await book.forget(Self.kofic, with: Self.tmdb, field: nil) == 1)
            #expect(try await book.forget(Self.kofic, with: nil, field: .title) == 1)
            #expect(try await book.choices(for: nil).map(\.provider) == ["yts"])
            #expect(try await book.forget(Self.kofic, with: nil, field: nil) == 2)
            #expect(await book.corrections().isEmpty)
            #expect(try await book.forget(Self.kofic, with: nil, field: nil) == 0)
        }
    }

    @Test("Another open library sees a correction at its next query, and the file keeps it")
    func shared() async throws {
        try await StoreFixture.run { fixture in
            let (mine, theirs) = (fixture.library(), fixture.library())
            #expect(await theirs.corrections().isEmpty)
            let pin = MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .user, at: Self.moment)
            try await mine.correct(pin)
            #expect(await theirs.corrections() == Corrections(pinned: [pin.pair]))
            #expect(await theirs.corrections() == Corrections(pinned: [pin.pair]))
            mine.remember([found(Self.imdb, Self.tmdb, 1)])
            #expect(await mine.close(within: 20_000))
            #expect(await theirs.close(within: 20_000))
            let later = fixture.library()
            #expect(try await later.notes(about: nil, limit: 10) == [pin, found(Self.imdb, Self.tmdb, 1)])
            _ = await later.close(within: 20_000)
        }
    }

    @Test("A library sees the corrections that were made while its connection was closed")
    func reopened() async throws {
        try await StoreFixture.run { fixture in
            let (mine, theirs) = (fixture.library(), fixture.library())
            var expected = Corrections.none
            for value in 1...4 {
                let other = MovieID(namespace: "tmdb", value: "\(value)")
                let kofic = MovieID(namespace: "kofic", value: "\(value)")
                try await mine.correct(MatchNote(IDPair(kofic, other), .same, by: .user, at: Self.moment))
                expected = Corrections(pinned: expected.pinned.union([IDPair(kofic, other)]))
                #expect(await theirs.corrections() == expected)
                #expect(await theirs.close(within: 20_000))
            }
            #expect(await mine.close(within: 20_000))
            #expect(fixture.faults == [])
        }
    }

    @Test("A library that was emptied is started again, with a warning, and one that was never there without")
    func emptied() async throws {
        try await StoreFixture.run { fixture in
            let first = fixture.library()
            _ = try await first.addBookmark(LibraryFilmTests.parasite)
            #expect(await first.close(within: 20_000))
            #expect(fixture.faults == [])
            try await fixture.shell(": > '\(fixture.folder)/library.sqlite'")
            let second = fixture.library()
            #expect(try await second.bookmarks().isEmpty)
            _ = try await second.addBookmark(LibraryFilmTests.up)
            #expect(try await second.bookmarks().count == 1)
            #expect(fixture.faults == [.emptied])
            #expect(await second.close(within: 20_000))
        }
    }

    @Test("A library that is removed while it is open is started again, with a warning")
    func removed() async throws {
        try await StoreFixture.run { fixture in
            let library = fixture.library()
            _ = try await library.addBookmark(LibraryFilmTests.parasite)
            try await fixture.shell("rm -r '\(fixture.folder)'")
            #expect(try await library.bookmarks().isEmpty)
            #expect(fixture.faults == [.emptied])
            #expect(await library.close(within: 20_000))
        }
    }

    @Test("A damaged library stays in place, is neither read nor corrected, and is reported once")
    func damaged() async throws {
        try await StoreFixture.run { fixture in
            let pin = MatchNote(IDPair(Self.kofic, Self.tmdb), .same, by: .user, at: Self.moment)
            let whole = fixture.library()
            try await whole.correct(pin)
            #expect(await whole.close(within: 20_000))
            try await fixture.shell("printf 'this is no database at all' > '\(fixture.folder)/library.sqlite'")
            let broken = fixture.library()
            #expect(await broken.corrections().isEmpty)
            #expect(await broken.ids() == nil)
            let problem = LibraryError.unusable(
                reason: "\(fixture.folder)/library.sqlite: it is damaged",
                advice: "Restore the file from a copy, or use another --data-dir.",
                isLasting: true
            )
            await #expect(throws: problem) { try await broken.correct(pin) }
            await #expect(throws: problem) {
                try await broken.notes(about: nil, limit: 1)
            }
            _ = await broken.close(within: 20_000)
            #expect(try fixture.names() == ["library.sqlite"])
            #expect(fixture.faults.count == 1)
        }
    }

    @Test("A correction that is refused while the file is slow isn't written later")
    func slow() async throws {
        try await StoreFixture.run { fixture in
            let library = LibraryFile(fixture.fileSettings(busyTimeout: 25))
            let blocked = fixture.library()
            let pins = (0..<12).map { OtherProcess.correction($0) }
            try await blocked.correct(pins[0])
            // Blocks the writer's thread as a slow disk would.
            let isSlow = Mutex(true)
            library.writes.schedule { while isSlow.withLock(\.self) { usleep(1_000) } }
            let outcomes = await withTaskGroup { group in
                for pin in pins {
                    group.addTask { () -> LibraryError? in
                        do throws(LibraryError) {
                            try await library.correct(pin)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            isSlow.withLock { $0 = false }
            #expect(outcomes == pins.map { _ in .unavailable })
            #expect(fixture.faults == [.slow])
            #expect(await library.close(within: 20_000))
            #expect(try await blocked.notes(about: nil, limit: 99).map(\.pair) == [pins[0].pair])
            fixture.advance(1_000_000)
            try await library.correct(pins[1])
            #expect(try await blocked.notes(about: nil, limit: 99).count == 2)
        }
    }

    @Test("A library of the first schema is migrated with its content")
    func firstSchema() async throws {
        try await StoreFixture.run { fixture in
            try StoreProbe.makeLibrary(
                fixture.fileSettings(busyTimeout: 20_000),
                ofSchema: 1,
                content: """
                    INSERT INTO decisions VALUES ('kofic:20183782', 'tmdb:496243', 'same', 'user', 1, '[]', 1795000000);
                    INSERT INTO choices VALUES ('kofic:20183782', 'title', 'kofic');
                    """
            )
            let library = fixture.library()
            #expect(try await library.notes(about: nil, limit: 9).map(\.pair) == [IDPair(Self.kofic, Self.tmdb)])
            #expect(try await library.choices(for: nil).map(\.field) == [.title])
            try await library.correct(MatchNote(IDPair(Self.kofic, Self.imdb), .same, by: .user, at: Self.moment))
            #expect(try await library.notes(about: Self.kofic, limit: 9).count == 2)
            #expect(await library.close(within: 20_000))
            #expect(fixture.faults == [])
        }
    }
}

extension MatchBookTests {
    @Test("The day on a card of the third schema is the first of its days")
    func thirdSchema() async throws {
        try await StoreFixture.run { fixture in
            try StoreProbe.makeLibrary(
                fixture.fileSettings(busyTimeout: 20_000),
                ofSchema: 3,
                content: """
                    INSERT INTO films VALUES (1, 'Up', 'Up', 2009, x''), (2, 'Soul', 'Soul', 2020, x'');
                    INSERT INTO film_ids VALUES ('imdb:tt1049413', 1), ('imdb:tt2948372', 2);
                    INSERT INTO cards VALUES (1, 9, 'Balloons', '2024-02-29', 1795000000), (2, 8, NULL, NULL, 1795000000);
                    """
            )
            let library = fixture.library()
            let cards = try await library.cards().sorted { $0.film.title > $1.film.title }
            #expect(cards.map { $0.watchedDays.map(\.description) } == [["2024-02-29"], []])
            #expect(cards.map(\.comment) == ["Balloons", nil])
            try await library.add(cards[0].film, toList: "Best", at: nil)
            #expect(try await library.lists().map(\.count) == [1])
            #expect(await library.close(within: 20_000))
            #expect(fixture.faults == [])
        }
    }
}

extension StoreFixture {
    func library() -> LibraryFile {
        LibraryFile(fileSettings(busyTimeout: 20_000))
    }
}

/// Checks the condition repeatedly until it holds, for two minutes at most.
func eventually(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<12_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("two minutes have passed")
}

@Suite("Changes of the library file by others", .timeLimit(.minutes(15)))
struct LibraryWatchTests {
    @Test("A watcher is told of a change by another library on the same file")
    func watched() async throws {
        try await StoreFixture.run { fixture in
            let (ours, theirs) = (fixture.library(), fixture.library())
            let (changes, changed) = AsyncStream<Void>.makeStream()
            _ = try await ours.addBookmark(LibraryFilmTests.up)
            try ours.watch { _ in changed.yield() }
            _ = try await theirs.addBookmark(LibraryFilmTests.parasite)
            for await _ in changes { break }
            #expect(try await ours.bookmarks().map(\.film.title).contains("기생충"))
            for library in [ours, theirs] { _ = await library.close(within: 20_000) }
        }
    }

    @Test("A change is told of when it can be read, and not only while it is written to the log")
    func toldAfterwards() async throws {
        try await StoreFixture.run { fixture in
            let library = fixture.library()
            _ = try await library.addBookmark(LibraryFilmTests.up)
            let events = FolderEvents(WatchedPlace.places(of: library.path))
            _ = try await library.addBookmark(LibraryFilmTests.parasite)
            #expect(events.wait(atMost: .zero) == .written)
            _ = await library.close(within: 20_000)
        }
    }

    @Test("A change by another process is announced, whatever else happens in the folder meanwhile")
    func watchedAmongOtherFiles() async throws {
        try await StoreFixture.run { fixture in
            let (ours, theirs) = (fixture.library(), fixture.library())
            let (changes, changed) = AsyncStream<Void>.makeStream()
            _ = try await ours.addBookmark(LibraryFilmTests.up)
            try ours.watch { _ in changed.yield() }
            let isOver = Mutex(false)
            try SystemThread.start {
                while !isOver.withLock(\.self) {
                    _ = FileSystem.local.write([1], fixture.folder + "/trust.json")
                }
            }
            defer { isOver.withLock { $0 = true } }
            var iterator = changes.makeAsyncIterator()
            for number in 0..<20 {
                let film = LibraryFilmTests.film([MovieID(namespace: "tmdb", value: "\(number)")], "Film \(number)")
                _ = try await theirs.addBookmark(film)
                _ = await iterator.next()
            }
            for library in [ours, theirs] { _ = await library.close(within: 20_000) }
        }
    }
}
