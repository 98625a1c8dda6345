/// One film, merged from all sources: one identity, and the sources of every field.
public struct Movie: Hashable, Sendable {
    /// The preferred id of `facts.ids`: `imdb`, then `tmdb`, then `kofic`, then the configured order.
    public var id: MovieID
    public var facts: MovieFacts
    public var provenance: Provenance
    /// The years, release days, and running times of sources that differ from the merged ones, in the order of the
    /// sources.
    public var differences: [FieldDifference]
    /// Why records of several sources are one film; `nil` if only one source knows it.
    public var match: MatchExplanation?
    public var bookmarked: Bool
    /// The display names of the genres, in the wanted language.
    public var genreNames: [String] = []
    /// The mean of all ratings, from 0 to 5 in halves; `nil` if there are no ratings.
    public var stars: Double?

    public init(
        id: MovieID,
        facts: MovieFacts,
        provenance: Provenance,
        differences: [FieldDifference] = [],
        match: MatchExplanation? = nil,
        bookmarked: Bool = false
    ) {
        self.id = id
        self.facts = facts
        self.provenance = provenance
        self.differences = differences
        self.match = match
        self.bookmarked = bookmarked
    }

    /// Every id of the film, the preferred one first.
    public var ids: [MovieID] { [id] + facts.ids.movieIDs.filter { $0 != id }.sorted() }

    /// Whether one of the film's ids is among these.
    public func hasID(in others: Set<MovieID>) -> Bool {
        guard !others.isEmpty else { return false }
        return others.contains(id)
            || facts.ids.contains { others.contains(MovieID(namespace: $0.key, value: $0.value)) }
    }
}

/// The facts about a film, from one source (``MovieRecord``) or from all of them together (``Movie``).
///
/// A scalar is `nil`, and a list empty, if nothing is known.
public struct MovieFacts: Hashable, Sendable {
    /// One id for each namespace: `["imdb": "tt6751668", "kofic": "20183782"]`.
    public var ids: [String: String] = [:]
    public var title: LocalizedText?
    public var originalTitle: String?
    /// All known titles with their languages, including `title`.
    public var titles: [LocalizedText] = []
    public var year: Int?
    public var releaseDate: CalendarDate?
    public var runtimeMinutes: Int?
    /// Slugs of the controlled list (``Genre``); a genre that is not in it is as the source writes it.
    public var genres: [String] = []
    /// ISO 3166-1 alpha-2 codes; an unknown name is as the source writes it.
    public var countries: [String] = []
    /// ISO 639-1 codes; an unknown name is as the source writes it.
    public var languages: [String] = []
    public var originalLanguage: String?
    public var overview: LocalizedText?
    public var tagline: LocalizedText?
    public var directors: [Person] = []
    public var cast: [Person] = []
    public var crew: [Person] = []
    /// The total number if `cast` is only a part; `nil` if it is complete, as for the other two totals.
    public var castTotal: Int?
    public var crewTotal: Int?
    public var ratings: [Rating] = []
    public var popularity: Double?
    public var certifications: [Certification] = []
    public var images: [MovieImage] = []
    public var imagesTotal: Int?
    public var videos: [MovieVideo] = []
    public var homepage: String?
    public var adult: Bool?
    /// Whether it is a television series; `nil` from a source that has only films.
    public var series: Bool?
    public var companies: [String] = []
    public var budget: Money?
    /// The box office revenue.
    public var revenue: Money?
    /// Its awards and nominations, in a sentence.
    public var awards: LocalizedText?
    public var releases: [RegionalRelease] = []
    public var watch: [WatchOffers] = []
    public var pages: [MoviePage] = []

    public init() {}

    public init(ids: [String: String], title: String, language: String? = nil, year: Int? = nil) {
        self.ids = ids
        self.title = LocalizedText(title, language: language)
        titles = [LocalizedText(title, language: language)]
        self.year = year
    }
}

/// The facts about one film from one source.
public struct MovieRecord: Hashable, Sendable {
    public var provider: ProviderID
    public var facts: MovieFacts
    /// The age of the facts, which the strategy ``MergeStrategy/newest`` compares.
    public var freshness: Freshness

    public init(provider: ProviderID, facts: MovieFacts, freshness: Freshness = .live) {
        self.provider = provider
        self.facts = facts
        self.freshness = freshness
    }
}

/// The confidence that several records are one film, and the reasons.
public struct MatchExplanation: Hashable, Sendable {
    /// From 0 to 1; 1 is an equal id.
    public var confidence: Double
    /// The reasons in words, strongest first: `imdb id equal`, `same year`, `English title equal`.
    public var reasons: [String]

    public init(confidence: Double, reasons: [String]) {
        self.confidence = confidence
        self.reasons = reasons
    }
}
