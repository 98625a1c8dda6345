import MarqueeTestKit
import Platform
import Testing

/// Two sources to test typing ahead of answers: one is quick, the other delays the search for "slow".
struct SlowSource: Sendable {
    enum Patience: Sendable {
        /// The source does not answer until the search is cancelled.
        case untilCancelled
        /// The source answers after ``SlowSource/release()``.
        case untilReleased
    }

    let server: ScriptedServer
    let folder: String
    private let gate = ConditionLock(false)

    static let lateFilm = "Late film"
    /// The output lines of the search for "quick"; both sources have the first film.
    static let quickFilms = (1...22).map { "  Quick film \($0) (\(2_000 + $0))" }

    static func with(_ patience: Patience, _ body: (SlowSource) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            let source = SlowSource(server: server, folder: folder)
            defer {
                source.release()
                server.stop()
            }
            source.answer(patience)
            try await body(source)
        }
    }

    private func answer(_ patience: Patience) {
        let quick = (1...22).map { Self.film($0, title: "Quick film \($0)", year: 2_000 + $0) }
        let early = Self.page([Self.film(90, title: "Early film", year: 2_001)])
        let late = Self.page([Self.film(91, title: Self.lateFilm, year: 2_002)])
        server.on(ScriptedRoute("/early", query: ["q": "slow"]), .json(early))
        server.on(ScriptedRoute("/early", query: ["q": "quick"]), .json(Self.page(quick)))
        server.on(ScriptedRoute("/late", query: ["q": "quick"]), .json(Self.page(Array(quick.prefix(1)))))
        server.on(ScriptedRoute("/late", query: ["q": "slow"])) { [gate] _, _ in
            if patience == .untilCancelled { return .silence }
            _ = gate.wait { $0 ? true : nil }
            return .json(late)
        }
        let poster = #","poster":"\#(server.origin)/poster.gif"}"#
        server.on("/film", .json(Self.page([quick[0].dropLast() + poster])))
        server.on("/poster.gif", .reply(headers: [("Content-Type", "image/gif")], body: Self.picture))
        server.on("*", .json(Self.page([])))
    }

    /// A transparent pixel.
    private static let picture: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xF9, 4, 1, 0, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// Lets the late source answer from now on.
    func release() {
        gate.withLock { $0 = true }
        gate.wake()
    }

    /// Returns the command that starts the program with both sources.
    func command(framing: String) throws -> [String] {
        let sources = ["early", "late"].map { id in
            """
              - id: \(id)
                base_url: "\(server.origin)"
                allow_http: true
                timeout: 60s
                operations:
                  search:
                    get: /\(id)
                    query: { q: "${input.query}" }
                    rows: films
                    item: { ids: { \(id): id, imdb: imdb }, title: { path: title, required: true }, year: year }
                  lookup:
                    by: [imdb]
                    get: /film
                    query: { id: "${input.ids.imdb}" }
                    rows: films
                    item:
                      extends: search
                      images: { path: poster, kind: poster }
            """
        }
        let text = "version: 1\nsettings: { deadline: 60s }\nproviders:\n" + sources.joined(separator: "\n") + "\n"
        try ProjectFiles.write(text, to: folder + "/providers.yaml")
        let binary = try #require(ProjectFiles.builtProduct())
        return [
            binary, "--framing", framing, "--config", folder + "/providers.yaml", "--cache-dir", folder + "/cache",
            "--data-dir", folder + "/data",
        ]
    }

    private static func film(_ number: Int, title: String, year: Int) -> String {
        #"{"id":"\#(number)","imdb":"tt90000\#(10 + number)","title":"\#(title)","year":\#(year)}"#
    }

    private static func page(_ films: [String]) -> String { #"{"films":[\#(films.joined(separator: ","))]}"# }
}
