package import JSON

/// Accessors for answers that people read, in a terminal or from an assistant; a missing value reads as empty.
extension JSONElement? {
    package subscript(name: String) -> JSONElement? { self?[name] }

    /// The text; empty if there is none.
    package var words: String { self?.string ?? "" }

    /// The integer in digits; empty if there is none.
    package var digits: String { self?.int.map(String.init) ?? "" }

    /// The integer as `1,234,567`; empty if there is none.
    package var grouped: String { self?.int?.grouped ?? "" }

    package var list: [JSONElement] { self.map { Array($0.elements) } ?? [] }

    package var texts: [String] { list.compactMap(\.string) }

    /// Returns the texts in a member of each element of a list.
    package func texts(_ name: String) -> [String] { list.compactMap { $0[name]?.string } }

    /// Returns the first title of a film that is not the shown one; `nil` if there is none.
    package func title(besides shown: String?) -> String? { self["titles"].texts("text").first { $0 != shown } }
}

extension Int {
    /// The number as `1,234,567`.
    package var grouped: String {
        var digits = Array(String(magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (self < 0 ? "-" : "") + String(digits)
    }
}

extension JSONElement {
    /// The days on which the film of a card was watched, the last one first.
    package var watchedDays: String {
        ([self["watchedOn"].words] + self["watchedBefore"].texts).joined(separator: ", ")
    }

    /// The tags of a card, after a word for a film that the user likes.
    package var marks: [String] { (self["liked"]?.bool == true ? ["liked"] : []) + self["tags"].texts }

    /// The names of the services in the offers of a region, by kind.
    package var services: [(kind: String, names: String)] {
        ["stream", "free", "ads", "rent", "buy"]
            .map { ($0, self[$0].texts("name").joined(separator: ", ")) }
            .filter { !$0.1.isEmpty }
    }

    /// The requested parts that an answer lacks or that are old, each with its status.
    package var missingParts: [(name: String, status: String)] {
        self["parts"].list.map { ($0["part"].words, $0["status"].words) }.filter { $0.1 != "ok" }
    }
}
