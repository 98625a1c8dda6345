package import JSON
package import MovieDomain

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
