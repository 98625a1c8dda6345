import JSON
import MarqueeTestKit
import Testing

@Suite("JSON values")
struct ValueTests {
    private let value = JSONValue.object([
        .init("b", [1, 2.5, "x", true, nil]), .init("a", ["n": -1]), .init("a", "last"),
    ])

    @Test("Literals keep the order of their members")
    func literals() {
        #expect(value.jsonText == #"{"b":[1,2.5,"x",true,null],"a":{"n":-1},"a":"last"}"#)
        #expect(value.description == value.jsonText)
    }

    @Test("Members and elements are found by subscript")
    func subscripts() {
        #expect(value["b"]?[2] == "x")
        #expect(value["a"] == "last")
        #expect(value["c"] == nil)
        #expect(value["b"]?[5] == nil)
        #expect(value[0] == nil)
        #expect(value["b"]?["x"] == nil)
    }

    @Test("An element is converted to the same value")
    func fromElement() throws {
        let document = try JSONDocument(value.jsonBytes)
        #expect(JSONValue(document.root) == value)
        let inner = try #require(document.root["b"])
        #expect(JSONValue(inner) == [1, 2.5, "x", true, nil])
    }

    @Test("Values with equal numbers are equal and have the same hash")
    func numbers() {
        #expect(JSONValue.number(JSONNumber(1)) == 1.0)
        #expect((1.5 as JSONValue).hashValue == JSONNumber(text: "15e-1").map(JSONValue.number)?.hashValue)
    }

    /// Names that share their length and ends, and others that are special cases for a reader that caches names.
    private static let names = [
        "", "a", "aa", "aba", "aca", "known_for_department", "known_far_department", "한국", "한극", "aé", "a\"b", "a\\b",
        "a\nb", "ends as a word", "ends as b word", String(repeating: "n", count: 16),
        String(repeating: "n", count: 300),
    ]

    @Test("The repeated names of many objects are read correctly")
    func repeatedNames() throws {
        var generator = SeededGenerator(seed: 7)
        let objects = (0..<300).map { number in
            JSONValue.object(
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    .init(Self.names.randomElement(using: &generator) ?? "", .number(JSONNumber(number)))
                }
            )
        }
        let root = try JSONDocument(JSONValue.array(objects).jsonBytes).root
        #expect(JSONValue(root) == .array(objects))
        for (element, object) in zip(root.elements, objects) { #expect(JSONValue(element) == object) }
    }

    @Test("A name with escapes equals the same name without escapes")
    func escapedNames() throws {
        let pair = #"{"ab":1,"a\u0062":2,"\u0061b":3}"#
        let text = "[" + Array(repeating: pair, count: 200).joined(separator: ",") + "]"
        let value = JSONValue(try JSONDocument(text).root)
        let expected = JSONValue.object([.init("ab", 1), .init("ab", 2), .init("ab", 3)])
        #expect(value == .array(Array(repeating: expected, count: 200)))
    }
}
