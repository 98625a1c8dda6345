import MarqueeTestKit
import Testing
import YAML

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Randomly mutated texts")
struct YAMLFuzzTests {
    /// The number of rounds; `make fuzz` runs two hundred times as many.
    private static let rounds = ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1" ? 100_000 : 500

    static let seeds = [
        "version: 1\nproviders:\n  - id: kofic\n    auth: { kind: api_key, value: \"${env.KEY}\" }\n    rows: a[0].b\n",
        "a: &x [1, 'two', \"th\\u0072ee\", {k: *y}]\nb: *x\nc: |\n  text\n   more\nd: >-\n  folded\n\n  text\n",
        "%YAML 1.2\n%TAG !e! tag:example.org,2000:\n---\n!e!x {? [complex, key] : !!str v, é: 😀}\n...\n# end\n",
        "- - - a\n    - b\n  - ? c\n    : d\n- \"multi\n  line \\\n  text\"\n- <<: {a: 1}\n  <<: 2\n- &a [*a]\n",
    ]

    static let pieces: [[UInt8]] =
        [
            "\0", "\t", "\n", "\r\n", ": ", "- ", "? ", "[", "]", "{", "}", "*x", "&x ", "!!", "---\n", "...\n",
            "%TAG ", "'", "\"", "\\",
        ]
        .map { Array($0.utf8) } + [[0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xC2], [0xE2, 0x80, 0xA8], [0xF0, 0x9F]]

    @Test("A mutated text is accepted or has problems at positions inside it, and causes no crash", arguments: 0..<4)
    func mutations(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var accepted = 0
        for _ in 0..<Self.rounds {
            let bytes = mutated(Array(Self.seeds[seed].utf8), &generator)
            let found = problems(bytes)
            if found.isEmpty { accepted += 1 }
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + bytes.count { $0 == 0xC2 || $0 == 0xE2 } + 2
            for problem in found {
                #expect((1...lines).contains(problem.position.line), "\(problem)")
                #expect((1...bytes.count + 1).contains(problem.position.column), "\(problem)")
                #expect(!problem.message.isEmpty)
            }
        }
        #expect(accepted < Self.rounds)
    }

    @Test("The same bytes have the same problems")
    func deterministic() {
        var generator = SeededGenerator(seed: 7)
        for seed in Self.seeds {
            let bytes = mutated(Array(seed.utf8), &generator)
            #expect(problems(bytes) == problems(bytes))
        }
    }

    @Test("Every prefix of a text is accepted or has problems inside it", arguments: seeds)
    func prefixes(seed: String) {
        let bytes = Array(seed.utf8)
        for length in 0..<bytes.count {
            for problem in problems(Array(bytes[..<length])) {
                #expect(problem.position.line <= bytes.count { $0 == 0x0A } + 2, "\(problem)")
            }
        }
    }

    private func mutated(_ seed: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = seed
        for _ in 0...Int.random(in: 0..<4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 8))
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 24)], at: place)
            }
        }
        return bytes
    }
}
