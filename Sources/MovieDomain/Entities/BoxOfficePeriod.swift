/// The days that a box office covers, both ends included.
package struct BoxOfficePeriod: Hashable, Sendable {
    package var span: BoxOfficeSpan
    package var from: CalendarDate
    package var to: CalendarDate

    package init(span: BoxOfficeSpan, from: CalendarDate, to: CalendarDate) {
        self.span = span
        self.from = from
        self.to = to
    }
}
