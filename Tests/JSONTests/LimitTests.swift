import JSON
import Testing

@Suite("Reading limits")
struct LimitTests {
    @Test("A text of the maximum size is read, and one more byte is refused")
    func bytes() throws {
        let limits = JSONLimits(maximumBytes: 6)
        #expect(try JSONDocument("[1,23]", limits: limits).root.count == 2)
        let error = #expect(throws: JSONError.self) { try JSONDocument("[1,234]", limits: limits) }
        #expect(error?.reason == .tooManyBytes)
        #expect(error?.message == "expected at most 6 bytes, found 7")
    }

    @Test("64 levels are read, and 65 are refused", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func depth(opening: String, closing: String) throws {
        func nested(_ levels: Int) -> String {
            String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        }
        let root = try JSONDocument(nested(64)).root
        #expect(root.description == nested(64))
        #expect(JSONValue(root).jsonText == nested(64))
        let error = #expect(throws: JSONError.self) { try JSONDocument(nested(65)) }
        #expect(error?.reason == .tooDeep)
        #expect(error?.offset == 64 * opening.utf8.count)
    }

    @Test("A hundred thousand brackets are refused at 512 levels at most, whatever the limit")
    func bomb() {
        let bomb = String(repeating: "[", count: 100_000)
        for depth in [64, 512, Int.max] {
            let error = #expect(throws: JSONError.self) {
                try JSONDocument(bomb, limits: JSONLimits(maximumDepth: depth))
            }
            #expect(error?.reason == .tooDeep)
            #expect(error?.offset == min(depth, 512))
        }
    }

    @Test("A depth limit of 0 accepts only scalars")
    func scalars() throws {
        let limits = JSONLimits(maximumDepth: 0)
        #expect(try JSONDocument("7", limits: limits).root.int == 7)
        #expect(throws: JSONError.self) { try JSONDocument("[]", limits: limits) }
    }

    @Test("A number of 1,000 bytes is read, and one of 1,001 is refused")
    func numbers() throws {
        let longest = String(repeating: "9", count: 1_000)
        #expect(try JSONDocument(longest).root.number?.text == longest)
        let error = #expect(throws: JSONError.self) { try JSONDocument(longest + "9") }
        #expect(error?.reason == .numberTooLong)
        #expect(error?.offset == 0)
    }
}
