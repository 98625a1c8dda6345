import JSON
import Testing

@Suite("Elements of a document")
struct ElementTests {
    private let root: JSONElement

    init() throws {
        root = try JSONDocument(
            #"{"s": "é\n", "n": 12.50, "t": true, "f": false, "z": null, "a": [1, "two", [3], {"x": 4}], "o": {"b": 1, "c": 2}}"#
        ).root
    }

    @Test("An element is of exactly one kind")
    func kinds() {
        let kinds: [(name: String, kind: JSONElement.Kind)] = [
            ("s", .string), ("n", .number), ("t", .bool), ("f", .bool), ("z", .null), ("a", .array), ("o", .object),
        ]
        for (name, kind) in kinds {
            let element = root[name]
            #expect(element?.kind == kind)
            #expect((element?.string != nil) == (kind == .string))
            #expect((element?.number != nil) == (kind == .number))
            #expect((element?.bool != nil) == (kind == .bool))
            #expect(element?.isNull == (kind == .null))
            #expect(element?.elements.isEmpty == (kind != .array))
            #expect(element.map { $0.members.count == 0 } == (kind != .object))
        }
    }

    @Test("Members and elements are found, enumerated, and counted")
    func children() {
        #expect(root.count == 7)
        #expect(root["a"]?.count == 4)
        #expect(root["s"]?.count == 0)
        #expect(root["a"]?.elements.map(\.description) == ["1", #""two""#, "[3]", #"{"x":4}"#])
        #expect(root["a"].map { Array($0.elements)[1].string } == "two")
        #expect(root["o"]?.members.map(\.name) == ["b", "c"])
        #expect(root["o"]?.members.map(\.value.int) == [1, 2])
        #expect(root["a"]?[3]?["x"]?.int == 4)
        #expect(root["a"]?[4] == nil)
        #expect(root["a"]?[-1] == nil)
        #expect(root["missing"] == nil)
        #expect(root[0] == nil)
        #expect(root["a"]?["x"] == nil)
    }

    @Test("The last of several members with one name wins, and the occurrences are counted")
    func duplicates() throws {
        let element = try JSONDocument(#"{"id":1,"a":{"id":9},"id":2,"\u0069d":3}"#).root
        #expect(element["id"]?.int == 3)
        #expect(element.occurrences(of: "id") == 3)
        #expect(element.occurrences(of: "a") == 1)
        #expect(element.occurrences(of: "b") == 0)
        #expect(element.hasDuplicateNames)
        #expect(element.count == 4)
        #expect(element["a"]?.hasDuplicateNames == false)
    }

    @Test("Names are compared by code points, not by canonical equivalence")
    func normalisation() throws {
        let element = try JSONDocument("{\"\u{E9}\":1,\"e\u{301}\":2}").root
        #expect(element["\u{E9}"]?.int == 1)
        #expect(element["e\u{301}"]?.int == 2)
        #expect(!element.hasDuplicateNames)
    }

    @Test("A string is compared with a text by its decoded value")
    func isString() throws {
        let element = try JSONDocument(#"["abc","a\u0062c","ab",7,""]"#).root
        #expect(element.elements.map { $0.isString("abc") } == [true, true, false, false, false])
        #expect(element[4]?.isString("") == true)
    }

    @Test("An element keeps its source text")
    func text() throws {
        let element = try JSONDocument(#" { "id" : "a\u0062" , "n":1.50e1, "a":[ 1 ] } "#).root
        #expect(String(decoding: element["id"]?.text ?? [], as: UTF8.self) == #""a\u0062""#)
        #expect(String(decoding: element["n"]?.text ?? [], as: UTF8.self) == "1.50e1")
        #expect(String(decoding: element["a"]?.text ?? [], as: UTF8.self) == "[ 1 ]")
        #expect(element.description == #"{"id":"a\u0062","n":1.50e1,"a":[1]}"#)
    }

    @Test(
        "Elements are equal if their values are equal",
        arguments: [
            ("1", "1.0", true), ("1", "2", false), ("1e2", "100", true), ("0", "-0", true),
            (#""a""#, #""\u0061""#, true),
            (#"{"a":1,"b":2}"#, #"{ "b":2, "a":1 }"#, true), (#"{"a":1,"a":2}"#, #"{"a":2}"#, true),
            (#"{"a":1}"#, #"{"a":1,"b":1}"#, false), ("[1,2]", "[2,1]", false), ("[1]", "[1,1]", false),
            ("null", "false", false), ("[]", "{}", false), ("1", #""1""#, false), ("true", "true", true),
            ("\"\u{E9}\"", "\"e\u{301}\"", false), ("9007199254740993", "9007199254740992", false),
        ]
    )
    func equality(left: String, right: String, isEqual: Bool) throws {
        #expect((try JSONDocument(left).root == JSONDocument(right).root) == isEqual)
    }
}
