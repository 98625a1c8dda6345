import JSON
import MovieDomain
import Platform

extension CSVTable {
    /// The columns of what Trakt says about a film and what the user did with it.
    private static let traktColumns = [
        "rating": "rating10", "watched_at": "watcheddate", "last_watched_at": "watcheddate", "rated_at": "date",
        "listed_at": "created", "collected_at": "collected", "hidden_at": "hidden", "paused_at": "paused",
        "type": "titletype",
        "movie.title": "title", "movie.year": "year", "movie.ids.imdb": "imdbid", "movie.ids.tmdb": "tmdbid",
        "movie.original_title": "originaltitle", "movie.runtime": "runtimemins", "movie.genres": "genres",
        "movie.released": "releasedate",
        "comment.comment": "review", "comment.created_at": "date", "comment.user_stats.rating": "rating10",
        "comment.user_rating": "rating10",
    ]
    /// What only Trakt needs.
    private static let traktMarks: Set<String> = ["id", "rank", "action", "type", "last_updated_at", "reset_at"]
    private static let longestValue = 20_000

    /// Reads the elements of a list in JSON.
    mutating func readTrakt(_ text: String) {
        let elements: JSONElement
        do throws(JSONError) {
            elements = try JSONDocument(text, limits: JSONLimits(maximumBytes: .max)).root
        } catch {
            problems = [LineProblem(line: 1, message: "expected a list in JSON: \(error)")]
            return
        }
        for (index, element) in elements.elements.enumerated() {
            var row = Row(line: index + 1, cells: [:])
            read(element, "", into: &row)
            if let movie = element["movie"] {
                read(movie, "movie.", into: &row)
                if let ids = movie["ids"] { read(ids, "movie.ids.", into: &row) }
            } else if let other = ["show", "season", "episode", "person", "list"].first(where: { element[$0] != nil }) {
                row.cells["titletype"] = row.cells["titletype"] ?? other
                row.cells["title"] = (element["show"] ?? element[other])?["title"]?.string
                row.cells["title"] = row.cells["title"] ?? element[other]?["name"]?.string
            } else if element["items"] != nil {
                row.cells["titletype"] = "list"
                row.cells["title"] = element["name"]?.string
            }
            // A comment is about the film beside it.
            if let comment = element["comment"], comment.kind == .object {
                read(comment, "comment.", into: &row)
                if let own = comment["user_stats"] { read(own, "comment.user_stats.", into: &row) }
            }
            rows.append(row)
        }
    }

    private mutating func read(_ element: JSONElement, _ path: String, into row: inout Row) {
        for (name, value) in element.members {
            let name = path + name
            guard let text = value.cell, text.utf8.count <= Self.longestValue else { continue }
            let isKnown = Self.traktColumns[name] != nil
            if !isKnown, Self.traktMarks.contains(name) || path == "movie.ids." || path.hasPrefix(scalars: "comment.") {
                continue
            }
            let column = Self.traktColumns[name] ?? name.lowercased()
            row.cells[column] = text
            guard !columns.contains(column) else { continue }
            columns.append(column)
            keys.append(column)
            header.append(name)
        }
    }
}

extension JSONElement {
    /// The text of a cell; `nil` for an object and for nothing.
    fileprivate var cell: String? {
        switch kind {
        case .string: string.flatMap { $0.isEmpty ? nil : $0 }
        case .number: String(decoding: text, as: UTF8.self)
        case .array: isEmptyList ? nil : elements.compactMap(\.string).joined(separator: ", ")
        default: nil
        }
    }

    private var isEmptyList: Bool { elements.allSatisfy { $0.string == nil } }
}
