/// One film, merged from all sources: one identity, and the sources of every field.
public struct Movie: Hashable, Sendable {
    /// The preferred id of `facts.ids`: `imdb`, then `tmdb`, then `kofic`, then the configured order.
    public var id: MovieID
    public var facts: MovieFacts
    public var provenance: Provenance
    /// The values of sources that differ from the merged ones, by field and in the order of the sources: facts of which
    /// there is only one, such as the year, and directors of whom none is among the merged ones.
    public var differences: [FieldDifference]
    /// Why records of several sources are one film; `nil` if only one source knows it.
    public var match: MatchExplanation?
    /// Whether the user has bookmarked the film; `nil` if the library cannot be read.
    public var bookmarked: Bool?
    /// When the user bookmarked it; `nil` if it is not bookmarked, or the library cannot be read.
    public var bookmarkedAt: Timestamp?
    /// The user's card of the film; `nil` without a card, or if the library cannot be read.
    public var card: OwnCard?
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
        bookmarked: Bool? = false
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
    /// The year of the film as a source gives it; never taken from `releaseDate`, see ``likelyYear``.
    public var year: Int?
    public var releaseDate: CalendarDate?
    /// A slug of the controlled list (``FilmStatus``); a status that is not in it is as the source writes it.
    public var status: String?
    public var runtimeMinutes: Int?
    /// Slugs of the controlled list (``Genre``); a genre that is not in it is as the source writes it.
    public var genres: [String] = []
    /// What the film is about, in the words of the sources.
    public var keywords: [String] = []
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
    public var collection: FilmCollection?
    /// The companies that produced it.
    public var companies: [String] = []
    /// The companies that brought it to cinemas or to television, also from abroad.
    public var distributors: [String] = []
    /// The kinds of showings for which it was made: `2D`, `IMAX`, `4D`.
    public var screenTypes: [String] = []
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
package struct MovieRecord: Hashable, Sendable {
    package var provider: ProviderID
    package var facts: MovieFacts
    /// The age of the facts, which the strategy ``MergeStrategy/newest`` compares.
    package var freshness: Freshness
    /// Whether the facts are a row of a list or a search, which may have fewer than a lookup.
    package var isRow = false

    package init(provider: ProviderID, facts: MovieFacts, freshness: Freshness = .live) {
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

extension MatchExplanation {
    /// The confidence below which it is only likely that the records are one film.
    private static let leastConfidence = 0.9

    package var isGuess: Bool { confidence < Self.leastConfidence }
}

extension MovieFacts {
    /// Returns the facts in canonical form, given those of a source.
    ///
    /// Genres become slugs, and countries and languages become codes. Repeated values and ids such as `N/A` are removed, and
    /// the numbers of a series get the namespace of series. The main title leads the titles. Each region stands once among
    /// the releases and the offers.
    public func normalized() -> MovieFacts {
        var facts = self
        facts.ids = [:]
        for (namespace, value) in ids {
            let namespace = MovieID.namespace(namespace, ofSeries: series == true)
            facts.ids[namespace] = MovieID.canonical(value, of: namespace)
        }
        facts.title?.language = languageOfTitle
        facts.titles = titles.led(by: facts.title)
        facts.genres = genres.map(Genre.slug).withoutRepeats
        facts.countries = countries.map(Country.code).withoutRepeats
        facts.languages = languages.map(Language.code).filter { $0 != Language.none }.withoutRepeats
        facts.originalLanguage = codeOfOriginalLanguage
        facts.releases = releases.joined(by: \.region) { $0.events += $1.events }
        for index in facts.releases.indices {
            facts.releases[index].events = facts.releases[index].events.withoutRepeats
        }
        facts.watch = watch.joined(by: \.region) { $0.add($1) }
        for index in facts.watch.indices {
            for list in WatchOffers.lists {
                facts.watch[index][keyPath: list] = facts.watch[index][keyPath: list].withoutRepeats
            }
        }
        facts.certifications = (certifications + facts.releases.flatMap(\.certifications)).withoutRepeats
        facts.status = status.map(FilmStatus.slug)
        for list in Self.words { facts[keyPath: list] = facts[keyPath: list].withoutRepeats }
        if collection?.name.isEmpty == true { facts.collection = nil }
        return facts
    }

    /// The lists of words that are as the source writes them.
    private static let words = [\MovieFacts.keywords, \.companies, \.distributors, \.screenTypes]

    /// Whether a source says that the film is for adults only: by its flag, or by its genre.
    public var isForAdults: Bool { adult ?? genres.contains(Genre.adult.rawValue) }

    /// The year; if no source gives one, that of the release.
    package var likelyYear: Int? { year ?? releaseDate?.year }

    /// The language of the title: that of the original title if both are the same, because sources give the original
    /// title where they have none in the requested language.
    ///
    /// A title without a language has that of the same title in the list of titles.
    private var languageOfTitle: String? {
        guard let title else { return nil }
        guard title.language != nil else {
            return titles.first { $0.text == title.text && $0.language != nil }?.language
        }
        return title.text == originalTitle && originalLanguage != nil ? codeOfOriginalLanguage : title.language
    }

    /// The code of the original language; `nil` for a film without language.
    private var codeOfOriginalLanguage: String? {
        originalLanguage.map(Language.code).flatMap { $0 == Language.none ? nil : $0 }
    }
}

extension RegionalRelease {
    fileprivate var certifications: [Certification] {
        events.compactMap { event in event.certification.map { Certification(region: region, label: $0) } }
    }
}

extension WatchOffers {
    fileprivate static let lists = [\WatchOffers.stream, \.rent, \.buy, \.free, \.ads]

    /// Adds further offers of the same region.
    fileprivate mutating func add(_ other: WatchOffers) {
        link = link ?? other.link
        attribution = attribution ?? other.attribution
        for list in Self.lists { self[keyPath: list] += other[keyPath: list] }
    }
}

extension Array {
    /// Returns the elements, with those of one key joined into the first of them.
    fileprivate func joined<Key: Hashable>(
        by key: KeyPath<Element, Key>,
        _ add: (inout Element, Element) -> Void
    ) -> Self {
        var joined: Self = []
        var places: [Key: Int] = [:]
        for element in self {
            if let place = places[element[keyPath: key]] {
                add(&joined[place], element)
            } else {
                places[element[keyPath: key]] = joined.count
                joined.append(element)
            }
        }
        return joined
    }
}

extension BoxOffice.Row {
    public func normalized() -> BoxOffice.Row { BoxOffice.Row(figures: figures, movie: movie.normalized()) }
}

extension [LocalizedText] {
    /// Returns the titles in order after the main one, each once; a title without a language is dropped beside the same
    /// title with one.
    fileprivate func led(by title: LocalizedText?) -> [LocalizedText] {
        guard let title else { return withoutRepeatedTitles }
        guard let other = first else { return [title] }
        // Most films have a single title, which is also their main one.
        if count == 1, other.text == title.text, other.language == nil || other.language == title.language {
            return [title]
        }
        return ([title] + self).withoutRepeatedTitles
    }

    private var withoutRepeatedTitles: [LocalizedText] {
        guard count > 1 else { return self }
        return withoutRepeats.enumerated()
            .filter { index, title in
                index == 0 || title.language != nil
                    || !contains { $0.text == title.text && $0.language != nil }
            }
            .map(\.element)
    }
}

extension Array {
    /// Returns the elements in order, the first of each key.
    package func withoutRepeats<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        guard count > 1 else { return self }
        if count > 12 {
            var seen = Set<Key>(minimumCapacity: count)
            return filter { seen.insert(key($0)).inserted }
        }
        // Comparing every pair of a few is faster than hashing.
        var seen: [Key] = []
        return filter { element in
            let key = key(element)
            defer { seen.append(key) }
            return !seen.contains(key)
        }
    }
}

extension Array where Element: Hashable {
    fileprivate var withoutRepeats: [Element] { withoutRepeats { $0 } }
}
