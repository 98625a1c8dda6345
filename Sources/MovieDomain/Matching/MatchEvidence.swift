/// Everything that two profiles say about being one film, and what follows from it.
struct MatchEvidence: Hashable, Sendable {
    var sharedNamespace: String?
    var yearDifference: Int?
    var isHangulEqual = false
    var isLatinEqual = false
    var isOtherEqual = false
    var directors = NameAgreement.unknown
    var runtimeDifference: Int?
    var isReleaseDateEqual = false

    init(_ left: FilmProfile, _ right: FilmProfile) {
        sharedNamespace = left.sharedNamespace(with: right)
        yearDifference = left.yearDifference(to: right)
        for title in left.titles where right.titles.contains(where: { $0.digest == title.digest }) {
            switch title.script {
            case .hangul: isHangulEqual = true
            case .latin: isLatinEqual = true
            case .other: isOtherEqual = true
            }
        }
        directors = NameAgreement(left.directors, right.directors)
        for runtime in left.runtimes {
            for other in right.runtimes { runtimeDifference = min(runtimeDifference ?? .max, abs(other - runtime)) }
        }
        isReleaseDateEqual = left.releaseDates.contains { right.releaseDates.contains($0) }
    }

    /// How sure it is in hundredths, or `nil` where it is not sure enough to be a match.
    ///
    /// An equal id is certain. Else a title must be equal and the years at most one apart, and
    /// - without a year on one side, the directors or both a Korean and a Latin title must be equal;
    /// - directors that contradict need another witness: both titles, the running time, or the day of release;
    /// - running times more than half an hour apart need equal directors: a short is not its feature.
    var points: Int? {
        if sharedNamespace != nil { return 100 + (titlePoints ?? 0) / 10 }
        return titlePoints
    }

    private var titlePoints: Int? {
        guard isHangulEqual || isLatinEqual || isOtherEqual else { return nil }
        var points: Int
        switch yearDifference {
        case 0: points = 90
        case 1: points = 85
        case nil where directors == .equal || hasBothTitles: points = 80
        default: return nil
        }
        if let runtimeDifference, runtimeDifference > 30, directors != .equal { return nil }
        switch directors {
        case .equal: points += 7
        case .contradicting where hasBothTitles || isRuntimeEqual || isReleaseDateEqual: points -= 20
        case .contradicting: return nil
        case .unknown, .similar: break
        }
        if hasBothTitles { points += 2 }
        if isRuntimeEqual { points += 2 }
        return min(points, 99)
    }

    private var hasBothTitles: Bool { isHangulEqual && isLatinEqual }
    private var isRuntimeEqual: Bool { runtimeDifference.map { $0 <= 1 } ?? false }

    /// What agrees, for the explanation.
    var agreements: MatchAgreements {
        var agreements: MatchAgreements = []
        if yearDifference == 0 { agreements.insert(.sameYear) }
        if yearDifference == 1 { agreements.insert(.yearsOneApart) }
        if isHangulEqual { agreements.insert(.koreanTitle) }
        if isLatinEqual { agreements.insert(.englishTitle) }
        if isOtherEqual { agreements.insert(.otherTitle) }
        if directors == .equal { agreements.insert(.director) }
        if isRuntimeEqual { agreements.insert(.runningTime) }
        return agreements
    }
}
