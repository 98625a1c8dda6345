import JSON
import JSONRPC
import MovieDomain
import MovieService

/// What `marquee` alone tells a person: the sources, the library, and what to try.
struct Standing {
    let settings: EngineSettings
    let kinds: [ProviderKind]

    func show() async throws {
        let lines = try await Application.run(settings, kinds: kinds) { application in
            [
                "Marquee \(MarqueeVersion.current): films from several sources, merged",
                try await sources(application), try await library(application),
            ]
        }
        let isDemo = settings.recording != nil
        let options = isDemo ? ["--demo"] : []
        let tries = [
            (CommandSuggestion.line(["boxoffice"] + (isDemo ? options : ["--demo"])), "needs no key and no network"),
            (CommandSuggestion.line(["search", "parasite"] + options), "films by their titles"),
            (CommandSuggestion.line(["help"]), "all commands"),
        ]
        let width = tries.map(\.0.count).max() ?? 0
        let shown = tries.map { line, words in
            "  " + line + String(repeating: " ", count: width - line.count) + "  " + words
        }
        let serving = "An editor or an assistant starts marquee to speak JSON-RPC; to do so here: marquee serve"
        try CommandOutput.print((lines + ["", "To try:"] + shown + ["", serving]).joined(separator: "\n"))
    }

    private func sources(_ application: Application) async throws -> String {
        let sources = try await ask("providers/list", application)["providers"].list
        let ready = sources.filter { $0["status"]?.string == "available" }.map { $0["id"].words.printable }
        let others = sources.filter { $0["status"]?.string != "available" }
        let reasons = others.map { "\($0["id"].words): \($0["reason"].words)".printable }
        let login = others.first.map { "; to keep a key: " + CommandSuggestion.line(["login", $0["id"].words]) } ?? ""
        let first = "Sources: " + (ready.isEmpty ? "none is ready" : ready.joined(separator: ", "))
        return ([first] + (reasons.isEmpty ? [] : ["  not ready: " + reasons.joined(separator: "; ") + login]))
            .joined(separator: "\n")
    }

    private func library(_ application: Application) async throws -> String {
        do {
            var counts: [String] = []
            for (method, word) in [("bookmarks/list", "bookmark"), ("cards/list", "card")] {
                let count = try await ask(method, application)["page"]["totalItems"]?.int ?? 0
                counts.append("\(count.grouped) \(word)\(count == 1 ? "" : "s")")
            }
            return "Library: " + counts.joined(separator: ", ")
        } catch let error as RPCError {
            return "Library: \(error.message)".printable
        }
    }

    private func ask(_ method: String, _ application: Application) async throws -> JSONElement {
        let limit: JSONValue = method == "providers/list" ? [:] : ["limit": 1]
        let call = RPCCall(method: method, params: try JSONDocument(limit.jsonBytes).root)
        switch await application.handler.handle(call) {
        case .result(let bytes): return try JSONDocument(bytes, limits: .ofFiles).root
        case .failure(let error): throw error
        }
    }
}
