import JSON
import MarqueeTestKit
import Testing

@Suite(
    "Stress: a team behind one gateway",
    .enabled(if: StressRun.isWanted, StressRun.reason),
    .enabled(if: StressRun.nginx != nil, StressRun.needsNginx)
)
struct StressGatewayTests {
    private static let resource = "/kobisopenapi/webservice/rest/boxoffice/searchDailyBoxOfficeList.json"
    private static let days = 1...20
    private static let processes = 20

    @Test("20 processes that ask the same 20 questions at once make the calls of one, and nothing keeps the key")
    func callsOfOne() async throws {
        let source = try ScriptedServer()
        defer { source.stop() }
        let answer = try FilmServer.fixture("kofic/daily.json").delayed(by: .milliseconds(300))
        source.on(ScriptedRoute(Self.resource), answer)
        try await Gateway.with(source: source) { gateway in
            let configuration = try gateway.writeProviders()
            let plan = try Program.plan(["--config", configuration, "--no-cache"])
            let clock = ContinuousClock()
            let start = clock.now
            try await ask(Self.days, plan, processes: Self.processes)
            let cold = clock.now - start
            let calls = source.log.requests
            #expect(calls.count == Self.days.count)
            #expect(Set(calls.map(\.target)).count == Self.days.count)
            #expect(calls.allSatisfy { $0.query.filter { $0.name == "key" }.map(\.value) == [Gateway.key] })

            try await ask(Self.days, plan, processes: Self.processes)
            #expect(source.log.requests.count == Self.days.count, "answers that were kept are not asked for again")
            print("gateway: \(Self.processes) processes x \(Self.days.count) questions: \(calls.count) calls, \(cold)")

            source.stop()
            try await ask(Self.days, plan, processes: 1)
            let unknown = try await StressRun.outcomes(of: [plan], input: Self.questions(21...21))
            #expect(unknown[0].outputText.contains(#""status":"error""#), "\(unknown[0].outputText)")
            let kept = try await gateway.everythingKept()
            #expect(kept.contains("targetDt=20240320"), "the questions are there")
            #expect(!kept.contains(Gateway.key), "and the key is not")
            #expect(!unknown[0].outputText.contains(Gateway.key))
        }
    }

    @Test("KOFIC's faults, which come with status 200, are not kept")
    func faults() async throws {
        let source = try ScriptedServer()
        defer { source.stop() }
        let fault = try FilmServer.fixture("kofic/fault-quota.json")
        let answer = try FilmServer.fixture("kofic/daily.json")
        source.on(ScriptedRoute(Self.resource), fault, answer)
        try await Gateway.with(source: source) { gateway in
            let plan = try Program.plan(["--config", try gateway.writeProviders(), "--no-cache"])
            let first = try await StressRun.outcomes(of: [plan], input: Self.questions(1...1))
            #expect(first[0].outputText.contains(#""status":"quota_exhausted""#), "\(first[0].outputText)")
            try await ask(1...1, plan, processes: 1)
            #expect(source.log.requests.count == 2)
        }
    }

    /// Every process gets an answer of five films to every question.
    private func ask(_ days: ClosedRange<Int>, _ plan: ProcessPlan, processes: Int) async throws {
        let plans = Array(repeating: plan, count: processes)
        for outcome in try await StressRun.outcomes(of: plans, input: Self.questions(days)) {
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let answers = outcome.output.split(separator: UInt8(ascii: "\n"))
            #expect(answers.count == days.count)
            for answer in answers {
                let result = try JSONDocument(Array(answer)).root["result"]
                #expect(result?["sources"]?[0]?["status"]?.string == "ok", "\(String(decoding: answer, as: UTF8.self))")
                #expect(result?["entries"]?.count == 5)
            }
            #expect(!outcome.outputText.contains(Gateway.key))
        }
    }

    private static func questions(_ days: ClosedRange<Int>) -> [UInt8] {
        let lines = days.map { day in
            Talk.request(day, "boxOffice/daily", #"{"date":"2024-03-\#(day < 10 ? "0" : "")\#(day)"}"#) + "\n"
        }
        return Array(lines.joined().utf8)
    }
}
