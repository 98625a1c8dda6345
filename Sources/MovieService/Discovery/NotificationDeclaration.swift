import JSON
import MovieAggregation
import MovieDomain

/// A notification that the server sends, for the OpenRPC document.
struct NotificationDeclaration: WireValue {
    let name: String
    let summary: String
    let params: [Schema.Property]

    static let wireSchema = Schema(.object([]))

    static let all = [
        NotificationDeclaration(
            "library/changed",
            "Another process has changed the library, or details arrived in the background. On from the start; see "
                + "`library/watch`.",
            LibraryChange.wire.schema
        ),
        NotificationDeclaration(
            "providers/changed",
            "`providers.yaml` was edited. On from the start; see `providers/watch`.",
            ProvidersChange.wire.schema
        ),
        NotificationDeclaration(
            "cache/changed",
            "A newer answer of a source has replaced a stale one. Off at the start; see `cache/watch`.",
            Schema(.object([.init("provider", ProviderID.wireSchema, "The source.")]))
        ),
        NotificationDeclaration(
            "$/progress",
            "The progress of a call with a `workDoneToken`, or a part of the result of one with a `partialResultToken`.",
            Schema(
                .object([
                    .init("token", ProgressToken.schema, "The token of the call."),
                    .init("value", Schema(.either([WorkDoneProgress.wireSchema, PartialAnswer.wireSchema]))),
                ])
            )
        ),
    ]

    private init(_ name: String, _ summary: String, _ params: Schema) {
        (self.name, self.summary) = (name, summary)
        self.params = if case .object(let properties) = params.shape { properties } else { [] }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("summary", summary)
            writer.member("paramStructure", "by-name")
            writer.objects("params", params) { property, writer in
                writer.member("name", property.name)
                writer.member("required", property.isRequired)
                writer.member("schema", property.schema)
            }
        }
    }
}

/// The progress of a call, as the connection writes it.
struct WorkDoneProgress: WireObject {
    enum Kind: String, WireChoice {
        case begin, report, end
    }

    var kind = Kind.begin
    var title: String?
    var message: String?
    var percentage: Int?

    static let wire = WireDescription<WorkDoneProgress>(
        "WorkDoneProgress",
        "The progress of a call with a `workDoneToken`, as in LSP.",
        [
            .always("kind", \.kind),
            .known("title", \.title, "With `begin`: what is being done."),
            .known("cancellable", { $0.kind == .begin ? true : nil }, "With `begin`: `$/cancelRequest` ends the call."),
            .known("message", \.message, "With `report`: how far it is."),
            .known("percentage", \.percentage, as: .integer(0...100)),
        ]
    )
}
