package import JSON
package import MovieDomain

extension LastFailure: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("message", message)
            writer.member("secondsAgo", secondsAgo)
        }
    }
}

extension NamedSchema {
    static let lastFailure = NamedSchema(
        "LastFailure",
        "The last thing that went wrong at a source.",
        [.always("message", .text), .always("secondsAgo", .count)]
    )
}
