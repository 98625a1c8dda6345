import JSON
import MovieDomain
import MovieService

/// What is said beside the answer of a command.
extension CommandCall {
    /// Says what a change has not done although it succeeded, and that it can be taken back.
    func note(_ answer: any WireObject) {
        guard let outcome = (answer as? any Conclusive)?.outcome else { return }
        let declaration = MethodDeclaration.named(method)
        if let id = outcome.filmWithoutTitle {
            let line = CommandSuggestion.line(["movie", id.description])
            CommandErrors.write(
                "note: stored by its id only, because no source answered; to add its title later, run: \(line)"
                    .printable
            )
        }
        if outcome.removed == 0, let unchanged = declaration?.unchanged { CommandErrors.write("note: \(unchanged)") }
        if outcome.isChange, declaration?.undo != nil { noteUndo() }
        if let services = outcome.services { noteServices(services) }
    }

    private func noteUndo() {
        if isTable, let undoNote { CommandErrors.write(undoNote) }
    }

    /// Says which of the wanted services has none of the films, because its name may be mistyped.
    private func noteServices(_ offered: [String]) {
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
        let line = Marquee.ofProcess.line(replacing: text, with: title) ?? CommandSuggestion.line(["search", title])
        CommandErrors.write("did you mean: \(line)".printable)
    }
}
