package import MovieDomain

/// The decision whether two films are the same, with its confidence and reasons.
package struct MatchDecision: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case same, different
        /// Another candidate is as good, too many films are alike, or the evidence is too one-sided.
        case ambiguous
    }

    package var verdict: Verdict
    /// The probability that both films are the same; for `ambiguous`, as if there were no other candidate.
    package var confidence: Double
    /// The findings in favor of the match, or against it if the films are different.
    package var reasons: [String]
    package var comparisons: [MatchComparison]
    /// The positions of the other candidates if the decision is ambiguous.
    package var rivals: [Int] = []
}

/// One thing besides ids that agrees between the records of a film, in the order of the reasons.
private enum Agreement: UInt32, CaseIterable {
    case sameYear, yearsOneApart
    case koreanTitleEqual, englishTitleEqual, titleEqual
    case koreanTitleAlike, englishTitleAlike, titleAlike
    case titlesSoundAlike, titlesShareWord
    case releaseDateEqual, releasesClose
    case directorEqual, directorAlike, directorsSoundAlike
    case runtimeEqual, runtimesClose
    case castShared, countryEqual

    var reason: String {
        switch self {
        case .sameYear: "same year"
        case .yearsOneApart: "years one apart"
        case .koreanTitleEqual: "Korean title equal"
        case .englishTitleEqual: "English title equal"
        case .titleEqual: "title equal"
        case .koreanTitleAlike: "Korean title alike"
        case .englishTitleAlike: "English title alike"
        case .titleAlike: "title alike"
        case .titlesSoundAlike: "titles sound alike"
        case .titlesShareWord: "titles share a word"
        case .releaseDateEqual: "release date equal"
        case .releasesClose: "releases close together"
        case .directorEqual: "director equal"
        case .directorAlike: "director alike"
        case .directorsSoundAlike: "directors sound alike"
        case .runtimeEqual: "running time equal"
        case .runtimesClose: "running times close"
        case .castShared: "cast shared"
        case .countryEqual: "country equal"
        }
    }
}

/// The things besides ids that agree between the records of a film.
struct MatchAgreements: OptionSet {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Collects what agrees between two films.
    init(_ evidence: PairEvidence) {
        var bits: UInt32 = 0
        func agree(_ agreement: Agreement) { bits |= 1 << agreement.rawValue }
        if evidence.yearDifference == 0 { agree(.sameYear) }
        if evidence.yearDifference == 1 { agree(.yearsOneApart) }
        switch evidence.titleRelation {
        case .equal:
            for (script, equal) in [
                (TitleScript.hangul, Agreement.koreanTitleEqual), (.latin, .englishTitleEqual), (.other, .titleEqual),
            ] where evidence.equalScripts >> script.rawValue & 1 == 1 {
                agree(equal)
            }
        case .alike, .respelled, .contained, .longForm:
            guard evidence.title > 0 else { break }
            switch evidence.titleScript {
            case .hangul: agree(.koreanTitleAlike)
            case .latin: agree(.englishTitleAlike)
            case .other: agree(.titleAlike)
            }
        case .soundsAlike: agree(.titlesSoundAlike)
        case .sharesWord: agree(.titlesShareWord)
        case .none, .unlike, .soundsApart: break
        }
        if evidence.date > 0 { agree(evidence.daysApart == 0 ? .releaseDateEqual : .releasesClose) }
        switch evidence.directorAgreement {
        case .equal: agree(.directorEqual)
        case .similar: agree(.directorAlike)
        case .soundingAlike: agree(.directorsSoundAlike)
        case .unknown, .contradicting, .uncertain, .soundingApart: break
        }
        if evidence.runtime > 0 { agree(evidence.minutesApart == 0 ? .runtimeEqual : .runtimesClose) }
        if evidence.cast > 0 { agree(.castShared) }
        if evidence.country > 0 { agree(.countryEqual) }
        rawValue = bits
    }

    var reasons: [String] {
        Agreement.allCases.filter { rawValue >> $0.rawValue & 1 == 1 }.map(\.reason)
    }
}

/// An explainer of films and of pairs of joined records: the confidence that they are the same, and the reasons.
package struct MatchExplainer: Sendable {
    private var comparer: PairComparer
    private let order: CanonicalOrder
    private let films: DisjointSet
    /// The links along which records of different sources were joined.
    private let links: AdjacencyList
    /// The bits of remembered links, by their pairs.
    private let strengths: [UInt64: Float]

    init(_ assignment: MatchAssignment, order: CanonicalOrder) {
        comparer = assignment.comparer
        self.order = order
        films = assignment.clusters
        strengths = assignment.strengths
        let records = comparer.table.films
        let links = assignment.links.filter { records[Int($0.left)].source != records[Int($0.right)].source }
        self.links = AdjacencyList(links, nodeCount: records.count)
    }

    /// Returns the confidence of the weakest link of a film and the reasons of all, or `nil` if the film has neither a
    /// link nor a rival.
    package mutating func explanation(of film: MatchCluster) -> MatchExplanation? {
        film.members.first.flatMap { explanation(ofFilmAt: order.place(of: $0)) }
            ?? (film.isAmbiguous ? MatchExplanation(confidence: 0, reasons: ["ambiguous"]) : nil)
    }

    /// Returns the confidence and the reasons for two joined records.
    ///
    /// If the two don't match by themselves, those of the whole film count, whose weakest link joins them.
    package mutating func explain(_ left: Int, _ right: Int) -> MatchExplanation {
        let (left, right) = (order.place(of: left), order.place(of: right))
        let evidence = comparer.compare(left, right)
        let (mine, theirs) = (comparer.table.films[left], comparer.table.films[right])
        if let namespace = comparer.sharedNamespace(mine, theirs) {
            let reservations = [evidence.reservation].compactMap(\.self)
            let reasons = ["\(namespace) id equal"] + evidence.reasons + reservations
            return MatchExplanation(confidence: 1, reasons: reasons)
        }
        if evidence.score < comparer.weights.threshold, var whole = explanation(ofFilmAt: left) {
            whole.reasons.insert("through another record of the film", at: 0)
            return whole
        }
        return MatchExplanation(confidence: MatchConfidence.of(bits: evidence.score), reasons: evidence.reasons)
    }

    private mutating func explanation(ofFilmAt place: Int) -> MatchExplanation? {
        var summary = LinkSummary()
        let first = UInt32(truncatingIfNeeded: place)
        var member = first
        repeat {
            for index in links.range(at: member) where links[index].left == member {
                let link = links[index]
                summary.add(link, remembered: strengths[MatchEdge.pair(link.left, link.right)], &comparer)
            }
            member = films.next(after: member)
        } while member != first
        return summary.explanation
    }
}

/// One finding about two films, and its weight.
package struct MatchComparison: Hashable, Sendable {
    /// The compared field: `title`, `year`, `releaseDate`, `runtime`, `directors`, `cast`, `series`, `countries`, or
    /// `prior` for the score before any comparison.
    package let field: String
    /// The finding in words: `same year`, `running times 12 minutes apart`.
    package let finding: String
    /// The binary logarithm of how much likelier the finding is for one film than for two; negative values count
    /// against it.
    package let bits: Double
}
