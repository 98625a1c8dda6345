/// What statistics look at in a card and its film.
public struct CardOutlook: Hashable, Sendable {
    public var year: Int?
    public var facts: FilmFacts
    public var stars: Double?
    /// Every day on which the film was watched.
    public var days: [CalendarDate]
    public var marks: CardMarks

    public init(
        year: Int? = nil,
        facts: FilmFacts = FilmFacts(),
        stars: Double? = nil,
        days: [CalendarDate] = [],
        marks: CardMarks = CardMarks()
    ) {
        self.year = year
        self.marks = marks
        self.facts = facts
        self.stars = stars
        self.days = days
    }
}

/// The members of a stored film that filters and statistics look at.
public struct FilmFacts: Hashable, Sendable {
    public var minutes: Int?
    /// Slugs, or words that only a source has.
    public var genres: [String]
    /// Codes of ISO 3166-1, or words that only a source has.
    public var countries: [String]
    /// Their names.
    public var directors: [String]

    public init(minutes: Int? = nil, genres: [String] = [], countries: [String] = [], directors: [String] = []) {
        self.minutes = minutes
        self.genres = genres
        self.countries = countries
        self.directors = directors
    }
}

/// Counts over the cards of all films, or over the viewings of one year.
public struct CardStatistics: Sendable {
    /// The films that have something in common, such as a director.
    public struct Share: Hashable, Sendable {
        public var value: String
        public var films = 0
        public var viewings = 0
        /// The mean of the user's stars; `nil` if none of the films has any.
        public var meanStars: Double?

        public init(value: String) { self.value = value }
    }

    /// What films are grouped by, and may lack.
    public enum Group: String, CaseIterable, Sendable {
        case genres, directors, countries, decades, tags

        /// Whether a film without a value lacks something.
        fileprivate var isFact: Bool { self != .tags }
    }

    /// The year of the viewings; `nil` counts all cards.
    public let year: Int?
    /// The films with a card, or those watched in the year.
    public private(set) var films = 0
    /// The days on their cards; without a year, also one for each card without a day.
    public private(set) var viewings = 0
    /// The cards without a day, of which the year is not known.
    public private(set) var undated = 0
    /// The viewings of films that were watched on an earlier day, too.
    public private(set) var rewatches = 0
    /// The films that the user likes.
    public private(set) var liked = 0
    /// The running time of all viewings whose film has one.
    public private(set) var minutes = 0
    /// The viewings of films without a running time.
    public private(set) var viewingsWithoutRuntime = 0
    /// The number of films by the user's stars.
    public private(set) var stars: [Double: Int] = [:]
    /// The number of viewings by month, `2026-11`, if a year is given, or else by year.
    public private(set) var periods: [(period: String, viewings: Int)] = []
    /// The groups, the largest first.
    public private(set) var shares: [Group: [Share]] = [:]
    /// The number of films that belong to no group.
    public private(set) var lacking: [Group: Int] = [:]

    public init(of cards: [CardOutlook], in year: Int? = nil) {
        self.year = year
        var groups = Dictionary(uniqueKeysWithValues: Group.allCases.map { ($0, [String: Tally]()) })
        var periods: [String: Int] = [:]
        for card in cards {
            let days = card.days.filter { year == nil || $0.year == year }
            if card.days.isEmpty { undated += 1 }
            let count = year == nil ? max(days.count, 1) : days.count
            guard count > 0 else { continue }
            films += 1
            viewings += count
            let isFirstThere = !card.marks.isSeenBefore && days.contains { $0 == card.days.min() }
            rewatches += days.count - (isFirstThere ? 1 : 0)
            if card.marks.isLiked { liked += 1 }
            if let minutes = card.facts.minutes {
                self.minutes += minutes * count
            } else {
                viewingsWithoutRuntime += count
            }
            if let own = card.stars { stars[own, default: 0] += 1 }
            for day in days { periods[Self.period(of: day, in: year), default: 0] += 1 }
            for group in Group.allCases {
                let values = Set(card.values(of: group))
                if values.isEmpty, group.isFact { lacking[group, default: 0] += 1 }
                for value in values { groups[group]?[value, default: Tally()].add(card.stars, viewings: count) }
            }
        }
        if let year { for month in 1...12 { periods["\(year)-\(month < 10 ? "0" : "")\(month)", default: 0] += 0 } }
        self.periods = periods.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        shares = groups.mapValues { tallies in tallies.map { $1.share(of: $0) }.sorted(by: Self.isBefore) }
    }

    /// The mean of the user's stars; `nil` if no film has any.
    public var meanStars: Double? {
        let rated = ratedFilms
        return rated == 0 ? nil : stars.reduce(0) { $0 + $1.key * Double($1.value) } / Double(rated)
    }

    /// The films with stars.
    public var ratedFilms: Int { stars.values.reduce(0, +) }

    /// The month of a day in a year of interest, or else its year.
    private static func period(of day: CalendarDate, in year: Int?) -> String {
        String(day.description.prefix(year == nil ? 4 : 7))
    }

    private static func isBefore(_ one: Share, _ other: Share) -> Bool {
        (other.films, other.viewings, one.value) < (one.films, one.viewings, other.value)
    }
}

/// The counts of one group.
private struct Tally {
    var films = 0
    var viewings = 0
    var rated = 0
    var stars = 0.0

    mutating func add(_ own: Double?, viewings count: Int) {
        films += 1
        viewings += count
        guard let own else { return }
        rated += 1
        stars += own
    }

    func share(of value: String) -> CardStatistics.Share {
        var share = CardStatistics.Share(value: value)
        (share.films, share.viewings) = (films, viewings)
        share.meanStars = rated == 0 ? nil : stars / Double(rated)
        return share
    }
}

extension CardOutlook {
    fileprivate func values(of group: CardStatistics.Group) -> [String] {
        switch group {
        case .genres: facts.genres
        case .directors: facts.directors
        case .countries: facts.countries
        case .tags: marks.tags
        case .decades: year.map { ["\($0 / 10 * 10)s"] } ?? []
        }
    }
}
