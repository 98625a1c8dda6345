package import JSON
import MovieAggregation
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

extension BoxOfficeFigures.Sales: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("amount", amount)
            writer.field("share", share)
            writer.field("change", change)
            writer.field("changePercent", changePercent)
            writer.field("total", total)
            writer.field("currency", currency)
        }
    }
}

extension NamedSchema {
    static let sales = NamedSchema(
        "Sales",
        "Money taken, in whole units of the currency.",
        [
            .known("amount", .integer),
            .known("share", .number, "Percent of all sales of the period."),
            .known("change", .integer, "Against the period before."),
            .known("changePercent", .number),
            .known("total", .integer, "Since the release."),
            .known("currency", .text, "ISO 4217: `KRW`."),
        ]
    )
}

extension BoxOfficeFigures.Audience: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("count", count)
            writer.field("change", change)
            writer.field("changePercent", changePercent)
            writer.field("total", total)
        }
    }
}

extension NamedSchema {
    static let audience = NamedSchema(
        "Audience",
        "People in the seats.",
        [
            .known("count", .count),
            .known("change", .integer, "Against the period before."),
            .known("changePercent", .number),
            .known("total", .count, "Since the release."),
        ]
    )
}

extension BoxOfficePeriod: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("span", span.rawValue)
            writer.field("from", from)
            writer.field("to", to)
        }
    }
}

extension NamedSchema {
    static let period = NamedSchema(
        "Period",
        "The days that a box office covers, both ends included.",
        [
            .always("span", .choice(BoxOfficeSpan.allCases.map(\.rawValue))),
            .always("from", .date),
            .always("to", .date),
        ]
    )
}

extension BoxOfficeResult: SourcedResult {
    package func encodeMembers(to writer: inout JSONWriter) {
        writer.list("entries", entries)
        writer.field("period", period)
    }
}

extension NamedSchema {
    static let boxOfficeResult = NamedSchema(
        "BoxOfficeResult",
        "The box office of one period, in order of rank, and what became of every source.",
        [
            .always("entries", .list(of: .reference(to: .boxOfficeEntry))),
            .always("period", .reference(to: .period)),
            .always("sources", .list(of: .reference(to: .sourceReport))),
        ]
    )
}
