import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The fuzzers' targets as ordinary tests: what they began with, what they found, and some random damage to it.
@Suite("Fuzz: what holds for any bytes")
struct FuzzTests {
    private static let isLong = ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1"
    private static let rounds = isLong ? 200_000 : 1_500

    @Test("The seeds and the corpus", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        let inputs = try Self.corpus(of: target)
        #expect(inputs.count > target.seeds.count)
        for input in inputs { check(target, input) }
    }

    @Test("Randomly damaged inputs", arguments: FuzzTarget.allCases, [1, 2] as [UInt64])
    func damaged(target: FuzzTarget, seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let inputs = try Self.corpus(of: target)
        for _ in 0..<Self.rounds {
            let input = inputs[Int.random(in: 0..<inputs.count, using: &random)]
            check(target, Mutation.damage(input, using: &random))
        }
    }

    @Test("The invariants notice a framer, a reader and a decoder that err")
    func violations() {
        #expect(throws: Violation.self) { try Violation.unless(1 + 1 == 3, "arithmetic") }
        #expect(!ReferenceJSON.accepts(Array("[1,]".utf8), JSONInvariants.limits))
        #expect(ReferenceJSON.accepts(Array(#" {"a":[1e5,"\ud834\udd1e",null]} "#.utf8), JSONInvariants.limits))
        #expect(PackedCorpus.unpack(PackedCorpus.pack([[0x00, 0xFF], [0x7B]])) == [[0x7B], [0x00, 0xFF]])
        #expect(PackedCorpus.unpack("0g\n") == nil)
    }

    /// Records a violation together with the bytes that show it.
    private func check(_ target: FuzzTarget, _ bytes: [UInt8]) {
        do {
            try target.check(bytes)
        } catch {
            Issue.record("\(target.rawValue), \(PackedCorpus.hexadecimal(bytes)): \(error)")
        }
    }

    private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
        // This file is also built by way of links.
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().path
        let root = file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let name = "\(root)/Fuzz/Corpus/\(target.rawValue).hex"
        let text = try String(contentsOfFile: name, encoding: .utf8)
        return target.seeds + (try #require(PackedCorpus.unpack(text)))
    }
}
