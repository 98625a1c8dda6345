import JSON
import Testing

@testable import ProviderLanguage

@Suite("Lists of items inside of a row")
struct NestedItemTests {
    private func item(_ definition: String, _ row: String) throws -> MappedItem {
        let provider = try provider(item: definition, settings: "    missing_values: ['']")
        let operation = try #require(provider.operations[.search]?.first)
        return try #require(mapped(try JSONDocument(row).root, operation).items.first)
    }

    @Test("People are names, or items of their own; one without a name is dropped, not the film")
    func people() throws {
        let item = try item(
            "{ title: t, directors: d, cast: { rows: c, limit: 2, item: { name: n, character: { first_of: [k, l] } } } }",
            #"{"t":"a","d":["x","y"],"c":[{"n":"p","k":"","l":"q"},{"n":""},{"n":"r"},{"n":"s"}]}"#
        )
        #expect(item.items(.directors).map { $0.text(.name)?.text } == ["x", "y"])
        #expect(item.items(.cast).map { $0.text(.name)?.text } == ["p", "r"])
        #expect(item.items(.cast).first?.text(.character)?.text == "q")
        #expect(item.text(.title)?.text == "a")
    }

    @Test("Images are urls with tags, or items, or both")
    func images() throws {
        let item = try item(
            "{ images: [{ path: small, kind: poster, width: 230, prefix: 'https://i.example' }, { rows: pics, item: { kind: k, url: u, width: w, language: l } }] }",
            #"{"small":"/s.jpg","pics":[{"k":"backdrop","u":"https://i.example/b.jpg","w":"1280","l":null},{"k":"logo"}]}"#
        )
        #expect(
            item.json["images"] == [
                ["url": "https://i.example/s.jpg", "kind": "poster", "width": 230],
                ["kind": "backdrop", "url": "https://i.example/b.jpg", "width": 1280],
            ]
        )
    }

    @Test("An object is one row, or a map of rows; a path may start at the root")
    func rows() throws {
        let row = #"{"img":{"url":"a"},"vids":{"x":{"key":"1"},"y":{"key":"2"}},"site":"youtube"}"#
        let item = try item(
            "{ images: { rows: img, item: { url: url } }, videos: { rows: vids, each_value: true, item: { key: key, site: $.site } } }",
            row
        )
        #expect(item.items(.images).map { $0.text(.url)?.text } == ["a"])
        #expect(item.items(.videos).map { $0.text(.key)?.text } == ["1", "2"])
        #expect(item.items(.videos).map { $0.text(.site)?.text } == ["youtube", "youtube"])
    }

    @Test("A mapping of several may be required, and a row without any value is dropped")
    func droppedRows() throws {
        let provider = try provider(
            item: "{ titles: [{ path: a, required: true }, { path: b }], year: y, genres: [{ path: g }, { path: h }] }"
        )
        let operation = try #require(provider.operations[.search]?.first)
        let (items, report) = mapped(
            try JSONDocument(#"[{"a":"1","y":1999},{"b":"2","y":2000},{"a":"3"}]"#).root,
            operation
        )
        #expect(items.map { $0.texts(.titles).map(\.text) } == [["1"], ["3"]])
        #expect((report.rows, report.dropped) == (3, 1))
        let plain = try #require(try self.operation("{ title: t, year: y }"))
        let empty = mapped(try JSONDocument(#"[{"x":1},{"t":"a"},7,null]"#).root, plain)
        #expect(empty.items.map { $0.text(.title)?.text } == ["a"])
        #expect((empty.report.rows, empty.report.dropped) == (4, 3))
    }

    @Test("A row with one name twice is dropped, whatever may be meant; names within its values are their own")
    func ambiguousRows() throws {
        let operation = try #require(try self.operation("{ title: t }"))
        let rows = #"[{"t":"a","x":{"t":1}},{"t":"b","t":"c"},{"t":"d","\u0074":"e"},{"t":"f","y":1,"y":1}]"#
        let (items, report) = mapped(try JSONDocument(rows).root, operation)
        #expect(items.map { $0.text(.title)?.text } == ["a"])
        #expect((report.rows, report.dropped) == (4, 3))
    }

    private func operation(_ item: String) throws -> OperationDefinition? {
        try provider(item: item).operations[.search]?.first
    }

    @Test("A row without a required field is dropped and counted; failures name path and row")
    func reports() throws {
        let provider = try provider(item: "{ title: { path: t, required: true }, year: a.y }")
        let operation = try #require(provider.operations[.search]?.first)
        let root = try JSONDocument(
            #"[{"t":"a","a":{"y":1999}},{"a":{"y":1}},{"t":"b","a":{"y":"x"}},{"t":"c","a":{"y":"z"}}]"#
        ).root
        let (items, report) = mapped(root, operation)
        #expect(items.map { $0.text(.title)?.text } == ["a", "b", "c"])
        #expect(report.rows == 4)
        #expect(report.dropped == 1)
        #expect(report.failures == [.init(field: .year, count: 2, examplePath: "a.y", exampleRow: 2)])
    }
}
