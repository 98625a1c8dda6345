package import JSON
package import MovieDomain

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
