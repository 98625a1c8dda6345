import JSON
import MarqueeTestKit

/// Calls about films of earlier answers, and what the program keeps of 10,000 of them.
enum KnownFilmsBenchmark {
    private static let films = 10_000
    private static let pageSize = 100
    private static let rounds = 50

    static func print(binary: String) async throws {
        Swift.print("Known films (goals: first part 5 ms, bookmark 10 ms)")
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("/films") { request, _ in
                let number = request.query.first { $0.name == "q" }.flatMap { Int($0.value.dropFirst(7)) } ?? 0
                let films = (0..<pageSize).map { film(number * pageSize + $0) }
                return .json(#"{"films":[\#(films.joined(separator: ","))]}"#)
            }
            server.on("/film") { request, _ in
                .json(film(request.query.first { $0.name == "id" }.flatMap { Int($0.value) } ?? 0))
            }
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(configuration(server.origin), to: file)
            let arguments = ["--config", file, "--trust", "--data-dir", folder, "--cache-dir", folder + "/cache"]
            let plan = ProcessPlan(binary, arguments, environment: ["HOME": folder])
            try await RunningProcess.withProcess(plan) { process in
                var calls = Calls(process: process)
                for number in 0..<(films / pageSize) {
                    _ = try await calls.time("movies/search", #""query":"silent \#(number)","limit":\#(pageSize)"#)
                }
                try await measure(&calls)
                let disk = try ProjectFiles.read(folder + "/cache/cache.sqlite").count
                Swift.print("  \(films) films: \(process.residentBytes ?? 0) bytes resident, \(disk) bytes on disk\n")
            }
        }
    }

    private static func measure(_ calls: inout Calls) async throws {
        let ids = (0..<rounds).map { "imdb:\(imdb(films - 1 - 7 * $0))" }
        for (name, method, more) in [
            ("a film's first part", "movies/get", #","partialResultToken":"p""#), ("a film", "movies/get", ""),
            ("its bookmark", "bookmarks/add", ""),
        ] {
            var times: [Duration] = []
            for id in ids { times.append(try await calls.time(method, #""id":"\#(id)"\#(more)"#)) }
            Swift.print("  \(name): \(Median.of(times).milliseconds), at most \((times.max() ?? .zero).milliseconds)")
        }
        var times: [Duration] = []
        for _ in 0..<rounds { times.append(try await calls.time("movies/search", #""query":"silent 99","limit":20"#)) }
        Swift.print("  a repeated search: \(Median.of(times).milliseconds)")
    }

    /// Calls one after the other.
    private struct Calls {
        let process: RunningProcess
        var number = 0

        /// Returns the time until the first message about a call, and waits for its result.
        mutating func time(_ method: String, _ params: String) async throws -> Duration {
            number += 1
            let request = #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":{\#(params)}}"#
            let start = ContinuousClock.now
            process.write(request + "\n")
            var first: Duration?
            while true {
                let message = try JSONDocument(try await process.readLine()).root
                first = first ?? ContinuousClock.now - start
                if message["id"]?.int == number { return first ?? .zero }
            }
        }
    }

    private static func imdb(_ number: Int) -> String { "tt\(90_000_000 + number)" }

    private static func film(_ number: Int) -> String {
        """
        {"id":"\(number)","imdb":"\(imdb(number))","title":"Silent film \(number)","year":\(1_950 + number % 70),\
        "about":"A lighthouse keeper finds a letter, and follows it across the sea, number \(number)."}
        """
    }

    private static func configuration(_ origin: String) -> String {
        """
        version: 1
        settings: { languages: [en], deadline: 10s }
        providers:
          - id: shelf
            base_url: "\(origin)"
            allow_http: true
            operations:
              search:
                get: /films
                query: { q: "${input.query}" }
                cache: { ttl: 1h }
                paging: { kind: none }
                rows: films
                item: &film
                  ids: { shelf: { path: id, required: true }, imdb: imdb }
                  title: { path: title, required: true, language: en }
                  year: year
                  overview: { path: about, language: en }
              lookup:
                by: [shelf]
                get: /film
                query: { id: "${input.ids.shelf}" }
                rows: .
                item: *film
        """
    }
}
