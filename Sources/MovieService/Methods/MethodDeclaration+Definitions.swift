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
            summary: "Says whether the client is to be told when `providers.yaml` was edited.",
            description: """
                The server sends the notification `providers/changed`, with what `providers/reload` answers, whenever an edited \
                file took effect (`inForce` is true) or could not be used (`inForce` is false, and `diagnostics` says why; the \
                sources of before stay). Nothing is sent after this request with `enabled` false.
                """,
            result: MethodResult(.watchResult),
            failures: [],
            example: MethodExample("no longer", ["enabled": false], result: WatchResult(isEnabled: false))
        ),
        parameters: WatchParameters.enabled,
        immediately: { context, enabled throws(ServiceFailure) in
            context.definitions.setEnabled(enabled)
            return WatchResult(isEnabled: enabled)
        }
    )
}
