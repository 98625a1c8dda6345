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

extension ProviderAnswer<BoxOffice> {
    /// Returns the answer with each film once, at its first place.
    package func withoutRepeats() -> ProviderAnswer {
        var answer = self
        var known: Set<[String: String]> = []
        answer.value.rows.removeAll { !$0.movie.ids.isEmpty && !known.insert($0.movie.ids).inserted }
        let count = value.rows.count - answer.value.rows.count
        if count > 0 {
            let rows = count == 1 ? "1 row names a film" : "\(count) rows name films"
            answer.remarks.append("\(rows) of earlier rows again, and were left out")
        }
        return answer
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

extension BoxOfficeFigures {
    /// Admissions for each screen, and for each showing; `nil` if one of the figures is unknown.
    public var audiencePerScreen: Double? { audience(per: screens) }
    public var audiencePerShowing: Double? { audience(per: showings) }

    private func audience(per count: Int?) -> Double? {
        guard let all = audience.count, let count, count > 0 else { return nil }
        return (Double(all) / Double(count) * 10).rounded() / 10
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

/// The box office of several days, put together film by film.
///
/// A value without I/O: the lists of days go in, series come out.
package struct BoxOfficeTrend: Hashable, Sendable {
    /// The figures of one film on one day.
    package struct Day: Hashable, Sendable {
        package var date: CalendarDate
        package var figures: BoxOfficeFigures

        package init(date: CalendarDate, figures: BoxOfficeFigures) {
            self.date = date
            self.figures = figures
        }
    }

    /// One film over the days whose lists have it.
    package struct Series: Hashable, Sendable {
        /// As the last of these days has it.
        package var movie: MovieFacts
        /// In order, without days on which the film was not in the list.
        package var days: [Day]

        package init(movie: MovieFacts, days: [Day]) {
            self.movie = movie
            self.days = days
        }
    }

    private var lists: [CalendarDate: [BoxOffice.Row]] = [:]

    package init() {}

    package var isEmpty: Bool { lists.isEmpty }

    /// Adds the list of a day; that of the same day before is gone.
    package mutating func add(_ rows: [BoxOffice.Row], of date: CalendarDate) { lists[date] = rows }

    /// Whether there is a list of a day.
    package func has(_ date: CalendarDate) -> Bool { lists[date] != nil }

    /// The day itself if it has a list, else the last day before it that has one, else the first after it.
    package func listedDay(near date: CalendarDate) -> CalendarDate? {
        lists.keys.filter { $0 <= date }.max() ?? lists.keys.min()
    }

    /// The ids of the first films on a day, in order of rank.
    package func leaders(on date: CalendarDate, limit: Int) -> [[String: String]] {
        let rows = (lists[date] ?? []).sorted { $0.figures.rank < $1.figures.rank }
        return rows.prefix(limit).map { Self.identity(of: $0.movie) }
    }

    /// Every film of the lists once, as the last day that has it has it.
    package var films: [MovieFacts] {
        let rows = lists.sorted { $0.key > $1.key }.flatMap(\.value)
        return rows.map(\.movie).withoutRepeats(by: Self.identity)
    }

    /// The days of the film that has one of these ids; `nil` if no list has it.
    package func series(of ids: [String: String]) -> Series? {
        var days: [Day] = []
        var movie: MovieFacts?
        for (date, rows) in lists.sorted(by: { $0.key < $1.key }) {
            guard let row = rows.first(where: { Self.isSame(Self.identity(of: $0.movie), ids) }) else { continue }
            days.append(Day(date: date, figures: row.figures))
            movie = row.movie
        }
        return movie.map { Series(movie: $0, days: days) }
    }

    /// The days of a film of the lists; `nil` if no list has it.
    package func series(of film: MovieFacts) -> Series? { series(of: Self.identity(of: film)) }

    /// A source without ids tells its films apart by their titles.
    private static func identity(of movie: MovieFacts) -> [String: String] {
        movie.ids.isEmpty ? ["": movie.title?.text ?? movie.originalTitle ?? ""] : movie.ids
    }

    private static func isSame(_ ids: [String: String], _ others: [String: String]) -> Bool {
        ids.contains { others[$0.key] == $0.value }
    }
}
