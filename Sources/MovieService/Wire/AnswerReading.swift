package import JSON

/// Accessors for answers that people read; a missing value reads as empty.
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
}

extension Int {
    /// The number as `1,234,567`.
    package var grouped: String {
        var digits = Array(String(magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (self < 0 ? "-" : "") + String(digits)
    }
}
