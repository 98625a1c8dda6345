package import JSON
package import MovieDomain

extension RequestCounts: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("sent", sent)
            writer.member("failed", failed)
            writer.member("retried", retried)
            writer.member("inFlight", inFlight)
        }
    }
}

extension NamedSchema {
    static let requestCounts = NamedSchema(
        "RequestCounts",
        "The requests that went to a source.",
        [
            .always("sent", .count, "Attempts, the repeated ones too."),
            .always("failed", .count),
            .always("retried", .count, "Attempts after the first."),
            .always("inFlight", .count),
        ]
    )
}
