package import MovieDomain

/// The day that a box office is asked of.
package enum RequestedDay: Hashable, Sendable {
    /// The last day, or the last stretch of days, that is over in the source's time zone.
    case lastComplete
    case date(CalendarDate)

    var date: CalendarDate? {
        switch self {
        case .lastComplete: nil
        case .date(let date): date
        }
    }
}
