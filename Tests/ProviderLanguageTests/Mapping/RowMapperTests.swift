import JSON
import Testing

@testable import ProviderLanguage

@Suite("Many rows, one after the other")
struct RowMapperTests {
    private static let item = """
        { ids: { shelf: { path: id, required: true } }, title: { first_of: [name, other.name], language: en }, \
        titles: [{ path: name, then: [upper] }, { path: also }], genres: tags, year: { path: year, map: { "0": ~ }, else: keep }, \
        images: [{ path: small, kind: poster, width: 92 }, { path: large, kind: poster }], \
        cast: { rows: people, item: { name: who, character: part } } }
        """

    /// The items that one mapper makes of the elements of a list, `nil` for a dropped one, and the report.
    private func items(_ list: String) throws -> (items: [String?], report: MappingReport, alone: [String?]) {
        let operation = try #require(try provider(item: Self.item).operations[.search]?.first)
        let root = try JSONDocument(list).root
        var mapper = RowMapper(operation.item, inputs: TemplateInputs())
        var report = MappingReport()
        let together = root.elements.map { mapper.item($0, root: root, report: &report)?.json.jsonText }
        var other = MappingReport()
        let alone = root.elements.map {
            operation.item.map($0, root: root, inputs: TemplateInputs(), report: &other)?.json.jsonText
        }
        #expect(other == report)
        return (together, report, alone)
    }

    @Test("A row has nothing of the one before it, and is what it would be alone")
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
                #"{"ids":{"shelf":"1"},"title":"Well","titles":["WELL"],"genres":["A","B"],"year":2019,"images":[{"url":"s","kind":"poster","width":92},{"url":"l","kind":"poster"}],"cast":[{"name":"P"}]}"#,
                #"{"ids":{"shelf":"2"},"title":"Pier","titles":["PIER"],"genres":["C"],"images":[{"url":"t","kind":"poster","width":92}],"cast":[{"name":"Q","character":"y"}]}"#,
                #"{"ids":{"shelf":"3"},"title":"Dune","titles":["Düne"]}"#, nil, #"{"ids":{"shelf":"4"}}"#, nil, nil,
                nil,
                #"{"ids":{"shelf":"6"},"title":"Well","titles":["WELL"],"genres":["D"],"year":2021,"images":[{"url":"u","kind":"poster","width":92},{"url":"v","kind":"poster"}]}"#,
            ]
        )
        #expect(alone == items)
        #expect(report.rows == 9)
        #expect(report.dropped == 4)
        #expect(report.failures == [])
    }

    @Test("A list with something that is no text gives none of its texts, and is counted")
    func unreadableLists() throws {
        let (items, report, alone) = try items(
            #"[{"id":1,"tags":["A",{}]},{"id":2,"tags":{}},{"id":3,"tags":["A",[1]]}]"#
        )
        #expect(items == [#"{"ids":{"shelf":"1"}}"#, #"{"ids":{"shelf":"2"}}"#, #"{"ids":{"shelf":"3"}}"#])
        #expect(alone == items)
        #expect(report.failures == [.init(field: .genres, count: 3, examplePath: "tags", exampleRow: 0)])
    }
}
