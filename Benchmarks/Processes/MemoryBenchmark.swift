import MarqueeTestKit

/// The resident memory before and after a search, from a recording and over HTTP, and after many requests.
enum MemoryBenchmark {
    static func print(binary: String) async throws {
        Swift.print(
            "Resident memory (goals: under 30 MB after a search; 20 MB after 1,000,000 requests, no growth after 10,000)"
        )
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
        try measureManyRequests(ProcessPlan(binary, environment: ["HOME": "/nonexistent"]))
        Swift.print("")
    }

    private static func measureManyRequests(_ plan: ProcessPlan) throws {
        try BulkProcess.with(plan) { process in
            var marks: [String] = []
            var next = 1
            for total in [1, 10_000, 1_000_000, 2_000_000] {
                let bytes = RequestStream.pings(.line).bytes(next...total)
                let goal = BulkProcess.Goal.occurrences(of: "\n", count: total - next + 1)
                try process.exchange(bytes, until: goal, upTo: .seconds(60))
                marks.append("\((process.residentBytes ?? 0).megabytes) after \(total)")
                next = total + 1
            }
            Swift.print("  pipelined pings: \(marks.joined(separator: ", "))")
        }
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
