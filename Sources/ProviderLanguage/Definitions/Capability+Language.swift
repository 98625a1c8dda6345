package import MovieDomain

/// The operations, as words of the language.
extension Capability: LanguageWord {
    package var summary: String {
        switch self {
        case .dailyBoxOffice: "The films of one day at the box office."
        case .weeklyBoxOffice: "The films of one week, weekend or run of weekdays at the box office."
        case .search: "Films by words of their titles."
        case .list: "Films in a given order, without a query."
        case .trending: "Trending films of today or of this week."
        case .lookup: "Everything about one film, by an id."
        case .credits: "The cast and crew of one film."
        case .similar: "Films similar to one film."
        case .recommendations: "Films recommended to those who like one film."
        case .images: "Pictures of one film."
        case .videos: "Trailers and clips of one film."
        case .releases: "The release dates and certifications of one film, by region."
        case .charts: "A list that the source maintains: popular, top-rated, now playing, or upcoming films."
        case .peopleSearch: "People by words of their names."
        case .person: "Everything about one person, by an id."
        case .watch: "Where one film can be watched at home, by region."
        }
    }

    /// Whether the operation takes the id of a film or a person, and so names id namespaces with `by`.
    package var takesID: Bool { inputs.contains(.ids) }

    /// Whether the operation returns a list that may have pages.
    package var isPaged: Bool { inputs.contains(.page) }

    /// Whether the operation is about a day, which may settle (`cache.settled_after`).
    package var hasDate: Bool { inputs.contains(.date) }

    /// The kind of its rows.
    package var itemKind: ItemKind {
        switch self {
        case .dailyBoxOffice, .weeklyBoxOffice: .boxOfficeEntry
        case .peopleSearch, .person: .personProfile
        default: .movie
        }
    }

    /// The inputs that its templates may name.
    package var inputs: Set<Input> {
        switch self {
        case .dailyBoxOffice: [.date, .region, .nationality, .category, .limit, .languages]
        case .weeklyBoxOffice: [.date, .span, .region, .nationality, .category, .limit, .languages]
        case .search: [.query, .year, .page, .limit, .offset, .cursor, .languages]
        case .list:
            [
                .sort, .order, .genre, .minimumRating, .year, .country, .person, .page, .limit, .offset, .cursor,
                .languages,
            ]
        case .charts:
            [.kind, .genre, .minimumRating, .year, .country, .person, .page, .limit, .offset, .cursor, .languages]
        case .peopleSearch: [.query, .page, .limit, .offset, .cursor, .languages]
        case .trending: [.window, .page, .limit, .offset, .cursor, .languages]
        case .lookup, .credits, .videos, .releases, .watch, .person: [.ids, .languages]
        case .images: [.ids, .width, .languages]
        case .similar, .recommendations: [.ids, .page, .limit, .offset, .cursor, .languages]
        }
    }
}
