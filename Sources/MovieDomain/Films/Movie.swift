/// One film as all sources together tell it: one identity, and for every field who said it.
package struct Movie: Hashable, Sendable {
    /// The preferred one of `facts.ids`: `imdb`, then `tmdb`, then `kofic`, then the configured order.
    package var id: MovieID
    package var facts: MovieFacts
    /// Who said what.
    package var provenance: FieldSources
    /// What those say of year, day of release and running time who were not believed, in the order of the sources.
    package var differences: [FieldDifference]
    /// Why records of several sources were taken for one film; `nil` where only one source knows it.
    package var match: MatchExplanation?
    package var bookmarked: Bool

    package init(
        id: MovieID,
        facts: MovieFacts,
        provenance: FieldSources,
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
}

/// What can be said of a film: by one source (``MovieRecord``), or by all of them together (``Movie``).
///
/// A scalar is `nil` and a list is empty where nobody said anything.
package struct MovieFacts: Hashable, Sendable {
    /// One id for each name space: `["imdb": "tt6751668", "kofic": "20183782"]`.
    package var ids: [String: String] = [:]
    package var title: LocalizedText?
    package var originalTitle: String?
    /// Every title that is known, with its language; `title` is among them.
    package var titles: [LocalizedText] = []
    package var year: Int?
    package var releaseDate: CalendarDate?
    package var runtimeMinutes: Int?
    /// Slugs of the controlled list (``Genre``), unknown ones lower-cased.
    package var genres: [String] = []
    /// ISO 3166-1 alpha-2 where the source's name is known, else the name as it came.
    package var countries: [String] = []
    /// ISO 639-1 where the source's name is known, else the name as it came.
    package var languages: [String] = []
    package var originalLanguage: String?
    package var overview: LocalizedText?
    package var tagline: LocalizedText?
    package var directors: [Person] = []
    package var cast: [Person] = []
    package var crew: [Person] = []
    package var ratings: [Rating] = []
    package var popularity: Double?
    package var certifications: [Certification] = []
    package var images: [MovieImage] = []
    package var videos: [MovieVideo] = []
    package var homepage: String?
    package var adult: Bool?
    /// Whether it is a series for television; a source that says nothing gives films.
    package var series: Bool?
    package var companies: [String] = []

    package init() {}
}

/// What one source says of one film.
package struct MovieRecord: Hashable, Sendable {
    package var provider: ProviderID
    package var facts: MovieFacts
    /// How old what it says is; the strategy ``MergeStrategy/newest`` goes by it.
    package var freshness: Freshness

    package init(provider: ProviderID, facts: MovieFacts, freshness: Freshness = .live) {
        self.provider = provider
        self.facts = facts
        self.freshness = freshness
    }
}

/// How sure it is that several records are one film, and why.
package struct MatchExplanation: Hashable, Sendable {
    /// From 0 to 1; 1 is an equal id.
    package var confidence: Double
    /// In words, strongest first: `imdb id equal`, `same year`, `English title equal`.
    package var reasons: [String]

    package init(confidence: Double, reasons: [String]) {
        self.confidence = confidence
        self.reasons = reasons
    }
}
