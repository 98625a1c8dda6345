import MovieDomain
import Testing

@Suite("Values derived for clients")
struct MoviePartsTests {
    private func rating(_ value: Double, _ scale: Double, _ votes: Int?) -> Rating {
        Rating(provider: "x", value: value, scale: scale, votes: votes)
    }

    @Test(
        "The address of a film's page is read in any case, between angle brackets, and with its number in the query",
        arguments: [
            ("<https://www.imdb.com/title/tt6751668/>", "imdb:tt6751668"),
            ("HTTPS://WWW.IMDB.COM/TITLE/TT6751668", "imdb:tt6751668"),
            ("https://www.wikidata.org/wiki/Q61448040", "wikidata:Q61448040"),
            ("https://www.kobis.or.kr/kobis/business/mast/mvie/searchMovieList.do?x=1&code=20183782", "kofic:20183782"),
            ("https://example.org/wiki/Q61448040", nil), ("https://www.wikidata.org/wiki/Property:P31", nil),
        ]
    )
    func otherAddresses(_ address: String, _ id: String?) {
        #expect(MovieID(address: address)?.description == id)
    }

    @Test(
        "A person has the name in the letters of the best language that has one",
        arguments: [
            (["en"], "Ann Lamp"), (["fr", "ko"], "Ann Lamp"), (["ja"], "アン・ランプ"), (["ko"], "앤 램프"), ([], "앤 램프"),
            (["ru", "en"], "Ann Lamp"), (["th"], "앤 램프"),
        ]
    )
    func names(_ languages: [String], _ name: String) {
        var person = PersonFacts(name: "Ann Lamp")
        person.otherNames = ["앤 램프", "アン・ランプ"]
        let named = person.normalized().named(in: languages)
        #expect(named.name == name)
        #expect(named.nameEn == (name == "Ann Lamp" ? nil : "Ann Lamp"))
        let all = Set([named.name, named.nameEn ?? ""] + named.otherNames).subtracting([""])
        #expect(all == ["Ann Lamp", "앤 램프", "アン・ランプ"])
    }

    @Test("Stars are the mean of all ratings by votes, in half stars out of five")
    func stars() {
        #expect([Rating]().stars == nil)
        #expect([rating(8.5, 10, nil)].stars == 4.5)
        #expect([rating(8.2, 10, 5)].stars == 4)
        // Ninety votes of 50 percent outweigh ten of 100.
        #expect([rating(50, 100, 90), rating(10, 10, 10)].stars == 3)
        // A rating without a number of votes counts as one vote, so it matters only if no other rating has many.
        #expect([rating(50, 100, nil), rating(10, 10, nil)].stars == 4)
        #expect([rating(50, 100, nil), rating(10, 10, 100_000)].stars == 5)
        #expect([rating(7, 10, 0)].stars == nil)
        #expect([rating(7, 0, 3)].stars == nil)
    }

    @Test(
        "A video has a URL if its site is known and its key is valid",
        arguments: [
            ("youtube", "a-B_9", "https://www.youtube.com/watch?v=a-B_9"),
            ("YouTube", "x", "https://www.youtube.com/watch?v=x"),
            ("vimeo", "12345", "https://vimeo.com/12345"), ("dailymotion", "x", nil), ("youtube", "", nil),
            ("youtube", "x&list=y", nil), ("youtube", "../x", nil),
        ]
    )
    func videoURL(site: String, key: String, url: String?) {
        var video = MovieVideo(kind: "trailer", site: site, key: key)
        #expect(video.url == url)
        let plain = video
        video.url = url
        #expect(video == plain)
        video.url = "https://films.example/1"
        #expect(video.url == "https://films.example/1")
    }

    @Test(
        "The words of sources for how far a film is become slugs of one list",
        arguments: [
            ("Released", "released"), ("Post Production", "post-production"), ("post production", "post-production"),
            ("In Production", "in-production"), ("Rumored", "rumored"), ("Planned", "planned"),
            ("Canceled", "canceled"), ("Cancelled", "canceled"), ("개봉", "released"), ("개봉예정", "upcoming"),
            ("개봉준비", "upcoming"), ("후반작업", "post-production"), ("촬영진행", "in-production"), ("Running", "running"),
            ("Ended", "ended"), ("In Development", "planned"), ("upcoming", "upcoming"), ("Lost", "Lost"),
        ]
    )
    func status(_ word: String, _ slug: String) {
        var film = MovieFacts(ids: [:], title: "a")
        film.status = word
        #expect(film.normalized().status == slug)
    }

    @Test("A person's id is the one in the preferred namespace")
    func personID() {
        var person = Person(name: "a")
        #expect(person.id == nil)
        person.ids = ["zed": "1", "kmdb": "2"]
        #expect(person.id?.description == "kmdb:2")
        person.ids = ["kofic": "1", "tmdb": "2"]
        #expect(person.id?.description == "tmdb:2")
        #expect(MovieID(parsing: "nm0094435")?.description == "imdb:nm0094435")
    }

    @Test(
        "Ids that only say that there is none are removed, and a number is an IMDb id",
        arguments: [
            ("imdb", "N/A", nil), ("imdb", "tt0000000", nil), ("imdb", "tt", nil), ("imdb", "0", nil),
            ("tmdb", "0", nil),
            ("shelf", "null", nil), ("shelf", "-", nil), ("shelf", "0", "0"), ("tmdb", "603", "603"),
            ("imdb", "https://www.imdb.com/title/tt0133093/?ref_=tt_ov", "tt0133093"),
            ("imdb", " tt0133093 ", "tt0133093"),
            ("tmdb", "603.0", "603"), ("tmdb", "0603", "603"), ("tmdb", " 603", "603"), ("kofic", "00123", "00123"),
            ("imdb", "TT0133093", "tt0133093"),
            ("imdb", "https://www.imdb.com/title/", nil), ("imdb", "nm0000206", nil), ("imdb", "TBA", nil),
            ("imdb", "see below", nil), ("imdb", "tt 0", nil), ("tmdb", "-1", nil), ("shelf", "-1", "-1"),
            ("shelf", "tbd", nil),
            ("imdb", "133093", "tt0133093"), ("imdb", "tt0133093", "tt0133093"), ("imdb", "tt133093", "tt0133093"),
            ("imdb", "tt00133093", "tt0133093"), ("imdb", "tt10366206", "tt10366206"),
            ("kofic", "2023C165", "2023C165"),
        ] as [(String, String, String?)]
    )
    func placeholders(_ namespace: String, _ value: String, _ expected: String?) {
        let film = MovieFacts(ids: [namespace: value], title: "a").normalized()
        #expect(film.ids == (expected.map { [namespace: $0] } ?? [:]))
    }

    @Test("A film's certifications include those of its releases, each once")
    func certifications() {
        var film = MovieFacts(ids: [:], title: "a")
        film.certifications = [Certification(region: "KR", label: "15")]
        film.releases = [
            RegionalRelease(
                region: "KR",
                events: [.init(kind: "theatrical", certification: "15"), .init(kind: "digital")]
            ),
            RegionalRelease(region: "FR", events: [.init(certification: "U")]),
        ]
        #expect(
            film.normalized().certifications
                == [Certification(region: "KR", label: "15"), Certification(region: "FR", label: "U")]
        )
    }

    @Test("A person's Korean name comes before the Latin one, even if it is among the other names")
    func names() {
        var person = PersonFacts(name: "Go Eun-byeol")
        person.otherNames = ["Goh Eunbyeol", "고은별", "Go Eun-byeol"]
        #expect(person.normalized().name == "고은별")
        #expect(person.normalized().nameEn == "Go Eun-byeol")
        #expect(person.normalized().otherNames == ["Goh Eunbyeol"])
    }

    @Test("The numbers of a series are in namespaces of their own where films are numbered apart")
    func series() {
        var facts = MovieFacts(
            ids: ["tmdb": "0605", "tvdb": "7", "trakt": "9", "imdb": "8000077", "reel": "1"],
            title: "A"
        )
        #expect(facts.normalized().ids["tmdb"] == "605")
        facts.series = true
        let ids = ["tmdb-tv": "605", "tvdb-tv": "7", "trakt-tv": "9", "imdb": "tt8000077", "reel": "1"]
        #expect(facts.normalized().ids == ids)
        #expect(facts.normalized().normalized().ids == ids)
    }

    @Test("An address of a film's or a person's page has its id, and any other address has none")
    func addresses() {
        let ids = [
            "https://www.themoviedb.org/movie/496243-gisaengchung?language=ko",
            "https://letterboxd.com/film/parasite-2019/",
            "https://www.imdb.com/title/tt6751668/?ref_=x", "https://www.imdb.com/chart/top",
            "https://www.themoviedb.org/person/21684-bong-joon-ho", "https://www.imdb.com/name/nm0094435/",
            "https://example.org/title/tt6751668",
            "imdb.com/title/tt6751668", "www.themoviedb.org/movie/496243", "https://", "title/tt6751668",
            "imdb.com tt1",
        ].map { MovieID(address: $0)?.description }
        let found = ["tmdb:496243", "letterboxd:parasite-2019", "imdb:tt6751668"]
        let without = ["imdb:tt6751668", "tmdb:496243"]
        #expect(ids == found + [nil, nil, nil, nil] + without + [nil, nil, nil])
        let people = [
            "https://www.themoviedb.org/person/21684-bong-joon-ho", "https://www.imdb.com/name/nm0094435/",
            "https://www.themoviedb.org/movie/496243",
        ].map { MovieID(address: $0, ofPerson: true)?.description }
        #expect(people == ["tmdb:21684", "imdb:nm0094435", nil])
    }
}
