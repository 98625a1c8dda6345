package import MovieDomain

/// Whether two films are one, how sure that is, and why.
package struct MatchDecision: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case same, different
        /// Another candidate is as good, so either may be meant.
        case ambiguous
    }

    package var verdict: Verdict
    /// From 0 to 1, that both are one film; for `ambiguous` as if there were no other candidate.
    package var confidence: Double
    /// What speaks for it, in words; of films that are not one, what speaks against it.
    package var reasons: [String]
    package var comparisons: [MatchComparison]
    /// Positions of the other candidates where it is ambiguous.
    package var rivals: [Int] = []
}

/// What agrees between the records of a film beside their ids, in the order in which reasons are given.
struct MatchAgreements: OptionSet {
    let rawValue: UInt32

    private static let words = [
        "same year", "years one apart", "Korean title equal", "English title equal", "title equal",
        "Korean title alike",
        "English title alike", "title alike", "titles sound alike", "titles share a word", "release date equal",
        "releases close together",
        "director equal", "director alike", "directors sound alike", "running time equal", "running times close",
        "cast shared", "country equal",
    ]

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// What two films agree in.
    init(_ evidence: PairEvidence) {
        var bits: UInt32 = 0
        func set(_ place: Int, _ condition: Bool = true) { if condition { bits |= 1 << UInt32(place) } }
        set(0, evidence.yearDifference == 0)
        set(1, evidence.yearDifference == 1)
        switch evidence.titleRelation {
        case .equal:
            for (place, script) in [TitleScript.hangul, .latin, .other].enumerated() {
                set(2 + place, evidence.equalScripts >> script.rawValue & 1 == 1)
            }
        case .alike, .contained:
            set(evidence.titleScript == .hangul ? 5 : evidence.titleScript == .latin ? 6 : 7, evidence.title > 0)
        case .soundsAlike: set(8)
        case .sharesWord: set(9)
        case .none, .unlike, .soundsApart: break
        }
        if evidence.date > 0 { set(evidence.daysApart == 0 ? 10 : 11) }
        set(12, evidence.directorAgreement == .equal)
        set(13, evidence.directorAgreement == .similar)
        set(14, evidence.directorAgreement == .soundingAlike)
        if evidence.runtime > 0 { set((evidence.minutesApart ?? 0) <= 1 ? 15 : 16) }
        set(17, evidence.cast > 0)
        set(18, evidence.country > 0)
        rawValue = bits
    }

    var reasons: [String] {
        MatchAgreements.words.indices.filter { rawValue >> UInt32($0) & 1 == 1 }.map { MatchAgreements.words[$0] }
    }
}

/// Says of one pair of joined films after the other how sure it is that both are one, and why.
///
/// It keeps the memory of its comparisons from one pair to the next, which ``FilmMatching/decision(_:_:)`` takes afresh.
package struct MatchExplainer {
    private var comparer: PairComparer
    private let order: CanonicalOrder

    init(_ comparer: PairComparer, order: CanonicalOrder) {
        self.comparer = comparer
        self.order = order
    }

    /// Confidence and reasons as the decision about two joined films has them.
    package mutating func explain(_ left: Int, _ right: Int) -> MatchExplanation {
        let (left, right) = (order.place(of: left), order.place(of: right))
        let evidence = comparer.compare(left, right)
        let (mine, theirs) = (comparer.table.films[left], comparer.table.films[right])
        guard let namespace = comparer.sharedNamespace(mine, theirs) else {
            return MatchExplanation(confidence: MatchConfidence.of(bits: evidence.score), reasons: evidence.reasons)
        }
        return MatchExplanation(confidence: 1, reasons: ["\(namespace) id equal"] + evidence.reasons)
    }
}

/// One thing that was compared of two films, and how much it says.
package struct MatchComparison: Hashable, Sendable {
    /// What was compared: `title`, `year`, `releaseDate`, `runtime`, `directors`, `cast`, `countries`, `ids`, or `prior`,
    /// what holds before anything is compared.
    package let field: String
    /// In words: `same year`, `running times 12 minutes apart`.
    package let finding: String
    /// The binary logarithm of how much likelier it is of one film than of two; negative speaks against.
    package let bits: Double
}
