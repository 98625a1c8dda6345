/// One person as all sources together tell it.
public struct PersonProfile: Hashable, Sendable {
    /// The preferred one of the ids; a person without any is named by the source and the name.
    public var id: MovieID
    /// Without films, which are in ``films``.
    public var facts: PersonFacts
    /// Newest first, those whose day is not known last.
    public var films: [PersonFilm]
    /// The sources that tell of the person, the preferred one first.
    public var sources: [ProviderID]
    /// Why records of several sources were taken for one person; `nil` where only one source knows it.
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

/// A film in a person's filmography, merged as films are, with all that the person did for it.
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
