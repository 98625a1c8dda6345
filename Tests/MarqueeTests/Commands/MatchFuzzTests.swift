import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("marquee match with randomly damaged files")
struct MatchFuzzTests {
    private static let rounds: UInt64 = SystemEnvironment.current.variable("MARQUEE_LONG") == "1" ? 2_000 : 6

    private static let films = [
        #"{"id":"a:1","title":"Parasite","year":2019,"directors":[{"name":"Bong Joon-ho"}],"countries":["KR"]}"#,
        #"{"id":"a:2","ids":{"imdb":"tt6751668"},"titles":["기생충",{"text":"Gisaengchung"}],"releaseDate":"2019-05-30"}"#,
        #"{"id":"imdb:tt1","title":"The Return of the King 3","runtimeMinutes":201,"series":false,"cast":[{"name":"A B"}]}"#,
        #"{"id":"7","title":"\ud83d\ude00 33⅓","originalTitle":"Отец","year":1999}"#,
    ]
    /// Byte sequences that often break parsers.
    private static let snags: [[UInt8]] = [
        [0xEF, 0xBB, 0xBF], [0x0D, 0x0A], [0x0A], [0x00], [0xFF, 0xFE], [0xED, 0xA0, 0x80], [0x09],
        Array(#"\ud800"#.utf8),
        Array("1e999".utf8), Array("-9223372036854775808".utf8), [UInt8](repeating: UInt8(ascii: "["), count: 3_000),
    ]

    /// Returns lines of films in which some bytes are removed, doubled, or replaced.
    private func damaged(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = (0..<12).flatMap { _ in
            Array(Self.films[Int.random(in: 0..<Self.films.count, using: &random)].utf8) + [UInt8(ascii: "\n")]
        }
        for _ in 0..<Int.random(in: 0...12, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let range = start..<min(bytes.count, start + Int.random(in: 0...8, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(range)
            case 1: bytes.insert(contentsOf: bytes[range], at: start)
            case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
            default: bytes.insert(contentsOf: Self.snags.randomElement(using: &random) ?? [], at: start)
            }
        }
        return bytes
    }

    @Test("With damaged input, every film has ids, every remark names its file, and the steps agree")
    func damage() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            for seed in 1...Self.rounds {
                var random = SeededGenerator(seed: seed)
                let lists = ["a", "b"].map { "\(folder)/\($0).ndjson" }
                for list in lists { try ProjectFiles.write(damaged(&random), to: list) }
                let films = try await Program.run(["match", "--clusters"] + lists)
                #expect(films.status == .exited(0), "seed \(seed): \(films.errors)")
                for line in films.outputText.split(separator: "\n") {
                    #expect(try JSONDocument(String(line)).root["ids"]?.count ?? 0 > 0, "seed \(seed)")
                }
                for remark in films.errors.split(separator: "\n") {
                    #expect(lists.contains { remark.hasPrefix($0) }, "seed \(seed): \(remark)")
                }
                let survey = try await Program.run(["match", "--survey"] + lists)
                try ProjectFiles.write(survey.outputText, to: folder + "/survey")
                let keyed = try await Program.run(["match", "--keys", "--surveyed", folder + "/survey"] + lists)
                #expect(keyed.status == .exited(0), "seed \(seed): \(keyed.errors)")
                let sorted = keyed.outputText.split(separator: "\n").sorted().map(String.init)
                let scored = try await Program.run(
                    ["match", "--block", "--surveyed", folder + "/survey"],
                    lines: sorted
                )
                #expect(scored.status == .exited(0), "seed \(seed): \(scored.errors)")
                try ProjectFiles.write(scored.outputText, to: folder + "/scored")
                let steps = try await Program.run(["match", "--clusters", "--pairs", folder + "/scored"] + lists)
                #expect(steps.outputText == films.outputText, "seed \(seed)")
            }
        }
    }
}
