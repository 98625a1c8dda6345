/// What agrees between the records of a film beside their ids, in the order in which reasons are given.
struct MatchAgreements: OptionSet {
    let rawValue: UInt32

    private static let words = [
        "same year", "years one apart", "Korean title equal", "English title equal", "title equal",
        "Korean title alike",
        "English title alike", "title alike", "titles sound alike", "release date equal", "releases close together",
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
            for (place, script) in [NormalizedTitle.Script.hangul, .latin, .other].enumerated() {
                set(2 + place, evidence.equalScripts >> script.rawValue & 1 == 1)
            }
        case .alike, .contained:
            set(evidence.titleScript == .hangul ? 5 : evidence.titleScript == .latin ? 6 : 7, evidence.title > 0)
        case .soundsAlike: set(8)
        case .none, .unlike: break
        }
        if evidence.date > 0 { set(evidence.daysApart == 0 ? 9 : 10) }
        set(11, evidence.directorAgreement == .equal)
        set(12, evidence.directorAgreement == .similar)
        set(13, evidence.directorAgreement == .soundingAlike)
        if evidence.runtime > 0 { set((evidence.minutesApart ?? 0) <= 1 ? 14 : 15) }
        set(16, evidence.cast > 0)
        set(17, evidence.country > 0)
        rawValue = bits
    }

    /// In words.
    var reasons: [String] {
        MatchAgreements.words.indices.filter { rawValue >> UInt32($0) & 1 == 1 }.map { MatchAgreements.words[$0] }
    }
}
