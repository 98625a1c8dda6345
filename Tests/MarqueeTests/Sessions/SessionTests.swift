import JSON
import MarqueeTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Sessions with the built program")
struct SessionTests {
    @Test("Both framings are detected automatically and give the same answer")
    func framings() async throws {
        let search = #"{"jsonrpc":"2.0","id":7,"method":"movies/search","params":{"query":"Parasite"}}"#
        let line = try await Program.run(["--demo"], lines: [search])
        let header = try await Program.run(["--demo"], input: Array(Talk.framed(search).utf8))
        let body = line.outputText.split(separator: "\n").first.map(String.init) ?? ""
        #expect(body.contains(#""title":"기생충""#))
        let lengths = [line, header].map { $0.status }
        #expect(lengths == [.exited(0), .exited(0)])
        // Durations differ between runs; everything else is the same.
        let headerBody = String(header.outputText.split(separator: "\r\n\r\n", maxSplits: 1).last ?? "")
        #expect(try JSONDocument(headerBody).root["result"]?["movies"] == JSONDocument(body).root["result"]?["movies"])
        #expect(header.outputText.hasPrefix("Content-Length: \(headerBody.utf8.count)\r\n"))
    }

    @Test("Open requests are answered when the input ends, and the program exits with 0")
    func drain() async throws {
        let requests = (1...50).map { Talk.request($0, "movies/search", #"{"query":"Suzume"}"#) }
        let answers = try await Program.answers(["--demo"], requests)
        #expect(answers.count == 50)
        #expect(answers.values.allSatisfy { ($0["result"]?["movies"]?.count ?? 0) > 0 })
    }

    @Test("A batch is answered in order, without answers to its notifications")
    func batch() async throws {
        let batch = #"""
            [{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"ping"},1,
            {"jsonrpc":"2.0","id":"b","method":"movies/none"}]
            """#
        let outcome = try await Program.run(["--demo"], lines: [batch.replacingLineEnds])
        let answers = try JSONDocument(outcome.output).root
        #expect(answers.elements.map { $0["id"]?.string } == ["a", nil, "b"])
        #expect(answers[1]?["error"]?["code"]?.int == -32_600)
        #expect(answers[2]?["error"]?["code"]?.int == -32_601)
    }

    @Test(
        "Invalid input gets an error that names the field and what was expected",
        arguments: [
            (#"{"query":"x","yaer":2019}"#, "movies/search", "yaer", "year"),
            (#"{"query":5}"#, "movies/search", "query", "text"),
            (#"{}"#, "movies/search", "query", "query"),
            (#"{"date":"2026-02-30"}"#, "boxOffice/daily", "date", "2026-02-30"),
            (#"{"date":"soon"}"#, "boxOffice/daily", "date", "yesterday"),
            (#"{"nationality":"korean"}"#, "boxOffice/daily", "nationality", "domestic"),
            (#"{"span":"weekendd"}"#, "boxOffice/weekly", "span", "weekend"),
            (#"{"id":"parasite"}"#, "movies/get", "id", "imdb:"),
            (#"{"query":"x","limit":0}"#, "movies/search", "limit", "1"),
            (#"{"query":"x","providers":["kofik"]}"#, "movies/search", "providers", "kofic"),
        ]
    )
    func badInput(_ params: String, _ method: String, _ field: String, _ word: String) async throws {
        let error = try await Program.error(["--demo"], method, params)
        #expect(error["code"]?.int == -32_602)
        #expect(error["data"]?["field"]?.string?.hasPrefix(field) == true, "\(error)")
        #expect("\(error)".contains(word), "\(error)")
    }

    @Test("`providers/list` lists the sources with their capabilities or the reason why they are disabled")
    func providers() async throws {
        let result = try await Program.result(["--demo"], "providers/list")
        let kofic = try #require(result["providers"]?.elements.first { $0["id"]?.string == "kofic" })
        #expect(kofic["status"]?.string == "available")
        let capabilities = kofic["capabilities"]?.elements.compactMap(\.string) ?? []
        #expect(
            Set(capabilities) == [
                "daily_box_office", "weekly_box_office", "search", "list", "charts", "lookup", "people_search",
                "person",
            ]
        )
        let live = try await Program.result([], "providers/list", environment: ["HOME": "/nonexistent"])
        let disabled = try #require(live["providers"]?.elements.first { $0["id"]?.string == "kofic" })
        #expect(disabled["status"]?.string == "disabled")
        #expect(disabled["reason"]?.string == "KOFIC_API_KEY is not set")
    }

    @Test("A replayed recording fixes the date, and a request without a recorded answer is an error")
    func replay() async throws {
        let arguments = ["--replay", ProjectFiles.root + "/Tests/Fixtures/recording"]
        let result = try await Program.result(arguments, "boxOffice/daily")
        #expect(result["period"]?["from"]?.string == "2024-03-10")
        #expect(result["entries"]?[0]?["movie"]?["title"]?.string == "종이 등대")
        let failure = try await Program.error(arguments, "movies/search", #"{"query":"nobody recorded this"}"#)
        #expect(failure["data"]?["kind"]?.string == "unavailable")
        let sources = try #require(failure["data"]?["sources"])
        #expect(sources.elements.map { $0["status"]?.string } == ["error", "error"])
        #expect(sources[0]?["error"]?["message"]?.string?.contains("has no answer for") == true)
    }

    @Test("An enriched box office has directors and ids, and images from the other source")
    func enrichment() async throws {
        let result = try await Program.result(["--demo"], "boxOffice/daily", #"{"limit": 3, "enrich": true}"#)
        let first = try #require(result["entries"]?[0]?["movie"])
        #expect(first["id"]?.string == "imdb:tt10366206")
        #expect(first["title"]?.string == "존 윅 4")
        #expect(first["directors"]?[0]?["nameEn"]?.string == "Chad Stahelski")
        #expect(first["images"]?.count ?? 0 > 0)
        #expect(first["provenance"]?["images"]?[0]?.string == "yts")
    }
}

extension String {
    fileprivate var replacingLineEnds: String { String(map { $0 == "\n" ? " " : $0 }) }
}

@Suite("Protocol options")
struct WireOptionTests {
    private func codes(_ outcome: ProcessOutcome) throws -> [Int?] {
        try outcome.output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDocument(Array($0)).root["error"]?["code"]?.int
        }
    }

    @Test("An early request needs no handshake, or gets -32002 with --require-initialize")
    func handshake() async throws {
        let conversation = [Talk.ping, Talk.initialize(), Talk.ping, Talk.initialize(), Talk.shutdown, Talk.ping]
        let free = try await Program.run(["--demo", "--stdio"], lines: conversation + [Talk.exit])
        #expect(try codes(free) == [nil, nil, nil, -32_600, nil, -32_600])
        #expect(free.status == .exited(0))
        let strict = try await Program.run(["--demo", "--require-initialize"], lines: conversation)
        #expect(try codes(strict) == [-32_002, nil, nil, -32_600, nil, -32_600])
        let framed = try await Program.run(["--demo", "--stdio"], input: Array(Talk.framed(Talk.ping).utf8))
        #expect(framed.outputText == Talk.framed(#"{"jsonrpc":"2.0","result":{},"id":1}"#))
        let header = try await Program.run(
            ["--demo", "--require-initialize"],
            input: Array((Talk.framed(Talk.ping) + Talk.framed(Talk.exit)).utf8)
        )
        #expect(header.outputText.contains(#""code":-32002"#))
        #expect(header.status == .exited(1))
    }

    @Test(
        "--require-initialize accepts the handshake of MCP, too",
        arguments: ["2025-11-25", "2024-11-05", "1999-01-01"]
    )
    func requiredHandshake(of revision: String) async throws {
        let initialize = Talk.request(1, "initialize", #"{"protocolVersion":"\#(revision)","capabilities":{}}"#)
        let lines = [
            Talk.request(2, "tools/list"), initialize, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            Talk.request(3, "tools/list"), Talk.request(4, "rpc.discover"),
        ]
        let outcome = try await Program.run(["--demo", "--require-initialize"], lines: lines)
        #expect(try codes(outcome) == [-32_002, nil, nil, -32_601], "\(outcome.outputText)")
        #expect(outcome.outputText.contains(#""protocolVersion""#))
        // The same as without the option.
        let free = try await Program.run(["--demo"], lines: Array(lines.dropFirst()))
        #expect(outcome.outputText.split(separator: "\n").dropFirst() == free.outputText.split(separator: "\n")[...])
    }

    @Test("Limits on messages and batches refuse larger ones, and invalid limits are refused")
    func limits() async throws {
        let batch =
            "[\(Talk.ping),\(Talk.ping.replacing(":1,", with: ":2,")),\(Talk.ping.replacing(":1,", with: ":3,"))]"
        let small = try await Program.run(["--demo", "--max-batch", "2"], lines: [batch, Talk.ping])
        #expect(try codes(small) == [-32_600, nil])
        let long = Talk.request(1, "ping", #"{"x":"\#(String(repeating: "a", count: 1_024))"}"#)
        let short = try await Program.run(["--demo", "--max-message-size=1024"], lines: [long, Talk.ping])
        #expect(try codes(short) == [-31_000, nil])
        #expect(short.outputText.contains(#""limit":1024"#))
        let one = try await Program.run(
            ["--demo", "--max-in-flight", "1"],
            lines: (1...5).map { Talk.request($0, "movies/search", #"{"query":"Parasite"}"#) }
        )
        #expect(try codes(one) == [nil, nil, nil, nil, nil])
        for wrong in [
            ["--max-batch", "0"], ["--max-in-flight", "-1"], ["--max-message-size", "5"], ["--stall-timeout", "5"],
            ["--stall-timeout", "0s"],
        ] {
            #expect(try await Program.run(wrong).status == .exited(64), "\(wrong)")
        }
    }

    @Test("A client receives traces of its calls after `$/setTrace`")
    func setTrace() async throws {
        let on = #"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"messages"}}"#
        let outcome = try await Program.run(["--demo"], lines: [Talk.ping, on, Talk.ping])
        let lines = outcome.outputText.split(separator: "\n")
        let trace = #"{"jsonrpc":"2.0","method":"$/logTrace","params":{"message":"#
        #expect(lines.count == 4)
        #expect(lines[1] == trace + #""request ping (1)"}}"#)
        #expect(lines[2].hasPrefix(trace + #""answered ping (1) in "#))
    }

    @Test("Text before the first message is a parse error, and the message is answered")
    func greeting() async throws {
        let outcome = try await Program.run(["--demo"], lines: ["hello", Talk.ping])
        #expect(try codes(outcome) == [-32_700, nil])
    }
}

@Suite("Isolation of the wire from other output")
struct WireGuardTests {
    /// Returns the program's descriptors with their targets, and whether a child process would inherit them.
    private func descriptors(of program: RunningProcess) throws -> [Int: (target: String, isInherited: Bool)] {
        let folder = "/proc/\(program.identifier)"
        var found: [Int: (target: String, isInherited: Bool)] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
            guard let number = Int(name) else { continue }
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(name)")
            let facts = try String(contentsOfFile: "\(folder)/fdinfo/\(name)", encoding: .utf8)
            let flags = facts.split(separator: "\n").first { $0.hasPrefix("flags:") }
            let bits = flags.flatMap { Int($0.dropFirst(6).filter { !$0.isWhitespace }, radix: 8) } ?? 0
            // The value of O_CLOEXEC on Linux.
            found[number] = (target, bits & 0o2_000_000 == 0)
        }
        return found
    }

    @Test(
        "C26: Input is /dev/null, output goes to stderr, and a child inherits neither the wire nor files",
        .enabled(if: ProjectFiles.isReadable("/proc/self/fdinfo/0"), "needs /proc")
    )
    func descriptors() async throws {
        try await FilmServer.with { films in
            films.onYTS("/list_movies.json", [:], .silence)
            try await RunningProcess.withProcess(try Program.plan(films.arguments + ["--trace", "/dev/null"])) {
                program in
                program.send(Talk.request(5, "movies/search", #"{"query":"x"}"#))
                // While a connection to a source is open, thread pools and all other resources exist too.
                let isAsked = await films.server.waitForLog { !$0.requests.isEmpty }
                #expect(isAsked)
                let descriptors = try descriptors(of: program)
                #expect(descriptors[0]?.target == "/dev/null")
                #expect(descriptors[1]?.target == descriptors[2]?.target)
                #expect(descriptors.count > 6)
                let pipes = descriptors.filter { $0.value.target.hasPrefix("pipe:") && $0.key > 2 }
                // The two ends of the wire, and the pipes with which threads wake each other.
                #expect(pipes.count >= 4)
                #expect(pipes.allSatisfy { !$0.value.isInherited }, "\(pipes)")
                #expect(descriptors.values.count { $0.target == "/dev/null" && $0.isInherited } == 1)
            }
        }
    }
}

@Suite("Repeated calls of the built program")
struct RepeatedCallTests {
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

    @Test("Every answer of the demo is the same the second and third time")
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

    @Test("Hundreds of equal calls in one write get the same answer")
    func pipelined() async throws {
        let requests = (1...200).map { Talk.request($0, "movies/search", #"{"query":"Suzume"}"#) }
        let answers = try await Program.answers(["--demo"], requests)
        #expect(answers.count == 200)
        let texts = Set(answers.values.compactMap { $0["result"]?.description.withoutDurations })
        #expect(texts.count == 1, "\(texts)")
        #expect(texts.first?.contains(#""fromCache":false"#) == true)
    }
}
