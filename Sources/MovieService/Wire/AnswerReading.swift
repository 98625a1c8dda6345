package import JSON

/// Answers read for people: what is missing reads as nothing.
extension JSONElement? {
    package subscript(name: String) -> JSONElement? { self?[name] }

    /// A text; empty where there is none.
    package var words: String { self?.string ?? "" }

    /// An integer; empty where there is none.
    package var digits: String { self?.int.map(String.init) ?? "" }

    /// An integer as `1,234,567`; empty where there is none.
    package var grouped: String { self?.int?.grouped ?? "" }

    package var list: [JSONElement] { self.map { Array($0.elements) } ?? [] }

    package var texts: [String] { list.compactMap(\.string) }

    /// The texts in a member of each value of a list.
    package func texts(_ name: String) -> [String] { list.compactMap { $0[name]?.string } }
}

extension Int {
    /// `1,234,567`.
    package var grouped: String {
        var digits = Array(String(magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (self < 0 ? "-" : "") + String(digits)
    }
}
