import JSON
import JSONRPC
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Testing

@testable import MovieService

@Suite("Letterboxd import and export")
struct LetterboxdTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)
    private static let today = now.date(utcOffsetSeconds: 14 * 3_600)

    private func read(_ text: String, as meaning: CSVImport.Meaning = .watchlist) -> CSVImport {
        CSVImport(text, CSVImport.Role(meaning: meaning), now: Self.now, today: Self.today)
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
            ,Six,,4,,
            tt7,Seven,2007,many,,
            tt8,Eight,2008,4,,"no end
            tt9,Nine,2009,"3"x,,
            imdb,Ten,2010,3,,
            tt11,Eleven,2011,3,,
            tt12,Twelve,2012,3,,"never closed
            """
        )
        #expect(found.library.cards.map(\.film.title) == ["One", "Four", "Five", "Ten", "Eleven"])
        #expect(
            found.remarks.map(\.message) == [
                "WatchedDate: 2027-01-01 is in the future", "WatchedDate: 2026-11-30 is in the future",
                "imdbID: expected an id such as tt6751668, found imdb",
            ]
        )
        #expect(found.problems.map(\.line) == [3, 4, 7, 8, 9, 10, 13])
        #expect(
            found.problems.map(\.message) == [
                "expected 6 fields, as the first line has, found 3",
                "expected a rating from 0.5 to 5 in halves, found 5.5",
                "expected an imdbID, a tmdbID, a LetterboxdURI, or a title and a year",
                "Rating: expected a number, found many",
                "expected a comma after a quoted text; a quote inside of it is written twice",
                "expected a comma after a quoted text; a quote inside of it is written twice",
                "a quoted text has no end",
            ]
        )
        let card = found.library.cards.first
        #expect(card?.stars == 4.5 && card?.comment == "fine, really")
        #expect(card?.watchedOn == CalendarDate(year: 2026, month: 11, day: 1))
    }

    @Test("A file of another kind is refused with the expected columns")
    func foreign() {
        let found = read("name;director\nUp;Pete Docter\n")
        #expect(found.library == Library())
        #expect(found.problems.map(\.line) == [1])
        #expect(found.problems.first?.message.contains("imdbID") == true)
    }

    @Test("The films of watched.csv, which has the columns of watchlist.csv, become cards if that is said")
    func watched() {
        let text = "Date,Name,Year,Letterboxd URI\n2026-01-05,Parasite,2019,https://boxd.it/hTha\n"
        #expect(read(text).library.bookmarks.count == 1)
        let watched = read(text, as: .watched)
        #expect(watched.library.bookmarks.isEmpty && watched.problems.isEmpty)
        #expect(watched.library.cards.map(\.film.title) == ["Parasite"])
        // The day is that of the entry, not of watching.
        #expect(watched.library.cards.map(\.watchedOn) == [nil])
    }

    @Test("A list with ratings becomes bookmarks and cards, and what is no film is named")
    func ratedList() {
        let list = read(
            """
            Position,Const,Created,Title,Title Type,Your Rating,Date Rated
            1,tt6751668,2026-01-05,Parasite,Movie,8,2026-01-06
            2,tt1049413,2026-01-05,Up,Movie,,
            3,tt0944947,2026-01-05,Game of Thrones,TV Series,9,2026-01-06
            """
        )
        #expect(list.library.bookmarks.map(\.film.title) == ["Parasite", "Up"])
        #expect(list.library.cards.map(\.stars) == [4])
        #expect(list.problems.map(\.line) == [4] && list.problems.allSatisfy(\.isOfSeries))
        #expect(list.problems.map(\.message) == ["expected a film, found a TV Series: Game of Thrones"])
    }

    @Test("A list exported by Letterboxd becomes a list of its name, and any table becomes one on request")
    func lists() {
        let exported = read(
            """
            Letterboxd list export v7
            Date,Name,Tags,URL,Description
            2024-01-02,"Up, up",,https://boxd.it/list,

            Position,Name,Year,URL,Description
            1,Up,2009,https://boxd.it/1zVI,
            2,Soul,2020,https://boxd.it/kkU4,
            3,Bad,when,https://boxd.it/kkU5,
            """
        )
        #expect(exported.library.lists.map(\.name) == ["Up, up"] && exported.library.bookmarks.isEmpty)
        #expect(exported.library.lists.first?.films.map(\.title) == ["Up", "Soul"])
        #expect(exported.problems.map(\.line) == [8] && exported.filmsKnownByTitle == 2)
        let head = "Letterboxd list export v7\r\nDate,Name,Tags,URL,Description\r\n2024-01-02,NAME,,,\r\n\r\n"
        let films = "Position,Name,Year,URL,Description\r\n1,Up,2009,,\r\n"
        #expect(read(head + films).library.lists.map(\.name) == ["NAME"])
        let nameless = read((head + films).replacing("NAME", with: "\" \"")).library
        #expect(nameless.lists.isEmpty && nameless.bookmarks.map(\.film.title) == ["Up"])
        let long = read((head + films).replacing("NAME", with: String(repeating: "n", count: 3_000))).library
        #expect(long.lists.map(\.name.count) == [1_000])
        let text = "Const,Title,Your Rating\ntt1,Up,8\ntt1,Up,8\ntt2,Soul,\n"
        let named = CSVImport(text, CSVImport.Role(listName: "Mine"), now: Self.now, today: Self.today).library
        #expect(named.lists.map(\.films.count) == [2] && named.cards.map(\.stars) == [4] && named.bookmarks.isEmpty)
    }

    @Test("Other forms of tables are read, with the lines as they are in the file")
    func otherForms() {
        for text in [
            "Title;Year;Rating\nUp;2009;4\n", "Title,Year,Rating\rUp,2009,4\r", "Title,Year,Rating10\nUp,2009,8",
        ] {
            let table = read(text)
            #expect(table.library.cards.map(\.stars) == [4], "\(text)")
            #expect(table.library.cards.map(\.film.year) == [2009])
        }
        let list = read(
            """
            Letterboxd list export v7
            Date,Name,Tags,URL,Description
            2026-01-05,Favourites,,https://letterboxd.com/ann/list/favourites/,"Two
            lines"

            Position,Name,Year,URL,Description
            1,Up,2009,https://letterboxd.com/film/up/,
            2,,,,
            """
        )
        #expect(list.library.lists.map(\.name) == ["Favourites"])
        #expect(list.library.lists.first?.films.map(\.title) == ["Up"])
        #expect(list.problems.map(\.line) == [8])
        #expect(read("Title,Year\n").problems.map(\.line) == [1])
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
        #expect(diary.library.cards.first?.film.ids.map(\.description) == ["title:Up (2009)"])
        #expect(
            diary.superseded.map(\.message) == [
                "the film is in line 3 too; what you thought of it there is kept"
            ]
        )
        let list = read("Date,Name,Year,Letterboxd URI\n2026-10-02,Up,2009,https://boxd.it/abc\n")
        #expect(list.library.bookmarks.map(\.film.title) == ["Up"])
        #expect(list.library.bookmarks.first?.addedAt.description == "2026-10-02T00:00:00Z")
    }

    @Test("Letterboxd's exports give one card for a film, which can go out and come back")
    func connected() async throws {
        let diary = """
            Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
            2024-05-01,Parasite,2019,https://boxd.it/5Xk1aB,4,,,2024-04-30
            2025-05-01,Parasite,2019,https://boxd.it/6Yp2cD,5,Yes,,2025-04-30
            2024-05-01,Burning,2018,https://boxd.it/7Zq3eF,3,,,2024-04-29
            """
        let ratings = """
            Date,Name,Year,Letterboxd URI,Rating
            2025-05-01,Parasite,2019,https://boxd.it/hTha,5
            2024-05-01,Burning,2018,https://boxd.it/gB2c,3.5
            2024-05-01,Burning,2018,https://boxd.it/gOther,1
            """
        func importing(_ csv: String, _ client: ServiceClient) async throws -> JSONElement {
            try await client.result("library/import", #"{"csv":\#(csv.jsonText)}"#)
        }
        let client = ServiceClient([], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let first = try await importing(diary, client)
        #expect(first["byTitle"]?.int == 2)
        #expect(try await importing(ratings, client)["byTitle"]?.int == 3)
        let cards = try await client.result("cards/list", #"{"sort":"title"}"#)["cards"]
        #expect(cards?.elements.compactMap { $0["movie"]?["title"]?.string } == ["Burning", "Burning", "Parasite"])
        #expect(cards?[2]?["stars"]?.double == 5)
        #expect(cards?[2]?["watchedOn"]?.string == "2025-04-30")
        #expect(cards?[2]?["watchedBefore"]?.elements.map(\.string) == ["2024-04-30"])
        #expect(cards?[2]?["movie"]?["ids"]?["letterboxd"]?.string == "hTha")
        let text = try await client.result("library/export", #"{"format":"letterboxd"}"#)["text"]?.string ?? ""
        #expect(text.contains(",,https://boxd.it/hTha,Parasite,2019,5,2025-04-30,true,\r\n"), "\(text)")
        let other = ServiceClient([], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let back = try await importing(text, other)
        #expect(back["cards"]?.int == 3)
        #expect(back["problems"] == nil)
        let again = try await other.result("library/export", #"{"format":"letterboxd"}"#)["text"]?.string
        #expect(again?.split(separator: "\r\n").sorted() == text.split(separator: "\r\n").sorted())
        #expect(try await importing(text, client)["cards"]?.int == 0)
    }

    @Test("IMDb's ratings become cards, and the films of its lists become bookmarks")
    func imdb() {
        let ratings = read(
            """
            Const,Your Rating,Date Rated,Title,URL,Title Type,Year
            tt0133093,9,2024-01-02,The Matrix,https://www.imdb.com/title/tt0133093/,Movie,1999
            """
        )
        #expect(ratings.problems.isEmpty)
        #expect(ratings.library.cards.map(\.stars) == [4.5])
        #expect(ratings.library.cards.first?.film.ids.map(\.description) == ["imdb:tt0133093"])
        #expect(ratings.library.cards.first?.changedAt.description == "2024-01-02T00:00:00Z")
        #expect(ratings.library.cards.first?.watchedOn == nil)
        let list = read("Position,Const,Title,URL,Your Rating\n1,tt1,Up,https://www.imdb.com/title/tt1/,\n")
        #expect(list.library.bookmarks.map(\.film.title) == ["Up"])
        let foreign = read("Name,URL\nUp,https://films.example/up\n")
        #expect(foreign.library == Library() && foreign.problems.map(\.line) == [1])
        let bad = read("Const,Your Rating,Date Rated\ntt1,0,2024-01-02\ntt2,8,yesterday\ntt3,8,2024-01-02\n")
        #expect(bad.library.cards.map(\.stars) == [nil, 4, 4] && bad.problems.isEmpty)
        #expect(bad.remarks.map(\.message) == ["Date: expected a day such as 2026-11-20, found yesterday"])
        let other = read("seen by,link,url\n2024-01-02,tt1,https://films.example/up\n")
        #expect(other.problems.map(\.line) == [1])
    }

    @Test("A line about an earlier day keeps the card, one without a title keeps the title, and one at once counts")
    func againstCards() {
        let film = LibraryFilm(
            ids: [MovieID(namespace: "imdb", value: "tt0000001")],
            title: "Up",
            titles: ["Up"],
            year: 2009
        )
        let card = Card(film: film, stars: 5, watchedOn: CalendarDate(parsing: "2026-11-01"), changedAt: Self.now)
        var older = read("imdbID,Title,Rating,WatchedDate\ntt1,Up,2,2020-01-01\n")
        older.complete(with: [card])
        #expect(older.library.cards.map(\.stars) == [5])
        #expect(older.library.cards.first?.watchedDays.map(\.description) == ["2026-11-01", "2020-01-01"])
        let message = "the film was watched on 2026-11-01 too, and what you thought of it then is kept"
        #expect(older.superseded.map(\.message) == [message] && older.problems.isEmpty)
        var nameless = read("imdbID,Rating\ntt1,2\n")
        nameless.complete(with: [card])
        #expect(nameless.library.cards.map(\.film.title) == ["Up"])
        #expect(nameless.library.cards.map(\.stars) == [2])
    }

    @Test("Each film of a long table has one card, which is found by every id that one of its lines has")
    func longTable() {
        let count = 3_000
        let lines = [(true, false), (true, true), (false, true)].flatMap { hasFirst, hasSecond in
            (1...count).map { "\(hasFirst ? "tt\($0)" : ""),\(hasSecond ? "\($0)" : ""),4\n" }
        }
        var table = read("imdbID,tmdbID,Rating\n" + lines.joined())
        #expect(table.library.cards.count == count)
        #expect(table.library.cards.allSatisfy { $0.film.ids.count == 2 })
        let notes = FilmNote.notes(of: table.library)
        #expect(notes.count == count && notes.allSatisfy { $0.text.contains("stars: 4\n") })
        table.complete(with: table.library.cards)
        #expect(table.library.cards.isEmpty)
    }

    @Test("A rating that is older than the card keeps the card, and adds only what the card lacks")
    func olderRatings() {
        let film = LibraryFilm(
            ids: [MovieID(namespace: "imdb", value: "tt0000001")],
            title: "Up",
            titles: ["Up"],
            year: 2009
        )
        var card = Card(film: film, stars: 5, changedAt: Self.now)
        let text = "Const,Your Rating,Date Rated,Title,Year\ntt1,4,2020-02-10,Up,2009\n"
        var older = read(text)
        older.complete(with: [card])
        #expect(older.library.cards.isEmpty)
        #expect(
            older.superseded.map(\.message) == [
                "your card was changed on \(Self.now.date(utcOffsetSeconds: 0)), after that day, and is kept"
            ]
        )
        card.stars = nil
        card.comment = "Fine."
        var addition = read(text)
        addition.complete(with: [card])
        #expect(addition.library.cards.map(\.stars) == [2])
        #expect(addition.library.cards.map(\.comment) == ["Fine."])
        #expect(addition.superseded.isEmpty)
        card.stars = 5
        card.changedAt = Timestamp(secondsSinceEpoch: 1_500_000_000)
        var newer = read(text)
        newer.complete(with: [card])
        #expect(newer.library.cards.map(\.stars) == [2])
        #expect(newer.library.cards.map(\.changedAt.description) == ["2020-02-10T00:00:00Z"])
    }

    @Test("Columns with values that are not taken over are named once, and those that are taken over are not")
    func unreadColumns() {
        let diary = read(
            """
            Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
            2026-10-02,Up,2009,https://boxd.it/abc,4,Yes,balloons,2026-10-01
            2026-11-02,Heat,1995,https://boxd.it/abd,4.5,Yes,,2026-11-01
            """
        )
        #expect(diary.unreadColumns.isEmpty && diary.library.cards.map(\.marks.tags) == [["balloons"], []])
        let ratings = read("Const,Your Rating,Title,IMDb Rating,Genres\ntt1,9,Up,8.3,Animation\n")
        #expect(ratings.unreadColumns == ["IMDb Rating"])
    }

    @Test("A film that is known by an id alone is exported without a title, or left out and named")
    func idAlone() async throws {
        let film = LibraryFilm(ids: [MovieID(namespace: "imdb", value: "tt9")], title: "imdb:tt9")
        let other = LibraryFilm(ids: [MovieID(namespace: "kofic", value: "7")], title: "kofic:7")
        let library = LibraryFile(inMemory: .fixed(at: Self.now))
        for film in [film, other] {
            _ = try await library.addBookmark(film)
            _ = try await library.putCard(CardChange(stars: 4), of: film)
        }
        let client = ServiceClient([], library: library)
        for (format, line) in [("watchlist", "tt9,,,,"), ("letterboxd", "tt9,,,,,4,,,")] {
            let exported = try await client.result("library/export", #"{"format":"\#(format)"}"#)
            #expect(exported["text"]?.string?.split(separator: "\r\n").dropFirst() == [Substring(line)])
            #expect(exported["omitted"]?.description == #"["kofic:7"]"#)
        }
    }

    @Test("Every day of a diary is imported, and a line whose stars a later day replaces is named, but not as skipped")
    func earlierViewings() {
        let diary = read(
            """
            Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
            2024-05-01,Up,2009,https://boxd.it/a,3,,,2024-04-30
            2026-05-01,Up,2009,https://boxd.it/b,5,Yes,,2026-04-30
            2025-05-01,Up,2009,https://boxd.it/c,4,Yes,,2025-04-30
            """
        )
        #expect(diary.problems.isEmpty)
        #expect(diary.library.cards.map(\.stars) == [5])
        #expect(diary.library.cards.first?.watchedDays.count == 3)
        let message = "the film is in line 3 too; what you thought of it there is kept"
        #expect(diary.superseded == [2, 4].map { LineProblem(line: $0, message: message) })
    }

    @Test("The whole result of library/export can be imported, and an object without a library is refused")
    func wholeResult() async throws {
        let client = ServiceClient([], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let card = #"{"movie":{"id":"imdb:tt1","title":"Up"},"stars":4,"changedAt":"2026-11-01T00:00:00Z"}"#
        let whole = #"{"library":{"library":{"version":1,"cards":[\#(card)]}}}"#
        #expect(try await client.result("library/import", whole)["cards"]?.int == 1)
        let error = try await client.error("library/import", #"{"library":{"foo":[1]}}"#)
        let expected = String(describing: error.data?["expected"])
        #expect(expected.contains("a library as library/export returns it"))
    }

    @Test("Cards survive a round trip, and values that a line lacks stay on the card")
    func roundTrip() async throws {
        let client = ServiceClient([], library: LibraryFile(inMemory: .fixed(at: Self.now)))
        let csv =
            "tmdbID,imdbID,Title,Year,Rating10,WatchedDate,Review\\n496243,tt6751668,Parasite,2019,9,2026-11-20,\\\"The \\\"\\\"stairs\\\"\\\"!\\\"\\n"
        for expected in [1, 0] {
            let counts = try await client.result("library/import", #"{"csv":"\#(csv)"}"#)
            #expect(counts["cards"]?.int == expected)
        }
        let text = try await client.result("library/export", #"{"format":"letterboxd"}"#)["text"]?.string
        #expect(
            text
                == "imdbID,tmdbID,LetterboxdURI,Title,Year,Rating,WatchedDate,Rewatch,Review\r\ntt6751668,496243,,Parasite,2019,4.5,2026-11-20,,\"The \"\"stairs\"\"!\"\r\n"
        )
        _ = try await client.result("library/import", #"{"csv":"imdbID,Rating\ntt6751668,3\n"}"#)
        let card = try await client.result("cards/list")["cards"]?[0]
        #expect(card?["stars"]?.double == 3)
        #expect(card?["comment"]?.string == "The \"stairs\"!")
        #expect(card?["watchedOn"]?.string == "2026-11-20")
        let error = try await client.error("library/import", "{}")
        #expect(error.data?["expected"] == "one of library, csv, and files")
    }

    @Test("Likes are exported if there are any, and come back with the stars")
    func likes() {
        let films = ["Salt Pier", "Ice Pier"].map {
            LibraryFilm(ids: [], title: $0, titles: [$0], year: 2001)
        }
        var cards = films.map { Card(film: $0, stars: 4, changedAt: Self.now) }
        #expect(!Letterboxd.diary(cards).contains("Liked"))
        cards[0].marks = CardMarks(isLiked: true)
        let found = read(Letterboxd.diary(cards)).library.cards
        #expect(found.map(\.marks.isLiked) == [true, false] && found.map(\.stars) == [4, 4])
    }

    @Test("A note has escaped YAML front matter and a file name that is valid on every system")
    func notes() {
        var library = Library()
        let film = LibraryFilm(
            ids: [MovieID(namespace: "imdb", value: "tt0000001")],
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
                "---\ntitle: \"../a: \\\"b\\\" \"\naliases: [\"c\\\\d\"]\nyear: 2001\nids: [\"imdb:tt0000001\"]\nstars: 4.5\n"
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

    @Test("Markup in a title is text in a note, and a comment cannot move the line below which the note is yours")
    func hostileNotes() {
        let film = LibraryFilm(
            ids: [MovieID(namespace: "imdb", value: "tt0000001")],
            title: "`=run` <b>[Up](x)\u{202E}\u{1B}"
        )
        let (head, tail) = (FilmNote.marker.prefix(20), FilmNote.marker.dropFirst(20))
        var library = Library()
        library.cards = [Card(film: film, comment: "a \(head)\(FilmNote.marker)\(tail) b", changedAt: Self.now)]
        let text = FilmNote.notes(of: library).first?.text ?? ""
        #expect(text.contains("\n# \\`=run\\` \\<b\\>\\[Up\\](x)  \n"), "\(text)")
        #expect(text.hasSuffix("\na  b\n\n\(FilmNote.marker)\n"), "\(text)")
    }
}
