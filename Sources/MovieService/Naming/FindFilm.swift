package import JSON
package import JSONRPC
import MovieAggregation
import MovieDomain
import Platform

/// Finds the film that a person means by a title, first among those that are known already.
package struct FindFilm: Sendable {
    package enum Outcome: Sendable {
        case found(FoundFilm)
        /// All have the title, or, if `areEqual` is false, only parts of it.
        case several([FoundFilm], areEqual: Bool)
        /// No film is called so; the titles of some that are known differ in a few letters.
        case unknown(near: [FoundFilm])
    }

    /// The ways to read the title, the likeliest first.
    private let titles: [FilmTitle]
    /// Whether something is stored about the film, so that no source needs to be asked for it.
    private let isStored: Bool

    /// Titles of more digits are none.
    private static let longestNumber = 4
    /// The most films to choose from.
    private static let mostFilms = 9

    /// The title as it was written.
    package var text: String { titles.first?.text ?? "" }

    package init(_ titles: [FilmTitle], isStored: Bool) {
        (self.titles, self.isStored) = (titles, isStored)
    }

    func run(in context: MethodContext) async throws(ServiceError) -> Outcome {
        let suggest = SuggestFilms(catalogue: try context.catalogue)
        let known = await knownFilms(suggest)
        if known.count == 1 { return .found(known[0]) }
        if isStored || titles.allSatisfy({ $0.isNumber && $0.text.count > Self.longestNumber }) {
            return known.isEmpty ? .unknown(near: []) : Self.several(known)
        }
        let found: [FoundFilm]
        do throws(ServiceError) {
            found = try await search(in: context)
        } catch {
            if known.isEmpty { throw error }
            return Self.several(known)
        }
        let equal = found.filter(isMeant)
        if equal.count == 1, known.allSatisfy({ equal[0].ids.contains($0.id) }) { return .found(equal[0]) }
        if !equal.isEmpty { return Self.several(equal) }
        if !known.isEmpty { return Self.several(known) }
        return found.isEmpty ? .unknown(near: await nearFilms(suggest)) : Self.several(found, areEqual: false)
    }

    private static func several(_ films: [FoundFilm], areEqual: Bool = true) -> Outcome {
        .several(Array(films.prefix(mostFilms)), areEqual: areEqual)
    }

    private func isMeant(_ film: FoundFilm) -> Bool { titles.contains { $0.equals(film.titles, film.year) } }

    /// Returns the films with the title among those of the library and of earlier answers; sends no requests.
    private func knownFilms(_ suggest: SuggestFilms) async -> [FoundFilm] {
        for title in titles {
            let suggestions = await suggest.run(prefix: String(title.text.prefix(200)), limit: 50)
            var films = suggestions.compactMap { suggestion in
                FoundFilm(suggestion).map { (film: $0, isKept: suggestion.origin != .cache) }
            }
            films.removeAll { !title.equals($0.film.titles, $0.film.year) }
            if isStored, films.contains(where: \.isKept) { films.removeAll { !$0.isKept } }
            if !films.isEmpty { return films.map(\.film) }
        }
        return []
    }

    private func search(in context: MethodContext) async throws(ServiceError) -> [FoundFilm] {
        var films: [FoundFilm] = []
        for title in titles {
            let answer = try await context.run(SearchMovies(text: title.text, year: title.year))
            let found = answer.movies.map { FoundFilm($0) }
            if found.contains(where: { title.equals($0.titles, $0.year) }) { return found }
            films += found.filter { film in !films.contains { $0.id == film.id } }
        }
        return films
    }

    /// Returns known films whose titles begin as this one, and differ from it in a few letters.
    private func nearFilms(_ suggest: SuggestFilms) async -> [FoundFilm] {
        guard let title = titles.first, !title.isNumber else { return [] }
        let beginning = String(title.text.prefix(max(1, title.text.count / 2)))
        let known = await suggest.run(prefix: beginning, limit: 50).compactMap { FoundFilm($0) }
        guard let near = NearestName.nearest(to: title.text, among: known.flatMap(\.titles)) else { return [] }
        return known.filter { $0.titles.contains(near) }
    }
}

extension FindFilm {
    /// Returns why no film was found; `nil` if one was.
    ///
    /// `hint` says how to go on after a title that no film has.
    package func problem(_ outcome: Outcome, hint: String) -> RPCError? {
        guard let title = titles.first else { return nil }
        let quoted = "\"\(title.words)\""
        switch outcome {
        case .found: return nil
        case .several(let films, let areEqual):
            let message = areEqual ? "several films are called \(quoted)" : "no film is called exactly \(quoted)"
            return RPCError("ambiguous", message, hint: "name one of these films by its id", films)
        case .unknown(let films) where !films.isEmpty:
            return RPCError("not_found", "no film is called \(quoted)", hint: "did you mean one of these?", films)
        case .unknown where title.isNumber:
            let ids = title.likelyIDs.joined(separator: " or ")
            let hint = "an id has its source before it: did you mean \(ids)?"
            return RPCError("not_found", "no film is called \(quoted)", hint: hint)
        case .unknown where isStored: return RPCError("not_found", "your library has no film called \(quoted)")
        case .unknown: return RPCError("not_found", "no film is called \(quoted)", hint: hint)
        }
    }
}

extension FilmTitle {
    /// The ids that a number alone may be.
    fileprivate var likelyIDs: [String] {
        switch text.count {
        case 8: ["kofic:\(text)", "imdb:tt\(text)"]
        case 7: ["imdb:tt\(text)", "tmdb:\(text)"]
        default: ["tmdb:\(text)"]
        }
    }
}

extension RPCError {
    /// Creates the error for a film that was not found, with those that may be meant.
    package init(_ kind: String, _ message: String, hint: String? = nil, _ films: [FoundFilm] = []) {
        var data: [JSONValue.Member] = [.init("kind", .string(kind))]
        if let hint { data.append(.init("hint", .string(hint))) }
        if !films.isEmpty { data.append(.init("films", .array(films.map(\.json)))) }
        self.init(code: .invalidParams, message: message, data: .object(data))
    }
}

/// A parameter that means a film.
package struct FilmParameter: Sendable {
    package let name: String
    /// Whether something is stored about the film, so that no source needs to be asked for it.
    package let isStored: Bool

    package init(name: String, isStored: Bool) {
        (self.name, self.isStored) = (name, isStored)
    }

    /// Returns parameters with ids in place of what was written for films, alone or in lists.
    ///
    /// `id` gets each text with its place in the list, from 0.
    package static func naming<Failure: Error>(
        _ films: [FilmParameter],
        in parameters: JSONElement,
        _ id: (JSONElement, FilmParameter, Int) async throws(Failure) -> JSONValue
    ) async throws(Failure) -> JSONValue {
        var members: [JSONValue.Member] = []
        for (name, value) in parameters.members {
            var shown = JSONValue(value)
            if let film = films.first(where: { $0.name == name }) {
                if value.kind == .array {
                    var ids: [JSONValue] = []
                    for element in value.elements { ids.append(try await id(element, film, ids.count)) }
                    shown = .array(ids)
                } else {
                    shown = try await id(value, film, 0)
                }
            }
            members.append(.init(String(name), shown))
        }
        return .object(members)
    }

    /// The parameters of a method that mean films.
    package static func all(of method: String) -> [FilmParameter] {
        (MethodDeclaration.named(method)?.parameters ?? []).compactMap { parameter in
            parameter.schema.filmSubject.map { FilmParameter(name: parameter.name, isStored: $0 == .storedFilm) }
        }
    }
}

extension Schema {
    /// What a text, or each text of a list, stands for if it is a film.
    package var filmSubject: Subject? {
        switch subjectOfTexts {
        case .film?, .storedFilm?: subjectOfTexts
        default: nil
        }
    }

    /// What the text, or each text of the list, stands for.
    package var subjectOfTexts: Subject? { if case .list(let element) = shape { element.subject } else { subject } }
}
