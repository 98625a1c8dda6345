import JSON
import MarqueeTestKit
import Testing

/// A running program whose every answer is held to what holds for all faults.
struct FaultTalk {
    let process: RunningProcess
    private let scene: FaultScene
    private var output = ""
    private var lastID = 0

    /// Starts the program, has `body` talk to it, and ends it: nothing may be left to say, and no secret may be said.
    static func with(
        _ scene: FaultScene,
        _ options: [String] = [],
        environment: [String: String] = FaultScene.environment,
        _ body: (inout FaultTalk) async throws -> Void
    ) async throws {
        let plan = try Program.plan(scene.arguments + options, environment: environment)
        let errors = try await RunningProcess.withProcess(plan) { process in
            var talk = FaultTalk(process: process, scene: scene)
            try await body(&talk)
            process.closeInput()
            #expect(try await process.readToEnd(upTo: .seconds(20)) == [], "A: more than one answer to an id")
            #expect(try await process.waitForExit(upTo: .seconds(20)) == .exited(0), "H: \(process.errors)")
            Leaks.expectNone(in: Array(talk.output.utf8), "stdout")
            return process.errors
        }
        Leaks.expectNone(in: Array(errors.utf8), "stderr")
        try await Leaks.expectNone(inFolder: scene.cacheFolder)
    }

    /// One call: its answer is the next frame, is whole, and comes long before any client has given up.
    mutating func answer(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        lastID += 1
        process.send(Talk.request(lastID, method, params))
        let line = try await process.readLine(upTo: .seconds(20))
        output += line + "\n"
        let answer = try JSONDocument(line).root
        #expect(answer["jsonrpc"]?.string == "2.0", "B: \(line)")
        #expect(answer["id"]?.int == lastID, "A: \(line)")
        return answer
    }

    mutating func result(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        let answer = try await answer(method, params)
        return try #require(answer["result"], "\(answer)")
    }

    /// A search for a text.
    mutating func search(_ query: String) async throws -> FaultAnswer {
        FaultAnswer(try await result("movies/search", #"{"query":"\#(query)"}"#))
    }

    /// What `providers/status` says of a source.
    mutating func health(_ source: String) async throws -> JSONElement {
        let result = try await result("providers/status")
        return try #require(result["providers"]?.elements.first { $0["id"]?.string == source })
    }

    /// The failing source has this status in the answer.
    mutating func expectStatus(_ status: String, searching query: String) async throws {
        let answer = try await search(query)
        #expect(answer.status("bad") == status, "\(answer.whole)")
    }

    /// The source that failed, or is going to, gives these films.
    mutating func expectFilms(_ films: [String], searching query: String) async throws {
        let answer = try await search(query)
        #expect(answer.films("bad") == films, "\(answer.whole)")
    }

    /// `providers/status` calls the failing source so.
    mutating func expectHealth(_ status: String) async throws {
        let health = try await health("bad")
        #expect(health["status"]?.string == status, "\(health)")
    }
}
