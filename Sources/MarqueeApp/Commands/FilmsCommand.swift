import ArgumentParser
import MovieDomain
import MovieService

/// A command that calls its method for each of several films.
protocol FilmsCommand: MethodCommand {
    var films: [ParameterValue] { get }

    /// Returns what is wrong with words that together are not a title, if not each of them is meant as one.
    func problem(withWords words: [String]) -> ValidationError?
}

extension FilmsCommand {
    func validate() throws { try checkFilms() }

    func problem(withWords words: [String]) -> ValidationError? { nil }

    func checkFilms() throws {
        if films.isEmpty {
            throw ValidationError("expected a film: its title, an id, or @1 for row 1 of the last table")
        }
    }

    func run(kinds: [ProviderKind]) async throws { try await runEach(kinds: kinds) }

    /// Makes the call for each film, also after one that failed; the first failure gives the exit code, if none was done.
    ///
    /// `library/undo` takes all of them back together.
    func runEach(adding added: [ParameterValue?] = [], kinds: [ProviderKind]) async throws {
        let films = try await eachFilm(kinds)
        try await LibraryAction.$ofCommand.withValue(LibraryAction(method: Self.methods[0])) {
            var (failure, isAnyDone): (ExitCode?, Bool) = (nil, false)
            for (place, film) in films.enumerated() {
                var call = try call(adding: added + [film], kinds: kinds)
                if films.count > 1 { call.undoNote = place == films.count - 1 ? "marquee undo takes them back" : nil }
                do {
                    try await call.run()
                    isAnyDone = true
                } catch let code as ExitCode {
                    failure = failure ?? code
                }
            }
            if let failure { throw isAnyDone ? .partly : failure }
        }
    }

    /// The films one by one, or the one film whose title was written without quotation marks.
    private func eachFilm(_ kinds: [ProviderKind]) async throws -> [ParameterValue] {
        let words = films.compactMap(\.text)
        guard let first = films.first, words.count > 1, words.allSatisfy({ FilmReference($0).isTitle }) else {
            return films
        }
        guard try await call(adding: [first], kinds: kinds).id(ofFilmCalled: words.joined(separator: " ")) != nil else {
            if let problem = problem(withWords: words) { throw problem }
            return films
        }
        return [ParameterValue(joining: films)].compactMap(\.self)
    }
}
