import JSON
import MovieService

/// What changed the library, and what was taken back.
extension AnswerTable {
    /// The film that was bookmarked.
    var bookmarked: String {
        let line = "♥ \(Self.name(of: answer["movie"]))".printable
        return answer["existed"]?.bool == true ? line + ", was bookmarked already" : line
    }

    /// The card that was written.
    var written: String {
        guard let card = answer["card"] else { return "the card was removed" }
        let days = card.watchedDays
        let comment = card["comment"]?.string.map { "“\($0)”" }
        let parts = [card["stars"]?.double.map(DetailsPage.stars), days.isEmpty ? nil : days, comment]
        return (["✓ " + Self.name(of: card["movie"])] + parts.compactMap(\.self)).joined(separator: "  ").oneLine
    }

    static func name(of movie: JSONElement?) -> String {
        let year = movie["year"]?.int.map { " (\($0))" } ?? ""
        let id = movie["id"].words
        return movie["title"]?.string.map { "\($0)\(year)  \(id)" } ?? id
    }

    /// How many entries of each kind were added, joined, and there already; the command prints the problems.
    var imported: String {
        let kinds = Self.entryKinds(of: answer)
        var parts = kinds.isEmpty ? ["nothing to add"] : [kinds]
        if let joined = answer["joined"], let cards = joined["cards"]?.int {
            let gains = [("days", "day"), ("comments", "comment"), ("stars", "")].compactMap { name, word in
                let count = joined[name]?.int ?? 0
                guard count > 0 else { return nil as String? }
                return word.isEmpty ? "newer stars on \(count)" : Self.counted(count, word) + " added"
            }
            parts.append("\(Self.counted(cards, "card")) joined: \(gains.joined(separator: ", "))")
        }
        if let unchanged = answer["unchanged"]?.int { parts.append("unchanged: \(unchanged)") }
        return parts.joined(separator: "\n")
    }

    /// What was taken back.
    var undone: String {
        guard let undone = answer["undone"] else { return "nothing to undo" }
        let names = undone["names"].texts.map(\.printable)
        let kinds = Self.entryKinds(of: undone)
        let kept = undone["kept"]?.int ?? 0
        let remaining = undone["remaining"]?.int ?? 0
        let method = undone["method"].words
        let entries = Self.entryKinds.reduce(0) { $0 + (undone[$1]?.int ?? 0) }
        return [
            "\((Self.undoneWords[method] ?? method).printable), \(style.time(undone["madeAt"].words).printable)",
            names.isEmpty ? nil : names.joined(separator: ", ") + (entries > names.count ? ", …" : ""),
            kinds.isEmpty ? "every entry has changed since" : kinds,
            kept == 0 ? nil : "changed since, and kept: \(kept)",
            remaining == 0 ? nil : "earlier changes to undo: \(remaining)",
        ].compactMap(\.self).joined(separator: "\n")
    }

    /// Whether an import added or changed something.
    static func isChange(_ imported: JSONElement) -> Bool { !entryKinds(of: imported).isEmpty }

    private static let entryKinds = ["history", "bookmarks", "cards", "lists", "matches", "fields"]

    /// What the methods that can be taken back do, for people.
    private static let undoneWords = [
        "library/import": "an import", "bookmarks/remove": "removed bookmarks", "cards/remove": "removed cards",
        "cards/put": "a changed card", "lists/remove": "films taken from a list", "lists/delete": "a deleted list",
        "matches/pin": "a joined match", "matches/split": "a corrected match", "matches/forget": "a forgotten match",
    ]

    private static func entryKinds(of counts: JSONElement) -> String {
        entryKinds.filter { counts[$0]?.int ?? 0 > 0 }
            .map { "\($0): \(counts[$0].digits)" }.joined(separator: ", ")
    }

    private static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
