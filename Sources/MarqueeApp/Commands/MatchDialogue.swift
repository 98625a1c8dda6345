import ArgumentParser
import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import MovieService
import Platform

/// `marquee matches fix`: shows what each source says about a film, and mends a wrong match by one or two answers.
struct FixMatchCommand: MethodCommand {
    static let methods = ["movies/get"]
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Correct a wrong match: see what each source says about a film, and say what does not belong.",
        discussion: """
              marquee matches fix 'The Paper Lighthouse'
              marquee matches fix kofic:20183782

            Answer with the number of a record that is of another film, or with the title or an id of a film that is \
            the same one. A line tells how to take the change back.
            """
    )

    @Argument(Self["id"]) var film: [ParameterValue] = []
    @OptionGroup var options: CallOptions

    func validate() throws {
        if film.isEmpty { throw ValidationError("expected a film; try: marquee matches fix parasite") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let settings = options.engine.settings
        try SystemLimits.check(for: settings)
        if let reason = RunContext(settings, kinds: kinds).reasonForNoLibrary {
            throw CommandError("the library is not kept in a file: \(reason)", .unavailable)
        }
        let text = film.compactMap(\.text).joined(separator: " ")
        try await Application.run(settings, kinds: kinds) { application in
            _ = try await application.configuration.load()
            do {
                try await MatchDialogue(application: application).run(text)
            } catch let error as RPCError {
                let failure = try CallFailure(error, ["id": "FILM"])
                CommandErrors.write(failure.text)
                throw failure.exitCode
            }
        }
    }
}

/// The questions and answers about the records of one film.
private struct MatchDialogue {
    let application: Application

    /// What one source says about a film.
    private struct SourceRecord {
        let provider: String
        let id: String
        let line: String

        init(_ provider: String, id: String, _ facts: MovieFacts) {
            (self.provider, self.id) = (provider, id)
            let (title, year) = (facts.title?.text ?? "", facts.likelyYear.map { " (\($0))" } ?? "")
            let parts: [String?] = [
                title + year, facts.titles.map(\.text).first { $0 != title },
                facts.directors.map(\.name).joined(separator: ", "), facts.runtimeMinutes.map { "\($0) min" }, id,
            ]
            line = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
        }
    }

    private static let mostCandidates = 9
    private let waiting = WaitingLine(text: "asking the sources")

    init(application: Application) { self.application = application }

    func run(_ text: String) async throws {
        let id = try await id(of: text)
        let answer = try await ask("movies/get", ["id": .string(id)], as: MovieResult.self)
        let movie = answer.movie
        let records = try await records(of: movie, answer.sources)
        guard records.count > 1 else {
            let only = records.first.map { "only \($0.provider) has it" } ?? "no source has it"
            throw CommandError("\(id): \(only), so there is no match to mend", .noInput)
        }
        CommandErrors.write(FoundFilm(movie).line.printable)
        let width = records.map(\.provider.count).max() ?? 0
        for (place, record) in records.enumerated() {
            let name = record.provider + String(repeating: " ", count: width - record.provider.count)
            CommandErrors.write("  \(place + 1)  \(name)  \(record.line)".printable)
        }
        guard FileDescriptor.standardInput.isTerminal, CommandErrors.isTerminal else { throw advice(records) }
        let reply = try Self.reply(
            to: "Which one is another film? [1-\(records.count); a title or an id of the same film; or Enter for none]"
        )
        if reply.isEmpty { return CommandErrors.write("nothing was changed") }
        try await LibraryAction.$ofCommand.withValue(LibraryAction(method: "matches/split")) {
            if let number = Int(reply), (1...records.count).contains(number) {
                try await split(records[number - 1], from: records, of: movie)
            } else {
                try await pin(try await self.id(of: reply), to: id)
            }
        }
        CommandErrors.write("marquee undo takes it back")
    }

    // MARK: What the sources say

    private func records(of movie: Movie, _ sources: [ProviderReport]) async throws -> [SourceRecord] {
        var records: [SourceRecord] = []
        for source in sources where [.ok, .stale].contains(source.status) {
            let provider = source.provider.rawValue
            let space = movie.facts.ids[provider] == nil ? "imdb" : provider
            guard let value = movie.facts.ids[space] else { continue }
            let id = "\(space):\(value)"
            let parameters: JSONValue = ["id": .string(id), "providers": .array([.string(provider)])]
            guard !records.contains(where: { $0.id == id }),
                let found = try await found("movies/get", parameters, as: MovieResult.self)
            else { continue }
            records.append(SourceRecord(provider, id: id, found.movie.facts))
        }
        return records
    }

    /// Returns the films of a source that are called like a film, except one.
    private func candidates(_ provider: String, for movie: Movie, except id: String) async throws -> [FoundFilm] {
        var films: [FoundFilm] = []
        for title in [movie.facts.title?.text, movie.facts.originalTitle].compactMap(\.self) {
            let parameters: JSONValue = [
                "query": .string(title), "providers": .array([.string(provider)]), "remember": false, "limit": 20,
            ]
            let found = try await found("movies/search", parameters, as: SearchResult.self)
            for film in (found?.movies ?? []).map({ FoundFilm($0) })
            where film.id != id && !films.contains(where: { $0.id == film.id }) {
                films.append(film)
            }
        }
        return Array(films.prefix(Self.mostCandidates))
    }

    // MARK: Changes

    private func split(_ wrong: SourceRecord, from records: [SourceRecord], of movie: Movie) async throws {
        let others = records.filter { $0.id != wrong.id }.map(\.id)
        var split: [String] = []
        for other in others {
            do {
                _ = try await ask(
                    "matches/split",
                    ["id": .string(wrong.id), "with": .string(other)],
                    as: MatchNotes.self
                )
                split.append(other)
            } catch let error as RPCError where !split.isEmpty || other != others.last {
                CommandErrors.write("note: \(wrong.id) and \(other): \(error.message)".printable)
            }
        }
        CommandErrors.write("\(wrong.id) is another film than \(split.joined(separator: ", "))".printable)
        if let main = split.first, let right = try await right(wrong.provider, for: movie, except: wrong.id) {
            _ = try await ask("matches/pin", ["id": .string(main), "with": .string(right.id)], as: MatchNotes.self)
            CommandErrors.write("\(right.line) is the same film as \(main)".printable)
        }
    }

    /// Asks which film of the source is the right one; `nil` if there is none.
    private func right(_ provider: String, for movie: Movie, except id: String) async throws -> FoundFilm? {
        let films = try await candidates(provider, for: movie, except: id)
        guard !films.isEmpty else { return nil }
        for (place, film) in films.enumerated() { CommandErrors.write("  \(place + 1)  \(film.choice)".printable) }
        let reply = try Self.reply(to: "Which film of \(provider) is it? [1-\(films.count), or Enter for none]")
        return Int(reply).flatMap { (1...films.count).contains($0) ? films[$0 - 1] : nil }
    }

    private func pin(_ other: String, to id: String) async throws {
        _ = try await ask("matches/pin", ["id": .string(id), "with": .string(other)], as: MatchNotes.self)
        CommandErrors.write("\(id) and \(other) are one film".printable)
    }

    /// The commands that do the same without questions.
    private func advice(_ records: [SourceRecord]) -> CommandError {
        let (first, last) = (records[0].id, records[records.count - 1].id)
        let split = CommandSuggestion.line(["matches", "split", last, first])
        return CommandError(
            "standard input is not a terminal, so marquee cannot ask; to separate two of these, run, for example: \(split); "
                + "marquee matches add joins two ids",
            .usage
        )
    }

    // MARK: Calls and questions

    private static func reply(to question: String) throws -> String {
        CommandErrors.ask(question)
        var reader = try LineReader("-")
        return try reader.next().map { String(decoding: $0, as: UTF8.self).trimmedText } ?? ""
    }

    /// Returns the id of the film that a text means.
    private func id(of text: String) async throws -> String {
        let parameters = try JSONDocument((["id": .string(text)] as JSONValue).jsonBytes, limits: .ofFiles).root
        let finder = FilmFinder(application: application, waiting: waiting)
        let film = FilmParameter(name: "id", isStored: false)
        return try await finder.parameters(parameters, films: [film])?["id"]?.string ?? text
    }

    private func ask<Answer: WireObject>(
        _ method: String,
        _ parameters: JSONValue,
        as type: Answer.Type
    ) async throws -> Answer {
        let call = RPCCall(method: method, params: try JSONDocument(parameters.jsonBytes, limits: .ofFiles).root)
        let outcome = await waiting.during { () async -> Result<Answer, RPCError> in
            do throws(RPCError) {
                return .success(try await application.handler.answer(call, as: type))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Returns the answer of a call; `nil` if it fails, as for a source that cannot answer it.
    private func found<Answer: WireObject>(
        _ method: String,
        _ parameters: JSONValue,
        as type: Answer.Type
    ) async throws -> Answer? {
        do {
            return try await ask(method, parameters, as: type)
        } catch is RPCError {
            return nil
        }
    }
}
