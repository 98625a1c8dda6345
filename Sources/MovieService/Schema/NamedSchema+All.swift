extension NamedSchema {
    /// Every component that the documents hold, in the order in which they read well.
    package static let all: [NamedSchema] = [
        moviesResult, movieResult, boxOfficeResult, providersResult, providerStatusResult, cacheStatsResult,
        cacheClearResult, watchResult, providersChange, definitionProblem,
        matchesResult, matchesForgetResult, partialResult,
        movie, boxOfficeEntry, audience, sales, period, page,
        localizedText, person, rating, certification, image, video, fieldDifference, match, notedMatch, fieldChoice,
        sourceReport, sourceFailure, provider,
        sourceHealth, requestCounts, latency, quotaHealth, cacheCounts, mappingCounts, lastFailure, processHealth,
        errorData,
    ]
}
