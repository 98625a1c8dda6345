/// The box office of one period as one source gives it.
package struct BoxOffice: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package var figures: BoxOfficeFigures
        package var movie: MovieFacts

        package init(figures: BoxOfficeFigures, movie: MovieFacts) {
            self.figures = figures
            self.movie = movie
        }
    }

    package var period: BoxOfficePeriod
    /// In order of rank.
    package var rows: [Row]

    package init(period: BoxOfficePeriod, rows: [Row]) {
        self.period = period
        self.rows = rows
    }
}

/// The figures of one film in one period at the box office; `nil` where the source says nothing.
package struct BoxOfficeFigures: Hashable, Sendable {
    /// People in the seats.
    package struct Audience: Hashable, Sendable {
        package var count: Int?
        /// Against the period before.
        package var change: Int?
        package var changePercent: Double?
        /// Since the release.
        package var total: Int?

        package init() {}
    }

    /// Money taken, in whole units of `currency`.
    package struct Sales: Hashable, Sendable {
        package var amount: Int?
        /// Percent of all sales of the period.
        package var share: Double?
        package var change: Int?
        package var changePercent: Double?
        package var total: Int?
        /// ISO 4217: `KRW`.
        package var currency: String?

        package init() {}
    }

    package var rank: Int
    /// Places gained (positive) or lost against the period before.
    package var rankChange: Int?
    package var isNew: Bool?
    package var audience = Audience()
    package var sales = Sales()
    package var screens: Int?
    package var showings: Int?

    package init(rank: Int) {
        self.rank = rank
    }
}

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
