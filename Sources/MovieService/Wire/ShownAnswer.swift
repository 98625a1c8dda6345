package import JSON

/// Accessors for answers that are read as JSON; a missing value reads as empty.
extension JSONElement? {
    package subscript(name: String) -> JSONElement? { self?[name] }

    /// The text; empty if there is none.
    package var words: String { self?.string ?? "" }

    package var list: [JSONElement] { self.map { Array($0.elements) } ?? [] }

    package var texts: [String] { list.compactMap(\.string) }

    /// Returns the texts in a member of each element of a list.
    package func texts(_ name: String) -> [String] { list.compactMap { $0[name]?.string } }
}

extension Int {
    /// The number as `1,234,567`.
    package var grouped: String {
        var digits = Array(String(magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (self < 0 ? "-" : "") + String(digits)
    }

    /// The number with a noun, which gets an `s` unless there is one: `1 film`, `1,200 films`.
    package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(grouped) \(noun)s" }
}

extension JSONElement {
    /// The names of the services in the offers of a region, by kind.
    package var services: [(kind: String, names: String)] {
        OfferKind.allCases
            .map { ($0.rawValue, self[$0.rawValue].texts("name").joined(separator: ", ")) }
            .filter { !$0.1.isEmpty }
    }
}
