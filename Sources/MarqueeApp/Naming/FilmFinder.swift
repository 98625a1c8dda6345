import ArgumentParser
import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import MovieService
import MovieStore
import Platform

/// Finds the films that a person means, first among those that are known already.
struct FilmFinder {
    let application: Application
    let waiting: WaitingLine
    /// Whether it says on standard error which film it has found.
    var announcesFilm = true

    /// Returns the parameters with ids in place of what a person wrote for films.
    func parameters(_ parameters: JSONElement?, films: [FilmParameter]) async throws -> JSONElement? {
        guard let parameters, parameters.kind == .object, !films.isEmpty else { return parameters }
        let named = try await FilmParameter.naming(films, in: parameters) { value, film, _ in
            guard let text = value.string else { return JSONValue(value) }
            return .string(try await id(of: text, isStored: film.isStored))
        }
        return try JSONDocument(named.jsonBytes, limits: .ofFiles).root
    }

    /// Returns the id of the film that a text means.
    private func id(of text: String, isStored: Bool) async throws -> String {
        let film: FoundFilm
        switch FilmReference(text) {
        case .id(let id): return id
        case .row(let row): film = try self.film(ofRow: row)
        case .title(let titles): film = try await self.film(FindFilm(titles, isStored: isStored))
        }
        if announcesFilm { CommandErrors.write(film.line.printable) }
        return film.id
    }

    /// Returns the one film that has a title; `nil` if there is none, or several.
    func onlyFilm(called text: String, isStored: Bool) async throws -> FoundFilm? {
        guard case .title(let titles) = FilmReference(text) else { return nil }
        let outcome = try await find(FindFilm(titles, isStored: isStored))
        return if case .found(let film) = outcome { film } else { nil }
    }

    // MARK: Rows

    private func film(ofRow row: Int) throws -> FoundFilm {
        guard row > 0 else {
            throw RPCError("not_found", "@\(row): rows are counted from 1", hint: "did you mean @1?")
        }
        guard let table = LastTable(application.context) else {
            let isDemo = application.context.settings.recording != nil
            throw RPCError(
                "not_found",
                "@\(row): no table is kept " + (isDemo ? "of a recording without --cache-dir" : "with --no-cache"),
                hint: "write the title or an id of the film"
            )
        }
        let films = try table.read()
        guard !films.isEmpty else {
            throw RPCError(
                "not_found",
                "@\(row): there was no table of films yet",
                hint: "a search shows one: " + CommandSuggestion.line(["search", "parasite"])
            )
        }
        guard row <= films.count else {
            let rows = films.count == 1 ? "one row" : "\(films.count) rows"
            throw RPCError("not_found", "@\(row): the last table of films had \(rows)")
        }
        guard let film = films[row - 1] else {
            throw RPCError("not_found", "@\(row): this row of the last table has no film")
        }
        return film
    }

    // MARK: Titles

    private func film(_ search: FindFilm) async throws -> FoundFilm {
        let outcome = try await find(search)
        if case .found(let film) = outcome { return film }
        let line = CommandSuggestion.line(["search", search.text])
        let problem = search.problem(outcome, hint: "a part of the title may find it: \(line)")
        if case .several(let films, _) = outcome, FileDescriptor.standardInput.isTerminal, CommandErrors.isTerminal {
            return try Self.choice(among: films, problem?.message ?? "")
        }
        throw problem ?? CommandError("no film was found", .dataError)
    }

    private func find(_ search: FindFilm) async throws(RPCError) -> FindFilm.Outcome {
        let watch = CallWatch()
        // A film is chosen with all that the sources say.
        let (outcome, _) = await waiting.during(watch, endingEarly: false) {
            () async -> Result<FindFilm.Outcome, RPCError> in
            do throws(RPCError) {
                return .success(try await application.handler.find(search, watch: watch))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Asks which film is meant.
    private static func choice(among films: [FoundFilm], _ message: String) throws -> FoundFilm {
        CommandErrors.write((message.prefix(1).uppercased() + message.dropFirst() + ":").printable)
        for (place, film) in films.enumerated() { CommandErrors.write("  \(place + 1)  \(film.choice)".printable) }
        let question = films.count == 1 ? "Is it this one? [1" : "Which one? [1-\(films.count)"
        CommandErrors.ask("\(question), or Enter for none]")
        var reader = try LineReader("-")
        let answer = try reader.next().map { String(decoding: $0, as: UTF8.self).trimmedText } ?? ""
        guard let number = Int(answer), number > 0, films.indices.contains(number - 1) else {
            throw CommandError("no film was chosen", .dataError)
        }
        return films[number - 1]
    }
}
