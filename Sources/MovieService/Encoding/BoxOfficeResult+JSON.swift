package import JSON
package import MovieDomain

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
