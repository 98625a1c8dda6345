import MovieDomain
import Testing

@Suite("Codes of genres, countries, and languages")
struct VocabularyTests {
    @Test(
        "A genre's name becomes its slug, and an unknown name only loses extra spaces",
        arguments: [
            ("드라마", "drama"), ("멜로/로맨스", "romance"), ("공포(호러)", "horror"), ("사극", "history"),
            ("애니메이션", "animation"), ("액션", "action"), ("범죄", "crime"), ("스릴러", "thriller"), ("코미디", "comedy"),
            ("미스터리", "mystery"), ("어드벤처", "adventure"), ("판타지", "fantasy"), ("SF", "science-fiction"),
            ("전쟁", "war"), ("가족", "family"), ("다큐멘터리", "documentary"), ("뮤지컬", "musical"), ("공연", "performance"),
            ("서부극(웨스턴)", "western"), ("성인물(에로)", "adult"), ("기타", "other"),
            ("Sci-Fi", "science-fiction"), ("Science Fiction", "science-fiction"),
            ("science-fiction", "science-fiction"),
            ("Film-Noir", "film-noir"), ("TV Movie", "tv-movie"), ("Talk-Show", "talk-show"), (" Drama ", "drama"),
            ("모험", "adventure"), ("TV 영화", "tv-movie"), ("History", "history"), ("Music", "music"),
            ("Road Movie", "Road Movie"), ("  Slow   Burn ", "Slow Burn"), ("누벨바그", "누벨바그"),
            ("Kids & Cooking", "Kids & Cooking"),
        ]
    )
    func genre(name: String, slug: String) {
        #expect(Genre.slug(of: name) == slug)
    }

    @Test("Every genre is found by its slug and by its display names", arguments: Genre.allCases)
    func slugIsAName(genre: Genre) {
        #expect(Genre(name: genre.rawValue) == genre)
        #expect(Genre(name: genre.name(in: ["ko-KR"])) == genre)
        #expect(Genre(name: genre.name(in: ["fr", "en"])) == genre)
        #expect(genre == .scienceFiction || genre.name(in: ["ko"]) != genre.name(in: []))
    }

    @Test("A genre's display name is in the first language that has one")
    func names() {
        #expect(Genre.horror.name(in: ["ko", "en"]) == "공포")
        #expect(Genre.filmNoir.name(in: ["ja", "en", "ko"]) == "Film noir")
        #expect(Genre.tvMovie.name(in: []) == "TV movie")
    }

    @Test(
        "A country's name becomes its code, and an unknown name only loses extra spaces",
        arguments: [
            ("한국", "KR"), ("미국", "US"), ("일본", "JP"), ("영국", "GB"), ("프랑스", "FR"), ("인도", "IN"), ("독일", "DE"),
            ("홍콩", "HK"), ("South Korea", "KR"), ("USA", "US"), ("United States of America", "US"), ("UK", "GB"),
            ("Korea, Republic of", "KR"), ("kr", "KR"),
            ("Federal Republic of Yugoslavia", "YU"), ("West Germany", "DE"), ("Côte d'Ivoire", "CI"),
            ("Atlantis", "Atlantis"),
            (" 달나라 ", "달나라"),
        ]
    )
    func country(name: String, code: String) {
        #expect(Country.code(of: name) == code)
    }

    @Test(
        "A language's name becomes its code, and an unknown name stays",
        arguments: [
            ("English", "en"), ("Korean", "ko"), ("한국어", "ko"), ("en", "en"), ("hi", "hi"), ("ko-KR", "ko"),
            ("pt_BR", "pt"),
            ("Français", "fr"), ("日本語", "ja"), ("cn", "zh"), ("Mandarin", "zh"), ("kor", "ko"), ("Klingon", "Klingon"),
            ("हिन्दी", "hi"), ("Serbo-Croatian", "sh"),
        ]
    )
    func language(name: String, code: String) {
        #expect(Language.code(of: name) == code)
    }
}

@Suite("Nearest names")
struct NearestNameTests {
    @Test(
        "A typing error has a nearest name, and an unrelated word has none",
        arguments: [
            ("timeuot", "timeout"), ("titel", "title"), ("Title", "title"), ("rowss", "rows"), ("banana", nil),
        ] as [(String, String?)]
    )
    func nearest(_ word: String, _ expected: String?) {
        #expect(NearestName.nearest(to: word, among: ["timeout", "title", "rows", "item"]) == expected)
    }

    @Test(
        "A query is sent composed, in plain letters and digits, and with single spaces",
        arguments: [
            ("\u{1100}\u{1175}\u{1109}\u{1162}\u{11BC}\u{110E}\u{116E}\u{11BC}", "기생충"),
            ("Ame\u{301}lie  (２００１)\u{200B} ", "Am\u{E9}lie (2001)"), ("\u{D558}\u{11AB}", "한"), ("Ｕｐ", "Up"),
            ("e\u{302}\u{323}", "\u{1EC7}"), ("и\u{306}", "\u{439}"), ("カ\u{3099}\u{200E}", "\u{30AC}"), ("किताब", "किताब"),
            ("👩\u{200D}🚀", "👩\u{200D}🚀"), (" ", ""),
        ]
    )
    func queryText(_ typed: String, _ sent: String) {
        let window = RowWindow(count: 10)
        #expect(Array(SearchQuery(text: typed, window: window).text.utf8) == Array(sent.utf8))
        #expect(Array(PeopleQuery(text: typed, window: window).text.utf8) == Array(sent.utf8))
    }
}

@Suite("Days")
struct CalendarDateTests {
    @Test("Days end with the years 1 and 9999, however far a program counts")
    func ends() {
        let (first, last) = (CalendarDate(daysSinceEpoch: .min), CalendarDate(daysSinceEpoch: .max))
        #expect(
            first == CalendarDate(year: 1, month: 1, day: 1) && last == CalendarDate(year: 9999, month: 12, day: 31)
        )
        #expect(first.adding(days: .min) == first && last.adding(days: .max) == last)
        #expect(first.adding(days: .max) == last && last.adding(days: .min) == first)
        #expect(CalendarDate(daysSinceEpoch: 19_000).adding(days: -19_000).description == "1970-01-01")
    }
}
