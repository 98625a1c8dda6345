package import JSON
package import MovieDomain

extension Latency: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("p50Ms", p50Milliseconds)
            writer.member("p99Ms", p99Milliseconds)
        }
    }
}

extension NamedSchema {
    static let latency = NamedSchema(
        "Latency",
        "How long a source's last answers took, in milliseconds.",
        [
            .always("p50Ms", .count, "Half of them were faster."),
            .always("p99Ms", .count, "One in a hundred was slower."),
        ]
    )
}
