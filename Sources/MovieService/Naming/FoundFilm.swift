package import JSON
import MovieAggregation
package import MovieDomain

/// A film that a person may mean.
package struct FoundFilm: Sendable {
    package let id: String
    package let title: String
    package let year: Int?
    /// Every title that is known, also the first.
    package let titles: [String]
    package let originalTitle: String?
    package let directors: [String]
    /// Every id that is known, also the first.
    package let ids: Set<String>

    package init(_ movie: Movie) {
        id = movie.id.description
        title = movie.facts.title?.text ?? id
        year = movie.facts.likelyYear
        originalTitle = movie.facts.originalTitle
        titles = [title] + [originalTitle].compactMap(\.self) + movie.facts.titles.map(\.text)
        directors = movie.facts.directors.map(\.name)
        ids = Set(movie.ids.map(\.description))
    }

    /// Creates a film of a suggestion; `nil` if that is a query.
    init?(_ suggestion: Suggestion) {
        guard let id = suggestion.id?.description else { return nil }
        (self.id, title, year) = (id, suggestion.title, suggestion.year)
        titles = [title] + [suggestion.matchedTitle].compactMap(\.self)
        (originalTitle, directors, ids) = (nil, [], [id])
    }

    /// Creates a film of an answer, or a suggestion; `nil` if it has no id.
    package init?(_ movie: JSONElement) {
        guard let id = movie["id"]?.string else { return nil }
        self.id = id
        title = movie["title"]?.string ?? id
        year = movie["year"]?.int
        originalTitle = movie["originalTitle"]?.string
        let others = [movie["matchedTitle"]?.string, originalTitle].compactMap(\.self)
        titles = [title] + others + movie["titles"].texts("text")
        directors = movie["directors"].texts("name")
        let ids = movie["ids"]?.members.compactMap { name, value in value.string.map { "\(name):\($0)" } } ?? []
        self.ids = Set(ids + [id])
    }

    /// The title with the year, and the id: `기생충 (2019)  imdb:tt6751668`.
    package var line: String { "\(titleAndYear)  \(id)" }

    /// The same with what tells films of one title apart.
    package var choice: String {
        let other = [originalTitle].compactMap(\.self) + titles
        let also = other.first { $0 != title }
        return [titleAndYear, also, directors.isEmpty ? nil : directors.joined(separator: ", "), id]
            .compactMap(\.self).joined(separator: "  ")
    }

    package var titleAndYear: String { title + (year.map { " (\($0))" } ?? "") }

    /// What scripts see of it.
    package var json: JSONValue {
        var members = [JSONValue.Member("id", .string(id)), JSONValue.Member("title", .string(title))]
        if let year { members.append(JSONValue.Member("year", .number(JSONNumber(year)))) }
        if let originalTitle { members.append(JSONValue.Member("originalTitle", .string(originalTitle))) }
        let others = titles.filter { $0 != title && $0 != originalTitle }
        for (name, key, texts) in [("titles", "text", others), ("directors", "name", directors)] where !texts.isEmpty {
            let values = texts.map { JSONValue.object([JSONValue.Member(key, .string($0))]) }
            members.append(JSONValue.Member(name, .array(values)))
        }
        return .object(members)
    }
}
