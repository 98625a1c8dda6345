import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    private static let provider = Parameter<ProviderID?>.optional(
        "provider",
        ParameterKind<ProviderID>.provider.showing("kofic", "yts"),
        "One source, by its name in `providers.yaml`; all of them where it is not given."
    )

    private static let enabled = Parameter<Bool>.defaulted(
        "enabled",
        .flag,
        to: true,
        "Whether the client wants to be told."
    )

    static let providersList = MethodDeclaration(
        "providers/list",
        MethodDocumentation(
            summary: "Lists the configured sources and what each can do.",
            description: "Asks nobody: a source that is disabled says why in `reason`.",
            example: MethodExample(
                "what is configured",
                [:],
                result: ProvidersResult(providers: ExampleFilms.providers)
            )
        ),
        immediate: { context throws(ServiceError) in
            ProvidersResult(providers: try context.catalogue.configured.map(\.profile))
        }
    )

    static let providersStatus = MethodDeclaration(
        "providers/status",
        MethodDocumentation(
            summary: "Says how each source has been doing since the program started.",
            description:
                "Asks nobody. Quotas are counted over all processes of the user; everything else is this process's.",
            example: MethodExample(
                "one source",
                ["provider": "kofic"],
                result: ProviderStatusResult(providers: [ExampleHealth.kofic])
            )
        ),
        parameters: provider,
        suspending: { context, provider async throws(ServiceError) in
            let health = await (try context.monitor(knowing: provider)).health()
            return ProviderStatusResult(providers: health.filter { provider == nil || $0.provider == provider })
        }
    )

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
            example: MethodExample("after an edit", [:], result: ExampleChanges.edited)
        ),
        suspending: { context async throws(ServiceError) in
            _ = try context.catalogue
            return await context.services.access.reload()
        }
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
            example: MethodExample("no longer", ["enabled": false], result: WatchResult(isEnabled: false))
        ),
        parameters: enabled,
        immediate: { context, enabled throws(ServiceError) in
            context.services.notifications.setProvidersChangesEnabled(enabled)
            return WatchResult(isEnabled: enabled)
        }
    )

    static let cacheStats = MethodDeclaration(
        "cache/stats",
        MethodDocumentation(
            summary: "Says what is kept of the sources' answers, and how far it served.",
            example: MethodExample(
                "everything",
                [:],
                result: CacheStatsResult(ExampleHealth.contents, counts: ["kofic": ExampleHealth.kofic.cache])
            )
        ),
        parameters: provider,
        suspending: { context, provider async throws(ServiceError) in
            let monitor = try context.monitor(knowing: provider)
            var contents = await monitor.cacheContents()
            contents.shares.removeAll { provider != nil && $0.provider != provider }
            let counts = await monitor.health().map { ($0.provider, $0.cache) }
            return CacheStatsResult(contents, counts: Dictionary(counts) { first, _ in first })
        }
    )

    static let cacheClear = MethodDeclaration(
        "cache/clear",
        MethodDocumentation(
            summary: "Drops what is kept of the sources' answers.",
            description: "The next calls ask the sources again, which counts against their quotas.",
            example: MethodExample("one source", ["provider": "yts"], result: CacheClearResult(removed: 12))
        ),
        parameters: provider,
        suspending: { context, provider async throws(ServiceError) in
            CacheClearResult(removed: await (try context.monitor(knowing: provider)).clearCache(of: provider))
        }
    )

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
            example: MethodExample("from now on", [:], result: WatchResult(isEnabled: true))
        ),
        parameters: enabled,
        immediate: { context, enabled throws(ServiceError) in
            context.services.notifications.setCacheChangesEnabled(enabled)
            return WatchResult(isEnabled: enabled)
        }
    )
}

extension MethodContext {
    /// What is counted about the sources as they are now; refuses the name of one that is not configured.
    func monitor(knowing provider: ProviderID?) throws(ServiceError) -> any ProviderMonitor {
        let catalogue = try catalogue
        guard let provider else { return catalogue.monitor }
        let known = catalogue.configured.map(\.profile.id)
        guard !known.contains(provider) else { return catalogue.monitor }
        let nearest = provider.nearest(of: known)
        throw .parameters(InvalidParameters(unknown: provider, nearest: nearest, known: known, field: "provider"))
    }
}
