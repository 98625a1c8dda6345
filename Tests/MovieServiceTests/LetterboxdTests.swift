import JSON
import JSONRPC
import MovieDomain
import Platform
import Testing

@testable import MovieService

@Suite("Letterboxd import and export")
struct LetterboxdTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)
    private static let today = now.date(utcOffsetSeconds: 14 * 3_600)

    private func read(_ text: String) -> LetterboxdImport {
        LetterboxdImport(text, now: Self.now, today: Self.today)
    }

    @Test("Quoted commas, quotes, and line breaks, a byte order mark, and both line ends are read")
    func quoting() {
        let table = CSVTable("\u{FEFF}Title,Review\r\n\"A, B\",\"He said \"\"no\"\"\nand left\"\r\n\r\nC,\n")
        #expect(table.problems.isEmpty)
        #expect(table.rows.map(\.line) == [2, 5])
        #expect(table.rows.first?.cells == ["title": "A, B", "review": "He said \"no\"\nand left"])
        #expect(table.rows.last?.cells == ["title": "C"])
        let line = CSVTable.line(["A, B", "He said \"no\"\nand left", ""])
        #expect(CSVTable("a,b,c\n" + line).rows.first?.cells["b"] == "He said \"no\"\nand left")
    }

    @Test("Broken lines are reported by number, and the other lines are kept")
    func broken() {
        let found = read(
            """
            imdbID,Title,Year,Rating,WatchedDate,Review
            tt1,One,2001,4.5,2026-11-01,"fine, really"
            tt2,Two,2002
            tt3,Three,2003,5.5,,
            tt4,Four,2004,4,2027-01-01,
            tt5,Five,2005,4,30.11.2026,
            ,Six,2006,4,,
            tt7,Seven,2007,many,,
            tt8,Eight,2008,4,,"no end
            tt9,Nine,2009,"3"x,,
            imdb,Ten,2010,3,,
            tt11,Eleven,2011,3,,
            tt12,Twelve,2012,3,,"never closed
            """
        )
        #expect(found.library.cards.map(\.film.title) == ["One", "Eleven"])
        #expect(found.problems.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 13])
        #expect(
            found.problems.map(\.message) == [
                "expected 6 fields, as the first line has, found 3",
                "expected a rating from 0.5 to 5 in halves, found 5.5",
                "WatchedDate: 2027-01-01 is in the future",
                "WatchedDate: expected a day such as 2026-11-20, found 30.11.2026",
                "expected an imdbID, a tmdbID, or a LetterboxdURI",
                "Rating: expected a number, found many",
                "expected a comma after a quoted text; a quote inside of it is written twice",
                "expected a comma after a quoted text; a quote inside of it is written twice",
                "imdbID: expected an id such as tt6751668, found imdb",
                "a quoted text has no end",
            ]
        )
        let card = found.library.cards.first
        #expect(card?.stars == 4.5 && card?.comment == "fine, really")
        #expect(card?.watchedOn == CalendarDate(year: 2026, month: 11, day: 1))
    }

    @Test("A file of another kind is refused with the expected columns")
    func foreign() {
        let found = read("name;year\nUp;2009\n")
        #expect(found.library == Library())
        #expect(found.problems.map(\.line) == [1])
        #expect(found.problems.first?.message.contains("imdbID") == true)
    }

    @Test("A diary exported by Letterboxd becomes cards, and a watchlist becomes bookmarks")
    func ownExport() {
        let diary = read(
            """
            Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
            2026-10-02,Up,2009,https://boxd.it/abc,4,,,2026-10-01
            2026-11-02,Up,2009,https://boxd.it/abc,4.5,Yes,,2026-11-01
            """
        )
        #expect(diary.library.cards.map(\.stars) == [4.5])
        #expect(diary.library.cards.first?.film.ids.map(\.description) == ["letterboxd:abc"])
        #expect(diary.problems.map(\.message) == ["the film is in line 2 too; what the later day says is kept"])
        let list = read("Date,Name,Year,Letterboxd URI\n2026-10-02,Up,2009,https://boxd.it/abc\n")
        #expect(list.library.bookmarks.map(\.film.title) == ["Up"])
        #expect(list.library.bookmarks.first?.addedAt.description == "2026-10-02T00:00:00Z")
    }

    @Test("Cards survive a round trip, and values that a line lacks stay on the card")
    func roundTrip() async throws {
        let client = ServiceClient([], library: TransientLibrary(clock: .fixed(at: Self.now)))
        let csv =
            "tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Review\\n496243,tt6751668,Parasite,2019,9,2026-11-20,\\\"The \\\"\\\"stairs\\\"\\\"!\\\"\\n"
        for expected in [1, 0] {
            let counts = try await client.result("library/import", #"{"csv":"\#(csv)"}"#)
            #expect(counts["cards"]?.int == expected)
        }
        let text = try await client.result("library/export", #"{"format":"letterboxd"}"#)["text"]?.string
        #expect(
            text
                == "imdbID,tmdbID,Title,Year,Rating,WatchedDate,Review\r\ntt6751668,496243,Parasite,2019,4.5,2026-11-20,\"The \"\"stairs\"\"!\"\r\n"
        )
        _ = try await client.result("library/import", #"{"csv":"imdbID,Rating\ntt6751668,3\n"}"#)
        let card = try await client.result("cards/list")["cards"]?[0]
        #expect(card?["stars"]?.double == 3)
        #expect(card?["comment"]?.string == "The \"stairs\"!")
        #expect(card?["watchedOn"]?.string == "2026-11-20")
        let error = try await client.error("library/import", "{}")
        #expect(error.data?["expected"] == "either library or csv")
    }

    @Test("A note has escaped YAML front matter and a file name that is valid on every system")
    func notes() {
        var library = Library()
        let film = LibraryFilm(
            ids: [MovieID(namespace: "imdb", value: "tt1")],
            title: "../a: \"b\"\n",
            titles: ["c\\d"],
            year: 2001
        )
        let other = LibraryFilm(ids: [MovieID(namespace: "imdb", value: "tt2")], title: "..-A- -B--", year: 2001)
        library.cards = [Card(film: film, stars: 4.5, comment: "Fine.", changedAt: Self.now)]
        library.bookmarks = [Bookmark(film: film, addedAt: Self.now), Bookmark(film: other, addedAt: Self.now)]
        let notes = FilmNote.notes(of: library)
        #expect(notes.count == 2)
        #expect(Set(notes.map { $0.name.lowercased() }).count == 2)
        #expect(notes.allSatisfy { !$0.name.contains("/") && !$0.name.hasPrefix(".") && $0.name.hasSuffix(".md") })
        let text = notes.first { $0.text.contains("Fine.") }?.text ?? ""
        #expect(
            text.hasPrefix(
                "---\ntitle: \"../a: \\\"b\\\" \"\naliases: [\"c\\\\d\"]\nyear: 2001\nids: [\"imdb:tt1\"]\nstars: 4.5\n"
            )
        )
        #expect(text.contains("bookmarked: true\ntags: [film]\n---\n"))
        #expect(text.hasSuffix("Fine.\n\n\(FilmNote.marker)\n"))
        for name in ["CON", "nul", "lpt9", "...", "", "a/b\\c", String(repeating: "가", count: 500)] {
            library.cards = [Card(film: LibraryFilm(ids: film.ids, title: name), changedAt: Self.now)]
            let safe = FilmNote.notes(of: library).first?.name ?? ""
            #expect(safe.utf8.count <= 160 && safe.hasSuffix(".md") && !safe.hasPrefix("."), "\(safe)")
            #expect(!["con.md", "nul.md", "lpt9.md", ".md"].contains(safe.lowercased()), "\(safe)")
        }
    }
}
