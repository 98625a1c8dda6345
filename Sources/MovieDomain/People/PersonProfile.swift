/// One person, merged from all sources.
public struct PersonProfile: Hashable, Sendable {
    /// The preferred id; a person without ids is named by the source and the name.
    public var id: MovieID
    /// The merged facts without the films, which are in ``films``.
    public var facts: PersonFacts
    /// The films, newest first, and undated ones last.
    public var films: [PersonFilm]
    /// The sources that know the person, the preferred one first.
    public var sources: [ProviderID]
    /// Why records of several sources are one person; `nil` if there is only one record.
    public var match: MatchExplanation?

    public init(
        id: MovieID,
        facts: PersonFacts,
        films: [PersonFilm] = [],
        sources: [ProviderID],
        match: MatchExplanation? = nil
    ) {
        self.id = id
        self.facts = facts
        self.films = films
        self.sources = sources
        self.match = match
    }
}

/// A film in a person's filmography, merged from all sources, with all of the person's roles and jobs.
public struct PersonFilm: Hashable, Sendable {
    public var movie: Movie
    public var characters: [String]
    public var jobs: [String]

    public init(movie: Movie, characters: [String] = [], jobs: [String] = []) {
        self.movie = movie
        self.characters = characters
        self.jobs = jobs
    }
}
