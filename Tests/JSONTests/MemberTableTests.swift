import Testing

@testable import JSON

@Suite("Members of like objects")
struct MemberTableTests {
    private static let names = ["a", "title", "é"]

    /// What a table finds in each of the objects of a list, and whether all names of the object are different.
    private func found(_ list: String) throws -> [(values: [String], isUnique: Bool)] {
        var table = MemberTable(names: Self.names)
        return try JSONDocument(list).root.elements.map { object in
            let isUnique = table.read(object)
            return (Self.names.indices.map { text(table.value(at: $0)) }, isUnique)
        }
    }

    private func text(_ value: MemberTable.Value) -> String {
        switch value {
        case .nothing: "-"
        case .string(let text): "'\(text)'"
        case .literal(let text): text
        case .container(let element): element.description
        }
    }

    @Test(
        "Each object has its own values, whatever the one before was like",
        arguments: [
            (#"[{"a":1,"title":"x"},{"a":true,"title":"y"}]"#, [["1", "'x'", "-"], ["true", "'y'", "-"]]),
            (#"[{"a":1,"title":"x"},{"title":"y","a":2}]"#, [["1", "'x'", "-"], ["2", "'y'", "-"]]),
            (#"[{"a":1,"title":"x"},{"b":3,"title":"y"}]"#, [["1", "'x'", "-"], ["-", "'y'", "-"]]),
            (
                #"[{"a":1,"title":"x"},{"a":2},{"a":3,"title":"z"}]"#,
                [["1", "'x'", "-"], ["2", "-", "-"], ["3", "'z'", "-"]]
            ),
            (#"[{"a":1},{},{"a":2}]"#, [["1", "-", "-"], ["-", "-", "-"], ["2", "-", "-"]]),
            (
                #"[{"a":{"a":1},"title":[2]},{"a":null,"title":"\n"}]"#,
                [[#"{"a":1}"#, "[2]", "-"], ["-", "'\n'", "-"]]
            ),
            (
                #"[{"\u0061":1,"é":2},{"\u0061":3,"é":4},{"a":5,"\u00e9":6}]"#,
                [["1", "-", "2"], ["3", "-", "4"], ["5", "-", "6"]]
            ),
            (
                #"[{"a":1},"a",["a"],7,{"a":2}]"#,
                [["1", "-", "-"], ["-", "-", "-"], ["-", "-", "-"], ["-", "-", "-"], ["2", "-", "-"]]
            ),
        ] as [(String, [[String]])]
    )
    func values(_ list: String, _ expected: [[String]]) throws {
        let found = try found(list)
        #expect(found.map(\.values) == expected)
        #expect(found.map(\.isUnique) == expected.map { _ in true })
    }

    @Test("Of equal names the last counts, and that there are such is told of every object that has them")
    func equalNames() throws {
        let found = try found(
            #"[{"a":1,"a":2},{"a":3,"a":4},{"a":5,"b":6},{"title":1,"a":2,"\u0061":3},{"b":1,"b":2}]"#
        )
        #expect(found.map(\.isUnique) == [false, false, true, false, false])
        #expect(found.map(\.values[0]) == ["2", "4", "5", "3", "-"])
    }

    @Test("Objects of more shapes than are remembered, over and over, have the values that a look-up finds")
    func manyShapes() throws {
        let orders = [
            ["a", "title", "é", "x"], ["title", "a"], ["x", "é", "title", "a"], ["a"], ["y", "title"], ["é", "a", "y"],
            ["x", "y", "z", "title"],
        ]
        let objects = (0..<60).map { number in
            let order = orders[number * number % orders.count]
            return "{" + order.map { "\"\($0)\":\"\($0)\(number)\"" }.joined(separator: ",") + "}"
        }
        let list = try JSONDocument("[" + objects.joined(separator: ",") + "]").root
        var table = MemberTable(names: Self.names)
        for object in list.elements {
            let isUnique = table.read(object)
            #expect(isUnique)
            for (position, name) in Self.names.enumerated() {
                #expect(text(table.value(at: position)) == object[name]?.string.map { "'\($0)'" } ?? "-")
            }
        }
    }

    @Test("Another document has nothing to do with the one before, though its bytes lie alike")
    func otherDocument() throws {
        var table = MemberTable(names: Self.names)
        let values = try [#"{"a":1,"title":2}"#, #"{"b":3,"tutle":4}"#, #"{"a":5,"title":6}"#].map { text in
            let isUnique = table.read(try JSONDocument(text).root)
            #expect(isUnique)
            return Self.names.indices.map { self.text(table.value(at: $0)) }
        }
        #expect(values == [["1", "2", "-"], ["-", "-", "-"], ["5", "6", "-"]])
    }
}
