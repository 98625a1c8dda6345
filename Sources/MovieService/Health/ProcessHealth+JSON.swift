package import JSON
package import MovieDomain

extension ProcessHealth: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state.rawValue)
            writer.member("restarts", restarts)
        }
    }
}

extension NamedSchema {
    static let processHealth = NamedSchema(
        "ProcessHealth",
        "How the program of a source is doing.",
        [
            .always(
                "state",
                .choice(ProcessHealth.State.allCases.map(\.rawValue)),
                "`idle`: nobody has asked it yet; `waiting`: it failed and is started again; `failed`: too often."
            ),
            .always("restarts", .count, "Starts after the first one."),
        ]
    )
}
