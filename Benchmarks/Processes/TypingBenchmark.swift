import JSON
import MarqueeTestKit
import Synchronization

/// A word that is typed while one of two sources takes two calls in five seconds, and ten processes at such a source.
enum TypingBenchmark {
    private static let words = ["silent", "harbor", "winter"]
    private static let keyInterval = Duration.milliseconds(120)
    private static let processes = 10

    static func print(binary: String) async throws {
        Swift.print("Typing, with a source of 2 calls in 5 s (goals: first part 20 ms, all 5.5 s, a third after 5 s)")
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            let calls = Mutex<[ContinuousClock.Instant]>([])
            server.on("/quick") { request, _ in answer(request, from: 1) }
            server.on("/slow") { request, _ in
                calls.withLock { $0.append(.now) }
                return answer(request, from: 11)
            }
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(configuration(server.origin), to: file)
            let arguments = ["--config", file, "--trust", "--data-dir", folder, "--cache-dir", folder + "/cache"]
            try await RunningProcess.withProcess(
                ProcessPlan(binary, arguments, environment: ["HOME": folder])
            ) { process in
                for (place, word) in words.enumerated() { try await type(word, place, process) }
            }
            calls.withLock { $0 = [] }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<processes {
                    group.addTask {
                        let call = ["call", "movies/search", "query=word\(number)"] + arguments
                        _ = try await ProcessOutcome.of(ProcessPlan(binary, call, environment: ["HOME": folder]))
                    }
                }
                try await group.waitForAll()
            }
            let times = calls.withLock { $0 }
            let shortest = zip(times, times.dropFirst(2)).map { $1 - $0 }.min() ?? .zero
            Swift.print(
                "  \(processes) processes at once: \(times.count) calls, the third at least \(shortest.milliseconds) after the first\n"
            )
        }
    }

    /// Types a word, with a search for each key that cancels the one before.
    private static func type(_ word: String, _ place: Int, _ process: RunningProcess) async throws {
        var start = ContinuousClock.now
        for length in 1...word.count {
            let id = place * 100 + length
            start = .now
            process.write(
                #"{"jsonrpc":"2.0","id":\#(id),"method":"movies/search","params":{"query":"\#(word.prefix(length))","#
                    + #""remember":false,"partialResultToken":"\#(id)"}}"# + "\n"
            )
            guard length < word.count else { break }
            try await Task.sleep(for: keyInterval)
            process.write(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"# + "\n")
        }
        let last = place * 100 + word.count
        var first: Duration?
        while true {
            let message = try JSONDocument(try await process.readLine()).root
            if message["params"]?["token"]?.string == "\(last)", first == nil { first = .now - start }
            guard message["id"]?.int == last else { continue }
            let count = message["result"]?["movies"]?.count ?? 0
            let part = first?.milliseconds ?? "none"
            return Swift.print("  \(word): first part \(part), all \((.now - start).milliseconds), \(count) films")
        }
    }

    private static func answer(_ request: ReceivedRequest, from first: Int) -> ScriptedAnswer {
        let word = request.query.first { $0.name == "q" }?.value ?? ""
        let films = (first..<first + 10).map {
            #"{"id":"\#(word)\#($0)","title":"\#(word) film \#($0)","year":\#(1_950 + $0)}"#
        }
        return .json(#"{"films":[\#(films.joined(separator: ","))]}"#)
    }

    private static func configuration(_ origin: String) -> String {
        func source(_ id: String, _ limits: String) -> String {
            """
              - id: \(id)
                base_url: "\(origin)"
                allow_http: true
            \(limits)
                operations:
                  search:
                    get: /\(id)
                    query: { q: "${input.query}" }
                    paging: { kind: none }
                    rows: films
                    item:
                      ids: { \(id): { path: id, required: true } }
                      title: { path: title, required: true }
                      year: year
            """
        }
        return """
            version: 1
            settings: { languages: [en], deadline: 60s }
            providers:
            \(source("quick", ""))
            \(source("slow", "    limits: { rate: 2/5s }"))
            """
    }
}
