import JSON
import MovieDomain
import Platform

extension ImportFormat {
    /// A list in JSON, as Trakt exports it.
    static let traktList = ImportFormat(
        service: .trakt,
        name: "a list in JSON",
        isFormat: { $0.begins(with: "[") },
        read: { text, table in
            guard let root = table.document(text) else { return }
            table.read(root.elements, of: .trakt)
        }
    )

    /// The backup of Simkl, an object of lists like those of Trakt: `movies`, `shows`, and `anime`, which has films, too.
    static let simklBackup = ImportFormat(
        service: .simkl,
        name: "a backup of Simkl",
        isFormat: \.isSimklBackup,
        read: { text, table in
            guard let root = table.document(text) else { return }
            let lists = ["movies", "anime", "shows"].compactMap { root[$0] }
            if lists.isEmpty {
                table.problems = [LineProblem(line: 1, message: "expected the member movies of a backup of Simkl")]
            }
            table.read(lists.flatMap { Array($0.elements) }, of: .simkl)
        }
    )
}

/// The members of the elements of a list in JSON, and the columns that they are.
private struct MemberColumns {
    let columns: [String: String]
    /// What only the service needs.
    let marks: Set<String>

    private static let ofFilm = [
        "movie.title": "title", "movie.year": "year", "movie.ids.imdb": "imdbid", "movie.ids.tmdb": "tmdbid",
    ]

    static let trakt = MemberColumns(
        columns: [
            "rating": "rating10", "watched_at": "watcheddate", "last_watched_at": "watcheddate", "rated_at": "date",
            "listed_at": "created", "collected_at": "collected", "hidden_at": "hidden", "paused_at": "paused",
            "type": "titletype",
            "movie.original_title": "originaltitle", "movie.runtime": "runtimemins", "movie.genres": "genres",
            "movie.released": "releasedate",
            "comment.comment": "review", "comment.created_at": "date", "comment.user_stats.rating": "rating10",
            "comment.user_rating": "rating10",
        ].merging(ofFilm) { $1 },
        marks: ["id", "rank", "action", "type", "last_updated_at", "reset_at", "user_hash"]
    )

    static let simkl = MemberColumns(
        columns: [
            "user_rating": "rating10", "last_watched_at": "watcheddate", "user_rated_at": "date",
            "added_to_watchlist_at": "created", "status": "standing", "memo.text": "review",
        ].merging(ofFilm) { $1 },
        marks: [
            "anime_type", "last_watched", "next_to_watch", "next_to_watch_info", "watched_episodes_count",
            "total_episodes_count", "not_aired_episodes_count", "movie.poster",
        ]
    )
}

extension CSVTable {
    private static let longestValue = 20_000

    fileprivate mutating func document(_ text: String) -> JSONElement? {
        do throws(JSONError) {
            return try JSONDocument(text, limits: JSONLimits(maximumBytes: .max)).root
        } catch {
            problems = [LineProblem(line: 1, message: "expected \(format.name): \(error)")]
            return nil
        }
    }

    /// Reads the elements of a list in JSON.
    fileprivate mutating func read(_ elements: some Sequence<JSONElement>, of members: MemberColumns) {
        for (index, element) in elements.enumerated() {
            var cells = MemberCells(members: members)
            cells.read(element, "")
            if let movie = element["movie"] ?? element.animeFilm {
                cells.read(movie, "movie.")
                if let ids = movie["ids"] { cells.read(ids, "movie.ids.") }
            } else if let other = ["show", "season", "episode", "person", "list"].first(where: { element[$0] != nil }) {
                cells["titletype"] = cells["titletype"] ?? other
                cells["title"] = (element["show"] ?? element[other])?["title"]?.string
                cells["title"] = cells["title"] ?? element[other]?["name"]?.string
            } else if element["items"] != nil {
                cells["titletype"] = "list"
                cells["title"] = element["name"]?.string
            }
            // A note belongs to the film beside it, and puts it on no watchlist.
            if element["note"]?.kind == .object { cells["titletype"] = "note" }
            // A comment is about the film beside it.
            if let comment = element["comment"], comment.kind == .object {
                cells.read(comment, "comment.")
                if let own = comment["user_stats"] { cells.read(own, "comment.user_stats.") }
            }
            if let memo = element["memo"], memo.kind == .object { cells.read(memo, "memo.") }
            append(Row(line: index + 1, cells: cells.cells), columns: cells.names)
        }
    }

    /// The cells of one element, and the names of their columns.
    private struct MemberCells {
        let members: MemberColumns
        private(set) var cells: [String: String] = [:]
        private(set) var names: [(column: String, name: String)] = []

        /// The objects of which the members are read, and those about the member of the service.
        private static let readObjects: Set<String> = [
            "movie", "show", "season", "episode", "person", "list", "comment", "memo", "note", "attached_to", "user",
        ]

        init(members: MemberColumns) { self.members = members }

        subscript(column: String) -> String? {
            get { cells[column] }
            set { cells[column] = newValue }
        }

        mutating func read(_ element: JSONElement, _ path: String) {
            for (name, value) in element.members {
                let name = path + name
                let isUnread = path.isEmpty && value.kind == .object && !Self.readObjects.contains(name)
                guard let text = value.cell ?? (isUnread && value.count > 0 ? "…" : nil),
                    text.utf8.count <= CSVTable.longestValue
                else { continue }
                let known = members.columns[name]
                let isMark = members.marks.contains(name)
                if known == nil, isMark || path == "movie.ids." || path.hasPrefix(scalars: "comment.") { continue }
                let column = known ?? name.lowercased()
                cells[column] = text
                names.append((column, name))
            }
        }
    }
}

extension String {
    /// Whether the text is a backup of Simkl, and not a library, in which there may be `movies`, too.
    package var isSimklBackup: Bool {
        begins(with: "{") && ["movies", "anime", "shows"].contains { contains(scalars: "\"\($0)\"") }
            && contains(scalars: "\"simkl\"")
            && !contains(scalars: "\"changedAt\"") && !contains(scalars: "\"addedAt\"")
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

    /// The film of an element of Simkl's list of anime, which is called a show there; `nil` for a series.
    fileprivate var animeFilm: JSONElement? { self["anime_type"]?.string == "movie" ? self["show"] : nil }

    private var isEmptyList: Bool { elements.allSatisfy { $0.string == nil } }
}
