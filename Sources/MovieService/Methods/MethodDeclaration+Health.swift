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
        try context.check(provider)
        let health = await context.monitor.health()
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
        try context.check(provider)
        var contents = await context.monitor.cacheContents()
        contents.shares.removeAll { provider != nil && $0.provider != provider }
        let counts = await context.monitor.health().map { ($0.provider, $0.cache) }
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
        try context.check(provider)
        return CacheClearResult(removed: await context.monitor.clearCache(of: provider))
    }
}

extension MethodContext {
    /// Refuses the name of a source that is not configured.
    fileprivate func check(_ provider: ProviderID?) throws(ServiceFailure) {
        guard let provider else { return }
        let known = catalogue.configured.map(\.profile.id)
        guard !known.contains(provider) else { return }
        throw .useCase(.unknownProvider(provider, nearest: provider.nearest(of: known), known: known))
    }
}
