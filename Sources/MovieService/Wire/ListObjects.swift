import MovieAggregation
package import MovieDomain

extension FilmListSummary: WireObject {
    package static let wire = WireDescription<FilmListSummary>(
        "FilmList",
        "A list of films that you made.",
        [
            .always("name", \.name),
            .always("count", \.count, as: .count, "The number of films."),
            .always("changedAt", \.changedAt, "In UTC."),
        ]
    )
}

struct ListsResult: WireObject {
    var lists: [FilmListSummary]

    static let wire = WireDescription<ListsResult>(
        "ListsResult",
        "Your lists.",
        [.always("lists", \.lists, "In alphabetical order.")]
    )
}

struct ListFilmsResult: WireObject {
    var list: FilmListSummary
    var movies: [KeptMovie]
    var page: Page

    static let wire = WireDescription<ListFilmsResult>(
        "ListFilmsResult",
        "The films of a list, in your order.",
        [.always("list", \.list), .always("movies", \.movies), .always("page", \.page)]
    )
}

struct ListedFilmResult: WireObject {
    var list: FilmListSummary
    var movie: KeptMovie
    var sources: [ProviderReport]

    static let wire = WireDescription<ListedFilmResult>(
        "ListedFilmResult",
        "A film that was put in a list, and the outcome of the sources that were asked for it.",
        [.always("list", \.list), .always("movie", \.movie), .always("sources", \.sources)]
    )
}

/// A list in the document of `library/export`.
struct ExportedList: WireObject {
    var list: FilmList

    static let wire = WireDescription<ExportedList>(
        "ExportedList",
        "A list that you made.",
        [
            .always("name", \.list.name),
            .always("changedAt", \.list.changedAt, "In UTC."),
            .always(
                "movies",
                { $0.list.films.map { KeptMovie(film: $0, bookmarked: nil, isExported: true) } },
                "In your order."
            ),
        ]
    )
}
