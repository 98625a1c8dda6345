import JSON
import MarqueeTestKit
import Testing

/// The maximum size in long runs, and a tenth of it otherwise, which takes the same ways.
@Suite("Answers of the maximum size, through the whole program")
struct LargeAnswerTests {
    private static let most = StressRun.isWanted ? 4 << 20 : 400 << 10

    struct Answer: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var start: String
        var element: String
        var end: String
        /// Whether the answers contain the source's film.
        var isGood = false

        /// A body of the maximum size or slightly less.
        var body: [UInt8] {
            let count = (LargeAnswerTests.most - start.utf8.count - end.utf8.count) / (element.utf8.count + 1)
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
        "D: With 1 and 8 calls, and 64 in long runs, memory stays below 150 MiB and the other source answers each",
        arguments: answers
    )
    func memory(_ answer: Answer) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(String(decoding: answer.body, as: UTF8.self)))
            let source = FaultScene.source("bad", at: server.origin, more: "timeout: 100s")
            try scene.configure(
                deadline: "120s",
                source + "\n" + String(repeating: " ", count: 10) + "cast: { rows: cast, item: { name: n } }"
            )
            try await FaultTalk.with(scene) { talk in
                var lastID = 0
                for calls in StressRun.isWanted ? [1, 8, 64] : [1, 8] {
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

    @Test(
        "D: Lines of NDJSON take no more memory than other answers, whatever is on them",
        arguments: ["\n", " \n", "\r\n", "{}\n"]
    )
    func lines(_ line: String) async throws {
        try await FaultScene.withServer { scene, server in
            let film = #"{"id":"bad1","title":"bad film number 1","minutes":90}"#
            let body = film + "\n" + String(repeating: line, count: Self.most / line.utf8.count - 100)
            server.on("*", .json(body))
            let source = FaultScene.source("bad", at: server.origin, more: "format: ndjson\ntimeout: 15s")
            try scene.configure(source.replacing("rows: films", with: "rows: ."))
            try await FaultTalk.with(scene) { talk in
                let found = try await talk.search("film")
                found.expectHealthySource()
                if line != "{}\n" { #expect(found.films("bad") == ["bad1"], "\(found.whole)") }
                let peak = talk.process.peakResidentBytes ?? 0
                #expect(peak < 150 << 20, "D: \(peak >> 20) MiB")
            }
        }
    }

    @Test(
        "A text that is nothing but escapes delays no other source, whether it is a title, an overview, or a message",
        arguments: [#"\""#, #"\\"#, "\\u0001", "\\n", #"a\"#],
        ["title", "overview", "message"]
    )
    func escapes(_ escape: String, _ place: String) async throws {
        try await FaultScene.withServer { scene, server in
            let text = String(repeating: escape == #"a\"# ? #"a\/"# : escape, count: Self.most / 40)
            let body =
                switch place {
                case "title": #"{"films":[{"id":"bad1","title":"\#(text)"}]}"#
                case "overview": #"{"films":[{"id":"bad1","title":"bad film number 1","text":"\#(text)"}]}"#
                default: #"{"message":"\#(text)"}"#
                }
            server.on("*", .json(body, status: place == "message" ? 401 : 200))
            let source = FaultScene.source("bad", at: server.origin, more: "timeout: 15s")
            try scene.configure(source + "\n" + String(repeating: " ", count: 10) + "overview: text")
            try await FaultTalk.with(scene) { talk in
                for call in 1...4 {
                    talk.process.send(Talk.request(call, "movies/search", #"{"query":"film \#(call)"}"#))
                }
                for _ in 1...4 {
                    let message = try await talk.process.readJSON()
                    let found = FaultAnswer(try #require(message["result"], "\(message)"))
                    found.expectHealthySource()
                    #expect(found.films("bad") == (place == "overview" ? ["bad1"] : []))
                    // A kept overview has 100,000 bytes at most, each of which may be written as six.
                    let count = found.whole.text.count
                    #expect(count < 1_000_000)
                }
            }
        }
    }
}
