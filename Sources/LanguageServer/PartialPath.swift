import Platform

/// A path that is being written, in the part that stands and the name that is being typed.
struct PartialPath {
    /// The path of the objects whose names come next, or of the values that a filter compares.
    private(set) var before = ""
    /// What is written of the name or of the value.
    private(set) var name = ""
    /// Whether a value of a filter is being written: `films[?@.type=='mo`.
    private(set) var isFilterValue = false
    /// Whether a bracket has been opened, and what it selects is still to be written.
    private(set) var isInBracket = false

    init(_ text: String) {
        let open = text.lastIndex(scalar: "[").flatMap { text[$0...].contains(scalars: "]") ? nil : $0 }
        guard let open else {
            (before, name) = Self.parted(text)
            return
        }
        let list = String(text[..<open]) + "[*]"
        let filter = text[text.index(after: open)...]
        guard let start = filter.ranges(scalars: "@.").first else {
            // A position or a name in quotes.
            (before, name, isInBracket) = (String(text[..<open]), String(filter), true)
            return
        }
        let test = String(filter[start.upperBound...])
        if let quote = test.firstIndex(scalar: "'") {
            let compared = test[..<quote].prefix { !" =".contains($0) }
            (before, name, isFilterValue) = (list + "." + compared, String(test[test.index(after: quote)...]), true)
        } else {
            let (inner, name) = Self.parted(test)
            (before, self.name) = (inner.isEmpty ? list : list + "." + inner, name)
        }
    }

    private static func parted(_ path: String) -> (before: String, name: String) {
        guard let point = path.lastIndex(scalar: ".") else { return ("", path) }
        return (String(path[..<point]), String(path[path.index(after: point)...]))
    }

    /// Whether a name needs no brackets in a path.
    static func isName(_ text: String) -> Bool {
        let rest = text.hasPrefix(scalars: "@") || text.hasPrefix(scalars: "#") ? text.dropFirst() : text[...]
        guard let first = rest.unicodeScalars.first, first.value > 0x7F || first.properties.isAlphabetic || first == "_"
        else { return false }
        return rest.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x7F || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "_" || scalar == ":"
        }
    }
}
