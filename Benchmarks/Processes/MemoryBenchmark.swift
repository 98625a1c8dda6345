import MarqueeTestKit

/// Resident memory, when nothing was asked yet and after searches: from a recording, and over HTTP.
enum MemoryBenchmark {
    static func print(binary: String) async throws {
        Swift.print("Resident memory (goal: under 30 MB after a search)")
        let demo = ProcessPlan(binary, ["--demo"], environment: ["HOME": "/nonexistent"])
        try await measure("--demo", demo)
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("/list_movies.json", .json(#"{"status":"ok","data":{"movie_count":0}}"#))
            let configuration = """
                version: 1
                providers: [{ id: yts, extends: yts, base_url: "\(server.origin)" }]
                """
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(configuration, to: file)
            try await measure("over HTTP", ProcessPlan(binary, ["--config", file]))
        }
        Swift.print("")
    }

    private static func measure(_ name: String, _ plan: ProcessPlan) async throws {
        try await RunningProcess.withProcess(plan) { process in
            process.write(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
            _ = try await process.readLine()
            let before = process.residentBytes ?? 0
            process.write(#"{"jsonrpc":"2.0","id":2,"method":"movies/search","params":{"query":"Suzume"}}"# + "\n")
            _ = try await process.readLine()
            let after = process.residentBytes ?? 0
            Swift.print("  \(name): \(before.megabytes) before, \(after.megabytes) after a search")
        }
    }
}

extension Int {
    fileprivate var megabytes: String { "\(Double(self / 100_000) / 10) MB" }
}
