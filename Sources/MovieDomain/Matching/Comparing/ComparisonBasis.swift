/// What films are compared by: the table that they stand in, the weights, and what follows from both.
///
/// Held by reference: as a part of every comparer it would be copied, six hundred bytes, for each step of a comparison.
final class ComparisonBasis: Sendable {
    let table: FilmTable
    let weights: MatchWeights
    /// Before anything is compared: the more films, the likelier is chance.
    let prior: Double
    /// What an equal director says, by how many films the person has.
    let personBits: [Double]
    private let mostOfCast: Double

    init(_ table: FilmTable, weights: MatchWeights) {
        self.table = table
        self.weights = weights
        let share = 1 / Double(max(1, table.sourceCount))
        let total = Double(table.count) * share + 5_000
        prior = weights.prior - BinaryLogarithm.of(total)
        personBits = (0..<64).map { holders in
            let bits = BinaryLogarithm.of(total / (Double(holders) * share + 0.5)) - 3
            return max(weights.equalDirector.lowerBound, min(weights.equalDirector.upperBound, bits))
        }
        mostOfCast = weights.cast.max() ?? 0
    }

    /// The most that titles, directors, cast and countries of two films can add, a little more than less.
    ///
    /// It is told from numbers that are at hand, where all of those would have to be fetched.
    @inline(__always)
    func most(_ left: FilmProfile, _ right: FilmProfile) -> Double {
        let scripts = max(1, min(3, left.titles.count, right.titles.count))
        var most = 0.001 + weights.equalTitle.upperBound + Double(scripts - 1) * weights.secondScript
        if left.hasHangul && right.hasLatin || left.hasLatin && right.hasHangul { most = max(most, weights.soundLimit) }
        if left.directors.count > 0, right.directors.count > 0 { most += weights.equalDirector.upperBound }
        if left.cast.count > 0, right.cast.count > 0 { most += mostOfCast }
        if left.countries.count > 0, right.countries.count > 0 { most += weights.equalCountry }
        return most
    }
}
