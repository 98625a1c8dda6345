package import JSON
package import MovieDomain

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
