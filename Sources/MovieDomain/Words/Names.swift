import Platform

/// A table of codes and their names, read from lines of the form `KR|한국|South Korea`.
struct VocabularyTable: Sendable {
    private let codes: [String: String]

    init(lines: String) {
        var codes: [String: String] = [:]
        for line in lines.split(scalar: "\n") {
            let names = line.split(scalar: "|").map(String.init)
            for name in names {
                codes[VocabularyTable.key(of: name)] = names.first
            }
        }
        self.codes = codes
    }

    /// The code of `name`, which may be a code itself; case, blanks and punctuation do not count.
    func code(of name: String) -> String? { codes[VocabularyTable.key(of: name)] }

    /// Returns `name` reduced to lowercase letters and digits: `Sci-Fi` and `SciFi` are equal.
    static func key(of name: String) -> String {
        var key = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars {
            let counts =
                scalar.isASCII
                ? ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) : scalar.properties.isAlphabetic
            if counts { key.append(scalar) }
        }
        return String(key)
    }
}

/// Finds the known name that was probably meant.
package enum NearestName {
    /// The longest name that is compared: no one types a longer one, and the time grows with the square of the length.
    private static let longestName = 64

    /// Returns the sentence `Did you mean "limit"?`, or `nil` if no name is near.
    package static func hint(for name: String, among known: [String]) -> String? {
        nearest(to: name, among: known).map { "Did you mean \"\($0)\"?" }
    }

    /// Returns the known name with the fewest changes, at most a third of its letters; the first of equals.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard wanted.count <= longestName else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased().utf8)
            let distance = distance(from: wanted, to: letters)
            guard distance <= max(1, letters.count / 3), distance < letters.count else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the number of changed letters or swapped neighbors that turn `left` into `right` (optimal string
    /// alignment).
    private static func distance(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}

extension ProviderID {
    /// Returns the one of `known` that was probably meant; `nil` if none is near.
    public func nearest(of known: [ProviderID]) -> ProviderID? {
        NearestName.nearest(to: rawValue, among: known.map(\.rawValue)).map { ProviderID($0) }
    }
}
