import MarqueeTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Both kinds of sources on a loopback server, and a configuration that leads there.
struct FilmServer {
    static let key = "0123456789abcdef0123456789abcdef"
    static let kofic = "/kobisopenapi/webservice/rest"
    static let yts = "/api/v2"

    let server: ScriptedServer

    /// Runs `body` with a server, and with the path of a `providers.yaml` that asks it.
    static func with(
        settings: String = "settings: { languages: [ko, en], deadline: 5s }",
        _ body: (FilmServer, _ arguments: [String]) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            let file = folder + "/providers.yaml"
            try configuration(origin: server.origin, settings: settings)
                .write(toFile: file, atomically: true, encoding: .utf8)
            try await body(FilmServer(server: server), ["--config", file])
        }
    }

    static let environment = ["KOFIC_API_KEY": key]

    private static func configuration(origin: String, settings: String) -> String {
        """
        version: 1
        \(settings)
        providers:
          - { id: kofic, extends: kofic, base_url: "\(origin)\(kofic)" }
          - { id: yts, extends: yts, base_url: "\(origin)\(yts)" }
        """
    }

    /// Answers one of KOFIC's resources.
    func onKOFIC(_ path: String, _ query: [String: String] = [:], _ answers: ScriptedAnswer...) {
        server.on(ScriptedRoute(FilmServer.kofic + path, query: query)) { _, use in
            answers[min(use, answers.count - 1)]
        }
    }

    /// Answers one of the YTS-style API's resources.
    func onYTS(_ path: String, _ query: [String: String] = [:], _ answers: ScriptedAnswer...) {
        server.on(ScriptedRoute(FilmServer.yts + path, query: query)) { _, use in
            answers[min(use, answers.count - 1)]
        }
    }

    /// The invented films of `Tests/Fixtures`.
    static func fixture(_ name: String) throws -> ScriptedAnswer {
        try answer(file: ProjectFiles.root + "/Tests/Fixtures/" + name)
    }

    /// A recorded answer of the real APIs.
    static func sample(_ name: String) throws -> ScriptedAnswer {
        try answer(file: try #require(ProjectFiles.samples) + "/" + name)
    }

    private static func answer(file: String) throws -> ScriptedAnswer {
        let body = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let type = file.hasSuffix(".html") ? "text/html" : "application/json;charset=utf-8"
        return .reply(200, headers: [("Content-Type", type)], body: body)
    }
}

/// The reason that is shown where the recorded answers are missing.
let needsSamples: Comment = "needs the recorded answers of ../shared/samples (or MARQUEE_SHARED)"
