import MarqueeTestKit
import Platform
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs the fuzz targets as ordinary tests on the seeds, the stored corpus, and random mutations of both.
@Suite("Fuzz: invariants for arbitrary bytes")
struct FuzzTests {
    private static let isLong = SystemEnvironment.current.variable("MARQUEE_LONG") == "1"
    private static let rounds = isLong ? 200_000 : 1_500

    @Test("The invariants hold for the seeds and the corpus", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        let inputs = try Self.corpus(of: target)
        #expect(inputs.count > target.seeds.count)
        for input in inputs { check(target, input) }
    }

    @Test("The invariants hold for randomly damaged inputs", arguments: FuzzTarget.allCases, [1, 2] as [UInt64])
    func damaged(target: FuzzTarget, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let inputs = try Self.corpus(of: target)
        for _ in 0..<Self.rounds {
            let input = inputs[Int.random(in: 0..<inputs.count, using: &random)]
            check(target, Mutation.damage(input, using: &random))
        }
    }

    @Test("The fuzz helpers throw violations, judge JSON, and round-trip a corpus")
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
        // This file is also compiled through symbolic links.
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().path
        let root = file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let name = "\(root)/Fuzz/Corpus/\(target.rawValue).hex"
        let text = try String(contentsOfFile: name, encoding: .utf8)
        return target.seeds + (try #require(PackedCorpus.unpack(text)))
    }
}

/// Small random mutations of the kinds that break parsers.
enum Mutation {
    private static let interesting =
        Array("[]{},:\"\\0123456789.eE+-tfnu \r\nContent-Length: ".utf8) + [
            0, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFF,
        ]

    /// Changes, inserts, removes, repeats or moves bytes at up to three places.
    static func damage(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) { damageOnce(&bytes, using: &random) }
        return bytes
    }

    private static func damageOnce(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let byte = interesting[Int.random(in: 0..<interesting.count, using: &random)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where place < bytes.count: bytes[place] = byte
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &random)), at: place)
        case 3: bytes = Array(bytes[place...] + bytes[..<place])
        case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default: bytes.insert(byte, at: place)
        }
    }
}
