/// A question for the box office of a day or a week.
package struct BoxOfficeQuery: Hashable, Sendable {
    package var span: BoxOfficeSpan
    /// Any day of the wanted period; `nil` is the last complete one where the source is (yesterday, or last week).
    package var date: CalendarDate?
    /// A region as the source calls it.
    package var region: String?
    package var nationality: Nationality?
    package var category: Category?
    /// How many rows at most; `nil` is as many as the source gives.
    package var limit: Int?

    package enum Nationality: String, Sendable, CaseIterable { case domestic, foreign }
    package enum Category: String, Sendable, CaseIterable { case art, commercial }

    package init(span: BoxOfficeSpan, date: CalendarDate? = nil) {
        self.span = span
        self.date = date
    }
}
