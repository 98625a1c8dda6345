import JSON
import MovieService

/// What changed the library, and what was taken back.
extension AnswerTable {
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
        return [
            "\(undone["method"].words.printable) of \(undone["date"].words.printable)",
            names.isEmpty ? nil : names.joined(separator: ", ") + (names.count == 3 ? ", …" : ""),
            kinds.isEmpty ? "every entry has changed since" : kinds,
            kept == 0 ? nil : "changed since, and kept: \(kept)",
            remaining == 0 ? nil : "earlier changes to undo: \(remaining)",
        ].compactMap(\.self).joined(separator: "\n")
    }

    /// Whether an import added or changed something.
    static func isChange(_ imported: JSONElement) -> Bool { !entryKinds(of: imported).isEmpty }

    private static func entryKinds(of counts: JSONElement) -> String {
        ["history", "bookmarks", "cards", "lists", "matches", "fields"].filter { counts[$0]?.int ?? 0 > 0 }
            .map { "\($0): \(counts[$0].digits)" }.joined(separator: ", ")
    }

    private static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
