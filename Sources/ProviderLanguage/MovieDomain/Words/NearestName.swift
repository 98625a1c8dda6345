/// Finds the known word that somebody probably meant.
enum NearestWord {
    /// The known word nearest to `word`, unless all of them are too far away to be meant.
    static func to(_ word: String, among known: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
        let reach = wanted.count < 4 ? 1 : wanted.count < 8 ? 2 : 3
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = distance(wanted, Array(candidate.lowercased().unicodeScalars.prefix(64)))
            if distance <= reach, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The Damerau–Levenshtein distance in its restricted form: inserted, left out, exchanged and swapped letters.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        var current = previous
        for row in left.indices {
            current[0] = row + 1
            for column in right.indices {
                let exchange = previous[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(previous[column + 1] + 1, current[column] + 1, exchange)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = least
            }
            (beforePrevious, previous, current) = (previous, current, beforePrevious)
        }
        return previous[right.count]
    }
}
