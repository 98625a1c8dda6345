import MovieDomain
import Testing

@testable import MovieService

/// Tables of several services, with invented films.
@Suite("Imported tables")
struct ImportedTableTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private func read(
        _ text: String,
        as meaning: CSVImport.Meaning? = nil,
        scale: RatingScale? = nil,
        known: [LibraryFilm] = [],
        hoursAhead: Int = 0
    ) -> CSVImport {
        CSVImport(
            text,
            CSVImport.Role(meaning: meaning, scale: scale),
            now: Self.now,
            today: Self.now.date(utcOffsetSeconds: 14 * 3_600),
            namesakes: Namesakes(known),
            localDay: { $0.date(utcOffsetSeconds: hoursAhead * 3_600) }
        )
    }

    /// A card as one text: ids, stars, and days.
    private func cards(_ table: CSVImport) -> [String] {
        table.library.cards.map { card in
            let ids = card.film.ids.map(\.description).joined(separator: " ")
            let stars = card.stars.map { " ★\(FilmNote.number($0))" } ?? ""
            return ids + stars + card.watchedDays.map { " \($0)" }.joined()
        }
    }

    private func bookmarks(_ table: CSVImport) -> [String] {
        table.library.bookmarks.map { $0.film.ids.map(\.description).joined(separator: " ") }
    }

    private func film(_ ids: [String], _ title: String, _ year: Int) -> LibraryFilm {
        LibraryFilm(ids: ids.compactMap { MovieID(parsing: $0) }, title: title, titles: [title], year: year)
    }

    // MARK: Ids

    @Test(
        "An id that says none is no id, and the film is known by the other one, or by its title and year",
        arguments: [
            (",0", "title:Lamp (2001)"), (",00", "title:Lamp (2001)"), ("N/A,", "title:Lamp (2001)"),
            ("0,", "title:Lamp (2001)"), ("tt0000000,7", "tmdb:7"), ("null,null", "title:Lamp (2001)"),
            ("nan,NaN", "title:Lamp (2001)"), ("None,-1", "title:Lamp (2001)"), ("\\N,0.0", "title:Lamp (2001)"),
            (",01", "tmdb:1"), (",1.0", "tmdb:1"), ("tt00080001,", "imdb:tt0080001"), (" tt9000001,", "imdb:tt9000001"),
            ("9000001,", "imdb:tt9000001"), ("https://www.imdb.com/title/tt9000001/,", "imdb:tt9000001"),
            (",https://www.themoviedb.org/movie/7-lamp", "tmdb:7"),
        ]
    )
    func ids(cells: String, id: String) {
        let table = read("imdbID,tmdbID,Title,Year,WatchedDate\n\(cells),Lamp,2001 ,2022-01-01\n")
        #expect(table.problems.isEmpty && table.remarks.isEmpty)
        #expect(cards(table) == ["\(id) 2022-01-01"])
    }

    @Test(
        "An id that cannot be read costs the line nothing else, unless it is that of something else",
        arguments: [
            ("not found,", "title:Lamp (2001)", 1), ("(none),7", "tmdb:7", 1), (",\"1,000\"", "title:Lamp (2001)", 1),
            ("https://www.imdb.com/title/,", "title:Lamp (2001)", 1), ("nm0000123,", nil, 0), (",tv/77", nil, 0),
        ]
    )
    func unreadableIDs(cells: String, id: String?, remarks: Int) {
        let table = read("imdbID,tmdbID,Title,Year,WatchedDate\n\(cells),Lamp,2001,2022-01-01\n")
        #expect(cards(table) == [id.map { "\($0) 2022-01-01" }].compactMap(\.self))
        #expect(table.remarks.count == remarks && table.problems.count == 1 - remarks)
    }

    @Test(
        "Years, stars, and days are read as people and programs write them",
        arguments: [
            ("c. 2013", "4", "2022-01-01"), ("2013?", "4 stars", "2022-01-01"), ("[2013]", "4★", "2022. 1. 1."),
            ("2013-05-01", "★★★★", "2022년 1월 1일"), ("May 2013", "4", "2022年1月1日"),
            ("2013", "4", "\"2022-01-01, 9:15 PM\""), ("2013", "3 ½", "\"Sat, 01 Jan 2022 10:00:00 +0000\""),
        ]
    )
    func spellings(year: String, stars: String, day: String) {
        let table = read("Title,Year,Rating,WatchedDate\nLamp,\(year),\(stars),\(day)\nOther,2001,4.5,2022-01-01\n")
        let own = stars == "3 ½" ? "3.5" : "4"
        #expect(cards(table).first == "title:Lamp (2013) ★\(own) 2022-01-01")
        #expect(table.problems.isEmpty && table.remarks.isEmpty)
    }

    @Test("Films without ids are as many as their titles and years, in tables and in JSON")
    func manyWithoutIDs() {
        let lines = (1...3).map { ",0,Lamp \($0),200\($0),2022-01-0\($0)\n" }.joined()
        #expect(read("imdbID,tmdbID,Title,Year,WatchedDate\n" + lines).library.cards.count == 3)
        let elements = (1...2).map {
            #"{"watched_at":"2022-01-01T10:00:00.000Z","type":"movie","movie":{"title":"Lamp \#($0)","year":2001,"#
                + #""ids":{"trakt":120,"slug":"s","imdb":null,"tmdb":0}}}"#
        }
        #expect(read("[" + elements.joined(separator: ",") + "]").library.cards.count == 2)
        let refused = read("imdbID,Title,Year,Rating\nnm0000001,Ga Nada,1970,4\n")
        #expect(refused.problems.map(\.line) == [2] && refused.library == Library())
    }

    // MARK: Ratings and types

    private static let traktHead = "rated_at,type,title,year,trakt_rating,trakt_id,imdb_id,tmdb_id,rating\n"
    private static let tmdbHead =
        "TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n"

    @Test("Trakt's ratings are of ten, and its shows are no films")
    func traktTable() {
        let table = read(
            Self.traktHead + "2022-01-01T10:00:00Z,movie,Bad Lamp,2019,85,120,tt8000001,1,4\n"
                + "2022-01-01T10:00:00Z,show,Bad Show,2015,80,121,tt8000002,2,3\n"
                + "2022-01-01T10:00:00Z,movie,Good Lamp,2019,85,120,tt8000003,3,9\n"
        )
        #expect(cards(table) == ["imdb:tt8000001 tmdb:1 ★2", "imdb:tt8000003 tmdb:3 ★4.5"])
        #expect(table.problems.map(\.message) == ["expected a film, found a show: Bad Show"])
        #expect(table.library.cards.map(\.changedAt.description) == Array(repeating: "2022-01-01T00:00:00Z", count: 2))
        #expect(table.unreadColumns == ["trakt_rating"])
        let low = read(Self.traktHead + "2022-01-01T10:00:00Z,movie,Bad Lamp,2019,85,120,,1,4\n")
        #expect(cards(low) == ["tmdb:1 ★2"])
    }

    @Test("Simkl's ratings are of ten, a series is no film, and a film that is planned is a bookmark")
    func simkl() {
        let table = read(
            "SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB\n"
                + "1,Bad Lamp,movie,2019,completed,,2022-01-01,4,note,,1,tt8000001\n"
                + "2,Bad Show,tv,2015,watching,s1e2,2022-01-01,3,,5,2,tt8000002\n"
                + "3,Plan Lamp,movie,2020,plantowatch,,,,,,3,tt8000003\n"
                + "4,Left Lamp,movie,2020,dropped,,,,,,4,tt8000004\n"
        )
        #expect(cards(table) == ["imdb:tt8000001 tmdb:1 ★2 2022-01-01"])
        #expect(table.library.cards.map(\.comment) == ["note"])
        #expect(bookmarks(table) == ["imdb:tt8000003 tmdb:3"])
        #expect(
            table.problems.map(\.message) == [
                "expected a film, found a tv: Bad Show", "expected watched or planned, found dropped: Left Lamp",
            ]
        )
    }

    @Test("In TMDB's table, your rating counts and the public's does not; unrated films are asked about")
    func tmdb() {
        let rated = "1,tt8000001,movie,Paper Lamp,2019-05-30,,,8.5,9,2023-11-06T10:11:12Z\n"
        let table = read(Self.tmdbHead + rated + "2,tt8000002,tv,Night Show,2015-01-01,,,3,8,2023-11-06\n")
        #expect(cards(table) == ["imdb:tt8000001 tmdb:1 ★4.5"])
        #expect(table.library.cards.first?.film.year == 2019 && table.unreadColumns == ["Rating"])
        #expect(table.problems.map(\.message) == ["expected a film, found a tv: Night Show"])
        let listed = Self.tmdbHead + "1,tt8000001,movie,Paper Lamp,2019-05-30,,,8.5,,\n"
        #expect(read(listed).asked == "as")
        #expect(bookmarks(read(listed, as: .watchlist)) == ["imdb:tt8000001 tmdb:1"])
        #expect(cards(read(listed, as: .watched)) == ["imdb:tt8000001 tmdb:1"])
    }

    @Test(
        "The values of a column tell its scale, and if they do not, the scale is asked for",
        arguments: [
            ("imdbID,Rating\n", ["4", "3"], ["4", "3"]), ("imdbID,Rating\n", ["4", "9"], ["2", "4.5"]),
            ("imdb,My Score\n", ["4", "9"], ["2", "4.5"]), ("imdb,My Score\n", ["4", "3.5"], ["4", "3.5"]),
            ("imdb,My Score\n", ["4", "3"], nil), ("imdb,My Score\n", ["4", "85"], nil),
            ("imdbID,Rating\n", ["★★★★½", "☆"], ["4.5", nil]), ("imdbID,Rating\n", ["\"3,5\"", "8/10"], ["3.5", "4"]),
        ] as [(String, [String], [String?]?)]
    )
    func scales(head: String, ratings: [String], stars: [String?]?) {
        let lines = ratings.enumerated().map { "tt800000\($0 + 1),\($1)\n" }.joined()
        let table = read(head + lines)
        #expect((table.problems.isEmpty ? table.library.cards.map { $0.stars.map(FilmNote.number) } : nil) == stars)
        if stars == nil { #expect(table.library == Library() && table.problems.map(\.line) == [1]) }
        #expect(read(head + "tt8000001,4\n", scale: .ten).library.cards.map(\.stars) == [2])
    }

    @Test(
        "A rating of zero is none, and one that cannot be read costs the line nothing else",
        arguments: [
            ("Name,Year,Letterboxd URI,Rating,Watched Date\nPier,2020,https://boxd.it/1,0,2026-11-17\n", nil),
            ("Const,Your Rating,Title,Title Type,Year\ntt8000001,0,Pier,Movie,2020\n", nil),
            (#"[{"watched_at":"2022-01-02T10:00:00.000Z","rating":0,"movie":{"title":"Pier","year":2020}}]"#, nil),
            ("Title,Year,Rating10\nPier,2020,7.5\n", "expected a whole rating from 1 to 10, found 7.5"),
            ("Title,Year,Rating,Review\nPier,2020,5.5,\"Quiet, then loud.\"\n", "expected a rating from 0.5 to 5"),
            ("Title,Year,Rating,WatchedDate\nPier,2020,good,2022-01-01\n", "Rating: expected a number, found good"),
            ("Title,Year,Rating,WatchedDate\nPier,2020,nan,2022-01-01\n", nil),
        ] as [(String, String?)]
    )
    func withoutStars(text: String, remark: String?) {
        let table = read(text, scale: .five)
        #expect(table.library.cards.count == 1 && table.library.cards.first?.stars == nil)
        #expect(table.problems.isEmpty)
        #expect(table.remarks.count == (remark == nil ? 0 : 1))
        if let remark { #expect(table.remarks.first?.message.hasPrefix(remark) == true, "\(table.remarks)") }
    }

    @Test(
        "Words for what is no film are refused in every language, and so are unknown ones",
        arguments: [
            ("Fernsehserie", false), ("TV-Serie", false), ("TV-Episode", false), ("Videospiel", false),
            ("Serie TV", false), ("Serie de TV", false), ("TV 시리즈", false), ("tvMiniSeries", false),
            ("Série télévisée", false), ("Podcast", false), ("anime", false), ("टीवी सीरीज़", false),
            ("Film", true), ("Movie", true), ("movie", true), ("tvMovie", true), ("TV Movie", true), ("Short", true),
            ("Película", true), ("Filme", true), ("Court métrage", true), ("Fernsehfilm", true), ("Kurzfilm", true),
            ("Cortometraggio", true), ("Curta-metragem", true), ("Feature Film", true), ("फ़िल्म", true), ("영화", true),
        ]
    )
    func types(word: String, isFilm: Bool) {
        let head = "Const,Your Rating,Date Rated,Title,Title Type,Year\n"
        let table = read(head + "tt8000100,7,2024-05-01,T0,\(word),2010\n")
        #expect(table.library.cards.count == (isFilm ? 1 : 0))
        let message = "expected a film, found a \(word): T0"
        #expect(table.problems.map(\.message) == (isFilm ? [] : [message]))
    }

    @Test("A genre in another language is named as not kept")
    func genres() {
        let table = read("Const,Your Rating,Title,Title Type,Genres\ntt8000100,7,T0,Film,Drammatico\n")
        #expect(table.library.cards.count == 1 && table.unreadColumns == ["Genres"])
        #expect(!String(decoding: table.library.cards[0].film.document, as: UTF8.self).contains("Drammatico"))
    }

    // MARK: Years and days

    @Test(
        "A range of years is its first one, with a remark",
        arguments: [
            ("2013–2023", 2013, true), ("2013–", 2013, true), ("2013-2023", 2013, true), ("(2013)", 2013, false),
            ("2019.0", 2019, false), ("2013 ", 2013, false), ("(2013– )", 2013, true), ("soon", nil, true),
        ] as [(String, Int?, Bool)]
    )
    func years(text: String, year: Int?, isRemarked: Bool) {
        let table = read("Const,Your Rating,Title,Title Type,Year\ntt8000102,7,Long Show,Movie,\(text)\n")
        #expect(table.library.cards.map(\.film.year) == [year])
        #expect(table.remarks.count == (isRemarked ? 1 : 0) && table.problems.isEmpty)
        let untold = read("Title,Year,Rating\nLong Show,\(text),4\n")
        #expect(cards(untold) == (year.map { ["title:Long Show (\($0)) ★4"] } ?? []))
        #expect(untold.problems.count == (year == nil ? 1 : 0))
    }

    @Test(
        "Days are read as programs write them",
        arguments: [
            ("2023-02-03", "2023-02-03"), ("20230203", "2023-02-03"), ("2023/02/03", "2023-02-03"),
            ("2023-02-03T21:15:00Z", "2023-02-03"), ("2023-02-03 21:15", "2023-02-03"), ("2023-2-3", "2023-02-03"),
            ("2023. 2. 3.", "2023-02-03"), ("2023-02-03T21:15", "2023-02-03"), ("2023-02-03 23:15+00:00", "2023-02-03"),
            ("2023-02-03 23:15:00 UTC", "2023-02-03"), ("2023-02-03T23:30:00-0500", "2023-02-04"),
            ("Fri Feb  3 00:00:00 2023", "2023-02-03"), ("1970-01-01T00:00:00.000Z", ""), ("1970-01-01", ""),
            ("0000-00-00", ""), ("0001-01-01", ""), ("NaT", ""), ("unknown", ""), ("N/A", ""),
            ("03/02/2023", nil), ("3 Feb 23", nil), ("2023-02-30", nil), ("2023-02-03 noon", nil),
        ] as [(String, String?)]
    )
    func days(text: String, day: String?) {
        let table = read("imdbID,Title,Year,Rating,WatchedDate\ntt8000001,Lamp,2001,4,\(text)\n")
        let shown = day.map { $0.isEmpty ? "" : " \($0)" } ?? ""
        #expect(cards(table) == ["imdb:tt8000001 ★4" + shown])
        #expect(table.problems.isEmpty && table.remarks.count == (day == nil ? 1 : 0))
    }

    @Test("The day of a moment is that of the user's zone, and the first moment of 1970 is no day in any")
    func zones() {
        let movie = #""type":"movie","movie":{"title":"Lamp","year":2001,"ids":{"imdb":"tt8000001"}}"#
        func days(_ moment: String, _ hours: Int) -> [String] {
            cards(read(#"[{"watched_at":"\#(moment)",\#(movie)}]"#, hoursAhead: hours))
        }
        #expect(days("2026-11-18T16:30:00.000Z", 9) == ["imdb:tt8000001 2026-11-19"])
        #expect(days("2026-11-18T14:30:00.000Z", 9) == ["imdb:tt8000001 2026-11-18"])
        #expect(days("2026-11-18T02:30:00.000Z", -5) == ["imdb:tt8000001 2026-11-17"])
        for hours in [-8, 0, 9] { #expect(days("1970-01-01T00:00:00.000Z", hours) == ["imdb:tt8000001"]) }
        let both =
            #"[{"last_watched_at":"1970-01-01T00:00:00.000Z",\#(movie)},{"last_watched_at":"2024-02-03T10:00:00Z",\#(movie)}]"#
        #expect(cards(read(both)) == ["imdb:tt8000001 2024-02-03"])
        #expect(read(#"[{"watched_at":"1970-01-01T00:00:00.000Z",\#(movie)}]"#).library.cards[0].changedAt == Self.now)
    }

    // MARK: Histories and watchlists

    @Test(
        "A history with other names of columns is a history",
        arguments: [
            "watched_at,action,type,title,year,trakt_id,imdb_id,tmdb_id\n"
                + "2022-01-01T10:00:00Z,watch,movie,Lamp,2019,1,tt8000001,1\n",
            "\"imdb\",\"trakt\",\"tmdb\",\"title\",\"watched_at\"\n"
                + "\"tt8000001\",\"1\",\"1\",\"Lamp\",\"2022-01-01T10:01:01.000Z\"\n",
            "title,year,tmdbId,imdbId,watchedAt\nLamp,2019,1,tt8000001,2022-01-01\n",
        ]
    )
    func histories(text: String) {
        #expect(cards(read(text)) == ["imdb:tt8000001 tmdb:1 2022-01-01"])
        #expect(read(text).library.bookmarks.isEmpty)
    }

    @Test("A comment of Trakt is on the card, with the rating beside it")
    func comments() {
        let movie = #""movie":{"title":"Paper Lamp","year":2019,"ids":{"imdb":"tt8000001","tmdb":1}}"#
        let comment = #""comment":{"id":1,"comment":"Great lamp!","user_stats":{"rating":9,"play_count":2}}"#
        let table = read(#"[{"type":"movie",\#(movie),\#(comment)}]"#)
        #expect(cards(table) == ["imdb:tt8000001 tmdb:1 ★4.5"] && table.unreadColumns.isEmpty)
        #expect(table.library.cards.map(\.comment) == ["Great lamp!"])
    }

    @Test(
        "Files of which the films are neither watched nor to be watched are refused by name",
        arguments: [
            (#"[{"hidden_at":"2022-01-01T10:00:00Z","type":"movie","movie":{"title":"L","year":2019}}]"#, "hidden"),
            (
                #"[{"id":1,"progress":55.5,"paused_at":"2022-01-01T10:00:00Z","movie":{"title":"L","year":2019}}]"#,
                "to the end"
            ),
            (#"[{"name":"My lamps","items":[{"rank":1,"type":"movie"}]}]"#, "found a list: My lamps"),
            (#"[{"type":"show","show":{"title":"Night","year":2015}}]"#, "expected a film, found a show: Night"),
            ("<?xml version=\"1.0\"?><rss><channel/></rss>", "there are no films in it"),
            ("Title,Date\nLamp,1/2/22\n", "imdbID"),
            ("[{", "expected a list in JSON"),
        ]
    )
    func refused(text: String, message: String) {
        for meaning in [CSVImport.Meaning?.none, .watched] {
            let table = read(text, as: meaning)
            #expect(table.library == Library() && table.lineCount == 0)
            #expect(table.problems.map(\.line) == [1])
            #expect(table.problems.first?.message.contains(message) == true, "\(table.problems)")
        }
    }

    @Test(
        "What the films are to the user is asked for where the file does not tell",
        arguments: [
            "Date,Name,Year,Letterboxd URI\n2024-01-03,Pier,2020,https://boxd.it/fA\n",
            "Title,Year,Date\nPier,2020,2024-01-03\n", "Title,Year,Gesehen am\nPier,2020,2024-01-03\n",
            "Title,Year,My stars\nPier,2020,many\n",
            #"[{"collected_at":"2024-01-03T10:00:00Z","movie":{"title":"Pier","year":2020}}]"#,
        ]
    )
    func questions(text: String) {
        let table = read(text)
        #expect(table.asked == "as" && table.library == Library() && table.problems.map(\.line) == [1])
        #expect(read(text, as: .watchlist).library.bookmarks.count == 1)
        let watched = read(text, as: .watched).library
        #expect(watched.cards.map(\.watchedDays) == [[]] && watched.bookmarks.isEmpty)
    }

    @Test(
        "A table that tells no more than its films is a watchlist",
        arguments: [
            "Title,Year\nPier,2020\n", "imdbID,tmdbID,LetterboxdURI,Title,Year\ntt8000001,,,Pier,2020\n",
            "Title,Year,Added\nPier,2020,2024-01-03\n", "Position,Const,Created,Title\n1,tt8000001,2024-01-03,Pier\n",
            #"[{"rank":1,"listed_at":"2024-01-03T10:00:00Z","type":"movie","movie":{"title":"Pier","year":2020}}]"#,
        ]
    )
    func watchlists(text: String) {
        #expect(read(text).library.bookmarks.count == 1 && read(text).problems.isEmpty)
    }

    // MARK: Shapes

    @Test(
        "Tables are read with the separators that they have",
        arguments: [
            "\u{FEFF}Title;Year;Rating\nLamp;2019;4,5\n", "Title\tYear\tRating\nLamp\t2019\t4.5\n",
            "sep=,\nTitle,Year,Rating\nLamp,2019,4.5\n", "sep=;\r\nTitle;Year;Rating\r\nLamp;2019;4,5\r\n",
            "\"Title, original\";Title;Year;Rating\n\"L, l\";Lamp;2019;4,5\n", "Title,Year,Rating,\nLamp,2019,4.5,\n",
            "Title,Year,Rating\nLamp,2019,4.5,,\n", "Title,Year,Rating\n,,\nLamp,2019,\"4,5\"\n",
            "Title,Year,Rating,WatchedDate,Review\nLamp,2019,4.5\n",
        ]
    )
    func separators(text: String) {
        let table = read(text)
        #expect(cards(table) == ["title:Lamp (2019) ★4.5"] && table.problems.isEmpty, "\(table.problems)")
    }

    @Test("Short lines are read if they say something, and other wrong numbers of cells are problems")
    func shortLines() {
        let head = "imdbID,Title,Year,Rating,WatchedDate,Review\n"
        let table = read(head + "tt8000001,Pier,2020,4,2024-01-01\ntt8000002,Pier\ntt8000003,Pier,2020,4,,a,b\n")
        #expect(cards(table) == ["imdb:tt8000001 ★4 2024-01-01"] && table.problems.map(\.line) == [3, 4])
    }

    @Test("Letterboxd's lists are read without their first line, and a quoted text in them is no table")
    func lists() {
        let films = "Position,Name,Year,URL,Description\n1,Paper Lamp,2019,https://boxd.it/hTha,\n2,Pier,2020,,\n"
        let about = "Date,Name,Tags,URL,Description\n2020-01-02,Lamps,,https://boxd.it/4ulke,"
        for head in [
            about + "My lamps\n\n", "Letterboxd list export v7\n" + about + "\"Two lines:\nPosition, of things\"\n\n",
            "Letterboxd list export v7,,,,\n" + about + "\n,,,,\n",
        ] {
            let table = read(head + films)
            #expect(table.library.lists.map(\.name) == ["Lamps"] && table.problems.isEmpty, "\(table.problems)")
            #expect(table.library.lists.first?.films.map(\.title) == ["Paper Lamp", "Pier"])
            #expect(table.library.bookmarks.isEmpty)
        }
    }

    @Test("IMDb's exports of 2013 are read")
    func oldIMDb() {
        let table = read(
            "\"position\",\"const\",\"created\",\"modified\",\"description\",\"Title\",\"Title type\",\"You rated\"\n"
                + "\"1\",\"tt8000001\",\"Sun Jan  6 00:00:00 2013\",\"\",\"\",\"Lamp\",\"Feature Film\",\"8\"\n"
        )
        #expect(table.library.bookmarks.map(\.addedAt.description) == ["2013-01-06T00:00:00Z"])
        #expect(cards(table) == ["imdb:tt8000001 ★4"] && table.problems.isEmpty)
    }

    // MARK: One film from several lines and services

    @Test("A film of another service is the one of the library that has its title and year, if there is only one")
    func joined() {
        let diary = "Name,Year,Letterboxd URI,Rating,Watched Date\nPaper Lamp,2019,https://boxd.it/a,4.5,2024-05-31\n"
        let imdb = "Const,Your Rating,Date Rated,Title,Year\ntt8000001,8,2024-05-01,Paper Lamp,2019\n"
        let known = film(["imdb:tt8000001"], "paper  lamp", 2019)
        #expect(cards(read(diary, known: [known])) == ["imdb:tt8000001 title:Paper Lamp (2019) ★4.5 2024-05-31"])
        let titled = film(["title:Paper Lamp (2019)"], "Paper Lamp", 2019)
        #expect(cards(read(imdb, known: [titled])) == ["imdb:tt8000001 title:Paper Lamp (2019) ★4"])
        let other = film(["tmdb:1"], "Paper Lamp", 2019)
        #expect(cards(read(imdb, known: [other])) == ["imdb:tt8000001 tmdb:1 ★4"])
        for stranger in [
            film(["tmdb:1"], "Paper Lamp", 2018), film(["tmdb:1"], "Paper Pier", 2019),
            film(["imdb:tt8000009"], "Paper Lamp", 2019),
        ] {
            let table = read(imdb, known: [stranger])
            #expect(cards(table) == ["imdb:tt8000001 ★4"] && table.remarks.isEmpty)
        }
        for lines in [["tt8000001,4,2023-01-01", ",5,2023-01-02"], [",5,2023-01-02", "tt8000001,4,2023-01-01"]] {
            let rows = lines.map { "Paper Lamp,2019,\($0)\n" }.joined()
            let table = read("Title,Year,imdbID,Rating,WatchedDate\n" + rows)
            #expect(table.library.cards.map(\.stars) == [5] && table.library.cards[0].watchedDays.count == 2)
        }
    }

    @Test("Where several films have the title and the year, the answer says so, and none is taken for another")
    func namesakes() {
        let films = [film(["letterboxd:aaaa"], "Enemy Shore", 2013), film(["letterboxd:bbbb"], "Enemy Shore", 2013)]
        let diary =
            "Name,Year,Letterboxd URI,Rating,Watched Date\nEnemy Shore,2013,https://boxd.it/c,4,2026-01-01\n"
            + "Enemy Shore,2013,https://boxd.it/d,2,2026-02-01\nPier,2020,https://boxd.it/e,3,2026-02-01\n"
        let table = read(diary, known: films)
        #expect(cards(table) == ["title:Pier (2020) ★3 2026-02-01"] && table.problems.map(\.line) == [2, 3])
        #expect(
            table.problems.allSatisfy {
                $0.message.hasPrefix("cannot tell which of 2 films this is: letterboxd:aaaa, letterboxd:bbbb")
            }
        )
        let inTable = read("imdbID,Title,Year,Rating\ntt8000001,Pier,2020,4\ntt8000002,Pier,2020,3\n,Pier,2020,2\n")
        #expect(cards(inTable).count == 2 && inTable.problems.map(\.line) == [4])
        let titled = film(["title:Pier (2020)"], "Pier", 2020)
        let rated = "imdbID,Title,Year,Rating\ntt8000001,Pier,2020,4\n"
        let unsure = read(rated, known: [titled, film(["imdb:tt8000002"], "Pier", 2020)])
        #expect(cards(unsure) == ["imdb:tt8000001 ★4"] && unsure.remarks.map(\.line) == [2])
        // The film that an earlier import knows by its title alone stays the one of that title.
        let again = read("Title,Year,Rating\nPier,2020,4\n", known: [titled, film(["imdb:tt8000002"], "Pier", 2020)])
        #expect(cards(again) == ["title:Pier (2020) ★4"] && again.problems.isEmpty)
    }

    @Test("Of two lines about one day, the later one has the opinion")
    func oneDay() {
        let table = read(
            "Name,Year,Letterboxd URI,Rating,Rewatch,Watched Date\nPier,2020,https://boxd.it/a,4,,2024-01-02\n"
                + "Pier,2020,https://boxd.it/b,4.5,Yes,2024-01-02\n"
        )
        #expect(cards(table) == ["title:Pier (2020) ★4.5 2024-01-02"] && table.superseded.map(\.line) == [2])
    }
}
