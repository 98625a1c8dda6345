import JSON
import MarqueeTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Randomly mutated texts")
struct JSONFuzzTests {
    /// The number of rounds; `make fuzz` runs two hundred times as many.
    private static let rounds = ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1" ? 800_000 : 4_000

    private static let seeds = [
        #"{"jsonrpc":"2.0","id":17,"method":"a/b","params":{"q":"기생충 \u00e9\ud834\udd1e\n","n":[1,-2.5e3,0,true,false,null]}}"#,
        "[\n  [[[]]], {}, {\"a\" : {\"b\" : [{}, {\"c\":\"\"}]}},\r\n\t\"long enough for whole words é and more\", 1E-7 ]",
        #"[0.1,1e400,-0,"\"\\\/\b\f\n\r\t",{"a":1,"a":2},"𝄞𝄞",123456789012345678901234567890]"#,
    ]

    @Test("A mutated text is refused, or is unchanged when written and read again", arguments: 0..<3)
    func mutations(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let original = Array(Self.seeds[seed].utf8)
        var accepted = 0
        for _ in 0..<Self.rounds {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) { Self.mutate(&bytes, with: &generator) }
            guard let root = Self.read(bytes) else { continue }
            accepted += 1
            let fromElement = try JSONDocument(root.jsonBytes).root
            #expect(fromElement == root)
            let fromValue = try JSONDocument(JSONValue(root).jsonBytes).root
            #expect(fromValue == root, "\(String(decoding: bytes, as: UTF8.self))")
            var pretty = JSONWriter(pretty: true)
            pretty.value(JSONValue(root))
            #expect(try JSONDocument(pretty.bytes).root == root)
        }
        // Both outcomes occur often enough to be meaningful.
        #expect((Self.rounds / 20...Self.rounds * 19 / 20).contains(accepted), "\(accepted)")
    }

    @Test("Every proper prefix of a text is refused with an offset inside it", arguments: 0..<3)
    func beginnings(seed: Int) {
        let bytes = Array(Self.seeds[seed].utf8)
        for length in bytes.indices {
            let error = #expect(throws: JSONError.self) { try JSONDocument(Array(bytes[..<length])) }
            #expect((0...length).contains(error?.offset ?? -1))
        }
    }

    private static func read(_ bytes: [UInt8]) -> JSONElement? {
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            #expect((0...bytes.count).contains(error.offset))
            #expect(!error.description.isEmpty)
            return nil
        }
    }

    /// Changes, inserts, removes, or repeats bytes at a random position.
    private static func mutate(_ bytes: inout [UInt8], with generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
        let interesting =
            Array("[]{},:\"\\0123456789.eE+-tfnu \n".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFF]
        let byte = interesting.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where place < bytes.count: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2 where place < bytes.count: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(5), at: place)
        }
    }
}
