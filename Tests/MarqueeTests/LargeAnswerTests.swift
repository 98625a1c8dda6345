import JSON
import MarqueeTestKit
import Testing

@Suite("Answers of the maximum size, through the whole program", .serialized)
struct LargeAnswerTests {
    struct Answer: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var start: String
        var element: String
        var end: String
        /// Whether the answers contain the source's film.
        var isGood = false

        /// A body of 4 MiB or slightly less.
        var body: [UInt8] {
            let count = ((4 << 20) - start.utf8.count - end.utf8.count) / (element.utf8.count + 1)
            return Array((start + Array(repeating: element, count: count).joined(separator: ",") + end).utf8)
        }
    }

    private static let film = #"{"films":[{"id":"bad1","title":"bad film number 1","minutes":90"#
    private static let long = String(repeating: "long ", count: 100)

    static let answers = [
        Answer(testDescription: "rows without a field", start: #"{"films":["#, element: "{}", end: "]}"),
        Answer(testDescription: "people without a name", start: film + #","cast":["#, element: "{}", end: "]}]}"),
        Answer(
            testDescription: "people by name",
            start: film + #","cast":["#,
            element: #"{"n":"a"}"#,
            end: "]}]}",
            isGood: true
        ),
        Answer(
            testDescription: "what nothing maps",
            start: film + #"}],"more":["#,
            element: #"{"id":123456,"text":"\#(long)"}"#,
            end: "]}",
            isGood: true
        ),
        Answer(
            testDescription: "escapes",
            start: film + #"}],"more":["#,
            element: #""\u006c\u006f\/ng \#(long)""#,
            end: "]}",
            isGood: true
        ),
    ]

    @Test(
        "D: With 1, 8, and 64 calls, memory stays below 150 MiB and the other source answers each",
        arguments: answers
    )
    func memory(_ answer: Answer) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(String(decoding: answer.body, as: UTF8.self)))
            let source = FaultScene.source("bad", at: server.origin, more: "timeout: 15s")
            try scene.configure(
                source + "\n" + String(repeating: " ", count: 10) + "cast: { rows: cast, item: { name: n } }"
            )
            try await FaultTalk.with(scene) { talk in
                var lastID = 0
                for calls in [1, 8, 64] {
                    let requests = (1...calls).map {
                        Talk.request(lastID + $0, "movies/search", #"{"query":"film \#(lastID + $0)"}"#)
                    }
                    lastID += calls
                    talk.process.write(requests.joined(separator: "\n") + "\n")
                    for _ in 1...calls {
                        let message = try await talk.process.readJSON()
                        let found = FaultAnswer(try #require(message["result"], "\(message)"))
                        found.expectHealthySource()
                        if answer.isGood, calls == 1 { #expect(found.films("bad") == ["bad1"], "\(found.whole)") }
                    }
                    let peak = talk.process.peakResidentBytes ?? 0
                    #expect(peak < 150 << 20, "D: \(peak >> 20) MiB with \(calls) calls")
                }
            }
        }
    }
}
