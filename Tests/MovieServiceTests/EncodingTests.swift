import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Testing

@Suite("Entities as JSON")
struct EncodingTests {
    @Test("A film of which everything is known, member by member")
    func fullFilm() {
        let provenance = MovieField.allCases.map { #""\#($0.rawValue)":["one","two"]"# }.joined(separator: ",")
        #expect(
            FullFilm.movie.jsonText == """
                {"id":"imdb:tt1","ids":{"imdb":"tt1","one":"1"},"title":"A \\"quoted\\"\\ntitle","originalTitle":"제목",\
                "titles":[{"text":"제목","language":"ko"},{"text":"No language"}],"year":2026,\
                "releaseDate":"2026-01-02","runtimeMinutes":90,"genres":["drama"],"countries":["KR"],\
                "languages":["ko"],"originalLanguage":"ko","overview":{"text":"What happens.","language":"en"},\
                "tagline":{"text":"Why to see it.","language":"en"},\
                "directors":[{"name":"감독","nameEn":"Director"}],\
                "cast":[{"name":"배우","nameEn":"Actor","character":"Hero"}],\
                "crew":[{"name":"작가","job":"Screenplay"}],\
                "ratings":[{"provider":"one","value":8.25,"scale":10,"votes":12},\
                {"provider":"two","value":4,"scale":5,"votes":null}],"popularity":12.5,\
                "certifications":[{"region":"KR","label":"전체관람가"},{"label":"PG"}],\
                "images":[{"kind":"poster","url":"https://one.example/p","width":500,"language":"ko",\
                "provider":"one"}],"videos":[{"kind":"trailer","site":"youtube","key":"k","language":"en"}],\
                "homepage":"https://film.example","adult":false,"companies":["Company"],"bookmarked":true,\
                "provenance":{\(provenance)},"match":{"confidence":1,"reasons":["imdb id equal"]}}
                """
        )
    }

    @Test("A film of which nothing is known has its ids and no empty lists")
    func emptyFilm() {
        var facts = MovieFacts()
        facts.ids = ["kofic": "1"]
        let movie = Movie(id: MovieID(namespace: "kofic", value: "1"), facts: facts, provenance: [:])
        #expect(movie.jsonText == #"{"id":"kofic:1","ids":{"kofic":"1"},"bookmarked":false,"provenance":{}}"#)
    }

    @Test("An entry without figures has none")
    func bareEntry() {
        let movie = Movie(id: MovieID(namespace: "kofic", value: "1"), facts: MovieFacts(), provenance: [:])
        #expect(
            BoxOfficeEntry(figures: BoxOfficeFigures(rank: 3), movie: movie).jsonText
                == #"{"rank":3,"movie":{"id":"kofic:1","ids":{},"bookmarked":false,"provenance":{}}}"#
        )
    }

    @Test("A stale answer says its age, and why nothing better came")
    func staleReport() {
        let report = SourceReport(
            provider: "kofic",
            status: .stale,
            items: 10,
            freshness: Freshness(fromCache: true, ageSeconds: 90_000, isStale: true),
            durationMilliseconds: 12,
            failure: SourceFailure(.unavailable, provider: "kofic", message: "no route")
        )
        #expect(
            report.jsonText == """
                {"provider":"kofic","status":"stale","items":10,"fromCache":true,"ageSeconds":90000,"durationMs":12,\
                "error":{"kind":"unavailable","message":"no route","retryable":true}}
                """
        )
    }

    @Test("Statuses have the names of the wire")
    func statuses() {
        #expect(
            Set(SourceReport.Status.allCases.map { SourceReport(provider: "x", status: $0).jsonText })
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
