import JSON
import MovieDomain

extension MethodDeclaration {
    static let providersReload = MethodDeclaration(
        "providers/reload",
        MethodDocumentation(
            summary: "Reads `providers.yaml` again, now.",
            description: """
                An edited file is taken over by itself a moment after it was written; this is for file systems that tell of no \
                changes, and for whoever wants to know at once. A file with errors leaves the sources as they are. Calls that are \
                under way end with the definitions that they began with; sources that did not change keep what they count and \
                know, and the programs of those that did are ended.
                """,
            result: MethodResult(.providersChange),
            failures: [],
            example: MethodExample("after an edit", [:], result: ExampleChanges.edited)
        ),
        handler: { context async throws(ServiceFailure) in await context.reload(try context.catalogue) }
    )

    static let providersWatch = MethodDeclaration(
        "providers/watch",
        MethodDocumentation(
            summary: "Asks to be told when `providers.yaml` was edited.",
            description: """
                From then on the server sends the notification `providers/changed`, with what `providers/reload` answers, whenever \
                an edited file took effect (`inForce` is true) or could not be used (`inForce` is false, and `diagnostics` says \
                why; the sources of before stay). Nothing is sent before this request, and nothing after one with `enabled` false.
                """,
            result: MethodResult(.providersWatchResult),
            failures: [],
            example: MethodExample("from now on", [:], result: ProvidersWatchResult(isEnabled: true))
        ),
        parameters: Parameter<Bool>.defaulted(
            "enabled",
            .flag,
            to: true,
            written: true,
            "Whether the client wants to be told."
        ),
        immediately: { context, enabled throws(ServiceFailure) in
            context.definitions.setEnabled(enabled)
            return ProvidersWatchResult(isEnabled: enabled)
        }
    )
}
