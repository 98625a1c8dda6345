import Foundation
import JSON
import MarqueeTestKit
import Testing

/// A program whose definitions are edited while it runs, over two sources that answer one film each.
struct ReloadScene: Sendable {
    let folder: String
    let server: ScriptedServer
    let process: RunningProcess

    var file: String { folder + "/providers.yaml" }

    /// Definitions in which both sources call their film by `title`.
    func definitions(_ title: String, ids: [String] = ["one", "two"], settings: String = "") -> String {
        Self.definitions(title, ids: ids, settings: settings, at: server.origin)
    }

    private static func definitions(_ title: String, ids: [String], settings: String, at origin: String) -> String {
        let providers = ids.map { id in
            """
              - id: \(id)
                base_url: "\(origin)"
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    rows: results
                    item: { ids: { film: id }, title: { value: "\(title)" } }
            """
        }
        return "version: 1\n\(settings)providers:\n" + providers.joined(separator: "\n") + "\n"
    }

    /// Plays a scene; the definitions are those of the title `first`.
    static func play(
        watches: Bool = true,
        _ body: @Sendable (ReloadScene) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("/search") { _, _ in .json(#"{"results":[{"id":"1"}]}"#) }
            let text = definitions("first", ids: ["one", "two"], settings: "", at: server.origin)
            try ProjectFiles.write(text, to: folder + "/providers.yaml")
            let plan = try Program.plan(["--config", folder + "/providers.yaml", "--no-cache"])
            try await RunningProcess.withProcess(plan) { process in
                let scene = ReloadScene(folder: folder, server: server, process: process)
                if !watches { _ = try await scene.result("providers/watch", #"{"enabled":false}"#) }
                // A mistake before they are read would be one of the start.
                _ = try await scene.result("providers/list")
                try await body(scene)
            }
        }
    }

    /// The next message.
    func next() async throws -> JSONElement {
        try JSONDocument(Array(try await process.readLine(upTo: .seconds(120)).utf8)).root
    }

    /// The parameters of the next message, which is a notification.
    func notification() async throws -> JSONElement {
        let message = try await next()
        #expect(message["method"]?.string == "providers/changed", "\(message)")
        return try #require(message["params"])
    }

    /// The result of one request, which nothing comes before.
    func result(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        process.send(Talk.request(1, method, params))
        let message = try await next()
        return try #require(message["result"], "\(message)")
    }

    /// The titles that a search gives: one where its sources are of one set.
    func titles() async throws -> [String] {
        Self.titles(in: try await result("movies/search", #"{"query":"x"}"#))
    }

    /// Every title in the answer to a search, each once.
    static func titles(in result: JSONElement) -> [String] {
        let titles = result["movies"]?.elements.flatMap {
            $0["titles"]?.elements.compactMap { $0["text"]?.string } ?? []
        }
        return Set(titles ?? []).sorted()
    }

    /// Puts another file in the place of the definitions, as most editors do.
    func replace(_ text: String) throws {
        try ProjectFiles.write(text, to: file + ".new")
        #expect(rename(file + ".new", file) == 0)
    }
}
