import JSON
import MovieDomain

extension MethodDeclaration {
    static let cacheWatch = MethodDeclaration(
        "cache/watch",
        MethodDocumentation(
            summary: "Asks to be told when an answer that was given stale has a newer one.",
            description: """
                From then on the server sends the notification `cache/changed` with `{"provider": "kofic"}` whenever an answer of \
                that source, given with the status `stale`, has been fetched anew behind the call and is another one: the call \
                that got it, made again, gets the newer one. A source is named at most once a second. Nothing is sent before \
                this request, and nothing after one with `enabled` false.
                """,
            result: MethodResult(.watchResult),
            failures: [],
            example: MethodExample("from now on", [:], result: WatchResult(isEnabled: true))
        ),
        parameters: WatchParameters.enabled,
        immediately: { context, enabled throws(ServiceFailure) in
            context.changes.setEnabled(enabled)
            return WatchResult(isEnabled: enabled)
        }
    )
}
