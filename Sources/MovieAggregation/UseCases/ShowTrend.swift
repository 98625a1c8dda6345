package import MovieDomain
import MovieMatching
import Platform

/// Shows the audience, sales, and rank of films by day (`boxOffice/trend`).
package struct ShowTrend: Hashable, Sendable {
    package enum Day: Hashable, Sendable {
        case date(CalendarDate)
        /// The last day that is over in the source's time zone.
        case yesterday
    }

    /// Any ids of the requested films; if there are none, the first films of ``date``.
    package var ids: [MovieID] = []
    /// The day whose first films are shown, or the nearest day that has a list; `nil` is the last day of the range.
    package var date: Day?
    package var limit = 10
    /// The first day; `nil` is the first of ``days`` up to ``to``.
    package var from: Day?
    package var days = 7
    package var to = Day.yesterday
    /// The sources that may give the figures; if there are none, all.
    package var providers: [ProviderID] = []
    /// The languages of the titles, best first.
    package var languages: [String] = []

    package init() {}

    /// The most days of a range: those of a leap year.
    package static let mostDays = 366
    /// The number of days that are requested at the same time.
    private static let concurrency = 8

    /// Returns the series of the first source, in configured order, that has a list of any of the days.
    ///
    /// The days of one trend come from one source, because figures of different sources are not comparable.
    package func run(in catalogue: Catalogue) async throws(CallError) -> TrendResult {
        let deadline = catalogue.startDeadline()
        let wanted = try catalogue.repositories(named: providers)
        let sources = wanted.filter { $0.profile.canBeAsked(for: .dailyBoxOffice) }
        guard !sources.isEmpty else {
            let reports = wanted.compactMap {
                ProviderReport(notAsking: $0.profile, for: .dailyBoxOffice)
            }
            throw .noSource(.dailyBoxOffice, reports: reports)
        }
        var reports: [ProviderReport] = []
        for (place, source) in sources.enumerated() {
            let range = try range(of: source, at: catalogue.now)
            let part = deadline.dividing(by: sources.count - place)
            let fanOut = catalogue.fanOut(until: place == sources.count - 1 ? deadline : part)
            let gathered = await gather(range.days, from: source, fanOut)
            if Task.isCancelled { throw .cancelled }
            reports.append(gathered.report)
            if !gathered.trend.isEmpty || place == sources.count - 1 {
                guard !gathered.trend.isEmpty || !gathered.report.isFailed else { throw .allFailed(reports: reports) }
                return try await result(range, gathered, source.profile.id, reports, catalogue, deadline)
            }
        }
        throw .allFailed(reports: reports)
    }

    // MARK: The range

    private struct Range: Sendable {
        var days: [CalendarDate]
        /// The day whose first films are shown.
        var date: CalendarDate
    }

    private func range(of source: any MovieRepository, at now: Timestamp) throws(CallError) -> Range {
        // The day begins first in the time zone that is furthest ahead, UTC+14.
        let today = now.date(utcOffsetSeconds: 14 * 3_600)
        let yesterday = source.lastCompleteDay ?? now.date(utcOffsetSeconds: 0).adding(days: -1)
        let to = to.date(yesterday: yesterday)
        let from = from?.date(yesterday: yesterday) ?? to.adding(days: 1 - days)
        let date = date?.date(yesterday: yesterday) ?? to
        for (name, day) in [("from", from), ("to", to), ("date", date)] where day > today {
            throw .invalidParameter(name: name, message: "\(day) is in the future; expected a day up to \(today)")
        }
        guard from <= to else {
            throw .invalidParameter(name: "from", message: "from (\(from)) is after to (\(to))")
        }
        let count = to.daysSinceEpoch - from.daysSinceEpoch + 1
        guard count <= Self.mostDays else {
            throw .invalidParameter(
                name: "from",
                message: "from \(from) to \(to) are \(count) days; expected at most \(Self.mostDays)"
            )
        }
        if date < from || date > to {
            throw .invalidParameter(
                name: "date",
                message: "date (\(date)) is not between from (\(from)) and to (\(to))"
            )
        }
        return Range(days: (0..<count).map { from.adding(days: $0) }, date: date)
    }

    // MARK: The lists of the days

    private struct Gathered: Sendable {
        var trend = BoxOfficeTrend()
        var gaps: [CalendarDate: TrendGap] = [:]
        var old: [CalendarDate: TrendResult.OldDay] = [:]
        var report: ProviderReport

        /// Takes what became of a day; one that is not kept is asked for later, unless this `isLast`.
        mutating func take(_ result: ProviderResult<BoxOffice>, of day: CalendarDate, isLast: Bool) {
            if let answer = result.answer {
                report = report.combined(with: result.report)
                let old = answer.freshness.isStale ? TrendResult.OldDay(day, answer.freshness) : nil
                if !answer.value.rows.isEmpty {
                    trend.add(answer.value.rows, of: day)
                    self.old[day] = old
                } else if let old {
                    gaps[day] = TrendGap(date: day, status: .stale, reason: old.reasonForGap)
                } else {
                    gaps[day] = TrendGap(date: day, status: .empty, reason: "the source has no list of this day")
                }
            } else if isLast {
                report = report.combined(with: result.report)
                let reason = result.report.failure?.message ?? "the source has no list of this day"
                gaps[day] = TrendGap(date: day, status: result.report.status, reason: reason)
            }
        }
    }

    /// Reads the cached days first, which costs nothing, then requests the others, latest first, as far as quota and
    /// time go.
    private func gather(_ days: [CalendarDate], from source: any MovieRepository, _ fanOut: FanOut) async -> Gathered {
        var gathered = Gathered(report: ProviderReport(provider: source.profile.id, status: .empty, items: 0))
        await ask(days, source, fanOut, cachedOnly: true, into: &gathered)
        let missing = days.filter { !gathered.trend.has($0) && gathered.gaps[$0] == nil }
        await ask(missing.reversed(), source, fanOut, cachedOnly: false, into: &gathered)
        return gathered
    }

    private func ask(
        _ days: [CalendarDate],
        _ source: any MovieRepository,
        _ fanOut: FanOut,
        cachedOnly: Bool,
        into gathered: inout Gathered
    ) async {
        await days.work(atMost: Self.concurrency) {
            await list(of: $0, source, fanOut, cachedOnly: cachedOnly)
        } taking: { index, result in
            gathered.take(result, of: days[index], isLast: !cachedOnly)
        }
    }

    private func list(
        of day: CalendarDate,
        _ source: any MovieRepository,
        _ fanOut: FanOut,
        cachedOnly: Bool
    ) async -> ProviderResult<BoxOffice> {
        var fanOut = fanOut
        fanOut.cachedAnswers = cachedOnly ? .only : .accepted
        return await fanOut.ask(source, for: .dailyBoxOffice, items: \BoxOffice.rows.count) {
            source,
            context throws(ProviderError) in
            try await source.boxOffice(BoxOfficeQuery(span: .day, date: day), in: context).withoutRepeats()
        }
    }

    // MARK: The result

    private func result(
        _ range: Range,
        _ gathered: Gathered,
        _ provider: ProviderID,
        _ reports: [ProviderReport],
        _ catalogue: Catalogue,
        _ deadline: Deadline
    ) async throws(CallError) -> TrendResult {
        var series: [BoxOfficeTrend.Series] = []
        var (absent, undecided): ([MovieID], [MovieID]) = ([], [])
        var reports = reports
        var matches: [MatchExplanation?] = []
        let leadersDay = ids.isEmpty ? gathered.trend.listedDay(near: range.date) : nil
        if let leadersDay {
            series = gathered.trend.leaders(on: leadersDay, limit: limit).compactMap(gathered.trend.series)
            matches = series.map { _ in nil }
        } else {
            for id in ids {
                let found = await catalogue.findSeries(of: id, in: gathered.trend, of: provider, deadline)
                reports = catalogue.combine(reports, with: found.reports.filter(\.isAsked))
                if let one = found.series {
                    let index = series.firstIndex { $0.days == one.days && $0.movie.title == one.movie.title }
                    if index == nil {
                        series.append(one)
                        matches.append(found.match)
                    }
                    // So that a caller finds the film by the id that it asked for.
                    series[index ?? series.count - 1].movie.ids.merge([id.namespace: id.value]) { own, _ in own }
                } else if found.isAbsent {
                    absent.append(id)
                } else {
                    undecided.append(id)
                }
            }
        }
        if Task.isCancelled { throw .cancelled }
        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        let movies = zip(series, matches).compactMap { series, match in
            merging.movie(of: [MovieRecord(provider: provider, facts: series.movie)], match: match)
        }
        return TrendResult(
            from: range.days[0],
            to: range.days[range.days.count - 1],
            leadersDay: leadersDay,
            series: zip(merging.identified(await catalogue.shown(movies, merging)), series).map {
                TrendSeries(movie: $0, days: $1.days)
            },
            gaps: gathered.gaps.values.sorted { $0.date < $1.date },
            old: gathered.old.values.sorted { $0.date < $1.date },
            absent: absent,
            undecided: undecided,
            sources: reports
        )
    }
}

extension ShowTrend.Day {
    fileprivate func date(yesterday: CalendarDate) -> CalendarDate {
        switch self {
        case .date(let date): date
        case .yesterday: yesterday
        }
    }
}

/// What became of the search for one film in the lists of a trend.
private struct FoundSeries: Sendable {
    var series: BoxOfficeTrend.Series?
    /// Why the film of the series is the requested one; `nil` if the lists have the requested id.
    var match: MatchExplanation?
    /// Whether the lists are certain not to have the film.
    var isAbsent = false
    /// The reports of the sources that were asked about the film.
    var reports: [ProviderReport] = []
}

extension Catalogue {
    /// Returns the series of a film, found by an id in the lists, else by the ids that the sources know, else by
    /// comparing what the sources know with the films of the lists, as enrichment does.
    fileprivate func findSeries(
        of id: MovieID,
        in trend: BoxOfficeTrend,
        of provider: ProviderID,
        _ deadline: Deadline
    ) async -> FoundSeries {
        let asked = [id.namespace: id.value]
        if let series = trend.series(of: asked) { return FoundSeries(series: series) }
        guard !trend.isEmpty else { return FoundSeries(isAbsent: true) }
        let resolver = FilmResolver(catalogue: self, deadline: deadline, isThorough: false)
        let resolution = await resolver.resolve(ids: asked)
        var found = FoundSeries(reports: resolution.reports)
        let ids = resolution.ids.merging(asked) { own, _ in own }
        found.series = trend.series(of: ids)
        found.match = resolution.explanation
        guard found.series == nil else { return found }
        let films = trend.films
        // An id of the kind that every film of the lists has would be there.
        found.isAbsent = ids.keys.contains { namespace in films.allSatisfy { $0.ids[namespace] != nil } }
        guard !found.isAbsent, !resolution.records.isEmpty else { return found }
        let known = resolution.records
        let pool = known + films.map { separated(MovieRecord(provider: provider, facts: $0)) }
        let own = matcher.clusters(of: pool, fixed: [Array(known.indices)]).first { $0.members.contains(0) }
        guard let own, let member = own.members.first(where: { $0 >= known.count }) else { return found }
        found.series = trend.series(of: films[member - known.count])
        found.match = own.explanation
        return found
    }
}

/// Films over a range of days, and the days of which nothing is known.
package struct TrendResult: Hashable, Sendable {
    package var from: CalendarDate
    package var to: CalendarDate
    /// The day whose first films these are; `nil` if the films were named.
    package var leadersDay: CalendarDate?
    package var series: [TrendSeries]
    /// The days without figures, in order.
    package var gaps: [TrendGap]
    /// The days whose figures are from old answers, in order.
    package var old: [OldDay]
    /// Requested films that are in no list of these days.
    package var absent: [MovieID]
    /// Requested films that may be in the lists: no source says which film of the lists they are.
    package var undecided: [MovieID]
    package var sources: [ProviderReport]

    package init(
        from: CalendarDate,
        to: CalendarDate,
        leadersDay: CalendarDate? = nil,
        series: [TrendSeries],
        gaps: [TrendGap] = [],
        old: [OldDay] = [],
        absent: [MovieID] = [],
        undecided: [MovieID] = [],
        sources: [ProviderReport]
    ) {
        self.from = from
        self.to = to
        self.leadersDay = leadersDay
        self.series = series
        self.gaps = gaps
        self.old = old
        self.absent = absent
        self.undecided = undecided
        self.sources = sources
    }

    /// A day whose list is an old answer, and the reason.
    package struct OldDay: Hashable, Sendable {
        package var date: CalendarDate
        package var ageSeconds: Int?
        /// The failure that the old answer replaces; `nil` while a newer one is being fetched.
        package var reason: String?

        fileprivate init(_ date: CalendarDate, _ freshness: Freshness) {
            self.date = date
            ageSeconds = freshness.ageSeconds
            reason = freshness.replacedFailure?.message
        }

        fileprivate var reasonForGap: String {
            let age = ageSeconds.map { "an answer that is \($0) s old" } ?? "an old answer"
            return "\(age) has no list of this day" + (reason.map { "; the source fails: \($0)" } ?? "")
        }
    }
}

/// One film over the days.
package struct TrendSeries: Hashable, Sendable {
    package var movie: Movie
    package var days: [BoxOfficeTrend.Day]

    package init(movie: Movie, days: [BoxOfficeTrend.Day]) {
        self.movie = movie
        self.days = days
    }
}

extension TrendSeries {
    /// The day of the release, if the series reaches back to it.
    private var firstDay: CalendarDate? {
        guard let release = movie.facts.releaseDate, let first = days.first?.date, first <= release else { return nil }
        return release
    }

    /// The number of days from the release until a million people had seen the film, both included; `nil` if the days do
    /// not show that.
    package var daysToMillion: Int? {
        guard let firstDay, let place = days.firstIndex(where: { $0.figures.audience.total ?? 0 >= 1_000_000 }) else {
            return nil
        }
        // On a day between that has no figures, it may have been reached before.
        let isNext = place == 0 || days[place].date == days[place - 1].date.adding(days: 1)
        let count = days[place].date.daysSinceEpoch - firstDay.daysSinceEpoch + 1
        return isNext && count > 0 ? count : nil
    }

    /// The change of the audience from the first seven days to the next seven, in percent; `nil` if one of them has no
    /// figures.
    package var secondWeekChangePercent: Double? {
        guard let firstDay else { return nil }
        let counts = (0..<14).compactMap { day in
            days.first { $0.date == firstDay.adding(days: day) }?.figures.audience.count
        }
        let first = counts.prefix(7).reduce(0, +)
        guard counts.count == 14, first > 0 else { return nil }
        return (Double(counts.suffix(7).reduce(0, +) - first) / Double(first) * 1_000).rounded() / 10
    }
}

/// A day without a list, and the reason.
package struct TrendGap: Hashable, Sendable {
    package var date: CalendarDate
    package var status: ProviderReport.Status
    package var reason: String
}
