import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Mapping consecutive rows")
struct RowMapperTests {
    private static let item = """
        { ids: { shelf: { path: id, required: true } }, title: { first_of: [name, other.name], language: en }, \
        titles: [{ path: name, then: [upper] }, { path: also }], genres: tags, year: { path: year, map: { "0": ~ }, else: keep }, \
        images: [{ path: small, kind: poster, width: 92 }, { path: large, kind: poster }], \
        cast: { rows: people, item: { name: who, character: part } } }
        """

    /// Maps the elements of a list with one mapper and with one mapper each; dropped rows are `nil`.
    private func items(_ list: String) throws -> (items: [String?], report: MappingReport, alone: [String?]) {
        let operation = try #require(try provider(item: Self.item).operations[.search]?.first)
        let root = try JSONDocument(list).root
        var mapper = RowMapping(operation.item, provider: "shelf").mapper()
        let together = root.elements.map { mapper.canonicalRow($0, root: root)?.json.jsonText }
        var sum = MappingReport()
        let alone = root.elements.map { row in
            var mapper = RowMapping(operation.item, provider: "shelf").mapper()
            let text = mapper.canonicalRow(row, root: root)?.json.jsonText
            sum.add(mapper.report)
            return text
        }
        #expect(sum == mapper.report)
        return (together, mapper.report, alone)
    }

    @Test("A row contains nothing from the rows before it")
    func rows() throws {
        let (items, report, alone) = try items(
            #"""
            [{"id":1,"name":"Well","tags":["A"," B ",null,""],"year":2019,"small":"s","large":"l","people":[{"who":"P"}]},
             {"id":2,"name":"Pier","tags":["C"],"year":"0","small":"t","large":"","people":[{"part":"x"},{"part":"y","who":"Q"}]},
             {"id":3,"other":{"name":"Dune"},"also":"Düne"},
             {"name":"no id"}, {"id":4}, {}, "text", {"id":5,"id":5},
             {"id":6,"name":" Well ","tags":"D","year":2021,"small":"u","large":"v","people":[]}]
            """#
        )
        #expect(
            items == [
                #"{"ids":{"shelf":"1"},"title":"Well","titles":["WELL"],"year":2019,"genres":["A","B"],"cast":[{"name":"P"}],"images":[{"url":"s","kind":"poster","width":92},{"url":"l","kind":"poster"}]}"#,
                #"{"ids":{"shelf":"2"},"title":"Pier","titles":["PIER"],"genres":["C"],"cast":[{"name":"Q","character":"y"}],"images":[{"url":"t","kind":"poster","width":92}]}"#,
                #"{"ids":{"shelf":"3"},"title":"Dune","titles":["Düne"]}"#, nil, #"{"ids":{"shelf":"4"}}"#, nil, nil,
                nil,
                #"{"ids":{"shelf":"6"},"title":"Well","titles":["WELL"],"year":2021,"genres":["D"],"images":[{"url":"u","kind":"poster","width":92},{"url":"v","kind":"poster"}]}"#,
            ]
        )
        #expect(alone == items)
        #expect(report.rows == 9)
        #expect(report.dropped == 4)
        #expect(
            report.leftOutMessages == [
                "3 of 9 rows left out: no 'ids.shelf'", "1 of 9 rows left out: two values under one name",
            ]
        )
        #expect(report.failures == [])
    }

    @Test("A list with an element that is not a text yields none of its texts and is counted")
    func unreadableLists() throws {
        let (items, report, alone) = try items(
            #"[{"id":1,"tags":["A",{}]},{"id":2,"tags":{}},{"id":3,"tags":["A",[1]]}]"#
        )
        #expect(items == [#"{"ids":{"shelf":"1"}}"#, #"{"ids":{"shelf":"2"}}"#, #"{"ids":{"shelf":"3"}}"#])
        #expect(alone == items)
        #expect(
            report.failures.map(\.undescribed) == [.init(field: .genres, count: 3, examplePath: "tags")]
        )
    }

    @Test("A box office row needs a rank, and its currency is that of the sales")
    func ranks() throws {
        let item = """
            { rank: r, rank_change: c, is_new: n, audience: a, audience_change_percent: { path: p, unit: fraction }, \
            sales_change: { path: d, unit: USD }, sales: { path: s, unit: KRW }, movie: { title: { path: t, required: true } } }
            """
        let operation = try shelfOperation(.dailyBoxOffice, "get: /, rows: ., item: \(item)")
        let rows = """
            [{"r":"1","c":-2,"n":true,"a":"7","p":0.125,"d":3,"s":9,"t":"A"},{"a":7,"t":"B"},{"r":2},{"r":3,"t":"C","s":"many"}]
            """
        let (places, report) = try boxOffice(in: try JSONDocument(rows).root, by: operation)
        var first = BoxOfficeFigures(rank: 1)
        first.rankChange = -2
        first.isNew = true
        first.audience.count = 7
        first.audience.changePercent = 12.5
        first.sales.change = 3
        first.sales.amount = 9
        first.sales.currency = "KRW"
        #expect(places.map(\.figures) == [first, BoxOfficeFigures(rank: 3)])
        #expect(places.map(\.movie.title?.text) == ["A", "C"])
        #expect((report.rows, report.dropped) == (4, 2))
        #expect(report.failures.map(\.undescribed) == [.init(field: .sales, count: 1, examplePath: "s")])
    }
}
