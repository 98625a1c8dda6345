/// The box office of one period according to one source.
public struct BoxOffice: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var figures: BoxOfficeFigures
        public var movie: MovieFacts

        public init(figures: BoxOfficeFigures, movie: MovieFacts) {
            self.figures = figures
            self.movie = movie
        }
    }

    public var period: BoxOfficePeriod
    public var rows: [Row]

    public init(period: BoxOfficePeriod, rows: [Row]) {
        self.period = period
        self.rows = rows
    }
}

/// The figures of one film in one period at the box office; `nil` if the source doesn't give a figure.
public struct BoxOfficeFigures: Hashable, Sendable {
    /// The number of people who saw the film.
    public struct Audience: Hashable, Sendable {
        public var count: Int?
        /// The change from the preceding period.
        public var change: Int?
        public var changePercent: Double?
        /// The number since the release.
        public var total: Int?

        public init() {}
    }

    /// The box office takings, in whole units of `currency`.
    public struct Sales: Hashable, Sendable {
        public var amount: Int?
        /// The percentage of all sales of the period.
        public var share: Double?
        public var change: Int?
        public var changePercent: Double?
        public var total: Int?
        /// ISO 4217: `KRW`.
        public var currency: String?

        public init() {}
    }

    public var rank: Int
    /// Places gained (positive) or lost since the preceding period.
    public var rankChange: Int?
    public var isNew: Bool?
    public var audience = Audience()
    public var sales = Sales()
    public var screens: Int?
    public var showings: Int?

    public init(rank: Int) {
        self.rank = rank
    }
}

/// The kind of period that a box office covers.
public enum BoxOfficeSpan: String, Sendable, CaseIterable {
    case day
    case week
    /// Friday to Sunday.
    case weekend
    /// Monday to Thursday.
    case weekdays

    /// Returns the period of this kind in the week (Monday to Sunday) of `date`, or the day itself.
    public func period(holding date: CalendarDate) -> BoxOfficePeriod {
        let monday = date.adding(days: 1 - date.weekday)
        return switch self {
        case .day: BoxOfficePeriod(span: self, from: date, to: date)
        case .week: BoxOfficePeriod(span: self, from: monday, to: monday.adding(days: 6))
        case .weekend: BoxOfficePeriod(span: self, from: monday.adding(days: 4), to: monday.adding(days: 6))
        case .weekdays: BoxOfficePeriod(span: self, from: monday, to: monday.adding(days: 3))
        }
    }
}

/// The days that a box office covers, including both ends.
public struct BoxOfficePeriod: Hashable, Sendable {
    public var span: BoxOfficeSpan
    public var from: CalendarDate
    public var to: CalendarDate

    public init(span: BoxOfficeSpan, from: CalendarDate, to: CalendarDate) {
        self.span = span
        self.from = from
        self.to = to
    }
}
