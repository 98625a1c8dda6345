import JSON
import MovieDomain

/// The parameters of the box office.
enum BoxOfficeParameters {
    static let date = Parameter<RequestedDay>.defaulted(
        "date",
        .day.showing("2026-11-19", "20261119", "yesterday"),
        to: .lastComplete,
        written: "yesterday",
        "A day of the wanted period; `yesterday` is the last one that is over in the source's time zone."
    )

    static let span = Parameter<BoxOfficeSpan>.defaulted(
        "span",
        .choice(of: [.week, .weekend, .weekdays]),
        to: .week,
        written: "week",
        "Monday to Sunday, Friday to Sunday, or Monday to Thursday."
    )

    static let region = Parameter<String?>.optional(
        "region",
        .words.showing("0105001"),
        "A region, as the source calls it."
    )

    static let nationality = Parameter<BoxOfficeQuery.Nationality?>.optional(
        "nationality",
        .choice,
        "Only films of the source's own country, or only the others."
    )

    static let category = Parameter<BoxOfficeQuery.Category?>.optional(
        "category",
        .choice,
        "Only art-house films, or only the others."
    )

    static let limit = Parameter<Int?>.optional(
        "limit",
        .integer(1...100),
        "How many entries at most; as many as the source gives where it is absent."
    )

    static let enrich = Parameter<Bool>.defaulted(
        "enrich",
        .flag,
        to: false,
        written: false,
        "Look every entry up and merge it with what the other sources know; an entry without a sure match stays as it is."
    )
}
