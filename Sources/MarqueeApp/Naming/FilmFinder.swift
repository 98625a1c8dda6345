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

    /// The most films that a choice offers.
    private static let mostChoices = 9
    /// Titles of more digits are none.
    private static let longestNumber = 4

    /// Returns the parameters with ids in place of what a person wrote for films.
    func parameters(_ parameters: JSONElement?, films: [FilmParameter]) async throws -> JSONElement? {
        guard let parameters, parameters.kind == .object, !films.isEmpty else { return parameters }
        var members: [JSONValue.Member] = []
        for (name, value) in parameters.members {
            var shown = JSONValue(value)
            if let film = films.first(where: { $0.name == name }) {
                switch shown {
                case .string(let text): shown = .string(try await id(of: text, isStored: film.isStored))
                case .array(let elements):
                    var ids: [JSONValue] = []
                    for element in elements {
                        guard case .string(let text) = element else { continue }
                        ids.append(.string(try await id(of: text, isStored: film.isStored)))
                    }
                    shown = .array(ids)
                default: break
                }
            }
            members.append(JSONValue.Member(String(name), shown))
        }
        return try JSONDocument(JSONValue.object(members).jsonBytes, limits: .ofFiles).root
    }

    /// Returns the id of the film that a text means, and says on standard error which film that is.
    private func id(of text: String, isStored: Bool) async throws -> String {
        let film: FoundFilm
        switch FilmReference(text) {
        case .id(let id): return id
        case .row(let row): film = try self.film(ofRow: row)
        case .title(let titles): film = try await self.film(called: titles, isStored: isStored)
        }
        CommandErrors.write(film.line.printable)
        return film.id
    }

    /// Returns the one film that has a title; `nil` if there is none, or several.
    func onlyFilm(called text: String, isStored: Bool) async throws -> FoundFilm? {
        guard case .title(let titles) = FilmReference(text) else { return nil }
        let known = try await knownFilms(called: titles, isStored: isStored)
        if known.count == 1 || isStored { return known.count == 1 ? known[0] : nil }
        let films = try await search(titles).filter { titles.contains(where: $0.isCalled) }
        return films.count == 1 ? films[0] : nil
    }

    // MARK: Rows

    private func film(ofRow row: Int) throws -> FoundFilm {
        guard let table = LastTable(application.context) else {
            throw problem("not_found", "@\(row): no table is kept here", hint: "write the title or an id of the film")
        }
        let films = try table.read()
        guard !films.isEmpty else {
            throw problem(
                "not_found",
                "@\(row): there was no table of films yet",
                hint: "a search shows one: " + CommandSuggestion.line(["search", "parasite"])
            )
        }
        guard row <= films.count else {
            let rows = films.count == 1 ? "one row" : "\(films.count) rows"
            throw problem("not_found", "@\(row): the last table of films had \(rows)")
        }
        guard let film = films[row - 1] else {
            throw problem("not_found", "@\(row): this row of the last table has no film")
        }
        return film
    }

    // MARK: Titles

    private func film(called titles: [FilmTitle], isStored: Bool) async throws -> FoundFilm {
        let known = try await knownFilms(called: titles, isStored: isStored)
        if known.count == 1 { return known[0] }
        guard let title = titles.first else { throw unknown(FilmTitle(text: "")) }
        if isStored, known.isEmpty {
            throw problem("not_found", "your library has no film called \"\(title.words)\"")
        }
        if isStored || title.isNumber && title.text.count > Self.longestNumber {
            if known.isEmpty { throw unknown(title) }
            return try await choice(among: known, title)
        }
        let found: [FoundFilm]
        do {
            found = try await search(titles)
        } catch let error as RPCError {
            if known.isEmpty { throw error }
            return try await choice(among: known, title)
        }
        let equal = found.filter { film in titles.contains { film.isCalled($0) } }
        if equal.count == 1, known.allSatisfy({ equal[0].ids.contains($0.id) }) { return equal[0] }
        if !equal.isEmpty { return try await choice(among: equal, title) }
        if !known.isEmpty { return try await choice(among: known, title) }
        guard !found.isEmpty else { throw try await unknownEverywhere(title) }
        return try await choice(among: found, title, areEqual: false)
    }

    /// Returns the films with a title among those of the library and of earlier answers; sends no requests.
    private func knownFilms(called titles: [FilmTitle], isStored: Bool) async throws -> [FoundFilm] {
        for title in titles {
            let answer = try await suggestions(for: title.text)
            var films: [(film: FoundFilm, isKept: Bool)] = answer.compactMap { suggestion in
                FoundFilm(suggestion).map { ($0, suggestion["from"].words != "cache") }
            }
            films.removeAll { !$0.film.isCalled(title) }
            if isStored, films.contains(where: \.isKept) { films.removeAll { !$0.isKept } }
            if !films.isEmpty { return films.map(\.film) }
        }
        return []
    }

    private func suggestions(for prefix: String) async throws -> [JSONElement] {
        let parameters: JSONValue = ["prefix": .string(String(prefix.prefix(200))), "limit": 50]
        return try await ask("movies/suggest", parameters)["suggestions"].list
    }

    private func search(_ titles: [FilmTitle]) async throws -> [FoundFilm] {
        var films: [FoundFilm] = []
        for title in titles {
            var members: [JSONValue.Member] = [
                JSONValue.Member("query", .string(title.text)), JSONValue.Member("remember", false),
            ]
            if let year = title.year { members.append(JSONValue.Member("year", .number(JSONNumber(year)))) }
            let answer = try await ask("movies/search", .object(members))
            let found = answer["movies"].list.compactMap { FoundFilm($0) }
            if found.contains(where: { $0.isCalled(title) }) { return found }
            films += found.filter { film in !films.contains { $0.id == film.id } }
        }
        return films
    }

    private func ask(_ method: String, _ parameters: JSONValue) async throws -> JSONElement {
        let call = RPCCall(method: method, params: try JSONDocument(parameters.jsonBytes, limits: .ofFiles).root)
        switch await waiting.during({ await application.handler.handle(call) }) {
        case .result(let bytes): return try JSONDocument(bytes, limits: .ofFiles).root
        case .failure(let error): throw error
        }
    }

    // MARK: Choices and problems

    /// Asks which film is meant; without a terminal, the error lists the films.
    private func choice(among films: [FoundFilm], _ title: FilmTitle, areEqual: Bool = true) async throws -> FoundFilm {
        let films = Array(films.prefix(Self.mostChoices))
        let message =
            areEqual ? "several films are called \"\(title.words)\"" : "no film is called exactly \"\(title.words)\""
        guard FileDescriptor.standardInput.isTerminal, CommandErrors.isTerminal else {
            throw problem("ambiguous", message, hint: "name one of these films by its id", films)
        }
        CommandErrors.write((message.prefix(1).uppercased() + message.dropFirst() + ":").printable)
        for (place, film) in films.enumerated() { CommandErrors.write("  \(place + 1)  \(film.choice)".printable) }
        CommandErrors.ask("Which one? [1-\(films.count), or Enter for none]")
        var reader = try LineReader("-")
        let answer = try reader.next().map { String(decoding: $0, as: UTF8.self).trimmedText } ?? ""
        guard let number = Int(answer), films.indices.contains(number - 1) else {
            throw CommandError("no film was chosen", .dataError)
        }
        return films[number - 1]
    }

    private func unknownEverywhere(_ title: FilmTitle) async throws -> RPCError {
        guard !title.isNumber else { return unknown(title) }
        let beginning = String(title.text.prefix(max(1, title.text.count / 2)))
        let known = try await suggestions(for: beginning).compactMap { FoundFilm($0) }
        let near = NearestName.nearest(to: title.text, among: known.flatMap(\.titles))
        let meant = known.filter { film in near.map(film.titles.contains) ?? false }
        guard !meant.isEmpty else { return unknown(title) }
        return problem("not_found", "no film is called \"\(title.words)\"", hint: "did you mean one of these?", meant)
    }

    private func unknown(_ title: FilmTitle) -> RPCError {
        let message = "no film is called \"\(title.words)\""
        guard title.isNumber else {
            let hint = "marquee search finds films by single words of their titles"
            return problem("not_found", message, hint: hint)
        }
        let ids =
            switch title.text.count {
            case 8: ["kofic:\(title.text)", "imdb:tt\(title.text)"]
            case 7: ["imdb:tt\(title.text)", "tmdb:\(title.text)"]
            default: ["tmdb:\(title.text)"]
            }
        return problem(
            "not_found",
            message,
            hint: "an id has its source before it: did you mean "
                + ids.joined(separator: " or ") + "?"
        )
    }

    private func problem(_ kind: String, _ message: String, hint: String? = nil, _ films: [FoundFilm] = []) -> RPCError
    {
        var data: [JSONValue.Member] = [JSONValue.Member("kind", .string(kind))]
        if let hint { data.append(JSONValue.Member("hint", .string(hint))) }
        if !films.isEmpty { data.append(JSONValue.Member("films", .array(films.map(\.json)))) }
        return RPCError(code: .invalidParams, message: message, data: .object(data))
    }
}

/// A parameter that means a film.
struct FilmParameter {
    let name: String
    /// Whether something is stored about the film, so that no source needs to be asked for it.
    let isStored: Bool

    /// The parameters of a method that mean films.
    static func all(of method: String) -> [FilmParameter] {
        (MethodDeclaration.named(method)?.parameters ?? []).compactMap { parameter in
            parameter.schema.filmSubject.map { FilmParameter(name: parameter.name, isStored: $0 == .storedFilm) }
        }
    }
}

extension Schema {
    /// What a text, or each text of a list, stands for if it is a film.
    var filmSubject: Subject? { if case .list(let element) = shape { element.subject } else { subject } }
}

extension FoundFilm {
    func isCalled(_ title: FilmTitle) -> Bool { title.equals(titles, year) }
}
