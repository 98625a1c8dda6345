import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Canonical rows")
struct CanonicalRowTests {
    /// Reads a canonical row and returns it as canonical JSON again, with the report.
    private func read(_ text: String) throws -> (json: String?, report: MappingReport) {
        let row = try JSONDocument(text).root
        var mapper = RowMapping(nil, provider: "shelf").mapper()
        let film = mapper.movie(row, root: row)
        return (film.map { CanonicalRow($0).json.jsonText }, mapper.report)
    }

    @Test(
        "Each value is read as the type of its field",
        arguments: [
            (#"{"title":"Parasite","year":2019}"#, #"{"title":"Parasite","year":2019}"#),
            (#"{"title":{"text":"기생충","language":"ko"}}"#, #"{"title":"기생충"}"#),
            (#"{"ids":{"imdb":"tt1","shelf":7,"tmdb":null}}"#, #"{"ids":{"imdb":"tt1","shelf":"7"}}"#),
            (#"{"release_date":"2019-05-30","runtime":"131"}"#, #"{"release_date":"2019-05-30","runtime":131}"#),
            (#"{"genres":["Drama"," "],"countries":"KR"}"#, #"{"genres":["Drama"],"countries":["KR"]}"#),
            (
                #"{"directors":["Bong",{"name":"Kim","job":"Co"}],"cast":"Song"}"#,
                #"{"directors":[{"name":"Bong"},{"name":"Kim","job":"Co"}],"cast":[{"name":"Song"}]}"#
            ),
            (
                #"{"images":[{"url":"https://a/b","width":500},{"width":1}]}"#,
                #"{"images":[{"url":"https://a/b","kind":"poster","width":500}]}"#
            ),
            (
                #"{"title":"A","ids":{"imdb":false},"overview":false,"genres":false,"directors":[false],"images":false}"#,
                #"{"title":"A"}"#
            ),
            (#"{"adult":false,"popularity":1.5,"overview":""}"#, #"{"popularity":1.5,"adult":false}"#),
            (
                #"{"videos":["a",{"key":"b","site":"vimeo","kind":"clip","name":"B","language":"ko"},{"site":"x"}]}"#,
                #"{"videos":[{"key":"a","site":"youtube","kind":"trailer"},"#
                    + #"{"key":"b","site":"vimeo","kind":"clip","name":"B","language":"ko"}]}"#
            ),
        ]
    )
    func values(_ row: String, _ expected: String) throws {
        let (json, report) = try read(row)
        #expect(json == expected)
        #expect(report.failures.isEmpty)
        #expect(CanonicalRow.unknownNames(in: try JSONDocument(row).root, of: .movie).isEmpty)
    }

    @Test("Languages, currencies, rating scales, and regions are read along with their values")
    func tags() throws {
        let text =
            #"{"title":{"text":"기생충","language":"ko"},"rating":{"value":4,"scale":5,"votes":12},"#
            + #""certification":{"text":"15","region":"KR"},"titles":[{"text":"Parasite","language":"en"}]}"#
        var mapper = RowMapping(nil, provider: "shelf").mapper()
        let element = try JSONDocument(text).root
        let film = mapper.movie(element, root: element)
        let movie = try #require(film)
        #expect(movie.title == LocalizedText("기생충", language: "ko"))
        #expect(movie.ratings == [Rating(provider: "shelf", value: 4, scale: 5, votes: 12)])
        #expect(movie.certifications == [Certification(region: "KR", label: "15")])
        #expect(movie.titles == [LocalizedText("Parasite", language: "en")])
        let sales = try JSONDocument(
            #"{"rank":1,"is_new":false,"sales":{"value":900,"currency":"KRW"},"sales_share":1.5,"movie":{"title":"A"}}"#
        ).root
        let row = mapper.boxOfficeRow(sales, root: sales)
        let place = try #require(row)
        #expect((place.figures.sales.amount, place.figures.sales.currency) == (900, "KRW"))
        #expect(place.movie.title?.text == "A")
        #expect(
            CanonicalRow(place).json.jsonText
                == #"{"rank":1,"is_new":false,"sales":900,"sales_share":1.5,"movie":{"title":"A"}}"#
        )
    }

    @Test(
        "A value of the wrong type is omitted and counted",
        arguments: [
            (#"{"title":"A","year":"soon"}"#, Field.year), (#"{"title":"A","release_date":"30.5.2019"}"#, .releaseDate),
            (#"{"title":"A","rating":11}"#, .rating), (#"{"title":"A","rating":{"value":4,"scale":0}}"#, .rating),
            (#"{"title":"A","ids":["tt1"]}"#, .ids), (#"{"title":"A","genres":[{"id":1}]}"#, .genres),
            (#"{"title":"A","overview":[1]}"#, .overview), (#"{"title":"A","cast":[[]]}"#, .cast),
        ]
    )
    func failures(_ row: String, _ field: Field) throws {
        let (json, report) = try read(row)
        #expect(json == #"{"title":"A"}"#)
        #expect(report.failures.map(\.examplePath) == [field.word])
        #expect(report.failures.map(\.field) == [field])
        #expect(report.failures.map(\.count) == [1])
    }

    @Test(
        "A value that is not a usable row is dropped",
        arguments: ["[]", "{}", "7", #"{"title":null}"#, #"{"title":"A","title":"B"}"#]
    )
    func dropped(_ row: String) throws {
        let (json, report) = try read(row)
        #expect(json == nil)
        #expect(report.dropped == 1)
    }

    @Test("Names that are not fields are listed")
    func unknown() throws {
        let row = try JSONDocument(#"{"title":"A","relase_date":"x","rank":1}"#).root
        #expect(CanonicalRow.unknownNames(in: row, of: .movie) == ["relase_date", "rank"])
    }
}
