import JSON
import MovieDomain
import MovieService

/// What is said beside the answer of a command.
extension CommandCall {
    /// Says what a change has not done although it succeeded.
    func note(_ answer: JSONElement, _ value: any WireObject) {
        let removesNothing = (value as? RemovedResult)?.removed == 0
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
        case "bookmarks/remove" where removesNothing: CommandErrors.write("note: it was not bookmarked")
        case "cards/remove" where removesNothing: CommandErrors.write("note: it has no card")
        case "lists/remove" where removesNothing: CommandErrors.write("note: it was not in the list")
        case "history/remove" where removesNothing: CommandErrors.write("note: it was not in the history")
        case "matches/forget" where removesNothing: CommandErrors.write("note: nothing was recorded about it")
        case "bookmarks/remove", "cards/remove", "lists/remove", "lists/delete", "matches/pin", "matches/split",
            "matches/forget":
            if !removesNothing { noteUndo() }
        default: if let offers = value as? BookmarkOffersResult { noteServices(offers.services) }
        }
    }

    private func noteUndo() {
        if isTable, let undoNote { CommandErrors.write(undoNote) }
    }

    /// Says which of the wanted services has none of the films, because its name may be mistyped.
    private func noteServices(_ offered: [String]) {
        let wanted = parameters["services"].list.compactMap(\.string)
        guard !offered.isEmpty else { return }
        for name in wanted where !offered.contains(where: { ServiceName($0).isOf(ServiceName(name)) }) {
            let near = NearestName.hint(for: name, among: offered)
            let known = "the services that have any of these films are \(offered.joined(separator: ", "))"
            CommandErrors.write("note: '\(name)' has none of these films; \(near ?? known)".printable)
        }
    }
}
