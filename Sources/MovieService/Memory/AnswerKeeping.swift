import JSON
import MovieDomain

/// Which answers of a method may be given again while their sources say that they hold.
struct AnswerKeeping: Sendable {
    /// Whether the same parameters mean the same question later.
    let isLasting: @Sendable (JSONElement?) -> Bool

    /// All of them: the parameters say everything.
    static let always = AnswerKeeping { _ in true }

    /// Those about a day that is written out: `yesterday`, and no day at all, are another day after midnight in the
    /// source's time zone.
    static let whereDayIsWritten = AnswerKeeping { params in
        params?[BoxOfficeParameters.date.description.name]?.string.flatMap(CalendarDate.init(parsing:)) != nil
    }

    /// Whether the answer to a call with these parameters may be kept.
    ///
    /// One that wants to hear how it goes is not answered from memory, where nothing goes on.
    func allows(_ params: JSONElement?) -> Bool {
        isLasting(params) && !ParameterObject.hasMembersOfTheProtocols(params)
    }
}
