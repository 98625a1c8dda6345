import JSON
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("The rows of an answer as films of the domain")
struct FilmRowsTests {
    @Test("A film has nothing of the row before it, dropped or not, and is what its row alone gives")
    func rows() throws {
        let item = """
            { ids: { shelf: id, imdb: i }, genres: g, languages: l, countries: c, images: { path: p, kind: logo }, \
            directors: d, videos: v, runtime: m, adult: a, title: { path: t, required: true }, \
            titles: [{ path: u, language: fr }], certification: { path: f, region: KR }, companies: k, rating: r }
            """
        let definition = try #require(try shelf("search: { get: /f, rows: ., item: \(item) }").http)
        let operation = try #require(definition.operations[.search]?.first)
        let root = try JSONDocument(
            #"""
            [{"id":1,"i":"tt1","t":"Well","u":"Puits","g":["Sci-Fi","SF","drama"],"l":["English","en"],"c":"한국","p":["a","b"],
              "d":["D"],"v":"k","m":90,"a":true,"f":"15","k":["K","K"],"r":7},
             {"id":2,"u":"Quai","g":["Horror"],"p":"c","d":"E","m":1},
             {"id":3,"t":"Dune"},
             {"id":4,"t":"Pier","u":"Quai","p":"d","l":"Korean","d":["F","G"]}]
            """#
        ).root
        var mapper = RowMapper(operation.item, inputs: TemplateInputs(), provider: "shelf")
        let films = root.elements.compactMap { mapper.movie($0, root: root)?.normalized() }
        let alone = root.elements.compactMap { row in
            var mapper = RowMapper(operation.item, inputs: TemplateInputs(), provider: "shelf")
            return mapper.movie(row, root: root)?.normalized()
        }
        #expect(films == alone)
        #expect(mapper.report.dropped == 1)

        #expect(films.map(\.ids) == [["shelf": "1", "imdb": "tt1"], ["shelf": "3"], ["shelf": "4"]])
        #expect(films.map(\.genres) == [["science-fiction", "drama"], [], []])
        #expect(films.map(\.languages) == [["en"], [], ["ko"]])
        #expect(films.map { $0.titles.map(\.text) } == [["Well", "Puits"], ["Dune"], ["Pier", "Quai"]])
        #expect(films.map { $0.images.map(\.url) } == [["a", "b"], [], ["d"]])
        #expect(films.map { $0.directors.map(\.name) } == [["D"], [], ["F", "G"]])
        #expect(films.map(\.companies) == [["K"], [], []])
        #expect(films.map(\.runtimeMinutes) == [90, nil, nil])
        #expect(films.map(\.adult) == [true, nil, nil])
        #expect(films[0].countries == ["KR"])
        #expect(films[0].certifications == [Certification(region: "KR", label: "15")])
        #expect(films[0].ratings == [Rating(provider: "shelf", value: 7, scale: 10)])
        #expect(films[0].videos == [MovieVideo(kind: "trailer", site: "youtube", key: "k")])
    }
}
