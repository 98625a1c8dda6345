import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    private static let provider = Parameter<ProviderID?>.optional(
        "provider",
        ParameterKind<ProviderID>.provider.showing("kofic", "yts"),
        "One source, by its id in `providers.yaml`; by default, all sources."
    )

    private static let enabled = Parameter<Bool>.defaulted(
        "enabled",
        .flag,
        to: true,
        "Whether the client wants to be notified."
    )

    static let providersList = MethodDeclaration(
        "providers/list",
        summary: "Lists the configured sources and what each can do.",
        description: "Sends no requests. `reason` explains why a source is disabled.",
        example: MethodExample("what is configured", [:], result: ProvidersResult(providers: ExampleFilms.providers)),
        immediate: { context throws(ServiceError) in
            ProvidersResult(providers: try context.catalogue.configured.map(\.profile))
        }
    )

    static let vocabularyList = MethodDeclaration(
        "vocabulary/list",
        summary: "Lists the genres and the regions that parameters accept.",
        description: "Sends no requests.",
        example: MethodExample("all", [:], result: VocabularyResult(providers: ExampleFilms.providers)),
        immediate: { context throws(ServiceError) in
            VocabularyResult(providers: try context.catalogue.configured.map(\.profile))
        }
    )

    static let providersStatus = MethodDeclaration(
        "providers/status",
        summary: "Reports the health of each source since the program started.",
        description:
            "Sends no requests. Quotas and the counts of `week` cover all processes of the user; everything else "
            + "covers this process.",
        example: MethodExample(
            "one source",
            ["provider": "kofic"],
            result: ProviderStatusResult(providers: [ExampleHealth.kofic])
        ),
        parameters: provider,
        suspending: { context, provider async throws(ServiceError) in
            let health = await (try context.monitor(knowing: provider)).health()
            return ProviderStatusResult(providers: health.filter { provider == nil || $0.provider == provider })
        }
    )

    static let providersReload = MethodDeclaration(
        "providers/reload",
        summary: "Reads `providers.yaml` again immediately.",
        description: """
            An edited file takes effect by itself shortly after it was written. Use this method on file systems that \
            do not report changes, or to get the result at once. A file with errors changes nothing. Calls in flight \
            finish with the definitions they began with. Unchanged sources keep their counts and caches, and the \
            programs of changed ones are ended.
            """,
        example: MethodExample("after an edit", [:], result: ExampleChanges.edited),
        suspending: { context async throws(ServiceError) in
            _ = try context.catalogue
            return await context.services.access.reload()
        }
    )

    static let providersWatch = MethodDeclaration(
        "providers/watch",
        summary: "Sets whether the client is notified when `providers.yaml` is edited.",
        description: """
            The server sends the notification `providers/changed`, with the result of `providers/reload`, whenever an \
            edited file takes effect (`inForce` is true) or cannot be used (`inForce` is false, `diagnostics` has the \
            reasons, and the previous sources stay). Nothing is sent after this request with `enabled` false.
            """,
        example: MethodExample("no longer", ["enabled": false], result: WatchResult(isEnabled: false)),
        parameters: enabled,
        immediate: { context, enabled in context.watch(.providers, enabled) }
    )

    static let cacheStats = MethodDeclaration(
        "cache/stats",
        summary: "Shows which answers of the sources are cached, how often they were used, and which images are "
            + "stored.",
        example: MethodExample(
            "everything",
            [:],
            result: CacheStatsResult(ExampleHealth.contents, counts: ["kofic": ExampleHealth.kofic.cache])
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
        summary: "Removes the cached answers of the sources, and the fetched images.",
        description: """
            The next calls query the sources again, which counts against their quotas. With `provider`, the images \
            stay, because all sources share them.
            """,
        example: MethodExample(
            "one source",
            ["provider": "yts"],
            result: CacheClearResult(cleared: ClearedCache(answers: 12))
        ),
        parameters: provider,
        suspending: { context, provider async throws(ServiceError) in
            CacheClearResult(cleared: await (try context.monitor(knowing: provider)).clearCache(of: provider))
        }
    )

    static let cacheWatch = MethodDeclaration(
        "cache/watch",
        summary: "Sets whether the client is notified when a newer answer replaces a stale one.",
        description: """
            The server then sends the notification `cache/changed` with `{"provider": "kofic"}` whenever it has \
            refreshed an answer of that source in the background, after returning it with the status `stale`, and the \
            new answer is different. If you make the same call again, you get the newer answer. A source is named at \
            most once per second. Nothing is sent before this request, and nothing after one with `enabled` false.
            """,
        example: MethodExample("from now on", [:], result: WatchResult(isEnabled: true)),
        parameters: enabled,
        immediate: { context, enabled in context.watch(.cache, enabled) }
    )
}

extension MethodContext {
    func watch(_ changes: ClientNotifications.Kind, _ isEnabled: Bool) -> WatchResult {
        services.notifications.setEnabled(isEnabled, for: changes)
        return WatchResult(isEnabled: isEnabled)
    }

    /// Returns the monitor of the sources; throws if `provider` is not configured.
    func monitor(knowing provider: ProviderID?) throws(ServiceError) -> any ProviderMonitor {
        let catalogue = try catalogue
        guard let provider else { return catalogue.monitor }
        let known = catalogue.configured.map(\.profile.id)
        guard !known.contains(provider) else { return catalogue.monitor }
        let nearest = provider.nearest(of: known)
        throw .parameters(InvalidParameters(unknown: provider, nearest: nearest, known: known, field: "provider"))
    }
}
