import JSON
import Testing

@Suite("Values made by us")
struct ValueTests {
    private let value = JSONValue.object([
        .init("b", [1, 2.5, "x", true, nil]), .init("a", ["n": -1]), .init("a", "last"),
    ])

    @Test("literals keep their order")
    func literals() {
        #expect(value.jsonText == #"{"b":[1,2.5,"x",true,null],"a":{"n":-1},"a":"last"}"#)
        #expect(value.description == value.jsonText)
    }

    @Test("members and elements are found")
    func subscripts() {
        #expect(value["b"]?[2] == "x")
        #expect(value["a"] == "last")
        #expect(value["c"] == nil)
        #expect(value["b"]?[5] == nil)
        #expect(value[0] == nil)
        #expect(value["b"]?["x"] == nil)
    }

    @Test("an element becomes the same value")
    func fromElement() throws {
        let document = try JSONDocument(value.jsonBytes)
        #expect(JSONValue(document.root) == value)
        let inner = try #require(document.root["b"])
        #expect(JSONValue(inner) == [1, 2.5, "x", true, nil])
    }

    @Test("numbers that are equal are equal values")
    func numbers() {
        #expect(JSONValue.number(JSONNumber(1)) == 1.0)
        #expect((1.5 as JSONValue).hashValue == JSONNumber(text: "15e-1").map(JSONValue.number)?.hashValue)
    }
}
