package import MovieDomain

/// The result of reading `providers.yaml` again, for `providers/reload` and `providers/changed`.
package struct ProvidersChange: Hashable, Sendable {
    package struct Problem: Hashable, Sendable {
        /// `error` or `warning`.
        package var severity: String
        package var file: String
        /// The line number, from 1.
        package var line: Int
        /// The column in characters, from 1.
        package var column: Int
        package var message: String

        package init(severity: String, file: String, line: Int, column: Int, message: String) {
            self.severity = severity
            self.file = file
            self.line = line
            self.column = column
            self.message = message
        }
    }

    /// Whether the definitions are now those of the file; `false` if it has errors, so that the previous ones stay.
    package var isInForce: Bool
    /// `nil` if the definitions are built in.
    package var file: String?
    package var added: [ProviderID] = []
    package var removed: [ProviderID] = []
    package var changed: [ProviderID] = []
    package var hasOtherSettings = false
    package var problems: [Problem] = []

    package init(isInForce: Bool, file: String?) {
        self.isInForce = isInForce
        self.file = file
    }

    /// Whether answers may change.
    package var changesAnything: Bool {
        hasOtherSettings || !(added.isEmpty && removed.isEmpty && changed.isEmpty)
    }
}

extension ProvidersChange: WireObject {
    package static let wire = WireDescription<ProvidersChange>(
        "ProvidersChange",
        "The result of reading `providers.yaml` again.",
        [
            .always(
                "inForce",
                \.isInForce,
                "Whether the file is in use. If it has errors, the previous sources stay."
            ),
            .known("file", \.file, "Absent if the definitions are the built-in ones."),
            .always("added", \.added),
            .always("removed", \.removed),
            .always("changed", \.changed),
            .always("settingsChanged", \.hasOtherSettings, "Whether settings that apply to all sources have changed."),
            .always("diagnostics", \.problems),
        ]
    )
}

extension ProvidersChange.Problem: WireObject {
    package static let wire = WireDescription<ProvidersChange.Problem>(
        "DefinitionProblem",
        "One problem in a file of definitions.",
        [
            .always("severity", \.severity, as: Schema(.choice(["error", "warning"])).named("ProblemSeverity")),
            .always("file", \.file),
            .always("line", \.line, as: .count, "From 1."),
            .always("column", \.column, as: .count, "Counted in characters from 1."),
            .always("message", \.message),
        ]
    )
}
