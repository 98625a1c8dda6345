extension ProviderID {
    /// The one of `known` that was probably meant; `nil` where none is near.
    package func nearest(of known: [ProviderID]) -> ProviderID? {
        let distances = known.map { ($0.distance(to: self), $0) }
        guard let best = distances.min(by: { $0.0 < $1.0 }) else { return nil }
        return best.0 <= max(1, rawValue.count / 2) ? best.1 : nil
    }

    /// Letters to change, add or drop (Levenshtein), whatever their case.
    private func distance(to other: ProviderID) -> Int {
        let target = Array(other.rawValue.lowercased())
        var row = Array(0...target.count)
        for (line, letter) in rawValue.lowercased().enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in target.indices {
                let substituted = diagonal + (target[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }
}
