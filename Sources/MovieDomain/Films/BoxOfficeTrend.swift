/// The box office of several days, arranged by film.
///
/// A value without I/O: the lists of days go in, series come out.
public struct BoxOfficeTrend: Hashable, Sendable {
    /// The figures of one film on one day.
    public struct Day: Hashable, Sendable {
        public var date: CalendarDate
        public var figures: BoxOfficeFigures

        public init(date: CalendarDate, figures: BoxOfficeFigures) {
            self.date = date
            self.figures = figures
        }
    }

    /// One film over the days on which it is listed.
    public struct Series: Hashable, Sendable {
        /// The film as listed on the last of these days.
        public var movie: MovieFacts
        /// The days in order, without those on which the film is not listed.
        public var days: [Day]

        public init(movie: MovieFacts, days: [Day]) {
            self.movie = movie
            self.days = days
        }
    }

    private var lists: [CalendarDate: [BoxOffice.Row]] = [:]

    public init() {}

    public var isEmpty: Bool { lists.isEmpty }

    /// Adds the list of a day, replacing an earlier list of that day.
    public mutating func add(_ rows: [BoxOffice.Row], of date: CalendarDate) {
        lists[date] = rows
    }

    /// Whether there is a list of a day.
    public func has(_ date: CalendarDate) -> Bool { lists[date] != nil }

    /// Returns the ids of the first films on a day in order of rank; without a list, on the last listed day before it,
    /// or else on the first one after it.
    public func leaders(on date: CalendarDate, limit: Int) -> [[String: String]] {
        guard let day = lists.keys.filter({ $0 <= date }).max() ?? lists.keys.min() else { return [] }
        let rows = (lists[day] ?? []).sorted { $0.figures.rank < $1.figures.rank }
        return rows.prefix(limit).map { Self.identity(of: $0.movie) }
    }

    /// Returns the series of the film with one of these ids; `nil` if no list contains it.
    public func series(of ids: [String: String]) -> Series? {
        var days: [Day] = []
        var movie: MovieFacts?
        for (date, rows) in lists.sorted(by: { $0.key < $1.key }) {
            guard let row = rows.first(where: { Self.isSame(Self.identity(of: $0.movie), ids) }) else { continue }
            days.append(Day(date: date, figures: row.figures))
            movie = row.movie
        }
        return movie.map { Series(movie: $0, days: days) }
    }

    /// Returns the ids of a film, or its title if the source has no ids.
    private static func identity(of movie: MovieFacts) -> [String: String] {
        movie.ids.isEmpty ? ["": movie.title?.text ?? movie.originalTitle ?? ""] : movie.ids
    }

    private static func isSame(_ ids: [String: String], _ others: [String: String]) -> Bool {
        ids.contains { others[$0.key] == $0.value }
    }
}
