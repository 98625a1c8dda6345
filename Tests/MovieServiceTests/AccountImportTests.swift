import MovieDomain
import Testing

@testable import MovieService

/// Accounts at other services, with invented films.
@Suite("Files of an account")
struct AccountImportTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_795_186_800)

    private func read(_ files: [(String, String)], known: [Card] = []) -> AccountImport {
        AccountImport(
            files.map { ImportedText(name: $0.0, text: $0.1) },
            known: known,
            namesakes: Namesakes(known.map(\.film))
        ) { text, role, namesakes in
            CSVImport(text.text, role, now: Self.now, today: Self.now.date(utcOffsetSeconds: 0), namesakes: namesakes)
        }
    }

    private static let head = "Date,Name,Year,Letterboxd URI"
    private static let diaryHead = head + ",Rating,Rewatch,Tags,Watched Date\n"
    private static let letterboxd = [
        ("diary.csv", diaryHead + "2024-02-02,Salt Pier,2020,https://boxd.it/e1,4,Yes,\"imax, With Ann\",2024-02-01\n"),
        (
            "reviews.csv",
            head + ",Rating,Rewatch,Review,Tags,Watched Date\n"
                + "2024-02-02,Salt Pier,2020,https://boxd.it/e1,4,Yes,Quiet.,imax,2024-02-01\n"
        ),
        ("ratings.csv", head + ",Rating\n2024-03-01,Salt Pier,2020,https://boxd.it/f1,4.5\n"),
        (
            "watched.csv",
            head + "\n2024-02-02,Salt Pier,2020,https://boxd.it/f1\n2024-02-03,Ice Pier,1999,https://boxd.it/f2\n"
        ),
        ("watchlist.csv", head + "\n2024-02-02,Far Pier,2021,https://boxd.it/f3\n"),
        ("likes/films.csv", head + "\n2024-02-02,Ice Pier,1999,https://boxd.it/f2\n"),
        ("likes/lists.csv", "Date,Content\n2024-02-02,https://boxd.it/x\n"),
        ("deleted/diary.csv", diaryHead + "2024-02-02,Gone Pier,1990,https://boxd.it/e9,1,,,2024-02-01\n"),
        ("orphaned/reviews.csv", diaryHead + "2024-02-02,Lost Pier,1991,https://boxd.it/e8,1,,,2024-02-01\n"),
        ("comments.csv", "Date,Content,Comment\n2024-01-01,https://boxd.it/x,Yes\n"),
        ("profile.csv", "Date Joined,Username\n2020-01-01,ann\n"),
        ("lists/best-piers.csv", "Position,Name,Year,URL,Description\n1,Ice Pier,1999,https://boxd.it/f2,\n"),
    ]

    private func shown(_ card: Card) -> String {
        let marks = [card.marks.isLiked ? "liked" : nil, card.marks.isSeenBefore ? "seen before" : nil]
        let parts: [String?] =
            [card.film.title, card.stars.map { "★\(FilmNote.number($0))" }] + card.watchedDays.map(\.description)
            + [card.comment] + card.marks.tags + marks
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    @Test("A whole export of Letterboxd is one library, whatever the order of its files")
    func letterboxd() {
        for files in [Self.letterboxd, Self.letterboxd.reversed(), Self.letterboxd.shuffled()] {
            let account = read(files)
            let cards = account.library.cards.map(shown).sorted()
            #expect(
                cards == [
                    "Ice Pier, liked", "Salt Pier, ★4.5, 2024-02-01, Quiet., imax, With Ann, seen before",
                ]
            )
            #expect(account.library.bookmarks.map(\.film.title) == ["Far Pier"])
            #expect(account.library.lists.map(\.name) == ["best piers"])
            let left = account.files.filter { $0.leftOut != nil }.map(\.name).sorted()
            #expect(
                left == [
                    "comments.csv", "deleted/diary.csv", "likes/lists.csv", "orphaned/reviews.csv", "profile.csv",
                ]
            )
            #expect(account.files.flatMap(\.problems).isEmpty && account.byTitle == 3)
        }
    }

    @Test("An account that is read again changes no card")
    func again() {
        let cards = read(Self.letterboxd).library.cards
        #expect(read(Self.letterboxd, known: cards).library.cards.isEmpty)
    }

    @Test("A whole export of Trakt is one library; series are counted, and the rest is left out")
    func trakt() {
        let film = #""movie":{"title":"Salt Pier","year":2020,"ids":{"trakt":7,"imdb":"tt8000001","tmdb":1}}"#
        let episode = #"{"watched_at":"2024-01-01T10:00:00.000Z","type":"episode","show":{"title":"S"},"episode":{}}"#
        let account = read([
            (
                "watched-history-1.json",
                #"[{"watched_at":"2024-02-01T10:00:00.000Z","type":"movie",\#(film)},\#(episode)]"#
            ),
            (
                "watched-movies.json",
                #"[{"plays":1,"last_watched_at":"2024-02-01T10:00:00.000Z",\#(film)},{"plays":1,"#
                    + #""last_watched_at":"2023-02-01T10:00:00.000Z","movie":{"title":"Ice Pier","year":1999}}]"#
            ),
            ("ratings-movies.json", #"[{"rated_at":"2024-02-02T10:00:00.000Z","rating":9,"type":"movie",\#(film)}]"#),
            ("ratings-shows.json", #"[{"rated_at":"2024-02-02T10:00:00.000Z","rating":9,"show":{"title":"S"}}]"#),
            ("lists-lists.json", #"[{"name":"Best Piers!","ids":{"trakt":55,"slug":"best-piers"}}]"#),
            (
                "lists-list-55-best-piers.json",
                #"[{"rank":1,"listed_at":"2024-02-02T10:00:00.000Z","type":"movie",\#(film)}]"#
            ),
            ("lists-watchlist.json", "[]"), ("hidden-dropped.json", "[]"), ("user-profile.json", "{}"),
        ])
        #expect(
            account.library.cards.map(shown).sorted() == ["Ice Pier, 2023-02-01", "Salt Pier, ★4.5, 2024-02-01"]
        )
        #expect(account.library.lists.map(\.name) == ["Best Piers!"] && account.library.bookmarks.isEmpty)
        #expect(account.files.map(\.series).reduce(0, +) == 1 && account.files.flatMap(\.problems).isEmpty)
        #expect(account.files.count { $0.leftOut != nil } == 5)
    }

    @Test("The favorites of TMDB are liked")
    func favorites() {
        let head =
            "TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n"
        let account = read([
            ("favorites.csv", head + "1,tt8000001,movie,Salt Pier,2020-05-30,,,8.5,,\n"),
            ("ratings.csv", head + "1,tt8000001,movie,Salt Pier,2020-05-30,,,8.5,9,2023-11-06\n"),
            ("watchlist.csv", head + "2,tt8000002,movie,Ice Pier,1999-05-30,,,8.5,,\n"),
        ])
        #expect(account.library.cards.map(shown) == ["Salt Pier, ★4.5, liked"])
        #expect(account.library.bookmarks.map(\.film.title) == ["Ice Pier"])
    }

    @Test("A backup of Simkl is read by its members")
    func simkl() {
        let films = [
            ("completed", "\"last_watched_at\":\"2024-02-01T10:00:00Z\",\"user_rating\":8,", 1),
            ("plantowatch", "", 2), ("dropped", "", 3),
        ].map { status, more, id in
            #"{"status":"\#(status)",\#(more)"movie":{"title":"Pier \#(id)","year":2020,"ids":{"simkl":\#(id),"tmdb":"\#(id)"}}}"#
        }
        let account = read([("SimklBackup.json", #"{"shows":[],"movies":[\#(films.joined(separator: ","))]}"#)])
        #expect(account.library.cards.map(shown) == ["Pier 1, ★4, 2024-02-01"])
        #expect(account.library.bookmarks.map(\.film.title) == ["Pier 2"])
        #expect(account.files.flatMap(\.problems).count == 1)
    }

    @Test("Each file that does not tell what it means has a problem with its name, and the others are read")
    func problems() {
        let account = read([
            ("a/ratings.csv", "imdbID,My Score\ntt8000001,4\n"), ("a/diary.csv", "Name\nX\n"),
            ("b.csv", Self.diaryHead + "2024-02-02,Salt Pier,2020,https://boxd.it/e1,11,,,2024-02-01\n"),
        ])
        #expect(account.library.cards.map(shown) == ["Salt Pier, 2024-02-01"])
        let files =
            account.files.flatMap(\.problems).compactMap(\.file) + account.files.flatMap(\.remarks).compactMap(\.file)
        #expect(files.sorted() == ["a/diary.csv", "a/ratings.csv", "b.csv"])
    }

    private static let feed = """
        <?xml version='1.0' encoding='utf-8'?>
        <rss version="2.0" xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org"><channel>
        <title>Letterboxd - Ann</title>
        <item><title>Salt Pier, 2020 - ★★★★½</title><guid>letterboxd-watch-1</guid>
        <pubDate>Sun, 3 Mar 2024 10:22:33 +1200</pubDate><letterboxd:watchedDate>2024-03-02</letterboxd:watchedDate>
        <letterboxd:rewatch>Yes</letterboxd:rewatch><letterboxd:filmTitle>Salt Pier</letterboxd:filmTitle>
        <letterboxd:filmYear>2020</letterboxd:filmYear><letterboxd:memberRating>4.5</letterboxd:memberRating>
        <letterboxd:memberLike>Yes</letterboxd:memberLike><tmdb:movieId>71</tmdb:movieId>
        <description><![CDATA[<p><img src="https://a.example/x.jpg"/></p> <p>Watched on Saturday March 2, 2024.</p>]]></description>
        </item>
        <item><title>Ice Pier, 1999 - ★★★</title><guid>letterboxd-review-2</guid>
        <pubDate>Fri, 1 Mar 2024 10:22:33 +1200</pubDate><letterboxd:filmTitle>Ice Pier</letterboxd:filmTitle>
        <letterboxd:filmYear>1999</letterboxd:filmYear><letterboxd:memberRating>3.0</letterboxd:memberRating>
        <letterboxd:memberLike>No</letterboxd:memberLike><tmdb:movieId>72</tmdb:movieId>
        <description><![CDATA[<p><img src="https://a.example/x.jpg"/></p><p><em>This review may contain spoilers.</em></p> <p>It&#039;s <i>cold</i> &amp; slow: a caf&eacute;&#8217;s.</p><p>Twice.</p>]]></description>
        </item>
        <item><title>Night Show</title><letterboxd:filmTitle>Night Show</letterboxd:filmTitle>
        <letterboxd:filmYear>2020</letterboxd:filmYear><tmdb:tvId>5</tmdb:tvId></item>
        <item><title>My list</title><guid>letterboxd-list-9</guid></item>
        </channel></rss>
        """

    @Test("The feed adds viewings, reviews, and likes, and gives films that were imported by title their ids")
    func feed() {
        let cards = read(Self.letterboxd).library.cards
        let account = read([("", Self.feed)], known: cards)
        #expect(
            account.library.cards.map(shown).sorted() == [
                "Ice Pier, ★3, It's cold & slow: a café’s.\n\nTwice., liked",
                "Salt Pier, ★4.5, 2024-03-02, 2024-02-01, Quiet., imax, With Ann, liked, seen before",
            ]
        )
        let ids = account.library.cards.flatMap(\.film.ids).filter { $0.namespace == "tmdb" }.map(\.value)
        #expect(ids.sorted() == ["71", "72"])
        #expect(account.files[0].problems.map(\.line) == [3, 4])
        #expect(read([("", Self.feed)], known: account.library.cards).library.cards.isEmpty)
    }
}
