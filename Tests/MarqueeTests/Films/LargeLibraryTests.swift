import JSON
import MarqueeTestKit
import Testing

@Suite("Large library, through the program", .timeLimit(.minutes(10)))
struct LargeLibraryTests {
    /// Adds films with cards to the library in a folder.
    private static let script = """
        import json, sqlite3, sys
        path, count = sys.argv[1], int(sys.argv[2])
        films = range(1, count + 1)
        with sqlite3.connect(path) as db:
            db.executemany("INSERT INTO films VALUES (?, ?, ?, 2000, ?)", ((n, "Film %d" % n, "Film %d" % n,
                json.dumps({"id": "imdb:tt%07d" % n, "title": "Film %d" % n, "year": 2000}).encode()) for n in films))
            db.executemany("INSERT INTO film_ids VALUES (?, ?)", (("imdb:tt%07d" % n, n) for n in films))
            db.executemany("INSERT INTO cards (film, half_stars, comment, changed_at) VALUES (?, 8, 'Kept', 1700000000)", ((n,) for n in films))
        """

    @Test(
        "What is in a library of 10,000 films, and of 40,000 in long runs, is exported, added to, and refreshed in one session",
        .enabled(if: ProjectFiles.isExecutable("/usr/bin/python3"), "needs python3")
    )
    func large() async throws {
        let count = StressRun.isWanted ? 40_000 : 10_000
        try await Self.withLibrary(of: count) { plan in
            let requests = [
                Talk.request(1, "library/export"), Talk.request(2, "library/export", #"{"format":"letterboxd"}"#),
                Talk.request(3, "library/refresh", #"{"limit":1}"#),
                Talk.request(4, "library/import", #"{"csv":"imdbID,Title,Year,Rating\ntt9990001,New,2001,4\n"}"#),
                Talk.request(5, "cards/list", #"{"limit":1}"#),
            ]
            try await RunningProcess.withProcess(plan) { program in
                program.write(requests.joined(separator: "\n") + "\n")
                var exports = 0
                for _ in requests {
                    let line = try await program.readLine(upTo: .patience)
                    #expect(!line.utf8.starts(with: #"{"jsonrpc":"2.0","error""#.utf8), "\(line.prefix(300))")
                    guard line.utf8.count > 25 * count else { continue }
                    exports += 1
                    #expect(line.contains("tt0000001") && line.contains("tt00\(count)"))
                }
                #expect(exports == 2)
            }
        }
    }

    @Test(
        "Ten exports at once of 1,000 films, and of 20,000 in long runs, all succeed",
        .enabled(if: ProjectFiles.isExecutable("/usr/bin/python3"), "needs python3")
    )
    func tenAtOnce() async throws {
        let count = StressRun.isWanted ? 20_000 : 1_000
        try await Self.withLibrary(of: count) { plan in
            try await RunningProcess.withProcess(plan) { program in
                program.write((1...10).map { Talk.request($0, "library/export") + "\n" }.joined())
                for _ in 1...10 {
                    let line = try await program.readLine(upTo: .patience)
                    #expect(line.utf8.starts(with: #"{"jsonrpc":"2.0","result""#.utf8), "\(line.prefix(300))")
                    #expect(line.utf8.count > 100 * count)
                }
            }
        }
    }

    /// Runs `body` with the plan of a server over a library of so many films.
    private static func withLibrary(of count: Int, _ body: (ProcessPlan) async throws -> Void) async throws {
        try await Program.withHome { folder, environment in
            let definitions = """
                version: 1
                providers:
                  - id: shelf
                    base_url: http://127.0.0.1:9
                    operations: { lookup: { by: [imdb], get: /film, rows: ., item: { title: title } } }
                """
            try ProjectFiles.write(definitions, to: folder + "/providers.yaml")
            let arguments = ["--data-dir", folder + "/library", "--config", folder + "/providers.yaml", "--trust"]
            _ = try await Program.result(arguments, "bookmarks/list", environment: environment)
            let filling = ["-c", script, folder + "/library/library.sqlite", "\(count)"]
            let filled = try await ProcessOutcome.of(ProcessPlan("/usr/bin/python3", filling), upTo: .seconds(120))
            try #require(filled.status == .exited(0), "\(filled.errors)")
            try await body(try Program.plan(arguments, environment: environment))
        }
    }
}
