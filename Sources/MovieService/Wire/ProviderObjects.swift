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

/// The answer of `cache/watch` and of `providers/watch`.
struct WatchResult: JSONEncodable, Sendable {
    /// Whether the client is told from now on.
    var isEnabled: Bool

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.member("enabled", isEnabled) }
    }
}

extension NamedSchema {
    static let watchResult = NamedSchema(
        "WatchResult",
        "What the server will do.",
        [.always("enabled", .boolean, "Whether the client is told of changes from now on.")]
    )
}

/// The answer of `providers/list`, in configured order.
struct ProvidersResult: JSONEncodable, Sendable {
    var providers: [ProviderProfile]

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.list("providers", providers) }
    }
}

extension NamedSchema {
    static let providersResult = NamedSchema(
        "ProvidersResult",
        "Every configured source, in the order of the configuration.",
        [.always("providers", .list(of: .reference(to: .provider)))]
    )
}

/// One source of `providers/list`.
extension ProviderProfile: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("title", title)
            writer.field("homepage", homepage)
            writer.list("languages", languages)
            writer.list("capabilities", Capability.allCases.filter(capabilities.contains).map(\.rawValue))
            writer.member("namespaces") { encodeNamespaces(to: &$0) }
            encodeAvailability(to: &writer)
        }
    }

    private func encodeNamespaces(to writer: inout JSONWriter) {
        writer.object { writer in
            for capability in Capability.allCases {
                guard let names = namespaces[capability] else { continue }
                writer.list(capability.rawValue, names)
            }
        }
    }

    private func encodeAvailability(to writer: inout JSONWriter) {
        writer.field("status", availability == .available ? "available" : "disabled")
        writer.field("reason", availability.reason)
    }
}

extension NamedSchema {
    static let provider = NamedSchema(
        "Provider",
        "What is known of a source before it is asked.",
        [
            .always("id", .text, "Its name in `providers.yaml`."),
            .always("title", .text),
            .known("homepage", .text),
            .always("languages", .list(of: .text), "The languages that its texts are in."),
            .always("capabilities", .list(of: .choice(Capability.allCases.map(\.rawValue)))),
            .always(
                "namespaces",
                .map(of: .list(of: .text)),
                "For every operation that takes ids, the name spaces that it takes."
            ),
            .always("status", .choice(["available", "disabled"])),
            .known("reason", .text, "Why it is disabled."),
        ]
    )
}
