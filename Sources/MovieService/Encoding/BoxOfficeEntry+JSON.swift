package import JSON
package import MovieDomain

extension BoxOfficeEntry: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("rank", figures.rank)
            writer.field("rankChange", figures.rankChange)
            writer.field("isNew", figures.isNew)
            writer.field("movie", movie)
            if figures.audience != BoxOfficeFigures.Audience() { writer.field("audience", figures.audience) }
            if figures.sales != BoxOfficeFigures.Sales() { writer.field("sales", figures.sales) }
            writer.field("screens", figures.screens)
            writer.field("showings", figures.showings)
        }
    }
}

extension NamedSchema {
    static let boxOfficeEntry = NamedSchema(
        "BoxOfficeEntry",
        "One film of a box office, with its figures; what the source does not say is left out.",
        [
            .always("rank", .integer(atLeast: 1)),
            .known("rankChange", .integer, "Places gained (positive) or lost against the period before."),
            .known("isNew", .boolean, "Whether the period before did not have it."),
            .always("movie", .reference(to: .movie)),
            .known("audience", .reference(to: .audience)),
            .known("sales", .reference(to: .sales)),
            .known("screens", .count),
            .known("showings", .count),
        ]
    )
}
