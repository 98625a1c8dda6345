import JSON
import MovieDomain

/// The parameters that several methods share, each declared once.
enum MovieParameters {
    static let page = Parameter<Int>.defaulted(
        "page",
        .integer(1...10_000),
        to: 1,
        written: 1,
        "Which page, the first is 1."
    )

    static let limit = Parameter<Int>.defaulted(
        "limit",
        .integer(1...100),
        to: 20,
        written: 20,
        "How many films a page has."
    )

    static let providers = Parameter<[ProviderID]>.defaulted(
        "providers",
        .list(of: .provider).showing(["kofic", "yts"]),
        to: [],
        written: [],
        "The sources to ask, by their names in `providers.yaml`; all that can answer where it is empty."
    )

    static let languages = Parameter<[String]>.defaulted(
        "languages",
        .list(of: .language).showing(["ko", "en"]),
        to: [],
        written: [],
        "Wanted languages of titles and texts, best first; the configured order where it is empty."
    )

    static let id = Parameter<MovieID>.required(
        "id",
        .movieID,
        "Any id of the film, `namespace:value`; a bare IMDb id is understood too."
    )
}
