/// What stretch of days a box office adds up.
package enum BoxOfficeSpan: String, Sendable, CaseIterable {
    case day
    /// Monday to Sunday.
    case week
    /// Friday to Sunday.
    case weekend
    /// Monday to Thursday.
    case weekdays

    /// The days of the span of this kind that holds `date`.
    package func period(holding date: CalendarDate) -> BoxOfficePeriod {
        let monday = date.adding(days: 1 - date.weekday)
        return switch self {
        case .day: BoxOfficePeriod(span: self, from: date, to: date)
        case .week: BoxOfficePeriod(span: self, from: monday, to: monday.adding(days: 6))
        case .weekend: BoxOfficePeriod(span: self, from: monday.adding(days: 4), to: monday.adding(days: 6))
        case .weekdays: BoxOfficePeriod(span: self, from: monday, to: monday.adding(days: 3))
        }
    }
}
