/// The facts about a person who makes films, from one source or from all of them together.
///
/// A scalar is `nil`, and a list empty, if nothing is known.
public struct PersonFacts: Hashable, Sendable {
    /// One id for each namespace: `["tmdb": "21684", "kofic": "10086861"]`.
    public var ids: [String: String] = [:]
    public var name: String
    /// The same name in Latin letters, if `name` is in other letters.
    public var nameEn: String?
    public var otherNames: [String] = []
    /// What the person is known for: `감독`, `Acting`.
    public var knownFor: String?
    public var biography: LocalizedText?
    public var born: CalendarDate?
    public var died: CalendarDate?
    public var birthplace: String?
    public var homepage: String?
    public var images: [MovieImage] = []
    public var pages: [MoviePage] = []
    /// The credits: each film once for each of the person's roles and jobs in it.
    public var films: [FilmCredit] = []
    /// The total number of credits if `films` contains only some of them.
    public var filmsTotal: Int?

    public init(name: String, nameEn: String? = nil, ids: [String: String] = [:]) {
        self.name = name
        self.nameEn = nameEn
        self.ids = ids
    }
}

/// A film that a person took part in.
public struct FilmCredit: Hashable, Sendable {
    public var film: MovieFacts
    public var character: String?
    public var job: String?

    public init(film: MovieFacts, character: String? = nil, job: String? = nil) {
        self.film = film
        self.character = character
        self.job = job
    }
}

extension PersonFacts {
    /// Returns the facts in canonical form: the Korean name before the Latin one, each name once, films normalized.
    public func normalized() -> PersonFacts {
        var person = self
        if name.isLatin, let korean = ([nameEn].compactMap(\.self) + otherNames).first(where: \.hasHangul) {
            person.name = korean
            person.nameEn = name
        } else if nameEn == nil, !name.isLatin {
            person.nameEn = otherNames.first(where: \.isLatin)
        }
        var seen: Set<String> = [person.name, person.nameEn ?? ""]
        person.otherNames = otherNames.filter { seen.insert($0).inserted }
        for index in person.films.indices { person.films[index].film = person.films[index].film.normalized() }
        return person
    }
}

extension PersonFacts {
    /// Returns the facts with the name in the letters of the first of these languages that has one; a Korean name comes
    /// first without languages.
    public func named(in languages: [String]) -> PersonFacts {
        let names = ([name, nameEn].compactMap(\.self) + otherNames).withoutRepeats { $0 }
        let wanted = languages.lazy.compactMap { language in names.first { $0.isWritten(in: language) } }.first
        guard let wanted, wanted != name else { return self }
        var person = self
        person.name = wanted
        if wanted.isLatin { person.nameEn = nil }
        person.otherNames = names.filter { $0 != wanted && $0 != person.nameEn }
        return person
    }
}

/// The facts about one person from one source.
package struct PersonRecord: Hashable, Sendable {
    package var provider: ProviderID
    package var facts: PersonFacts

    package init(provider: ProviderID, facts: PersonFacts) {
        self.provider = provider
        self.facts = facts
    }
}

/// People from one source, in the source's order.
public struct PeopleList: Hashable, Sendable {
    public var people: [PersonFacts]
    /// The total number at the source; `nil` if the source doesn't report it.
    public var totalItems: Int?
    /// Whether rows follow the requested window; `nil` if that is unknown.
    public var hasMore: Bool?
    /// The number of rows read in the window, including those without a person; `nil` if each row is a person.
    public var rowCount: Int?

    public init(people: [PersonFacts], totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.people = people
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// The number of rows that were read for the people.
    package var readCount: Int { rowCount ?? people.count }

    /// Appends the people that the same source gave for the next window.
    package mutating func append(_ next: PeopleList) {
        rowCount = readCount + next.readCount
        people += next.people
        totalItems = next.totalItems ?? totalItems
        hasMore = next.hasMore
    }
}

/// One person, merged from all sources.
public struct PersonProfile: Hashable, Sendable {
    /// The preferred id; without any id, the source and the name.
    public var id: MovieID
    /// Without films, which are in ``films``.
    public var facts: PersonFacts
    /// Newest first; films with an unknown day last.
    public var films: [PersonFilm]
    /// The sources with data about the person, the preferred one first.
    public var sources: [ProviderID]
    /// Why records of several sources count as one person; `nil` if there is only one source.
    public var match: MatchExplanation?
    /// The values of sources that differ from the merged ones, in the order of the fields, then of the sources.
    public var differences: [PersonDifference] = []

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

/// A source's value for a fact about a person if another source's value was chosen.
public struct PersonDifference: Hashable, Sendable {
    /// The raw values are the names on the wire.
    public enum Field: String, CaseIterable, Sendable {
        case born, died, birthplace
    }

    public var field: Field
    public var provider: ProviderID
    public var value: FieldDifference.Value

    public init(_ field: Field, _ provider: ProviderID, _ value: FieldDifference.Value) {
        self.field = field
        self.provider = provider
        self.value = value
    }
}

extension PersonFacts {
    /// Returns the value of a field in which sources can differ; `nil` if it is unknown.
    public func value(of field: PersonDifference.Field) -> FieldDifference.Value? {
        switch field {
        case .born: born.map(FieldDifference.Value.date)
        case .died: died.map(FieldDifference.Value.date)
        case .birthplace: birthplace.map(FieldDifference.Value.text)
        }
    }
}

/// A merged film in a person's filmography, with everything that the person did for it.
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
