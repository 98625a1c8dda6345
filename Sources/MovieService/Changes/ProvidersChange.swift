package import JSON
package import MovieDomain

/// What became of `providers.yaml` when it was read again: the result of `providers/reload`, and what
/// `providers/changed` says.
package struct ProvidersChange: Hashable, Sendable {
    /// One problem of the file.
    package struct Problem: Hashable, Sendable {
        /// `error` or `warning`.
        package var severity: String
        package var file: String
        /// From 1.
        package var line: Int
        /// From 1, in characters.
        package var column: Int
        package var message: String

        /// A problem at a place.
        package init(severity: String, file: String, line: Int, column: Int, message: String) {
            self.severity = severity
            self.file = file
            self.line = line
            self.column = column
            self.message = message
        }
    }

    /// Whether the sources are now those of the file; where it has errors, those of before stay.
    package var isInForce: Bool
    /// `nil` where the definitions are those built in.
    package var file: String?
    package var added: [ProviderID] = []
    package var removed: [ProviderID] = []
    package var changed: [ProviderID] = []
    /// Whether what holds for all sources together is other than before.
    package var hasOtherSettings = false
    package var problems: [Problem] = []

    /// A change that has not changed anything yet.
    package init(isInForce: Bool, file: String?) {
        self.isInForce = isInForce
        self.file = file
    }

    /// Whether answers may be others than before.
    package var changesAnything: Bool {
        hasOtherSettings || !(added.isEmpty && removed.isEmpty && changed.isEmpty)
    }
}

extension ProvidersChange: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("inForce", isInForce)
            writer.member("file", file)
            writer.member("added", added.map(\.rawValue))
            writer.member("removed", removed.map(\.rawValue))
            writer.member("changed", changed.map(\.rawValue))
            writer.member("settingsChanged", hasOtherSettings)
            writer.member("diagnostics", problems)
        }
    }
}

extension ProvidersChange.Problem: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("severity", severity)
            writer.member("file", file)
            writer.member("line", line)
            writer.member("column", column)
            writer.member("message", message)
        }
    }
}

extension NamedSchema {
    static let providersChange = NamedSchema(
        "ProvidersChange",
        "What became of `providers.yaml` when it was read again.",
        [
            .always(
                "inForce",
                .boolean,
                "Whether the sources are now those of the file; where it has errors, those of before stay."
            ),
            .known("file", .text, "Left out where the definitions are those built in."),
            .always("added", .list(of: .text)),
            .always("removed", .list(of: .text)),
            .always("changed", .list(of: .text)),
            .always("settingsChanged", .boolean, "Whether what holds for all sources together is other than before."),
            .always("diagnostics", .list(of: .reference(to: .definitionProblem))),
        ]
    )

    static let definitionProblem = NamedSchema(
        "DefinitionProblem",
        "One problem of a file of definitions.",
        [
            .always("severity", .choice(["error", "warning"])),
            .always("file", .text),
            .always("line", .count, "From 1."),
            .always("column", .count, "From 1, in characters."),
            .always("message", .text),
        ]
    )
}
