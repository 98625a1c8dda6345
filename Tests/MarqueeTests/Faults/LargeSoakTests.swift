import JSON
import MarqueeTestKit
import Testing

/// Bodies of megabytes and edits of the definitions for a long time: what was needed once is given back.
///
/// `SOAK_SECONDS` says for how long, as in ``SoakTests``.
@Suite("Stress: a soak in large answers")
struct LargeSoakTests {
    private static let seconds = ProjectFiles.environment("SOAK_SECONDS").flatMap(Double.init) ?? 5
    private static let bound = 120 << 20

    @Test("H10: bodies of 20 MB, answers of 3 MB and an edit each second: never more than 120 MiB")
    func soak() async throws {
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            let answers = Self.answers
            server.on("*") { _, use in answers[use % answers.count] }
            try Self.edit(scene, server, number: 0)
            try await FaultTalk.with(scene) { talk in
                var sizes: [Int] = []
                var (number, asked) = (0, 0)
                let start = ContinuousClock.now
                while start.duration(to: .now) < .seconds(Self.seconds) {
                    let round = ContinuousClock.now
                    number += 1
                    try Self.edit(scene, server, number: number)
                    for _ in 0..<8 {
                        asked += 1
                        try await Self.search(asked, with: talk.process)
                        sizes.append(try #require(talk.process.residentBytes))
                    }
                    try await Task.sleep(until: round + .seconds(1), clock: .continuous)
                }
                sizes.sort()
                let (median, most) = (sizes[sizes.count / 2] >> 20, (talk.process.peakResidentBytes ?? 0) >> 20)
                print("soak, large answers: \(number) edits, \(asked) answers; \(median) MiB, at most \(most) MiB")
                #expect((talk.process.peakResidentBytes ?? 0) < Self.bound, "at most \(most) MiB")
            }
        }
    }

    /// A search that the healthy source answers; what is told of edits is passed over.
    private static func search(_ id: Int, with process: RunningProcess) async throws {
        process.send(Talk.request(id, "movies/search", #"{"query":"film \#(id)"}"#))
        while true {
            let line = try await process.readLine(upTo: .seconds(20))
            let message = try JSONDocument(line).root
            if message["method"]?.string == "providers/changed" { continue }
            #expect(message["id"]?.int == id, "A: \(line)")
            return FaultAnswer(try #require(message["result"], "\(line)")).expectHealthySource()
        }
    }

    /// Two that are too large, with a length and without, one that is large, and one that is not.
    private static var answers: [ScriptedAnswer] {
        let film = #"{"id":"bad1","title":"a film","year":1999,"minutes":90,"genres":["drama"],"score":7.5}"#
        let films = { (count: Int) in
            Array(#"{"films":[\#(Array(repeating: film, count: count).joined(separator: ","))]}"#.utf8)
        }
        let large = films(3_000_000 / film.utf8.count)
        let tooLarge = films(20_000_000 / film.utf8.count)
        return [.reply(body: tooLarge), .reply(body: large), .chunked([tooLarge]), .reply(body: films(3))]
    }

    /// The definitions, a little different each time.
    private static func edit(_ scene: FaultScene, _ server: ScriptedServer, number: Int) throws {
        try scene.configure(FaultScene.source("bad", at: server.origin, more: "title: \"Edition \(number)\""))
    }
}
