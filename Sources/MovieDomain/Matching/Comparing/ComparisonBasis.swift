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
    }
}
