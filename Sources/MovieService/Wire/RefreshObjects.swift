package import MovieAggregation
package import MovieDomain

package struct LibraryRefreshResult: WireObject {
    package var films: [RefreshedFilm] = []
    package var byTitle = 0
    package var remaining = 0
    package var page: Page

    package static let wire = WireDescription<LibraryRefreshResult>(
        "LibraryRefreshResult",
        "What became of films whose details were fetched.",
        [
            .always("films", \.films, "The films that were fetched, in the order of their ids."),
            .always(
                "remaining",
                \.remaining,
                as: .count,
                "The number of films that still have no details, or old ones."
            ),
            .known(
                "byTitle",
                { $0.byTitle > 0 ? $0.byTitle : nil },
                as: .count,
                "The number of films with only a title and a year, for `library/identify`; absent if there are none."
            ),
            .always("page", \.page, "The next page begins after the last of these films."),
        ] + WireField.shortfall { $0.films.flatMap(\.sources) }
    )
}

/// A film in the library whose details were fetched.
package struct RefreshedFilm: WireObject {
    package enum Status: String, WireChoice {
        case refreshed, incomplete, unknown, unanswered, unsupported
        case secondCard = "second_card"
    }

    package var id: MovieID
    package var film: LibraryFilm
    package var status = Status.unanswered
    package var sources: [ProviderReport] = []

    package static let wire = WireDescription<RefreshedFilm>(
        "RefreshedFilm",
        "A film in the library whose details were fetched, and the outcome of every source.",
        [
            .always("id", \.id, "The id by which the film was fetched."),
            .always("title", \.film.title),
            .known("year", \.film.year),
            .always(
                "status",
                \.status,
                "`refreshed`: the library has the film's details now. `incomplete`: it has those of the sources that "
                    + "answered, and others did not. `unknown`: no source has the film. `unanswered`: sources that may "
                    + "have it did not answer. `unsupported`: no source takes its ids. `second_card`: you have another "
                    + "card of this film, so its details were not stored."
            ),
            .always("sources", \.sources),
        ]
    )
}
