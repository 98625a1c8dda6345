import JSON
import MarqueeTestKit
import Testing

@Suite("The built program, asked the same thing again")
struct EqualCallTests {
    private static let questions = [
        ("movies/search", #"{"query":"Suzume"}"#),
        ("movies/search", #"{"query":"스즈메","languages":["en"],"limit":3}"#),
        ("movies/search", #"{"query":"zzzz"}"#),
        ("movies/search", #"{"query":"nobody recorded this"}"#),
        ("movies/search", #"{"query":""}"#),
        ("movies/list", "{}"),
        ("movies/list", #"{"limit":2,"providers":["yts"]}"#),
        ("movies/trending", "{}"),
        ("movies/get", #"{"id":"kofic:20226270"}"#),
        ("movies/get", #"{"id":"kofic:0"}"#),
        ("movies/related", #"{"id":"kofic:20226270"}"#),
        ("boxOffice/daily", "{}"),
        ("boxOffice/daily", #"{"date":"2023-04-23"}"#),
        ("boxOffice/daily", #"{"date":"20230423","enrich":true,"limit":3}"#),
        ("boxOffice/weekly", #"{"date":"2011-12-31","span":"weekend"}"#),
    ]

    @Test("Every answer of the demo is the same the second and the third time, whatever answers it")
    func again() async throws {
        let plan = try Program.plan(["--demo"])
        try await RunningProcess.withProcess(plan) { process in
            for (method, params) in Self.questions {
                var answers: [String] = []
                for _ in 0..<3 {
                    process.write(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n")
                    answers.append(try await process.readLine().withoutDurations)
                }
                #expect(Set(answers).count == 1, "\(method) \(params)")
            }
        }
    }

    @Test("Hundreds of equal calls in one write have one answer")
    func pipelined() async throws {
        let requests = (1...600).map {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"movies/search","params":{"query":"Suzume"}}"#
        }
        let answers = try await Program.answers(["--demo"], requests)
        #expect(answers.count == 600)
        let texts = Set(answers.values.compactMap { $0["result"]?.description.withoutDurations })
        #expect(texts.count == 1)
        #expect(texts.first?.contains(#""fromCache":false"#) == true)
    }
}

extension String {
    fileprivate var withoutDurations: String {
        replacing(#/,"durationMs":\d+/#, with: "")
    }
}
