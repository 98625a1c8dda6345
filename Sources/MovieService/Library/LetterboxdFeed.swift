import JSON
import MovieDomain
import Platform
import XML

extension ImportFormat {
    /// The feed of a member of Letterboxd (RSS 2.0), which has the last entries of the diary and the last reviews.
    ///
    /// It is the only file of Letterboxd with ids of TMDB.
    static let letterboxdFeed = ImportFormat(
        service: .letterboxd,
        name: "a feed of Letterboxd",
        isFormat: { $0.begins(with: "<") },
        read: { text, table in table.readFeed(text) }
    )
}

extension CSVTable {
    /// The members of an item, and the columns that they are.
    private static let columns = [
        ("letterboxd:filmTitle", "title"), ("letterboxd:filmYear", "year"), ("letterboxd:watchedDate", "watcheddate"),
        ("letterboxd:rewatch", "rewatch"), ("letterboxd:memberRating", "rating"), ("letterboxd:memberLike", "liked"),
        ("tmdb:movieId", "tmdbid"), ("pubDate", "date"),
    ]

    fileprivate mutating func readFeed(_ text: String) {
        var channel: JSONValue?
        var (line, reason) = (1, "found a page")
        do throws(XMLError) {
            channel = try XMLReader.read(Array(text.utf8))["rss"]?["channel"]
        } catch {
            (line, reason) = (error.line, error.message)
        }
        guard let channel else {
            let message = "expected a table, or the feed of a member of Letterboxd: \(reason)"
            problems = [LineProblem(line: line, message: message)]
            return
        }
        let items = channel["item"].values
        for (index, item) in items.enumerated() {
            var cells: [String: String] = [:]
            for (member, column) in Self.columns { cells[column] = item[member].text }
            if item["tmdb:tvId"].text != nil { cells["titletype"] = "series" }
            if cells["title"] == nil {
                cells["title"] = item["title"].text
                cells["titletype"] = cells["titletype"] ?? "list"
            }
            cells["review"] = item["description"].text.flatMap(Self.review)
            append(
                Row(line: index + 1, cells: cells),
                columns: cells.keys.sorted().map { column in
                    (column, Self.columns.first { $0.1 == column }?.0 ?? column)
                }
            )
        }
    }

    /// Returns the review in the HTML of an item; `nil` if it only has a poster and the day.
    private static func review(_ html: String) -> String? {
        let text = html.replacing(scalars: "<br>", with: "\n").replacing(scalars: "<br/>", with: "\n")
            .replacing(scalars: "<br />", with: "\n").replacing(scalars: "</p>", with: "\n\n")
        var isTag = false
        let plain = text.replacingScalars { scalar in
            if scalar == "<" { isTag = true }
            defer { if scalar == ">" { isTag = false } }
            return isTag ? "" : nil
        }
        var paragraphs = HTMLText.unescaped(plain).lines.map { String($0.trimmed) }
        // What the site writes before a review is not the member's.
        paragraphs.removeAll { $0 == "This review may contain spoilers." }
        let isOnlyDay = paragraphs.filter { !$0.isEmpty }.allSatisfy { $0.hasPrefix(scalars: "Watched on ") }
        return isOnlyDay ? nil : paragraphs.joined(separator: "\n").trimmedText
    }
}

extension JSONValue? {
    /// The elements of a list, or the only one.
    fileprivate var values: [JSONValue] {
        switch self {
        case .array(let values): values
        case nil, .null: []
        case let value?: [value]
        }
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
