/// What the methods do, by name; of two with one name the first counts.
struct MethodTable {
    private let handlers: [String: MethodDeclaration.Handler]

    init(_ methods: [MethodDeclaration]) {
        handlers = Dictionary(methods.map { ($0.name, $0.handler) }) { first, _ in first }
    }

    var names: some Collection<String> { handlers.keys }

    subscript(name: String) -> MethodDeclaration.Handler? { handlers[name] }
}

extension MethodDeclaration {
    /// Every method, in the order of the documents.
    package static let all: [MethodDeclaration] = [
        boxOfficeDaily, boxOfficeWeekly,
        moviesSearch, moviesList, moviesTrending, moviesGet, moviesRelated,
        matchesList, matchesPin, matchesSplit, matchesForget,
        historyList, historyRemove, historyClear,
        bookmarksList, bookmarksAdd, bookmarksRemove,
        cardsList, cardsPut, cardsRemove,
        libraryExport, libraryImport, libraryWatch,
        providersList, providersStatus, providersReload, providersWatch,
        cacheStats, cacheClear, cacheWatch, ping, discover,
    ]
}
