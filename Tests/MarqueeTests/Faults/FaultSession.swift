import JSON
import MarqueeTestKit
import Testing

/// Twenty requests to a local source with a cache, and the promises that their answers keep whatever fails.
struct FaultSession {
    static let key = "9f8e7d6c5b4a39281706f5e4d3c2b1a0"

    let server: ScriptedServer
    let folder: String

    static func with(_ body: (FaultSession) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on(ScriptedRoute("/search"), .json(#"{"results":[{"name":"A film","year":2019}]}"#))
            let session = FaultSession(server: server, folder: folder)
            try ProjectFiles.write(configuration(server.origin), to: session.file)
            try await body(session)
        }
    }

    var file: String { folder + "/providers.yaml" }

    /// Returns the arguments that run the program with the source or, with `demo`, with the built-in recording.
    func arguments(demo: Bool = false) -> [String] {
        demo ? ["--demo"] : ["--config", file, "--trust", "--cache-dir", folder + "/cache"]
    }

    static let environment = ["FILMS_KEY": key, "SWIFT_BACKTRACE": "enable=no"]

    static let requests = (1...20).map { number in
        switch number % 5 {
        case 0: Talk.request(number, "ping")
        case 4: Talk.request(number, number % 2 == 0 ? "providers/status" : "cache/stats")
        default: Talk.request(number, "movies/search", #"{"query":"film \#(number % 7)"}"#)
        }
    }

    /// Starts the program through another one, such as a shell that sets a limit.
    func plan(_ launcher: [String] = [], demo: Bool = false, environment: [String: String] = [:]) throws -> ProcessPlan
    {
        var plan = try Program.plan(arguments(demo: demo), environment: Self.environment.merging(environment) { $1 })
        guard let first = launcher.first else { return plan }
        plan.arguments = launcher.dropFirst() + [plan.executable] + plan.arguments
        plan.executable = first
        return plan
    }

    /// Runs the whole session and closes its input at the end.
    func run(_ plan: ProcessPlan) async throws -> ProcessOutcome {
        let input = Self.requests.map { $0 + "\n" }.joined()
        return try await ProcessOutcome.of(plan, input: Array(input.utf8))
    }

    /// Returns the arguments of a shell that runs a line and then becomes the program.
    static func shell(_ line: String) -> [String] {
        ["/bin/sh", "-c", line + #"; exec "$0" "$@""#]
    }

    private static func configuration(_ origin: String) -> String {
        """
        version: 1
        settings: { deadline: 20s }
        providers:
          - id: films
            base_url: \(origin)
            auth: { kind: api_key, in: query, name: key, value: "${env.FILMS_KEY}" }
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                rows: results
                item: { title: { path: name, required: true }, year: year }
        """
    }
}

extension ProcessOutcome {
    /// Returns the promises that a session of ``FaultSession/requests`` broke: none, whatever failed.
    ///
    /// The promises: at most one answer per request, and exactly one after an orderly end; whole frames; no secret; no
    /// death by a signal; a reason on stderr after a disorderly end.
    func violations(mayDie: Bool = false, mayBeSilent: Bool = false) -> [String] {
        var found: [String] = []
        var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let rest = lines.popLast(), !rest.isEmpty { found.append("a frame that is not whole: \(rest.count) bytes") }
        var answered: [Int] = []
        for line in lines {
            do {
                if let id = try JSONDocument(Array(line)).root["id"]?.int { answered.append(id) }
            } catch {
                found.append("no JSON: \(String(decoding: line.prefix(80), as: UTF8.self))")
            }
        }
        if Set(answered).count != answered.count { found.append("answered twice: \(answered.sorted())") }
        if status == .exited(0), answered.count != FaultSession.requests.count {
            found.append("answers: \(answered.sorted())")
        }
        if case .signalled = status, !mayDie { found.append("\(status)") }
        if status != .exited(0), errors.isEmpty, !mayBeSilent { found.append("no reason for \(status)") }
        if (outputText + errors).contains(FaultSession.key) { found.append("the key was shown") }
        return found
    }
}
