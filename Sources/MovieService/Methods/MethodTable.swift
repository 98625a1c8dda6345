extension MethodDeclaration {
    /// Every method, in the order of the documents.
    package static let all: [MethodDeclaration] = [
        boxOfficeDaily, boxOfficeWeekly,
        moviesSearch, moviesList, moviesTrending, moviesGet, moviesRelated,
        matchesList, matchesPin, matchesSplit, matchesForget,
        providersList, providersStatus, providersReload, providersWatch,
        cacheStats, cacheClear, cacheWatch, ping, discover,
    ]
}
