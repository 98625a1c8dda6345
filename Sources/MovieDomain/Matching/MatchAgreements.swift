/// What agrees between the records of a film beside their ids.
struct MatchAgreements: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let sameYear = MatchAgreements(rawValue: 1)
    static let yearsOneApart = MatchAgreements(rawValue: 2)
    static let koreanTitle = MatchAgreements(rawValue: 4)
    static let englishTitle = MatchAgreements(rawValue: 8)
    static let otherTitle = MatchAgreements(rawValue: 16)
    static let director = MatchAgreements(rawValue: 32)
    static let runningTime = MatchAgreements(rawValue: 64)

    /// In words.
    var reasons: [String] {
        let words: [(MatchAgreements, String)] = [
            (.sameYear, "same year"), (.yearsOneApart, "years one apart"), (.koreanTitle, "Korean title equal"),
            (.englishTitle, "English title equal"), (.otherTitle, "title equal"), (.director, "director equal"),
            (.runningTime, "running time equal"),
        ]
        return words.filter { contains($0.0) }.map(\.1)
    }
}
