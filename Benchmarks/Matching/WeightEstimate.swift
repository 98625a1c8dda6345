import MovieMatching

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The findings of a pair of films whose weights are estimated, and the score of everything else.
struct FindingPair {
    /// What a pair says about one field.
    enum Finding: Hashable {
        /// A step of the field's weights.
        case step(Int)
        /// A finding that has no weight of its own, such as a year that rules the match out.
        case other
    }

    let left: Int
    let right: Int
    /// The finding for each field of ``WeightEstimate/fields``; `nil` if a film lacks the field or it does not count.
    private(set) var findings: [Finding?] = []
    /// The score without the findings that are steps.
    private(set) var rest = 0.0

    init(_ left: Int, _ right: Int, _ decision: MatchDecision) {
        (self.left, self.right) = (left, right)
        rest = decision.comparisons.reduce(0) { $0 + $1.bits }
        for field in WeightEstimate.fields {
            // Films of years far apart are strangers whatever else agrees. If they counted, an equal day of release would
            // prove the equal year a second time.
            guard findings.first != .other,
                let comparison = decision.comparisons.first(where: { $0.field == field.name })
            else {
                findings.append(nil)
                continue
            }
            // An equal director weighs more the fewer films that person has.
            let isEqualDirector = comparison.finding == "director equal"
            if !isEqualDirector, let step = field.bits(.standard).firstIndex(of: comparison.bits) {
                findings.append(.step(step))
                rest -= comparison.bits
            } else {
                findings.append(.other)
            }
        }
    }
}

/// The weights of findings, estimated from pairs of which none is known to be a match.
///
/// A weight is the binary logarithm of the finding's share among matches, divided by its share among arbitrary films.
/// Which pairs are matches follows from the weights, so both are estimated in turn, beginning with the standard weights.
struct WeightEstimate {
    /// A field and its weights, by steps.
    struct Field: Sendable {
        let name: String
        let bits: @Sendable (MatchWeights) -> [Double]
        let set: @Sendable (inout MatchWeights, [Double]) -> Void
    }

    static let fields = [
        Field(name: "year", bits: { $0.years }, set: { $0.years = $1 }),
        Field(
            name: "releaseDate",
            bits: { $0.days.map(\.bits) + [$0.daysBeyond] },
            set: { weights, bits in
                for step in weights.days.indices { weights.days[step].bits = bits[step] }
                weights.daysBeyond = bits[weights.days.count]
            }
        ),
        Field(
            name: "runtime",
            bits: { $0.minutes.map(\.bits) + [$0.minutesBeyond] },
            set: { weights, bits in
                for step in weights.minutes.indices { weights.minutes[step].bits = bits[step] }
                weights.minutesBeyond = bits[weights.minutes.count]
            }
        ),
        Field(
            name: "directors",
            bits: {
                [
                    $0.similarDirector, $0.soundingDirector, $0.uncertainDirector, $0.otherDirector,
                    $0.otherSoundingDirector,
                ]
            },
            set: { weights, bits in
                (weights.similarDirector, weights.soundingDirector) = (bits[0], bits[1])
                (weights.uncertainDirector, weights.otherDirector) = (bits[2], bits[3])
                weights.otherSoundingDirector = bits[4]
            }
        ),
        Field(name: "cast", bits: { $0.cast }, set: { $0.cast = $1 }),
        Field(
            name: "countries",
            bits: { [$0.equalCountry, $0.otherCountry] },
            set: { ($0.equalCountry, $0.otherCountry) = ($1[0], $1[1]) }
        ),
    ]

    private(set) var weights = MatchWeights.standard
    private static let rounds = 10
    private static let most = 12.0

    /// Estimates the weights from candidates and from arbitrary pairs.
    init(of candidates: [FindingPair], strangers: [FindingPair]) {
        let byChance = WeightEstimate.shares(strangers, [Double](repeating: 1, count: strangers.count))
        for _ in 0..<WeightEstimate.rounds {
            let bits = WeightEstimate.fields.map { $0.bits(weights) }
            let matches = WeightEstimate.shares(candidates, candidates.map { $0.probability(bits) })
            for (place, field) in WeightEstimate.fields.enumerated() {
                // A field that the lists lack keeps its weights.
                guard !matches[place].isEmpty, !byChance[place].isEmpty else { continue }
                let estimated = zip(matches[place], byChance[place]).map { share, chance in
                    max(-WeightEstimate.most, min(WeightEstimate.most, log2(share / chance)))
                }
                field.set(&weights, estimated)
            }
        }
    }

    /// Returns the share of each step of each field among pairs that count as much as they are probable; no shares if no
    /// pair has the field.
    private static func shares(_ pairs: [FindingPair], _ probabilities: [Double]) -> [[Double]] {
        fields.enumerated().map { place, field in
            var sums = [Double](repeating: 0.5, count: field.bits(.standard).count)
            var all = 0.5 * Double(sums.count)
            for (pair, probability) in zip(pairs, probabilities) {
                guard let finding = pair.findings[place] else { continue }
                all += probability
                if case .step(let step) = finding { sums[step] += probability }
            }
            return all > 0.5 * Double(sums.count) ? sums.map { $0 / all } : []
        }
    }
}

extension FindingPair {
    /// Returns the probability that both films are the same, with these weights of the steps.
    func probability(_ bits: [[Double]]) -> Double {
        var score = rest
        for (place, finding) in findings.enumerated() {
            if case .step(let step) = finding { score += bits[place][step] }
        }
        return 1 / (1 + exp2(-score))
    }
}
