import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import MovieService
import Testing

@Suite("Complete results of methods")
struct ResultTests {
    /// The film as KOFIC alone knows it.
    private static let atKofic = """
        {"id":"kofic:20183782","ids":{"kofic":"20183782"},"title":"기생충",\
        "titles":[{"text":"기생충","language":"ko"},{"text":"Parasite","language":"en"}],\
        "year":2019,"releaseDate":"2019-05-30","directors":[{"name":"봉준호","nameEn":"BONG Joon-ho"}],\
        "bookmarked":false,"provenance":{"title":["kofic"],"titles":["kofic"],"year":["kofic"],\
        "releaseDate":["kofic"],"directors":["kofic"]}}
        """

    /// The film as the shelf alone knows it.
    private static let atShelf = """
        {"id":"imdb:tt6751668","ids":{"imdb":"tt6751668","shelf":"7"},"title":"Parasite",\
        "titles":[{"text":"Parasite","language":"en"}],"year":2019,\
        "ratings":[{"provider":"shelf","value":8.5,"scale":10,"votes":null}],"stars":4.5,\
        "images":[{"kind":"poster","url":"https://shelf.example/7.jpg","width":500,"provider":"shelf"}],\
        "bookmarked":false,"provenance":{"title":["shelf"],"titles":["shelf"],"year":["shelf"],\
        "ratings":["shelf"],"images":["shelf"]}}
        """

    @Test("A film's image names the source that gave it, whichever definition names the host")
    func imageProvider() async throws {
        var catalogue = ServiceClient.catalogue([PlainSources.shelf()])
        catalogue.images = OneImage()
        let client = ServiceClient()
        client.catalogue.replace(with: catalogue)
        let ofFilm = try await client.result("images/get", #"{"id": "shelf:7", "data": true}"#)
        #expect(ofFilm["image"]?["url"]?.string == "https://shelf.example/7.jpg")
        #expect(ofFilm["image"]?["provider"]?.string == "shelf")
        let atAddress = try await client.result("images/get", #"{"url": "https://shelf.example/7.jpg", "data": true}"#)
        #expect(atAddress["image"]?["provider"]?.string == "host")
    }

    @Test("A picture that no source gives, where one that may have it failed, is undecided")
    func undecidedImage() async throws {
        var other = FakeRepository("other", capabilities: [.lookup], namespaces: [.lookup: ["imdb"]])
        other.onLookup = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "other", message: "it is down")
        }
        for (sources, code, isRetryable) in [
            ([PlainSources.shelf(), other], 1_022, true), ([PlainSources.shelf()], 1_004, false),
        ] {
            let params = #"{"id": "imdb:tt6751668", "kind": "backdrop", "data": true}"#
            let error = try await ServiceClient(sources).error("images/get", params)
            #expect(error.code.rawValue == code)
            #expect(error.data?["retryable"] == .bool(isRetryable))
        }
    }

    /// The same image at every address, from a host that the definition of `host` names.
    private struct OneImage: ImageRepository {
        let cachesFiles = false

        func image(at address: String, in context: CallContext) async throws(ImageError) -> FetchedImage {
            FetchedImage(url: address, provider: "host", mimeType: "image/png", width: 1, height: 1, bytes: [1])
        }
    }

    @Test("A box office has entries, the period, and the status of each source")
    func boxOffice() async throws {
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let result = try await client.result("boxOffice/daily", #"{"date":"20190601","limit":5}"#)
        #expect(
            result.withoutDurations == """
                {"entries":[{"rank":1,"rankChange":-2,"isNew":false,"movie":\(Self.atKofic),\
                "audience":{"count":368582,"changePercent":-23.5},\
                "sales":{"amount":3125870460,"share":62.1,"currency":"KRW"},"screens":1783,\
                "audiencePerScreen":206.7}],\
                "period":{"span":"day","from":"2019-06-01","to":"2019-06-01"},\
                "sources":[{"provider":"kofic","status":"ok","items":1,"fromCache":false},\
                {"provider":"shelf","status":"unsupported","reason":"shelf has no daily_box_office"}]}
                """
        )
    }

    @Test(
        "A weekly box office covers the span that contains the day",
        arguments: [
            ("", "week", "2019-05-27", "2019-06-02"),
            (#","span":"weekend""#, "weekend", "2019-05-31", "2019-06-02"),
            (#","span":"weekdays""#, "weekdays", "2019-05-27", "2019-05-30"),
        ]
    )
    func weekly(span: String, kind: String, from: String, to: String) async throws {
        let result = try await ServiceClient([PlainSources.kofic()])
            .result("boxOffice/weekly", #"{"date":"2019-06-01"\#(span)}"#)
        #expect(result["period"]?.description == #"{"span":"\#(kind)","from":"\#(from)","to":"\#(to)"}"#)
        #expect(result["entries"]?.count == 1)
    }

    @Test("The parameters of a box office reach the source")
    func boxOfficeQuery() async throws {
        var kofic = PlainSources.kofic()
        kofic.onBoxOffice = { query throws(ProviderError) in
            var expected = BoxOfficeQuery(span: .weekend)
            expected.region = "0105001"
            expected.nationality = .foreign
            expected.category = .art
            expected.limit = 3
            guard query == expected else {
                throw ProviderError(.badRequest, provider: "kofic", message: "unexpected: \(query)")
            }
            return ProviderAnswer(
                BoxOffice(period: BoxOfficeSpan.weekend.period(holding: .init(daysSinceEpoch: 0)), rows: [])
            )
        }
        let result = try await ServiceClient([kofic]).result(
            "boxOffice/weekly",
            """
            {"date":"yesterday","span":"weekend","region":" 0105001 ","nationality":"foreign","category":"art",\
            "limit":3,"enrich":false}
            """
        )
        #expect(result["entries"]?.description == "[]")
        #expect(result["sources"]?[0]?["status"]?.string == "empty")
    }

    @Test("An enriched entry has fields of other sources")
    func enriched() async throws {
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let result = try await client.result("boxOffice/daily", #"{"date":"2019-06-01","enrich":true}"#)
        let movie = result["entries"]?[0]?["movie"]
        #expect(movie?["ids"]?.description == #"{"imdb":"tt6751668","kofic":"20183782","shelf":"7"}"#)
        #expect(movie?["title"]?.string == "기생충")
        #expect(movie?["images"]?[0]?["url"]?.string == "https://shelf.example/7.jpg")
        #expect(movie?["provenance"]?["images"]?.description == #"["shelf"]"#)
        #expect(movie?["match"]?["confidence"]?.double ?? 0 > 0.5)
    }

    @Test("A search of one source has its page and its total")
    func searchOfOne() async throws {
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let result = try await client.result(
            "movies/search",
            #"{"query":"parasite","providers":["shelf"],"page":1,"limit":1,"year":null}"#
        )
        #expect(
            result.withoutDurations == """
                {"movies":[\(Self.atShelf)],\
                "page":{"page":1,"limit":1,"totalItems":41,"totalPages":41,"hasMore":true,\
                "next":"2.1...","incomplete":false},\
                "sources":[{"provider":"shelf","status":"ok","items":1,"fromCache":false}]}
                """
        )
    }

    @Test("A search of two sources gives one film, and null for the unknown total")
    func searchOfTwo() async throws {
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let result = try await client.result("movies/search", #"{"query":"기생충","limit":1}"#)
        #expect(result["movies"]?.count == 1)
        #expect(result["movies"]?[0]?["id"]?.string == "imdb:tt6751668")
        #expect(result["movies"]?[0]?["provenance"]?["year"]?.description == #"["kofic","shelf"]"#)
        #expect(
            result["page"]?.description
                == #"{"page":1,"limit":1,"totalItems":null,"totalPages":null,"hasMore":true,"next":"2.1...","incomplete":false}"#
        )
    }

    @Test(
        "Lists and trends have the shape of a search",
        arguments: [
            ("movies/list", #"{"sort":"rating","direction":"descending","genre":"드라마","minimumRating":7.5}"#),
            ("movies/list", "{}"),
            ("movies/trending", #"{"window":"week"}"#),
        ]
    )
    func lists(method: String, params: String) async throws {
        let result = try await ServiceClient([PlainSources.shelf()]).result(method, params)
        #expect(result["movies"]?.description == "[\(Self.atShelf)]")
        #expect(result["page"]?["totalPages"]?.int == 3)
    }

    @Test("The filters of a list reach the source, the genre as its slug")
    func listQuery() async throws {
        var shelf = PlainSources.shelf()
        shelf.onList = { query throws(ProviderError) in
            var expected = ListQuery(window: RowWindow(offset: 10, count: 5))
            expected.sort = .rating
            expected.order = .ascending
            expected.genre = "science-fiction"
            expected.minimumRating = 7
            (expected.withoutGenre, expected.minimumVotes, expected.director) = ("horror", 50, "봉준호")
            (expected.firstDay, expected.lastDay) = (
                CalendarDate(year: 2026, month: 1, day: 1), CalendarDate(year: 2026, month: 2, day: 28)
            )
            (expected.minimumMinutes, expected.maximumMinutes) = (80, 120)
            (expected.originalLanguage, expected.country) = ("ko", "KR")
            (expected.services, expected.region) = ([ServiceName("netflix"), ServiceName("disney plus")], "KR")
            guard query == expected else {
                throw ProviderError(.badRequest, provider: "shelf", message: "unexpected: \(query)")
            }
            return ProviderAnswer(MovieList(movies: []))
        }
        let result = try await ServiceClient([shelf]).result(
            "movies/list",
            """
            {"sort":"rating","direction":"ascending","genre":"Science Fiction","minimumRating":7,"page":3,"limit":5,
            "withoutGenre":"공포","minimumVotes":50,"director":"봉준호","from":"2026-01","to":"2026-02",
            "minimumMinutes":80,"maximumMinutes":120,"originalLanguage":"ko","country":"KR",
            "services":["Netflix","디즈니+"],"region":"KR"}
            """
        )
        #expect(result["movies"]?.description == "[]")
    }

    @Test("A film is returned complete, with the age of its cached answer")
    func movie() async throws {
        let result = try await ServiceClient([PlainSources.kofic()]).result("movies/get", #"{"id":"kofic:20183782"}"#)
        #expect(
            result.withoutDurations == """
                {"movie":\(Self.atKofic),\
                "sources":[{"provider":"kofic","status":"ok","items":1,"fromCache":true,"ageSeconds":42}]}
                """
        )
    }

    @Test("A call about one film asks only the sources that it names")
    func namedSources() async throws {
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let all = try await client.result("movies/get", #"{"id":"kofic:20183782"}"#)
        #expect(all["sources"]?.count == 2)
        let one = try await client.result("movies/get", #"{"id":"kofic:20183782","providers":["kofic"]}"#)
        #expect(one["sources"]?.elements.map { $0["provider"]?.string } == ["kofic"])
        let error = try await client.error("movies/get", #"{"id":"kofic:20183782","providers":["kofik"]}"#)
        #expect(error.data?["field"] == "providers")
    }

    @Test("Related films leave out the film itself")
    func related() async throws {
        var shelf = PlainSources.shelf()
        shelf.onRelated = { query throws(ProviderError) in
            var other = MovieFacts()
            other.ids = ["shelf": query.kind == .similar ? "8" : "9"]
            other.title = LocalizedText("Another")
            return ProviderAnswer(MovieList(movies: [PlainSources.parasiteAtShelf, other], hasMore: false))
        }
        let client = ServiceClient([shelf])
        let similar = try await client.result("movies/related", #"{"id":"shelf:7"}"#)
        #expect(similar["movies"]?.elements.compactMap { $0["id"]?.string } == ["shelf:8"])
        let recommended = try await client.result("movies/related", #"{"id":"shelf:7","kind":"recommended"}"#)
        #expect(recommended["movies"]?.elements.compactMap { $0["id"]?.string } == ["shelf:9"])
    }
}

@Suite("JSON encoding")
struct EncodingTests {
    @Test("A film with every field is encoded with every member")
    func fullFilm() {
        let provenance = MovieField.allCases.map { #""\#($0.name)":["one","two"]"# }.joined(separator: ",")
        #expect(
            FullFilm.movie.jsonText == """
                {"id":"imdb:tt1","ids":{"imdb":"tt1","one":"1"},"title":"A \\"quoted\\"\\ntitle","originalTitle":"제목",\
                "titles":[{"text":"제목","language":"ko"},{"text":"No language"}],"year":2026,\
                "releaseDate":"2026-01-02","status":"released","runtimeMinutes":90,"genres":["drama"],\
                "keywords":["lighthouse"],"countries":["KR"],\
                "languages":["ko"],"originalLanguage":"ko","overview":{"text":"What happens.","language":"en"},\
                "tagline":{"text":"Why to see it.","language":"en"},\
                "directors":[{"name":"감독","nameEn":"Director"}],\
                "cast":[{"id":"tmdb:7","ids":{"kmdb":"8","tmdb":"7"},"name":"배우","nameEn":"Actor","character":"Hero",\
                "images":[{"kind":"portrait","url":"https://one.example/h","width":185,"provider":"one"}]}],\
                "crew":[{"name":"작가","job":"Screenplay"}],\
                "ratings":[{"provider":"one","value":8.25,"scale":10,"votes":12},\
                {"provider":"two","value":4,"scale":5,"votes":null}],"stars":4,"popularity":12.5,\
                "certifications":[{"region":"KR","label":"전체관람가"},{"label":"PG"}],\
                "releases":[{"region":"KR","events":[{"kind":"premiere","date":"2026-01-01","certification":"12",\
                "note":"Busan"}]}],"watch":[{"region":"KR","provider":"one","attribution":"JustWatch",\
                "link":"https://one.example/watch","stream":[{"name":"S","logo":"https://one.example/s"}],\
                "rent":[{"name":"R"}],"buy":[{"name":"B"}],"free":[{"name":"F"}],"ads":[{"name":"A"}]}],\
                "images":[{"kind":"poster","url":"https://one.example/p","width":500,"language":"ko",\
                "provider":"one"}],"videos":[{"kind":"trailer","site":"youtube","key":"k",\
                "url":"https://www.youtube.com/watch?v=k","name":"First","language":"en","official":true,\
                "published":"2026-01-03"}],"homepage":"https://film.example",\
                "pages":[{"provider":"one","url":"https://one.example/1"}],\
                "budget":{"amount":100,"currency":"KRW"},"revenue":{"amount":200,"currency":"USD","region":"US"},\
                "awards":{"text":"All of them.","language":"en"},"adult":false,"companies":["Company"],\
                "distributors":["Distributor"],"screenTypes":["IMAX"],"collection":{"id":"tmdb:1","name":"All",\
                "images":[{"kind":"poster","url":"https://one.example/c","provider":"one"}]},"bookmarked":true,\
                "provenance":{\(provenance)},"match":{"confidence":1,"reasons":["imdb id equal"]}}
                """
        )
    }

    @Test("A film that has only ids is encoded without empty lists")
    func emptyFilm() {
        var facts = MovieFacts()
        facts.ids = ["kofic": "1"]
        let movie = Movie(id: MovieID(namespace: "kofic", value: "1"), facts: facts, provenance: [:])
        #expect(movie.jsonText == #"{"id":"kofic:1","ids":{"kofic":"1"},"bookmarked":false,"provenance":{}}"#)
    }

    @Test("A year that only the release tells is the film's, but no source is said to give it")
    func likelyYear() {
        var facts = MovieFacts()
        facts.ids = ["kofic": "20225061"]
        facts.releaseDate = CalendarDate(year: 2022, month: 12, day: 14)
        let row = MovieRecord(provider: "kofic", facts: facts.normalized())
        let merger = MovieMerger(policy: MergePolicy())
        let shown = #""year":2022,"releaseDate":"2022-12-14","bookmarked":false,"provenance":{"releaseDate":["kofic"]}"#
        #expect(merger.movie(of: [row])?.jsonText.contains(shown) == true)
        facts.year = 2021
        let record = MovieRecord(provider: "shelf", facts: facts.normalized())
        let both = merger.movie(of: [row, record])
        #expect(both?.jsonText.contains(#""year":2021"#) == true)
        #expect(both?.provenance[.year] == ["shelf"])
        #expect(both?.differences == [])
    }

    @Test("Genres have display names, and words that no table knows are marked as unlisted")
    func unlisted() {
        var facts = MovieFacts()
        facts.genres = ["Kids & Cooking", "드라마"]
        facts.countries = ["Federal Republic of Yugoslavia", "Atlantis"]
        let record = MovieRecord(provider: "a", facts: facts.normalized())
        let movie = MovieMerger(policy: MergePolicy(languages: ["ko", "en"])).movie(of: [record])
        let provenance = #""provenance":{"genres":["a"],"countries":["a"]}"#
        #expect(
            movie?.jsonText == """
                {"id":"title:","ids":{},"genres":["Kids & Cooking","drama"],"genreNames":["Kids & Cooking","드라마"],\
                "countries":["YU","Atlantis"],"unlisted":{"genres":["Kids & Cooking"],"countries":["Atlantis"]},\
                "bookmarked":false,\(provenance)}
                """
        )
    }

    @Test("An entry without figures is encoded with its rank and film only")
    func bareEntry() {
        let movie = Movie(id: MovieID(namespace: "kofic", value: "1"), facts: MovieFacts(), provenance: [:])
        #expect(
            BoxOfficeEntry(figures: BoxOfficeFigures(rank: 3), movie: movie).jsonText
                == #"{"rank":3,"movie":{"id":"kofic:1","ids":{},"bookmarked":false,"provenance":{}}}"#
        )
    }

    @Test("A stale answer reports its age and why there is no fresh one")
    func staleReport() {
        let report = ProviderReport(
            provider: "kofic",
            status: .stale,
            items: 10,
            freshness: Freshness(fromCache: true, ageSeconds: 90_000, isStale: true),
            durationMilliseconds: 12,
            failure: ProviderError(.unavailable, provider: "kofic", message: "no route")
        )
        #expect(
            report.jsonText == """
                {"provider":"kofic","status":"stale","items":10,"fromCache":true,"ageSeconds":90000,"durationMs":12,\
                "error":{"kind":"unavailable","message":"no route","retryable":true}}
                """
        )
    }

    @Test("A failed page is reported beside the rows of earlier pages")
    func failedPage() {
        var failure = ProviderError(.notFound, provider: "omdb", message: "Movie not found!")
        failure.page = 2
        let whole = ProviderReport(provider: "omdb", items: 10, freshness: .live, after: .milliseconds(3))
        let report = whole.combined(with: ProviderReport(failure, provider: "omdb", after: nil))
        #expect(
            report.jsonText == """
                {"provider":"omdb","status":"ok","items":10,"fromCache":false,"durationMs":3,\
                "error":{"kind":"not_found","message":"Movie not found!","retryable":false,"page":2}}
                """
        )
    }

    @Test("Every status has its name on the wire")
    func statuses() {
        #expect(
            Set(ProviderReport.Status.allCases.map { ProviderReport(provider: "x", status: $0).jsonText })
                == Set(
                    [
                        "ok", "empty", "stale", "error", "timeout", "rate_limited", "quota_exhausted", "circuit_open",
                        "disabled", "unsupported",
                    ]
                    .map { #"{"provider":"x","status":"\#($0)"}"# }
                )
        )
    }
}
