import JSON
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
