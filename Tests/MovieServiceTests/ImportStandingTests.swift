import MovieDomain
import Testing

@testable import MovieService

/// Tables that say about each film whether it was watched, with invented films.
@Suite("What imported tables say about watching")
struct ImportStandingTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private func read(_ text: String, as meaning: CSVImport.Meaning? = nil) -> CSVImport {
        CSVImport(
            text,
            CSVImport.Role(meaning: meaning),
            now: Self.now,
            today: Self.now.date(utcOffsetSeconds: 0)
        )
    }

    /// The titles of the cards, then those of the bookmarks.
    private func titles(_ table: CSVImport) -> [[String]] {
        [table.library.cards.map(\.film.title), table.library.bookmarks.map(\.film.title)]
    }

    @Test(
        "A film that is planned, or was not watched, is a bookmark, whatever columns there are for ratings and days",
        arguments: [
            ("Status", "PLANNED"), ("Status", "plan_to_watch"), ("status", "Planning"), ("State", "Want to watch"),
            ("My Status", "PTW"), ("Shelf", "to-watch"), ("Watched", "No"), ("watched", "false"), ("Seen", "0"),
            ("Seen", "N"), ("Plays", "0"), ("ViewCount", "0"), ("Play Count", "0.0"), ("Times watched", "0"),
            ("Status", "Unwatched"), ("Watchlist", "yes"), ("Status", "보고싶어요"), ("Status", "想看"),
            ("WatchedDate", "never"), ("Watched Date", "not yet"),
        ]
    )
    func wanted(column: String, word: String) {
        // The day is the last cell, if the word does not take its place.
        let isDay = column.hasSuffix("Date")
        let (head, none, zero) = isDay ? ("", "", "") : (",WatchedDate", ",", ",N/A")
        let table = read(
            "Title,Year,Rating,\(column)\(head)\nSalt Pier,2001,7,\(none)2024-01-02\n"
                + "Ice Pier,2002,,\(word)\(none)\nFar Pier,2003,0,\(word)\(zero)\n"
        )
        #expect(titles(table) == [["Salt Pier"], ["Ice Pier", "Far Pier"]], "\(table.problems)")
        #expect(table.problems.isEmpty && table.remarks.isEmpty && table.unreadColumns.isEmpty)
    }

    @Test(
        "A film that was watched is a card, also without a rating and a day, and nothing has to be asked",
        arguments: [
            ("Status", "COMPLETED", "PLANNED"), ("Watched", "Yes", "No"), ("Watched", "x", ""), ("Seen", "✓", ""),
            ("Plays", "3", "0"), ("ViewCount", "1", "0"), ("Status", "Watched", "Watchlist"), ("Watched", "1", "0"),
            ("Is Watched", "TRUE", "FALSE"), ("Status", "봤어요", "보고싶어요"), ("Status", "Rewatching", "Queued"),
        ]
    )
    func watched(column: String, yes: String, no: String) {
        for (head, end) in [("Title,Year,\(column)\n", ""), ("Title,Year,\(column),Rating\n", ",")] {
            let table = read(head + "Salt Pier,2001,\(yes)\nIce Pier,2002,\(no)\(end)\n")
            #expect(titles(table) == [["Salt Pier"], ["Ice Pier"]], "\(table.problems)")
            #expect(table.asked == nil && table.problems.isEmpty && table.unreadColumns.isEmpty)
        }
    }

    @Test(
        "A film that was given up, or is not finished, is neither; its line is named",
        arguments: ["DROPPED", "Watching", "On-Hold", "current", "paused", "abandoned", "In progress"]
    )
    func neither(word: String) {
        let table = read("Title,Year,Status,Rating\nSalt Pier,2001,Completed,7\nIce Pier,2002,\(word),\n")
        #expect(titles(table) == [["Salt Pier"], []])
        #expect(table.problems.map(\.message) == ["expected watched or planned, found \(word): Ice Pier"])
        // A rating says more.
        let rated = read("Title,Year,Status,Rating\nSalt Pier,2001,Completed,7\nIce Pier,2002,\(word),6\n")
        #expect(titles(rated) == [["Salt Pier", "Ice Pier"], []])
    }

    @Test("A planned film with a rating is both, and a column with other words is named as not kept")
    func others() {
        let both = read("Title,Year,Status,Rating\nSalt Pier,2001,Planned,7\n")
        #expect(titles(both) == [["Salt Pier"], ["Salt Pier"]])
        let released = read("Title,Year,Status,Rating\nSalt Pier,2001,Released,7\nIce Pier,2002,Released,\n")
        #expect(titles(released) == [["Salt Pier", "Ice Pier"], []])
        #expect(released.unreadColumns == ["Status"])
        let columns = read("Title,Year,Status,ViewCount,Rating\nSalt Pier,2001,WATCHED,0,\nIce Pier,2002,,0,\n")
        #expect(titles(columns) == [["Salt Pier"], ["Ice Pier"]])
        // A column of days says when, and that has to be asked for.
        #expect(read("Title,Year,Watched\nSalt Pier,2001,2024-01-02\n").asked == "as")
    }

    // MARK: Days

    @Test(
        "A day that cannot be read costs the line nothing but the day",
        arguments: [
            "1900-01-00", "2024-00-00", "0", "-1", "never", "03/02/2023", "2024-02-30", "last winter", "2023-02",
            "2023",
            "2027-05-01", "1987-03-04", "45000",
        ]
    )
    func unreadableDays(text: String) {
        for column in ["WatchedDate", "Date"] {
            let table = read("Title,Year,Rating,Review,\(column)\nSalt Pier,2001,4,Quiet.,\(text)\n")
            let card = table.library.cards.first
            #expect(card?.stars == 4 && card?.comment == "Quiet." && card?.watchedDays == [])
            #expect(table.problems.isEmpty)
            // The rating may be of any day.
            let isDay = column == "Date" && ["2027-05-01", "1987-03-04"].contains(text)
            #expect(table.remarks.map(\.line) == (isDay ? [] : [2]), "\(table.remarks)")
        }
    }

    @Test(
        "Days are read in the order that their form tells, if it tells one",
        arguments: [
            ("17.11.2025", "2025-11-17"), ("3.2.2023", "2023-02-03"), ("03. 02. 2023", "2023-02-03"),
            ("17.11.2025 21:15", "2025-11-17"), ("20230203T101500Z", "2023-02-03"), ("20230203T1015", "2023-02-03"),
            ("25/12/2023", "2023-12-25"), ("12/25/2023", "2023-12-25"), ("05/05/2023", "2023-05-05"),
            ("3 Feb 2023", "2023-02-03"), ("February 3, 2023", "2023-02-03"), ("Fri, 3rd of Feb. 2023", "2023-02-03"),
            ("1904-01-01", ""), ("1899-12-31", ""), ("1900-01-01", ""), ("1601-01-01", ""),
        ]
    )
    func days(text: String, day: String) {
        let table = read("Title,Year,Rating,WatchedDate\nSalt Pier,1999,4,\"\(text)\"\n")
        #expect(table.library.cards.map { $0.watchedDays.map(\.description) } == [day.isEmpty ? [] : [day]])
        #expect(table.remarks.isEmpty && table.problems.isEmpty)
    }

    @Test("A day before the film is none, except in the year before, because services differ about years")
    func tooEarly() {
        let table = read("Title,Year,Rating,WatchedDate\nSalt Pier,2020,4,2018-12-30\nIce Pier,2020,4,2019-12-30\n")
        #expect(table.library.cards.map(\.watchedDays.count) == [0, 1])
        let message = "WatchedDate: 2018-12-30 is before the film, which is from 2020"
        #expect(table.remarks.map(\.message) == [message])
    }

    // MARK: Titles

    @Test(
        "References of HTML in titles and names are read as what they stand for",
        arguments: [
            ("D&apos;Arco &amp; Co", "D'Arco & Co"), ("L&#39;&Eacute;t&eacute;", "L'Été"), ("A &#x26; B", "A & B"),
            ("Tom &amp;amp; Ann", "Tom & Ann"), ("&quot;Night&quot;", "\"Night\""), ("5 &lt; 6", "5 < 6"),
            ("Salt &hellip; Pier", "Salt … Pier"), ("AT&T", "AT&T"), ("Salt & Pier; Ice", "Salt & Pier; Ice"),
        ]
    )
    func references(text: String, title: String) {
        let cell = text.contains(",") || text.contains("\"") ? "\"\(text)\"" : text
        let table = read("Title,Year,Directors,Rating10\n\(cell),2001,\(cell),8\n")
        #expect(table.library.cards.map(\.film.title) == [title])
    }

    @Test(
        "One film whose title services write in different signs is one card",
        arguments: [
            ("The Lamp & Co.", "The Lamp and Co"), ("WALL·L", "WALL-L"), ("Lamp: Part II", "Lamp: Part 2"),
            ("“Night” Lamp’s End", "\"\"Night\"\" Lamp's End"), ("Lamp – Reborn", "Lamp: Reborn"),
            ("Lamp, Part Two", "Lamp Part 2"), ("Été", "Ete"), ("Lamp Ⅱ", "Lamp 2"), ("Lamp Vol. III", "Lamp Vol 3"),
            ("Spider Lamp", "Spider-Lamp"), ("Lamp/Off", "Lamp Off"), ("등불, 둘", "등불 둘"),
        ]
    )
    func signs(one: String, other: String) {
        for titles in [(one, other), (other, one)] {
            let table = read(
                "imdbID,Title,Year,Rating,WatchedDate\ntt8000001,\"\(titles.0)\",2020,4,\n,\"\(titles.1)\",2020,,2024-01-02\n"
            )
            #expect(table.library.cards.count == 1, "\(titles)")
        }
        let apart = read("imdbID,Title,Year,Rating\ntt8000001,\"\(one)\",2020,4\ntt8000002,\"\(other)\",2020,3\n")
        #expect(apart.library.cards.count == 2)
    }

    @Test("Of two films whose titles differ in signs alone, a line is about the one with its own title")
    func exactTitle() {
        let table = read("imdbID,Title,Year,Rating\ntt8000001,Lamp!,2020,4\ntt8000002,Lamp,2020,3\n,Lamp!,2020,2\n")
        #expect(table.library.cards.count == 2 && table.problems.isEmpty)
        #expect(titles(read("Title,Year,Rating\nX,2022,4\n10,2022,3\n"))[0].count == 2)
    }

    // MARK: Stars and addresses

    @Test(
        "Stars may be pictures, and digits of full width",
        arguments: [("⭐⭐⭐", 3), ("⭐️⭐️⭐️⭐️", 4), ("４.５", 4.5), ("８／10", 4), ("🌟🌟½", 2.5)]
    )
    func stars(text: String, stars: Double) {
        let table = read("Title,Year,Rating\nSalt Pier,2001,\(text)\nIce Pier,2002,3.5\n")
        #expect(table.library.cards.first?.stars == stars, "\(table.problems)")
    }

    @Test(
        "The ids of a media server are read, and the address of a site alone is none of a film",
        arguments: [
            ("Guid", "imdb://tt8000001", "imdb:tt8000001"),
            ("guids", "\"imdb://tt8000001, tmdb://77\"", "imdb:tt8000001 tmdb:77"),
            ("Guid", "com.plexapp.agents.imdb://tt8000001?lang=en", "imdb:tt8000001"),
            ("Guid", "plex://movie/5d776825", "title:Salt Pier (2001)"), ("Letterboxd URI", "https://boxd.it/", nil),
            ("Letterboxd URI", "https://letterboxd.com/", nil), ("URL", "https://letterboxd.com/film/", nil),
        ] as [(String, String, String?)]
    )
    func addresses(column: String, cell: String, ids: String?) {
        let table = read("Title,Year,\(column),Rating\nSalt Pier,2001,\(cell),4.5\n")
        let found = table.library.cards.first?.film.ids.map(\.description).joined(separator: " ")
        #expect(found == ids ?? "title:Salt Pier (2001)")
    }

    // MARK: Elements

    @Test("A note of Trakt is no film to be watched, and what an element has besides is named")
    func notes() {
        let movie = #""movie":{"title":"Salt Pier","year":2001,"ids":{"imdb":"tt8000001"}}"#
        let note = read(#"[{"attached_to":{"type":"movie"},"type":"movie",\#(movie),"note":{"notes":"Mine."}}]"#)
        #expect(note.library == Library())
        #expect(note.problems.map(\.message) == ["expected a film, found a note: Salt Pier"])
        let more = read(#"[{"rated_at":"2024-01-02","rating":8,"private_mood":{"word":"calm"},\#(movie)}]"#)
        #expect(more.library.cards.count == 1 && more.unreadColumns == ["private_mood"])
    }

    @Test("Films among Simkl's anime are films, and series are named")
    func anime() {
        let backup = read(
            #"{"shows":[{"status":"watching","show":{"title":"Night Show","ids":{"simkl":9}}}],"#
                + #""anime":[{"status":"completed","anime_type":"movie","user_rating":8,"#
                + #""show":{"title":"Salt Pier","year":2001,"ids":{"simkl":1,"imdb":"tt8000001"}}},"#
                + #"{"status":"completed","anime_type":"tv","show":{"title":"Ice Show","ids":{"simkl":2}}}]}"#
        )
        #expect(titles(backup) == [["Salt Pier"], []] && backup.unreadColumns.isEmpty)
        #expect(
            backup.problems.map(\.message).sorted() == [
                "expected a film, found a show: Ice Show", "expected a film, found a show: Night Show",
            ]
        )
        let table = read(
            "SIMKL_ID,Title,Type,Year,Watchlist,Rating,IMDB\n1,Salt Pier,anime movie,2001,completed,8,tt8000001\n"
        )
        #expect(titles(table) == [["Salt Pier"], []])
    }
}
