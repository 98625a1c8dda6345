import JSON
import MovieDomain
import MovieService

/// A film that a person may mean.
struct FoundFilm {
    let id: String
    let title: String
    let year: Int?
    /// Every title that is known, also the first.
    let titles: [String]
    let originalTitle: String?
    let directors: [String]
    /// Every id that is known, also the first.
    let ids: Set<String>

    /// Creates a film of an answer, or a suggestion; `nil` if it has no id.
    init?(_ movie: JSONElement) {
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
    var line: String { "\(titleAndYear)  \(id)" }

    /// The same with what tells films of one title apart.
    var choice: String {
        let other = [originalTitle].compactMap(\.self) + titles
        let also = other.first { $0 != title }
        return [titleAndYear, also, directors.isEmpty ? nil : directors.joined(separator: ", "), id]
            .compactMap(\.self).joined(separator: "  ")
    }

    private var titleAndYear: String { title + (year.map { " (\($0))" } ?? "") }

    /// What scripts see of it.
    var json: JSONValue {
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
