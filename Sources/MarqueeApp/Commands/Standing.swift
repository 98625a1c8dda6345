import MovieDomain
import MovieService
import Platform

/// What `marquee` alone tells a person: the sources, the library, and what to try.
struct Standing {
    let settings: EngineSettings
    let kinds: [ProviderKind]

    func show() async throws {
        let lines = try await Application.run(settings, kinds: kinds) { application in
            [
                "Marquee \(MarqueeVersion.current): films from several sources, merged",
                try await sources(application), await library(application),
            ]
        }
        let isDemo = settings.recording != nil
        let options = isDemo ? ["--demo"] : []
        let tries = [
            (CommandSuggestion.line(["boxoffice"] + (isDemo ? options : ["--demo"])), "needs no key, no network"),
            (CommandSuggestion.line(["search", "parasite"] + options), "films by their titles"),
            (CommandSuggestion.line(["help"]), "all commands"),
        ]
        let width = tries.map(\.0.count).max() ?? 0
        let shown = tries.map { line, words in
            "  " + line + String(repeating: " ", count: width - line.count) + "  " + words
        }
        let serving = "An editor or an assistant starts marquee to speak JSON-RPC; to do so here: marquee serve"
        let columns = TerminalStyle.output.columns
        let standing = lines.flatMap(\.lines).flatMap { String($0).wrappedLine(toColumns: columns) }
        let text = standing + ["", "To try:"] + shown + [""] + serving.wrappedLine(toColumns: columns)
        try CommandOutput.print(text.joined(separator: "\n"))
    }

    private func sources(_ application: Application) async throws -> String {
        let sources = try await application.providers()
        let ready = sources.filter { $0.availability == .available }.map(\.id.rawValue)
        var lines = ["Sources: " + (ready.isEmpty ? "none is ready" : ready.joined(separator: ", "))]
        let reasons = sources.compactMap { source in source.availability.reason.map { "\(source.id): \($0)" } }
        if !reasons.isEmpty { lines.append("  not ready: " + reasons.joined(separator: "; ")) }
        let withoutKey = sources.first { $0.availability.reason?.hasSuffix(scalars: " is not set") ?? false }
        if let withoutKey {
            lines.append("  to keep a key: " + CommandSuggestion.line(["login", withoutKey.id.rawValue]))
        }
        return lines.map(\.printable).joined(separator: "\n")
    }

    private func library(_ application: Application) async -> String {
        func words(_ count: Int, _ word: String) -> String { "\(count.grouped) \(word)\(count == 1 ? "" : "s")" }
        do throws(LocalCallError) {
            let bookmarks = try await application.handler.bookmarks(LibraryQuery(), limit: 1).count
            let cards = try await application.handler.cards(LibraryQuery(), limit: 1).count
            return "Library: \(words(bookmarks, "bookmark")), \(words(cards, "card"))"
        } catch {
            return "Library: \(error.message)".printable
        }
    }
}
