import HTTPModel
import MovieDomain
import Testing
import Upstream

@testable import MovieProviders

@Suite("Lookups")
struct LookupTests {
    @Test("A KOFIC lookup maps the details of the film")
    func kofic() async throws {
        let transport = ScriptedTransport(try Fixture.answer("kofic/info.json"))
        let source = try repository(try bundled("kofic"), transport)
        let answer = try await source.lookup(LookupQuery(ids: ["kofic": "2024A101", "imdb": "tt99000001"]))
        #expect(transport.requests.map(\.path) == ["/kobisopenapi/webservice/rest/movie/searchMovieInfo.json"])
        #expect(transport.requests.map(\.fields) == [["movieCd=2024A101", "key=k0f1c-key"]])
        let film = answer.value
        #expect(film.ids == ["kofic": "2024A101"])
        #expect(
            film.titles == [
                LocalizedText("종이 등대", language: "ko"), LocalizedText("The Paper Lighthouse", language: "en"),
            ]
        )
        #expect(film.originalTitle == nil)
        #expect(film.year == 2_023)
        #expect(film.releaseDate?.description == "2024-03-10")
        #expect(film.runtimeMinutes == 117)
        #expect(film.genres == ["drama", "romance"])
        #expect(film.countries == ["KR", "FR"])
        #expect(film.directors == [Person(name: "고은별", nameEn: "GO Eun-byeol")])
        #expect(film.cast.map(\.name) == ["한가람", "마르탱 볼랑", "나이슬"])
        #expect(film.cast.map(\.character) == [nil, nil, "등대지기"])
        #expect(film.certifications == [Certification(region: "KR", label: "12세이상관람가")])
        #expect(film.companies == ["(주)가상필름"])
    }

    @Test(
        "A film that the provider does not know is reported as not found",
        arguments: [
            ("kofic", #"{"movieInfoResult": {"movieInfo": {"movieCd": "", "movieNm": ""}}}"#, 200),
            ("kofic", #"{"movieInfoResult": {}}"#, 200),
            ("yts", #"{"status": "ok", "data": {"movie": {"id": 0, "title": ""}}}"#, 200),
            ("yts", #"{"status": "ok", "data": {}}"#, 200),
            ("tvmaze", "", 404),
        ]
    )
    func unknown(_ id: String, _ body: String, _ status: Int) async throws {
        let source = try repository(try bundled(id), ScriptedTransport(.text(body, status: status)))
        let failure = try await failure { try await source.lookup(LookupQuery(ids: [id: "77", "imdb": "tt1"])) }
        #expect(failure.kind == .notFound)
        if status == 200 { #expect(failure.message == "the source has no film \(id):77") }
    }

    @Test("An answer about a different film is malformed")
    func otherFilm() async throws {
        let source = try repository(try bundled("yts"), ScriptedTransport(try Fixture.answer("yts/details.json")))
        let failure = try await failure { try await source.lookup(LookupQuery(ids: ["yts": "12"])) }
        #expect(failure.kind == .malformed)
        #expect(failure.message == "the source answered with yts:990100001 where yts:12 was asked for")
    }

    @Test(
        "Ids that differ only in case or leading zeros denote the same film",
        arguments: [("2024a101", "2024A101", true), ("007", "7", true), ("7", "70", false), ("a", "b", false)]
    )
    func writing(_ asked: String, _ answered: String, _ isSame: Bool) {
        var film = MovieFacts()
        film.ids = ["shelf": answered, "imdb": "tt1"]
        #expect(film.ids.isOther(than: ["shelf": asked]) == !isSame)
        #expect(!film.ids.isOther(than: ["tmdb": asked]))
        #expect(!film.ids.isOther(than: [:]))
    }

    @Test("All people of a film are mapped where all are asked for, also by a second request")
    func allCredits() async throws {
        let people = "{ rows: p, limit: 1, item: { name: n } }"
        let definition = try shelf(
            """
            lookup: { by: [shelf], get: "/films/${input.ids.shelf}", rows: ., item: { ids: { shelf: id }, title: t, cast: \(people) } }
            credits: { by: [shelf], get: "/people/${input.ids.shelf}", rows: ., item: { ids: { shelf: id }, crew: \(people) } }
            """
        )
        let transport = ScriptedTransport(.text(#"{"id":1,"t":"A","p":[{"n":"A"},{"n":"B"}],"q":1}"#))
        var query = LookupQuery(ids: ["shelf": "1"])
        let source = try repository(definition, transport)
        let cut = try await source.lookup(query).value
        #expect((cut.cast.count, cut.castTotal) == (1, 2))
        query.allCredits = true
        let whole = try await source.lookup(query).value
        #expect((whole.cast.count, whole.castTotal) == (2, nil))
    }

    @Test("A collection has its films, and another one than that asked for is malformed")
    func collection() async throws {
        let definition = try shelf(
            """
            collection: { by: [shelf], get: "/sets/${input.ids.shelf}", rows: ., item: { ids: { shelf: id }, name: n, \
            overview: o, images: p, films: { rows: f, item: { movie: { ids: { shelf: id }, title: t } } } } }
            """
        )
        let body =
            #"{"id":7,"n":"Lamps","o":"Two.","p":"https://shelf.example/p.jpg","f":[{"id":1,"t":"A"},{"id":2,"t":null}]}"#
        let source = try repository(definition, ScriptedTransport(.text(body)))
        let answer = try await source.collection(CollectionQuery(ids: ["shelf": "7"]), in: CallContext())
        #expect((answer.value.name, answer.value.ids) == ("Lamps", ["shelf": "7"]))
        #expect(answer.value.films.map(\.title?.text) == ["A"])
        #expect(answer.value.images.map(\.kind) == ["poster"])
        let other = CollectionQuery(ids: ["shelf": "8"])
        let mistake = try await failure { try await source.collection(other, in: CallContext()) }
        #expect(mistake.kind == .malformed)
        let none = try repository(try shelf(alternatives), ScriptedTransport(.text(body)))
        let refusal = try await failure { try await none.collection(other, in: CallContext()) }
        #expect(refusal.kind == .unsupported)
    }

    private let alternatives = """
        lookup:
          - { by: [shelf], get: "/films/${input.ids.shelf}", rows: ., item: { ids: { shelf: id }, title: t } }
          - { by: [imdb, tmdb], get: /find, query: { imdb: "${input.ids.imdb}", tmdb: "${input.ids.tmdb}" }, \
        rows: hits, item: { ids: { shelf: id, imdb: i }, title: { path: t, required: true } } }
        """

    @Test(
        "A lookup uses the first alternative that takes one of the ids",
        arguments: [
            (["shelf": "1"], "/v1/films/1", []), (["imdb": "tt2", "shelf": "1"], "/v1/films/1", []),
            (["imdb": "tt2"], "/v1/find", ["imdb=tt2"]), (["tmdb": "3", "kofic": "9"], "/v1/find", ["tmdb=3"]),
        ]
    )
    func alternative(_ ids: [String: String], _ path: String, _ fields: [String]) async throws {
        let transport = ScriptedTransport(.text(#"{"id": 1, "t": "A", "hits": [{"id": 1, "t": "A"}]}"#))
        _ = try await repository(try shelf(alternatives), transport).lookup(LookupQuery(ids: ids))
        #expect(transport.requests.map(\.path) == [path])
        #expect(transport.requests.map(\.fields) == [fields])
    }

    @Test("A lookup picks the readable row that has the requested id")
    func severalRows() async throws {
        let body = #"{"hits": [{"i": "tt2"}, {"i": "tt1", "t": "A"}, {"i": "tt2", "t": "B"}]}"#
        let source = try repository(try shelf(alternatives), ScriptedTransport(.text(body)))
        let film = try await source.lookup(LookupQuery(ids: ["imdb": "tt2"])).value
        #expect(film.title?.text == "B")
    }

    @Test(
        "Images of a person are portraits with an address for each size, as paths and as objects",
        arguments: ["p", "{ rows: pics, item: { url: p } }"]
    )
    func portraits(_ images: String) async throws {
        let definition = try shelf(
            """
            person: { by: [shelf], get: "/person/${input.ids.shelf}", rows: ., item: { ids: { shelf: id }, name: n, images: \(images) } }
            """,
            "images_base: 'https://i.example/{size}'\nimage_sizes: { poster: { small: 200, large: 800 } }"
        )
        let transport = ScriptedTransport(.text(#"{"id":1,"n":"Go","p":"/a.jpg","pics":[{"p":"/a.jpg"}]}"#))
        let query = PersonQuery(ids: ["shelf": "1"])
        let person = try await repository(definition, transport).person(query, in: CallContext()).value
        #expect(person.images.map(\.kind) == ["portrait"])
        #expect(person.images.map(\.url) == ["https://i.example/large/a.jpg"])
        #expect(person.images.first?.sizes.map(\.width) == [200, 800])
    }

    @Test("Foreign id namespaces and missing operations are unsupported")
    func unsupported() async throws {
        let transport = ScriptedTransport(.text("{}"))
        let source = try repository(try shelf(alternatives), transport)
        let window = RowWindow(count: 5)
        let failures = [
            try await failure { try await source.lookup(LookupQuery(ids: ["kofic": "1"])) },
            try await failure { try await source.boxOffice(BoxOfficeQuery(span: .day)) },
            try await failure { try await source.search(SearchQuery(text: "a", window: window)) },
            try await failure { try await source.list(ListQuery(window: window)) },
            try await failure {
                try await source.related(RelatedQuery(kind: .recommended, ids: ["shelf": "1"], window: window))
            },
        ]
        #expect(failures.map(\.kind) == Array(repeating: .unsupported, count: 5))
        #expect(
            failures.map(\.message) == [
                "lookup takes ids of shelf, imdb, tmdb", "the source has no daily_box_office",
                "the source has no search",
                "the source has no list", "the source has no recommendations",
            ]
        )
        #expect(transport.requests.isEmpty)
    }
}

@Suite("Film parts with their own operations")
struct PartTests {
    private static let operations = """
        lookup:
          - { by: [shelf], get: "/film/${input.ids.shelf}", rows: ., item: { ids: { shelf: id, imdb: imdb }, title: t, images: p, runtime: { path: m, unit: min } } }
          - { by: [imdb], leads_to: shelf, get: /find, query: { imdb: "${input.ids.imdb}" }, rows: films, item: { ids: { shelf: id }, title: t } }
        credits: { by: [shelf], get: "/film/${input.ids.shelf}/credits", rows: ., item: { directors: d, cast: c } }
        images: { by: [shelf], get: "/film/${input.ids.shelf}/images", rows: ., item: { images: p } }
        videos: { by: [shelf], get: "/film/${input.ids.shelf}/videos", rows: ., item: { videos: v } }
        releases: { by: [shelf], get: "/film/${input.ids.shelf}/releases", rows: films, item: { ids: { shelf: { path: id, required: true } }, releases: { rows: r, item: { region: c, events: { rows: e, item: { kind: k, certification: g } } } } } }
        person:
          - { by: [shelf], get: "/person/${input.ids.shelf}", rows: ., item: { ids: { shelf: id }, name: n } }
          - { by: [imdb], leads_to: shelf, get: /find, query: { imdb: "${input.ids.imdb}" }, rows: people, item: { ids: { shelf: id }, name: n } }
        """

    private let transport = ScriptedTransport { request in
        switch request.path {
        case "/v1/film/7": .text(#"{"id":7,"imdb":"tt99000001","t":"Well","p":"https://i.example/a.jpg","m":101}"#)
        case "/v1/film/8": .text(#"{"id":8,"t":"Pier"}"#)
        case "/v1/film/9": .text("{}", status: 500)
        case "/v1/find" where request.redactedURL.hasSuffix("tt99000009"):
            .text(#"{"films":[{"id":9,"t":"Lost"}]}"#)
        case "/v1/find" where request.redactedURL.hasSuffix("nm99000006"):
            .text(#"{"people":[{"id":5},{"id":6,"n":"Ra"}]}"#)
        case "/v1/find": .text(#"{"films":[{"id":7,"t":"Well"}],"people":[{"id":9,"n":"Go"}]}"#)
        case "/v1/person/6": .text(#"{"id":6,"n":"Ra"}"#)
        case "/v1/person/9": .text("{}", status: 500)
        case "/v1/film/7/credits": .text(#"{"d":"Go","c":["Han","Ra"]}"#)
        case "/v1/film/7/videos": .text("{}", status: 503)
        case "/v1/film/7/releases":
            .text(#"{"films":[{"r":[]},{"id":7,"r":[{"c":"KR","e":[{"k":"theatrical","g":"15"}]}]}]}"#)
        default: .text("{}", status: 404)
        }
    }

    private func lookup(
        _ ids: [String: String],
        _ include: Set<LookupQuery.Part>
    ) async throws -> ProviderAnswer<MovieFacts> {
        let source = try repository(try shelf(Self.operations), transport)
        return try await source.lookup(LookupQuery(ids: ids, include: include))
    }

    @Test("A part is requested only if it is wanted and missing from the lookup")
    func wanted() async throws {
        let film = try await lookup(["shelf": "7"], [.credits, .images]).value
        #expect(film.directors.map(\.name) == ["Go"])
        #expect(film.cast.map(\.name) == ["Han", "Ra"])
        #expect(film.images.map(\.url) == ["https://i.example/a.jpg"])
        #expect(transport.requests.map(\.path) == ["/v1/film/7", "/v1/film/7/credits"])
    }

    @Test("An unwanted part costs no call, and a failing part leaves the film intact")
    func failing() async throws {
        #expect(try await lookup(["shelf": "7"], []).value.cast == [])
        #expect(transport.requests.count == 1)
        let answer = try await lookup(["shelf": "7"], [.videos])
        #expect(answer.value.title?.text == "Well")
        #expect(answer.value.videos == [])
        #expect(answer.failures.map(\.kind) == [.unavailable])
        #expect(answer.failures.map(\.message) == ["videos: the source answered with HTTP status 503"])
    }

    @Test("A part that the provider does not have is not a failure")
    func missing() async throws {
        let answer = try await lookup(["shelf": "8"], [.images])
        #expect(answer.value.title?.text == "Pier")
        #expect(answer.failures == [])
    }

    @Test("A film whose full record fails is returned as found, together with the failure")
    func leadingNowhere() async throws {
        let answer = try await lookup(["imdb": "tt99000009"], [])
        #expect(answer.value.title?.text == "Lost")
        #expect(answer.failures.map(\.message) == ["lookup: the source answered with HTTP status 500"])
    }

    @Test("A person whose full record fails is returned as found, together with the failure")
    func personLeadingNowhere() async throws {
        let source = try repository(try shelf(Self.operations), transport)
        let answer = try await source.person(PersonQuery(ids: ["imdb": "nm99000001"]), in: CallContext())
        #expect(answer.value.name == "Go")
        #expect(answer.failures.map(\.message) == ["person: the source answered with HTTP status 500"])
    }

    @Test("Rows that were left out of a part, or on the way to the full record, are remarked")
    func remarks() async throws {
        let film = try await lookup(["shelf": "7"], [.releases])
        #expect(film.value.releases.map(\.region) == ["KR"])
        #expect(film.remarks.count == 1)
        #expect(film.remarks.first?.hasPrefix("1 of 2 rows left out") == true)
        let source = try repository(try shelf(Self.operations), transport)
        let person = try await source.person(PersonQuery(ids: ["imdb": "nm99000006"]), in: CallContext())
        #expect(person.value.ids == ["shelf": "6"])
        #expect(person.remarks.count == 1)
        #expect(person.remarks.first?.hasPrefix("1 of 2 rows left out") == true)
    }

    @Test("A film found by a foreign id leads to its full record")
    func leading() async throws {
        let film = try await lookup(["imdb": "tt99000001"], [.credits]).value
        #expect(film.ids == ["shelf": "7", "imdb": "tt99000001"])
        #expect(film.runtimeMinutes == 101)
        #expect(film.cast.map(\.name) == ["Han", "Ra"])
        #expect(transport.requests.map(\.path) == ["/v1/find", "/v1/film/7", "/v1/film/7/credits"])
    }
}

@Suite("Contradictions in answers")
struct ContradictionTests {
    @Test(
        "A count without rows is remarked, and does not say that there are none",
        arguments: [
            ("yts", #"{"status": "ok", "data": {"movie_count": 7}}"#),
            ("kofic", #"{"movieListResult": {"totCnt": 7, "movieList": []}}"#),
            ("kofic", #"{"movieListResult": {"totCnt": 7}}"#),
            ("tmdb", #"{"page": 1, "results": [], "total_pages": 1, "total_results": 7}"#),
        ]
    )
    func countWithoutRows(_ source: String, _ body: String) async throws {
        let transport = ScriptedTransport(.text(body))
        let source = try repository(try bundled(source), transport)
        let first = try await source.search(SearchQuery(text: "x", window: RowWindow(count: 20)))
        #expect(first.remarks == ["the source counts 7 and lists none"])
        #expect(first.value.hasMore == nil && first.value.totalItems == nil && first.value.isContradicted)
    }

    @Test("A page after the last one has no rows, whatever the total is")
    func afterLast() async throws {
        let body = #"{"page": 3, "results": [], "total_pages": 2, "total_results": 21}"#
        let source = try repository(try bundled("tmdb"), ScriptedTransport(.text(body)))
        let later = try await source.search(SearchQuery(text: "x", window: RowWindow(offset: 40, count: 20)))
        #expect(later.remarks == [] && later.value.hasMore == false && !later.value.isContradicted)
    }

    @Test("The total of a source whose pages are counted, too, is told unless its last page comes before it")
    func totalBesidePages() async throws {
        for (total, expected) in [(2, 2), (45, 45), (20_000, nil)] as [(Int, Int?)] {
            let rows = (1...(total == 2 ? 2 : 20)).map { #"{"id": \#($0), "title": "T\#($0)"}"# }
            let body = """
                {"page": 1, "results": [\(rows.joined(separator: ","))], "total_pages": \((total + 19) / 20), \
                "total_results": \(total)}
                """
            let source = try repository(try bundled("tmdb"), ScriptedTransport(.text(body)))
            let list = try await source.search(SearchQuery(text: "x", window: RowWindow(count: 20)))
            #expect(list.value.totalItems == expected)
            #expect(list.value.hasMore == (total > 20))
            #expect(list.remarks == [])
        }
    }

    @Test("Values that cannot be read are remarked, but not those that stand for none")
    func unreadable() async throws {
        let body = """
            {"boxOfficeResult": {"dailyBoxOfficeList": [
            {"rank": "1", "movieCd": "1", "movieNm": "A", "audiCnt": "3,590", "salesAmt": "N/A", "scrnCnt": "-1"},
            {"rank": "2", "movieCd": "2", "movieNm": "B", "audiCnt": "4,100", "salesAmt": "-", "scrnCnt": ""}]}}
            """
        let source = try repository(try bundled("kofic"), ScriptedTransport(.text(body)))
        let answer = try await source.boxOffice(BoxOfficeQuery(span: .day, date: try CalendarDate("2024-03-10")))
        #expect(
            answer.remarks == [
                "3 values could not be read: audience (2, such as \"3,590\"), screens (1, such as \"-1\")"
            ]
        )
    }

    @Test(
        "A copy of the title is English only if the film is",
        arguments: [
            ("Der Nachname", "Der Nachname", "de", nil), ("Lamp", "Lamp", "en", "en"),
            ("Urumul", "The Well", "ko", "en"),
        ] as [(String, String, String, String?)]
    )
    func copiedTitle(_ title: String, _ english: String, _ language: String, _ expected: String?) async throws {
        let film = #"{"id": 7, "title": "\#(title)", "title_english": "\#(english)", "language": "\#(language)"}"#
        let body = #"{"status": "ok", "data": {"movie_count": 1, "movies": [\#(film)]}}"#
        let source = try repository(try bundled("yts"), ScriptedTransport(.text(body)))
        let list = try await source.search(SearchQuery(text: "x", window: RowWindow(count: 20)))
        #expect(list.value.movies.map(\.title) == [LocalizedText(english, language: expected)])
        #expect(list.remarks == [])
    }

    @Test("A film without a language has none")
    func noLanguage() {
        var film = MovieFacts()
        film.languages = ["None", "English", "xx"]
        film.originalLanguage = "xx"
        #expect(film.normalized().languages == ["en"])
        #expect(film.normalized().originalLanguage == nil)
    }
}
