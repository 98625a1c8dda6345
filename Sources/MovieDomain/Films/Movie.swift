/// One film as all sources together tell it: one identity, and for every field who said it.
public struct Movie: Hashable, Sendable {
    /// The preferred one of `facts.ids`: `imdb`, then `tmdb`, then `kofic`, then the configured order.
    public var id: MovieID
    public var facts: MovieFacts
    public var provenance: Provenance
    /// What those say of year, day of release and running time who were not believed, in the order of the sources.
    public var differences: [FieldDifference]
    /// Why records of several sources were taken for one film; `nil` where only one source knows it.
    public var match: MatchExplanation?
    public var bookmarked: Bool
    /// The genres as people call them, in the wanted language.
    public var genreNames: [String] = []
    /// What all ratings together come to, in halves of five; `nil` where there is none.
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

/// What can be said of a film: by one source (``MovieRecord``), or by all of them together (``Movie``).
///
/// A scalar is `nil` and a list is empty where nothing is known.
public struct MovieFacts: Hashable, Sendable {
    /// One id for each name space: `["imdb": "tt6751668", "kofic": "20183782"]`.
    public var ids: [String: String] = [:]
    public var title: LocalizedText?
    public var originalTitle: String?
    /// Every title that is known, with its language; `title` is among them.
    public var titles: [LocalizedText] = []
    public var year: Int?
    public var releaseDate: CalendarDate?
    public var runtimeMinutes: Int?
    /// Slugs of the controlled list (``Genre``); one that is not in it as the source writes it.
    public var genres: [String] = []
    /// ISO 3166-1 alpha-2 where the source's name is known, else the name as the source writes it.
    public var countries: [String] = []
    /// ISO 639-1 where the source's name is known, else the name as the source writes it.
    public var languages: [String] = []
    public var originalLanguage: String?
    public var overview: LocalizedText?
    public var tagline: LocalizedText?
    public var directors: [Person] = []
    public var cast: [Person] = []
    public var crew: [Person] = []
    /// How many there are where `cast` is only a part of them; `nil` where it has them all, as with the two below.
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
    /// Whether it is a series for television; a source that says nothing gives films.
    public var series: Bool?
    public var companies: [String] = []
    public var budget: Money?
    /// What it took in cinemas.
    public var revenue: Money?
    /// What it won and was nominated for, in a sentence.
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

/// What one source says of one film.
public struct MovieRecord: Hashable, Sendable {
    public var provider: ProviderID
    public var facts: MovieFacts
    /// How old what it says is; the strategy ``MergeStrategy/newest`` goes by it.
    public var freshness: Freshness

    public init(provider: ProviderID, facts: MovieFacts, freshness: Freshness = .live) {
        self.provider = provider
        self.facts = facts
        self.freshness = freshness
    }
}

/// How sure it is that several records are one film, and why.
public struct MatchExplanation: Hashable, Sendable {
    /// From 0 to 1; 1 is an equal id.
    public var confidence: Double
    /// In words, strongest first: `imdb id equal`, `same year`, `English title equal`.
    public var reasons: [String]

    public init(confidence: Double, reasons: [String]) {
        self.confidence = confidence
        self.reasons = reasons
    }
}
