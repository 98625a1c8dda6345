import JSON
import MovieDomain
import MovieService
import Platform

/// What is said beside the answer of a command.
extension CommandCall {
    /// Says what a change has not done although it succeeded.
    func note(_ answer: JSONElement, _ value: any WireObject) {
        switch method {
        case "bookmarks/add", "cards/put", "lists/add":
            let movie = answer["movie"] ?? answer["card"]["movie"]
            guard let id = movie["id"]?.string, movie["title"] == nil else { return }
            let line = CommandSuggestion.line(["movie", id])
            CommandErrors.write(
                "note: stored by its id only, because no source answered; to add its title later, run: \(line)"
                    .printable
            )
        case "library/import" where (value as? LibraryImportResult)?.isChange == true: noteUndo()
        case "bookmarks/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it was not bookmarked")
        case "cards/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it has no card")
        case "lists/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it was not in the list")
        case "history/remove" where answer["removed"]?.int == 0: CommandErrors.write("note: it was not in the history")
        case "matches/forget" where answer["removed"]?.int == 0:
            CommandErrors.write("note: nothing was recorded about it")
        case "bookmarks/remove", "cards/remove", "lists/remove", "lists/delete", "matches/pin", "matches/split",
            "matches/forget":
            if answer["removed"]?.int != 0 { noteUndo() }
        case "bookmarks/offers": noteServices(answer)
        default: break
        }
    }

    private func noteUndo() {
        if isTable, let undoNote { CommandErrors.write(undoNote) }
    }

    /// Says which of the wanted services has none of the films, because its name may be mistyped.
    private func noteServices(_ answer: JSONElement) {
        let offered = answer["services"].texts
        let wanted = parameters["services"].list.compactMap(\.string)
        guard !offered.isEmpty else { return }
        for name in wanted where !offered.contains(where: { ServiceName($0).isOf(ServiceName(name)) }) {
            let near = NearestName.nearest(to: name, among: offered)
            let line = near.flatMap { Marquee.ofProcess.line(replacing: name, with: $0) }.map { "did you mean: " + $0 }
            let known = "the services that have any of these films are \(offered.joined(separator: ", "))"
            CommandErrors.write("note: '\(name)' has none of these films; \(line ?? known)".printable)
        }
    }

    /// Names known films that are called almost as what was searched for, of which nothing was found.
    func noteNearFilms() async throws {
        guard let text = parameters["query"]?.string else { return }
        let near = try await Application.run(settings, kinds: kinds) { application in
            _ = try await application.configuration.load()
            return await application.handler.films(calledAlmost: text)
        }
        guard let title = near.first?.titles.first else { return }
        CommandErrors.write("did you mean: \(CommandSuggestion.line(["search", title]))".printable)
    }
}
