import JSON
import MarqueeTestKit
import Testing

/// A source that fails beside one that does not, and the program that asks both.
struct FaultScene: Sendable {
    static let key = "quer1key/+0123456789"
    static let token = "head1token.ABCDEFGH"
    static let environment = ["BAD_KEY": key, "BAD_TOKEN": token]
    /// What a careless source says: its caller's secrets.
    static let echo = #"{"message":"the key \#(key) and the token \#(token) are not known here"}"#

    let folder: String
    let good: ScriptedServer

    var configuration: String { folder + "/providers.yaml" }
    var cacheFolder: String { folder + "/cache" }
    var arguments: [String] { ["--config", configuration, "--cache-dir", cacheFolder] }

    /// Runs `body` with a healthy source's server, and no configuration yet.
    static func with(_ body: (FaultScene) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let good = try ScriptedServer()
            defer { good.stop() }
            good.on("*", .json(films("good", count: 2)))
            try await body(FaultScene(folder: folder, good: good))
        }
    }

    /// Writes the configuration: the healthy source, and these.
    func configure(deadline: String = "15s", _ sources: String...) throws {
        let text = """
            version: 1
            settings: { languages: [en], deadline: \(deadline) }
            providers:
            \(Self.source("good", at: good.origin))
            \(sources.joined(separator: "\n"))
            """
        try ProjectFiles.write(text, to: configuration)
    }

    /// The definition of a source with two secrets, with little time, and one repetition; `more` are further lines of it,
    /// `cache` says how long its answers are kept.
    static func source(_ id: String, at origins: String..., more: String = "", cache: String = "") -> String {
        let lines = more.split(separator: "\n").map { "    \($0)\n" }.joined()
        let unsaid = [("timeout:", "timeout: 5s"), ("retry:", "retry: { attempts: 2, backoff: 10ms..30ms }")]
            .filter { !more.contains($0.0) }.map { "    \($0.1)\n" }.joined()
        return """
              - id: \(id)
                base_url: [\(origins.map { "\"\($0)\"" }.joined(separator: ", "))]
                allow_http: true
                connect_timeout: 200ms
                auth: { kind: api_key, in: query, name: key, value: "${env.BAD_KEY}" }
                headers: { X-Api-Key: "${env.BAD_TOKEN}" }
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

    /// A page of films that only this source has.
    static func films(_ source: String, count: Int) -> String {
        let films = (1...count).map {
            #"{"id":"\#(source)\#($0)","title":"\#(source) film number \#($0)","year":\#(1_990 + $0),"minutes":90}"#
        }
        return #"{"films":[\#(films.joined(separator: ","))]}"#
    }
}
