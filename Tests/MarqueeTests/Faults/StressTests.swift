import JSON
import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(
    "Stress: a team behind one gateway",
    .enabled(if: StressRun.isWanted, StressRun.reason),
    .enabled(if: StressRun.nginx != nil, StressRun.needsNginx)
)
struct StressGatewayTests {
    private static let resource = "/kobisopenapi/webservice/rest/boxoffice/searchDailyBoxOfficeList.json"
    private static let days = 1...20
    private static let processes = 20

    @Test("For 20 processes with the same 20 questions, the source gets 20 calls and the key is not kept")
    func callsOfOne() async throws {
        let source = try ScriptedServer()
        defer { source.stop() }
        let answer = try FilmServer.fixture("kofic/daily.json").delayed(by: .milliseconds(300))
        source.on(ScriptedRoute(Self.resource), answer)
        try await Gateway.with(source: source) { gateway in
            let configuration = try gateway.writeProviders()
            let plan = try Program.plan(["--config", configuration, "--trust", "--no-cache"])
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

    @Test("KOFIC's faults, which have status 200, are not cached by the gateway")
    func faults() async throws {
        let source = try ScriptedServer()
        defer { source.stop() }
        let fault = try FilmServer.fixture("kofic/fault-quota.json")
        let answer = try FilmServer.fixture("kofic/daily.json")
        source.on(ScriptedRoute(Self.resource), fault, answer)
        try await Gateway.with(source: source) { gateway in
            let plan = try Program.plan(["--config", try gateway.writeProviders(), "--trust", "--no-cache"])
            let first = try await StressRun.outcomes(of: [plan], input: Self.questions(1...1))
            #expect(first[0].outputText.contains(#""status":"quota_exhausted""#), "\(first[0].outputText)")
            try await ask(1...1, plan, processes: 1)
            #expect(source.log.requests.count == 2)
        }
    }

    /// Expects that every process gets an answer with five films for every question.
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

@Suite("Stress: a source that answers 503 for a minute", .enabled(if: StressRun.isWanted, StressRun.reason))
struct StressStormTests {
    private static let duration = Duration.seconds(60)
    /// Concurrent calls: as many as a source gets.
    private static let callers = 8

    @Test("U15: 60 s of 503 cost at most 20 % extra requests, and the source is used again afterwards")
    func storm() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let source = try ScriptedServer()
            defer { source.stop() }
            let start = ContinuousClock.now
            source.on("/search") { _, _ in
                ContinuousClock.now - start < Self.duration ? .reply(503) : StressSource.answer
            }
            let file = try StressSource.write(origin: source.origin, to: folder)
            let plan = try Program.plan(["--config", file, "--trust", "--no-cache"])
            try await RunningProcess.withProcess(plan) { process in
                let calls = try await Self.ask(process, for: Self.duration, since: start)
                let requests = source.log.requests.map(\.target)
                let (first, extra) = (Set(requests).count, requests.count - Set(requests).count)
                #expect(first > 0)
                // The retry budget: a fifth of the traffic, and three retries to begin with.
                #expect(extra * 5 <= first + 15, "\(extra) extra to \(first)")
                let health = try await Self.health(process)
                print("storm: \(calls) calls, \(first) requests and \(extra) extra, then the source is \(health)")
                try await Self.waitUntilWell(process)
            }
        }
    }

    /// Keeps ``callers`` calls in flight, each with its own question, and returns their number.
    private static func ask(
        _ process: RunningProcess,
        for duration: Duration,
        since start: ContinuousClock.Instant
    ) async throws -> Int {
        var next = 0
        func begin() {
            next += 1
            process.send(Talk.request(next, "movies/search", #"{"query":"film \#(next)"}"#))
        }
        for _ in 0..<callers { begin() }
        while ContinuousClock.now - start < duration {
            _ = try await process.readLine()
            // Wait a little, because calls that are refused at once would otherwise run in a tight loop.
            try await Task.sleep(for: .milliseconds(5))
            begin()
        }
        for _ in 0..<callers { _ = try await process.readLine() }
        return next
    }

    private static func health(_ process: RunningProcess) async throws -> String {
        let answer = try await process.answer("providers/status")
        return answer["result"]?["providers"]?[0]?["status"]?.string ?? "\(answer)"
    }

    /// Waits until a probe closes the breaker, which takes some seconds after the storm.
    private static func waitUntilWell(_ process: RunningProcess) async throws {
        for id in 1_000_000..<1_000_040 {
            process.send(Talk.request(id, "movies/search", #"{"query":"after \#(id)"}"#))
            let line = try await process.readLine()
            if line.contains(#""status":"ok""#) { return }
            try await Task.sleep(for: .milliseconds(500))
        }
        Issue.record("the source is well again and is not asked")
    }
}

@Suite("Stress: one cache for many processes", .enabled(if: StressRun.isWanted, StressRun.reason))
struct StressCacheTests {
    private static let processes = 20
    private static let duration = Duration.seconds(60)
    private static let questionsAtOnce = 30

    @Test("With one cache, 20 concurrent processes get no error in 60 s and ask each question once")
    func once() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let source = try ScriptedServer()
            defer { source.stop() }
            source.on("/search", StressSource.answer.delayed(by: .milliseconds(30)))
            let file = try StressSource.write(origin: source.origin, cache: "cache: { ttl: 1h }", to: folder)
            let plan = try Program.plan(["--config", file, "--trust", "--cache-dir", folder + "/cache"])
            let start = ContinuousClock.now
            let answered = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<Self.processes { group.addTask { try await Self.keepAsking(plan, since: start) } }
                return try await group.reduce(0, +)
            }
            let asked = source.log.requests.map(\.target)
            let twice = Dictionary(grouping: asked) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
            #expect(twice == [])
            #expect(Set(asked).count >= Self.questionsAtOnce)
            print("cache: \(answered) answers in \(Self.duration), \(Set(asked).count) questions, \(asked.count) calls")
        }
    }

    /// Starts one process after another until the time is up, and returns the number of answers, all of which must
    /// succeed.
    private static func keepAsking(_ plan: ProcessPlan, since start: ContinuousClock.Instant) async throws -> Int {
        var count = 0
        while ContinuousClock.now - start < duration {
            // New questions appear over time, for all processes at once.
            let newest = questionsAtOnce + Int((ContinuousClock.now - start) / .milliseconds(250))
            let questions = ((newest - questionsAtOnce)..<newest).shuffled()
            let lines = questions.map { Talk.request($0, "movies/search", #"{"query":"film \#($0)"}"#) + "\n" }
            let outcome = try await ProcessOutcome.of(plan, input: Array(lines.joined().utf8))
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            let answers = outcome.output.split(separator: UInt8(ascii: "\n"))
            #expect(answers.count == questions.count)
            for answer in answers {
                let status = try JSONDocument(Array(answer)).root["result"]?["sources"]?[0]?["status"]?.string
                #expect(status == "ok", "\(String(decoding: answer, as: UTF8.self))")
            }
            count += answers.count
        }
        return count
    }
}

/// The gateway of `docs/scaling/nginx.conf`, with only its paths and addresses replaced, in front of a scripted source.
struct Gateway {
    static let key = "5ec2e7f00dfeedc0ffee5ec2e7f00d42"

    let folder: String
    let origin: String
    let nginx: RunningProcess

    /// Runs `body` while the gateway listens, and kills the gateway afterwards.
    static func with(source: ScriptedServer, _ body: @Sendable (Gateway) async throws -> Void) async throws {
        let program = try #require(StressRun.nginx)
        try await ProjectFiles.withTemporaryFolder { folder in
            let port = try freePort()
            try await write(to: folder, port: port, source: source)
            let plan = ProcessPlan(program, ["-c", folder + "/nginx.conf", "-g", "daemon off;"])
            try await RunningProcess.withProcess(plan) { nginx in
                try await nginx.waitForErrors(containing: "start worker process")
                try await body(Gateway(folder: folder, origin: "http://127.0.0.1:\(port)", nginx: nginx))
            }
        }
    }

    /// Writes the `providers.yaml` of `docs/scaling` with this gateway's address, and returns the path.
    func writeProviders() throws -> String {
        let path = folder + "/providers.yaml"
        let published = try ProjectFiles.text(ProjectFiles.root + "/docs/scaling/providers.yaml")
        try ProjectFiles.write(try published.replacing("https://10.0.0.5", with: origin), to: path)
        return path
    }

    /// Returns everything that the gateway stores and has logged.
    func everythingKept() async throws -> String {
        let files = try await ProcessOutcome.of(
            ProcessPlan("/bin/sh", ["-c", #"cat "$1"/logs/* ; find "$1/cache" -type f -exec cat {} +"#, "sh", folder])
        )
        return files.outputText + nginx.errors
    }

    private static func write(to folder: String, port: Int, source: ScriptedServer) async throws {
        let made = ProcessPlan("/bin/mkdir", ["-p", folder + "/logs", folder + "/cache"])
        _ = try await ProcessOutcome.of(made)
        try ProjectFiles.write("listen 127.0.0.1:\(port);\n", to: folder + "/listen.conf")
        try ProjectFiles.write("set $kofic_key \"\(key)\";\n", to: folder + "/key.conf")
        let published = try ProjectFiles.text(ProjectFiles.root + "/docs/scaling/nginx.conf")
        let places = [
            ("user www-data;", geteuid() == 0 ? "user root;" : ""),
            ("error_log /var/log/marquee-gateway/error.log warn;", "error_log stderr notice;"),
            ("/run/marquee-gateway", folder + "/gateway"), ("/etc/marquee-gateway", folder),
            ("/var/log/marquee-gateway", folder + "/logs"), ("/var/cache/marquee-gateway", folder + "/cache"),
            ("server www.kobis.or.kr:443;", "server 127.0.0.1:\(source.port);"), ("https://kofic", "http://kofic"),
        ]
        let placed = try places.reduce(published) { try $0.replacing($1.0, with: $1.1) }
        try ProjectFiles.write(placed, to: folder + "/nginx.conf")
    }

    /// Returns a port that was free a moment ago.
    private static func freePort() throws -> Int {
        let server = try ScriptedServer()
        defer { server.stop() }
        return server.port
    }
}

extension String {
    /// Returns this text with every occurrence of `part` replaced; requires that there is one.
    fileprivate func replacing(_ part: String, with other: String) throws -> String {
        let replaced = split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
        try #require(replaced != self, "there is no \(part)")
        return replaced
    }
}

/// A made-up source with one operation.
enum StressSource {
    static let answer = ScriptedAnswer.json(#"{"results":[{"id":"1","name":"Lantern Street"}]}"#)

    /// Writes the source's definition into a folder and returns the path.
    static func write(origin: String, cache: String = "", to folder: String) throws -> String {
        let path = folder + "/providers.yaml"
        let definition = """
            version: 1
            providers:
              - id: shelf
                base_url: "\(origin)"
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    \(cache)
                    rows: results
                    item: { ids: { shelf: id }, title: { path: name, language: en, required: true } }
            """
        try ProjectFiles.write(definition, to: path)
        return path
    }
}

/// Whether the long runs are enabled, and why they are skipped.
enum StressRun {
    static let isWanted = ProjectFiles.environment("MARQUEE_LONG") == "1"
    static let reason: Comment = "a long run: needs MARQUEE_LONG=1, as in `make stress`"

    static let nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
        .first(where: ProjectFiles.isExecutable)
    static let needsNginx: Comment = "needs nginx (Debian: nginx-light)"

    /// Runs the plans in parallel and returns their outcomes in the order of the plans.
    static func outcomes(of plans: [ProcessPlan], input: [UInt8]) async throws -> [ProcessOutcome] {
        try await withThrowingTaskGroup(of: (Int, ProcessOutcome).self) { group in
            for (index, plan) in plans.enumerated() {
                group.addTask { (index, try await ProcessOutcome.of(plan, input: input)) }
            }
            var outcomes: [(Int, ProcessOutcome)] = []
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
