import JSON
import MarqueeTestKit
import Platform
import Testing

/// A failing source beside a healthy one, and the program that asks both.
struct FaultScene: Sendable {
    static let key = "quer1key/+0123456789"
    static let token = "head1token.ABCDEFGH"
    static let environment = ["BAD_KEY": key, "BAD_TOKEN": token]
    /// The answer of a careless source, which repeats its caller's secrets.
    static let echo = #"{"message":"the key \#(key) and the token \#(token) are not known here"}"#

    let folder: String
    let good: ScriptedServer

    var configuration: String { folder + "/providers.yaml" }
    var cacheFolder: String { folder + "/cache" }
    var arguments: [String] { ["--config", configuration, "--trust", "--cache-dir", cacheFolder] }

    /// Runs `body` with the healthy source's server and no configuration yet.
    static func with(_ body: (FaultScene) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let good = try ScriptedServer()
            defer { good.stop() }
            good.on("*", .json(films("good", count: 2)))
            try await body(FaultScene(folder: folder, good: good))
        }
    }

    /// Runs `body` with a second server, for the faulty source.
    static func withServer(_ body: (FaultScene, ScriptedServer) async throws -> Void) async throws {
        try await with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            try await body(scene, server)
        }
    }

    /// Writes the configuration with the healthy source and these sources.
    func configure(deadline: String = "30s", _ sources: String...) throws {
        let text = """
            version: 1
            settings: { languages: [en], deadline: \(deadline) }
            providers:
            \(Self.source("good", at: good.origin))
            \(sources.joined(separator: "\n"))
            """
        try ProjectFiles.write(text, to: configuration)
    }

    /// Defines a source with two secrets, a timeout that only a fault reaches, also on a busy machine, and one retry.
    ///
    /// `more` contains further lines of the definition, and `cache` its cache settings.
    static func source(_ id: String, at origins: String..., more: String = "", cache: String = "") -> String {
        let lines = more.split(separator: "\n").map { "    \($0)\n" }.joined()
        let unsaid = [("timeout:", "timeout: 20s"), ("retry:", "retry: { attempts: 2, backoff: 10ms..30ms }")]
            .filter { !more.contains($0.0) }.map { "    \($0.1)\n" }.joined()
        return """
              - id: \(id)
                base_url: [\(origins.map { "\"\($0)\"" }.joined(separator: ", "))]
                allow_http: true
                connect_timeout: 2s
                auth: { kind: api_key, in: query, name: key, value: "${env.BAD_KEY}" }
                headers: { X-Api-Key: "${env.BAD_TOKEN}" }
                secrets: [BAD_KEY, BAD_TOKEN]
                errors:
                  - { when: { status: 401 }, kind: auth, message: message }
            \(unsaid)\(lines)    operations:
                  search:
                    get: /films
                    query: { q: "${input.query}" }
            \(cache.isEmpty ? "" : "        cache: \(cache)\n")        rows: films
                    item:
                      ids: { \(id): id }
                      title: { path: title, required: true }
                      year: year
                      runtime: { path: minutes, unit: min }
                      genres: genres
                      release_date: { path: released, then: [{ date: [yyyy-MM-dd] }] }
                      rating: { path: score, scale: 10 }
            """
    }

    /// Returns a page of films that only this source has.
    static func films(_ source: String, count: Int) -> String {
        let films = (1...count).map {
            #"{"id":"\#(source)\#($0)","title":"\#(source) film number \#($0)","year":\#(1_990 + $0),"minutes":90}"#
        }
        return #"{"films":[\#(films.joined(separator: ","))]}"#
    }
}

/// A running program whose every answer must keep the promises that hold for all faults.
struct FaultTalk {
    let process: RunningProcess
    private let scene: FaultScene
    private var output = ""
    private var lastID = 0

    /// Starts the program, lets `body` talk to it, and ends it; expects no further output and no secret in any output.
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
            let rest = String(decoding: try await process.readToEnd(), as: UTF8.self)
            #expect(rest.split(scalar: "\n").allSatisfy(Self.isNews), "A: more than one answer to an id")
            #expect(try await process.waitForExit() == .exited(0), "H: \(process.errors)")
            Leaks.expectNone(in: Array(talk.output.utf8), "stdout")
            return process.errors
        }
        Leaks.expectNone(in: Array(errors.utf8), "stderr")
        try await Leaks.expectNone(inFolder: scene.cacheFolder)
    }

    /// Calls a method and expects its answer as the next whole frame, within 20 seconds.
    mutating func answer(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        lastID += 1
        process.send(Talk.request(lastID, method, params))
        var line = try await process.readLine()
        while Self.isNews(line[...]) { line = try await process.readLine() }
        output += line + "\n"
        let answer = try JSONDocument(line).root
        #expect(answer["jsonrpc"]?.string == "2.0", "B: \(line)")
        #expect(answer["id"]?.int == lastID, "A: \(line)")
        return answer
    }

    /// Whether details of a film came after an earlier answer.
    private static func isNews(_ line: Substring) -> Bool {
        line.hasPrefix(scalars: #"{"jsonrpc":"2.0","method":"library/changed","#)
    }

    mutating func result(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        let answer = try await answer(method, params)
        return try #require(answer["result"], "\(answer)")
    }

    /// Searches for a text.
    mutating func search(_ query: String) async throws -> FaultAnswer {
        FaultAnswer(try await result("movies/search", #"{"query":"\#(query)"}"#))
    }

    /// Repeats a search until the failing source no longer has this status, and returns that answer.
    ///
    /// Asks every 20 milliseconds for at most two minutes, because pauses end by the clock without a notification.
    mutating func search(_ query: String, whileStatusIs status: String) async throws -> FaultAnswer {
        let end = ContinuousClock.now + .seconds(120)
        while true {
            let answer = try await search(query)
            if answer.status("bad") != status || ContinuousClock.now > end { return answer }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Returns the entry of `providers/status` for a source.
    mutating func health(_ source: String) async throws -> JSONElement {
        let result = try await result("providers/status")
        return try #require(result["providers"]?.elements.first { $0["id"]?.string == source })
    }

    /// Expects that the failing source has this status in the answer.
    mutating func expectStatus(_ status: String, searching query: String) async throws {
        let answer = try await search(query)
        #expect(answer.status("bad") == status, "\(answer.whole)")
    }

    /// Expects that the failing source gives these films.
    mutating func expectFilms(_ films: [String], searching query: String) async throws {
        let answer = try await search(query)
        #expect(answer.films("bad") == films, "\(answer.whole)")
    }

    /// Expects that `providers/status` shows this status for the failing source.
    mutating func expectHealth(_ status: String) async throws {
        let health = try await health("bad")
        #expect(health["status"]?.string == status, "\(health)")
    }
}

/// The result of a search, with accessors for fault tests.
struct FaultAnswer {
    let whole: JSONElement

    init(_ whole: JSONElement) { self.whole = whole }

    func source(_ id: String) -> JSONElement? {
        whole["sources"]?.elements.first { $0["provider"]?.string == id }
    }

    func status(_ id: String) -> String? { source(id)?["status"]?.string }

    func failure(_ id: String) -> JSONElement? { source(id)?["error"] }

    /// Returns the ids of the films that a source gave.
    func films(_ source: String) -> [String] {
        whole["movies"]?.elements.compactMap { $0["ids"]?[source]?.string } ?? []
    }

    /// Expects that the healthy source gave its films.
    func expectHealthySource() {
        #expect(status("good") == "ok", "C: \(whole)")
        #expect(films("good").sorted() == ["good1", "good2"], "C: \(whole)")
    }
}

/// The search for secrets in data that has left the process.
enum Leaks {
    /// The secrets in every spelling: plain, percent-encoded, form-encoded, and inside JSON.
    private static let spellings = [
        FaultScene.key, FaultScene.token, "quer1key%2F%2B0123456789", "quer1key/%2B0123456789",
        #"quer1key\/+0123456789"#,
        "quer1key%2F+0123456789", "quer1key", "head1token",
    ]

    static func expectNone(in bytes: [UInt8], _ place: String) {
        for spelling in spellings {
            let isHeld = bytes.place(of: Array(spelling.utf8)) != nil
            #expect(!isHeld, "E: \(place) holds a secret as \(spelling)")
        }
    }

    /// Searches every file of a folder, if the folder exists.
    static func expectNone(inFolder folder: String) async throws {
        guard ProjectFiles.isReadable(folder) else { return }
        let plan = ProcessPlan("/bin/sh", ["-c", #"find "$0" -type f -exec cat {} +"#, folder])
        let outcome = try await ProcessOutcome.of(plan)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        expectNone(in: outcome.output, "a file in \(folder)")
    }
}
