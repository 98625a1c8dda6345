import JSON
import MarqueeTestKit
import Testing

/// Answers of megabytes and edits of the definitions for a long time: memory that was needed once is released.
///
/// `SOAK_SECONDS` sets the duration, as in ``SoakTests``; two seconds by default.
@Suite("Stress: a soak with large answers")
struct LargeSoakTests {
    private static let seconds = ProjectFiles.environment("SOAK_SECONDS").flatMap(Double.init) ?? 2
    private static let bound = 120 << 20

    @Test("H10: With 20 MB bodies, 3 MB answers, and an edit per second, memory stays below 120 MiB")
    func soak() async throws {
        try await FaultScene.withServer { scene, server in
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

    /// Sends a search that the healthy source answers, and skips notifications about edits.
    private static func search(_ id: Int, with process: RunningProcess) async throws {
        process.send(Talk.request(id, "movies/search", #"{"query":"film \#(id)"}"#))
        while true {
            let message = try await process.readJSON()
            if message["method"]?.string == "providers/changed" { continue }
            #expect(message["id"]?.int == id, "A: \(message)")
            return FaultAnswer(try #require(message["result"], "\(message)")).expectHealthySource()
        }
    }

    /// Two answers that are too large, with and without a length, one large answer, and one small answer.
    private static var answers: [ScriptedAnswer] {
        let film = #"{"id":"bad1","title":"a film","year":1999,"minutes":90,"genres":["drama"],"score":7.5}"#
        let films = { (count: Int) in
            Array(#"{"films":[\#(Array(repeating: film, count: count).joined(separator: ","))]}"#.utf8)
        }
        let large = films(3_000_000 / film.utf8.count)
        let tooLarge = films(20_000_000 / film.utf8.count)
        return [.reply(body: tooLarge), .reply(body: large), .chunked([tooLarge]), .reply(body: films(3))]
    }

    /// Writes definitions that differ a little each time.
    private static func edit(_ scene: FaultScene, _ server: ScriptedServer, number: Int) throws {
        try scene.configure(FaultScene.source("bad", at: server.origin, more: "title: \"Edition \(number)\""))
    }
}
