import JSON
import Testing

@Suite("Limits of reading")
struct LimitTests {
    @Test("bytes: the limit is read, one more is not")
    func bytes() throws {
        let limits = JSONLimits(maximumBytes: 6)
        #expect(try JSONDocument("[1,23]", limits: limits).root.count == 2)
        let error = #expect(throws: JSONError.self) { try JSONDocument("[1,234]", limits: limits) }
        #expect(error?.reason == .tooManyBytes)
        #expect(error?.message == "expected at most 6 bytes, but 7 came")
    }

    @Test("depth: 64 levels are read, 65 are not", arguments: [("[", "]"), (#"{"a":"#, "}")])
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

    @Test("depth: a hundred thousand brackets are refused, whatever is allowed")
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

    @Test("depth 0 takes scalars only")
    func scalars() throws {
        let limits = JSONLimits(maximumDepth: 0)
        #expect(try JSONDocument("7", limits: limits).root.int == 7)
        #expect(throws: JSONError.self) { try JSONDocument("[]", limits: limits) }
    }

    @Test("numbers: 1,000 bytes are read, 1,001 are not")
    func numbers() throws {
        let longest = String(repeating: "9", count: 1_000)
        #expect(try JSONDocument(longest).root.number?.text == longest)
        let error = #expect(throws: JSONError.self) { try JSONDocument(longest + "9") }
        #expect(error?.reason == .numberTooLong)
        #expect(error?.offset == 0)
    }
}
