import JSON
import ProviderLanguage
import Testing

@Suite("Rows in the field names of the language")
struct PlainRowTests {
    private func item(
        _ text: String,
        _ kind: ItemKind = .movie
    ) throws -> (item: MappedItem?, report: MappingReport, unknown: [String]) {
        var report = MappingReport()
        let row = PlainRow(try JSONDocument(text).root)
        return (row.item(kind, &report), report, row.unknownNames(of: kind))
    }

    @Test(
        "Each value in the type of its field",
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
                #"{"images":[{"url":"https://a/b","width":500}]}"#
            ),
            (#"{"adult":false,"popularity":1.5,"overview":""}"#, #"{"adult":false,"popularity":1.5}"#),
        ]
    )
    func values(_ row: String, _ expected: String) throws {
        let (item, report, unknown) = try item(row)
        #expect(item?.json.jsonText == expected)
        #expect(report.failures.isEmpty)
        #expect(unknown.isEmpty)
    }

    @Test("Tags stand beside the text, the amount and the rating")
    func tags() throws {
        let row =
            #"{"title":{"text":"기생충","language":"ko"},"rating":{"value":4,"scale":5,"votes":12},"#
            + #""certification":{"text":"15","region":"KR"},"titles":[{"text":"Parasite","language":"en"}]}"#
        let movie = try #require(try item(row).item)
        #expect(movie.text(.title) == MappedText("기생충", language: "ko"))
        #expect(movie.rating == MappedRating(value: 4, scale: 5, votes: 12))
        #expect(movie.texts(.certification) == [MappedText("15", region: "KR")])
        #expect(movie.texts(.titles) == [MappedText("Parasite", language: "en")])
        let sales = try item(
            #"{"rank":1,"sales":{"value":900,"currency":"KRW"},"movie":{"title":"A"}}"#,
            .boxOfficeEntry
        )
        #expect(sales.item?.amount(.sales) == MappedAmount(900, currency: "KRW"))
        #expect(sales.item?.movie?.text(.title)?.text == "A")
    }

    @Test(
        "What is of another type is left out and counted",
        arguments: [
            (#"{"title":"A","year":"soon"}"#, Field.year), (#"{"title":"A","release_date":"30.5.2019"}"#, .releaseDate),
            (#"{"title":"A","rating":11}"#, .rating), (#"{"title":"A","rating":{"value":4,"scale":0}}"#, .rating),
            (#"{"title":"A","ids":["tt1"]}"#, .ids), (#"{"title":"A","genres":[{"id":1}]}"#, .genres),
            (#"{"title":"A","overview":[1]}"#, .overview), (#"{"title":"A","cast":[[]]}"#, .cast),
        ]
    )
    func failures(_ row: String, _ field: Field) throws {
        let (item, report, _) = try item(row)
        #expect(item?.json.jsonText == #"{"title":"A"}"#)
        #expect(report.failures.map(\.field) == [field])
        #expect(report.failures.map(\.count) == [1])
    }

    @Test("No row at all", arguments: ["[]", "{}", "7", #"{"title":null}"#, #"{"title":"A","title":"B"}"#])
    func dropped(_ row: String) throws {
        let (item, report, _) = try item(row)
        #expect(item == nil)
        #expect(report.dropped == 1)
    }

    @Test("Names that are no fields are told")
    func unknown() throws {
        #expect(try item(#"{"title":"A","relase_date":"x","rank":1}"#).unknown == ["relase_date", "rank"])
    }
}
