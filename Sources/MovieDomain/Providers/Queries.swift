/// A query for films in some order, without words to search for.
public struct ListQuery: Hashable, Sendable {
    /// What the films are ordered by; `added` is when the source got them.
    public enum Sort: String, Sendable, CaseIterable { case popularity, rating, year, title, added }
    /// A list that several sources maintain under the same name.
    public enum Kind: String, Sendable, CaseIterable {
        case popular
        case topRated = "top_rated"
        case nowPlaying = "now_playing"
        case upcoming
    }
    /// The period over which a trend is measured.
    public enum Trend: String, Sendable, CaseIterable { case day, week }
    public enum Order: String, Sendable, CaseIterable { case ascending, descending }

    /// `nil` is the order of the source.
    public var sort: Sort?
    /// `nil` is the usual direction of ``sort``.
    public var order: Order?
    /// A slug of the controlled list (``Genre``).
    public var genre: String?
    /// A genre that the films must not have.
    public var withoutGenre: String?
    /// The minimum rating, from 0 to 10.
    public var minimumRating: Double?
    /// The minimum number of votes for the rating.
    public var minimumVotes: Int?
    /// A list that sources maintain, instead of a sorted one; the operation is then ``Capability/charts``.
    public var kind: Kind?
    /// The year of the film's release.
    public var year: Int?
    /// The first day of release that counts.
    public var firstDay: CalendarDate?
    /// The last one.
    public var lastDay: CalendarDate?
    /// The shortest running time, in minutes.
    public var minimumMinutes: Int?
    /// The longest one.
    public var maximumMinutes: Int?
    /// The country where the film was made (ISO 3166-1 alpha-2).
    public var country: String?
    /// The language in which the film was made (ISO 639-1).
    public var originalLanguage: String?
    /// The name of a director.
    public var director: String?
    /// A person who took part in the film, by an id of the source itself.
    public var person: MovieID?
    /// Services, one of which must offer the film in ``region``.
    public var services: [ServiceName] = []
    /// The country whose cinemas a list of a ``kind`` is about, or whose ``services`` (ISO 3166-1 alpha-2).
    public var region: String?
    /// Films that are trending over this period, instead of a sorted list; the operation is then
    /// ``Capability/trending``.
    public var trending: Trend?
    public var window: RowWindow
    /// Wanted languages of texts, best first; an empty list means the configured order, as in all queries.
    public var languages: [String]

    public init(window: RowWindow, languages: [String] = []) {
        self.window = window
        self.languages = languages
    }
}

extension ListQuery {
    /// The operation that answers the query.
    public var capability: Capability {
        if trending != nil { return .trending }
        return kind == nil ? .list : .charts
    }

    /// Whether the query asks for all films, in the source's own order.
    public var isPlain: Bool { self == ListQuery(window: window, languages: languages) }
}

/// A query for the box office of a day or a week.
public struct BoxOfficeQuery: Hashable, Sendable {
    public var span: BoxOfficeSpan
    /// Any day of the requested period; `nil` is the last complete one in the source's zone (yesterday, or last week).
    public var date: CalendarDate?
    /// The source's own code of a part of the country, from ``ProviderProfile/regions``; `nil` is all of it.
    public var region: String?
    /// `nil` is both.
    public var nationality: Nationality?
    /// `nil` is both.
    public var category: Category?
    /// The greatest number of films; `nil` is all that the source has.
    public var limit: Int?

    /// Films of the source's own country, or all others.
    public enum Nationality: String, Sendable, CaseIterable { case domestic, foreign }
    /// Art-house films, or all others.
    public enum Category: String, Sendable, CaseIterable { case art, commercial }

    public init(span: BoxOfficeSpan, date: CalendarDate? = nil) {
        self.span = span
        self.date = date
    }

    /// The operation that answers it.
    public var capability: Capability { span == .day ? .dailyBoxOffice : .weeklyBoxOffice }
}

/// A query for everything that a source knows about one film.
public struct LookupQuery: Hashable, Sendable {
    /// A part of a film for which a source may need a further request.
    public enum Part: String, Sendable, CaseIterable {
        case credits, images, videos, similar, recommendations, watch, releases
    }

    /// The known ids of the film, one for each namespace; a source uses the one that it accepts.
    public var ids: [String: String]
    /// The parts that are wanted; a source that has others at no cost may give them, too.
    public var include: Set<Part>
    public var languages: [String]
    /// The region whose offers and releases are wanted (ISO 3166-1 alpha-2); `nil` for all that a source has.
    public var region: String?
    /// Whether the whole cast and crew are wanted, however many people these are.
    public var allCredits = false

    public init(ids: [String: String], include: Set<Part> = [], languages: [String] = []) {
        self.ids = ids
        self.include = include
        self.languages = languages
    }
}

/// A query for films related to one film.
public struct RelatedQuery: Hashable, Sendable {
    /// How the films are related.
    public enum Kind: String, Sendable, CaseIterable {
        case similar, recommended

        /// The operation that answers it.
        public var capability: Capability { self == .similar ? .similar : .recommendations }
    }

    public var kind: Kind
    /// The known ids of the film, one for each namespace; a source uses the one that it accepts.
    public var ids: [String: String]
    public var window: RowWindow
    public var languages: [String]

    public init(kind: Kind, ids: [String: String], window: RowWindow, languages: [String] = []) {
        self.kind = kind
        self.ids = ids
        self.window = window
        self.languages = languages
    }
}

/// A query for a film and its sequels, which a source puts together.
public struct CollectionQuery: Hashable, Sendable {
    /// The known ids of the collection, one for each namespace; a source uses the one that it accepts.
    public var ids: [String: String]
    public var languages: [String]

    public init(ids: [String: String], languages: [String] = []) {
        self.ids = ids
        self.languages = languages
    }
}

/// A query for people by words of their names.
public struct PeopleQuery: Hashable, Sendable {
    public var text: String
    public var window: RowWindow
    public var languages: [String]

    public init(text: String, window: RowWindow, languages: [String] = []) {
        self.text = text.asQuery
        self.window = window
        self.languages = languages
    }
}

/// A query for everything that a source knows about one person.
public struct PersonQuery: Hashable, Sendable {
    /// The known ids of the person, one for each namespace; a source uses the one that it accepts.
    public var ids: [String: String]
    public var languages: [String]

    public init(ids: [String: String], languages: [String] = []) {
        self.ids = ids
        self.languages = languages
    }
}

/// A query for films by words of their titles.
public struct SearchQuery: Hashable, Sendable {
    public var text: String
    /// The year of the film; `nil` is any year.
    public var year: Int?
    public var window: RowWindow
    /// Wanted languages of texts, best first; an empty list means the configured order.
    public var languages: [String]

    public init(text: String, year: Int? = nil, window: RowWindow, languages: [String] = []) {
        self.text = text.asQuery
        self.year = year
        self.window = window
        self.languages = languages
    }
}
