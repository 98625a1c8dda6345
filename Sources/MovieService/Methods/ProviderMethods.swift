import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    private static let provider = Parameter<ProviderID?>.optional(
        "provider",
        ParameterKind<ProviderID>.provider.showing("kofic", "yts"),
        "One source, by its name in `providers.yaml`; all of them where it is not given."
    )

    static let providersStatus = MethodDeclaration(
        "providers/status",
        MethodDocumentation(
            summary: "Says how each source has been doing since the program started.",
            description:
                "Asks nobody. Quotas are counted over all processes of the user; everything else is this process's.",
            result: MethodResult(.providerStatusResult),
            failures: [],
            example: MethodExample(
                "one source",
                ["provider": "kofic"],
                result: ProviderStatusResult(providers: [ExampleHealth.kofic])
            )
        ),
        parameters: provider
    ) { context, provider async throws(ServiceFailure) in
        let monitor = try context.monitor(knowing: provider)
        let health = await monitor.health()
        return ProviderStatusResult(providers: health.filter { provider == nil || $0.provider == provider })
    }

    static let cacheStats = MethodDeclaration(
        "cache/stats",
        MethodDocumentation(
            summary: "Says what is kept of the sources' answers, and how far it served.",
            description: "",
            result: MethodResult(.cacheStatsResult),
            failures: [],
            example: MethodExample(
                "everything",
                [:],
                result: CacheStatsResult(contents: ExampleHealth.contents, counts: ["kofic": ExampleHealth.kofic.cache])
            )
        ),
        parameters: provider
    ) { context, provider async throws(ServiceFailure) in
        let monitor = try context.monitor(knowing: provider)
        var contents = await monitor.cacheContents()
        contents.shares.removeAll { provider != nil && $0.provider != provider }
        let counts = await monitor.health().map { ($0.provider, $0.cache) }
        return CacheStatsResult(contents: contents, counts: Dictionary(counts, uniquingKeysWith: { first, _ in first }))
    }

    static let cacheClear = MethodDeclaration(
        "cache/clear",
        MethodDocumentation(
            summary: "Drops what is kept of the sources' answers.",
            description: "The next calls ask the sources again, which counts against their quotas.",
            result: MethodResult(.cacheClearResult),
            failures: [],
            example: MethodExample("one source", ["provider": "yts"], result: CacheClearResult(removed: 12))
        ),
        parameters: provider
    ) { context, provider async throws(ServiceFailure) in
        let monitor = try context.monitor(knowing: provider)
        let removed = await monitor.clearCache(of: provider)
        context.outdateAnswers()
        return CacheClearResult(removed: removed)
    }
}

extension MethodContext {
    /// What is counted about the sources as they are now; refuses the name of one that is not configured.
    func monitor(knowing provider: ProviderID?) throws(ServiceFailure) -> any SourceMonitor {
        let catalogue = try catalogue
        guard let provider else { return catalogue.monitor }
        let known = catalogue.configured.map(\.profile.id)
        guard !known.contains(provider) else { return catalogue.monitor }
        throw .parameters(
            InvalidParameters(
                unknown: provider,
                nearest: provider.nearest(of: known),
                known: known,
                field: "provider"
            )
        )
    }
}

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
