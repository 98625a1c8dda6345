package import JSON
package import MovieDomain

extension MatchExplanation: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("confidence", confidence)
            writer.list("reasons", reasons)
        }
    }
}

extension NamedSchema {
    static let match = NamedSchema(
        "Match",
        "How sure it is that what several sources said is about one film, and why.",
        [
            .always("confidence", .number(0...1), "1 is an equal id."),
            .always("reasons", .list(of: .text), "In words, strongest first."),
        ]
    )
}
