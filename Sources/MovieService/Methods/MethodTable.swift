/// What the methods do, by name; asked for every request, often twice.
struct MethodTable {
    /// By the length of the name: few have the same, so that two or three comparisons find a method.
    private var handlers: [[(name: String, handler: MethodDeclaration.Handler)]] = []

    init(_ methods: [MethodDeclaration]) {
        for method in methods {
            let length = method.name.utf8.count
            while handlers.count <= length { handlers.append([]) }
            handlers[length].append((method.name, method.handler))
        }
    }

    subscript(name: String) -> MethodDeclaration.Handler? {
        let length = name.utf8.count
        guard length < handlers.count else { return nil }
        for place in handlers[length].indices where handlers[length][place].name == name {
            return handlers[length][place].handler
        }
        return nil
    }
}

extension MethodDeclaration {
    /// Every method, in the order of the documents.
    package static let all: [MethodDeclaration] = [
        boxOfficeDaily, boxOfficeWeekly, boxOfficeTrend,
        moviesSearch, moviesSuggest, moviesList, moviesTrending, moviesGet, moviesRelated, imagesGet,
        peopleSearch, peopleGet,
        matchesList, matchesPin, matchesSplit, matchesForget,
        historyList, historyRemove, historyClear,
        bookmarksList, bookmarksAdd, bookmarksRemove,
        cardsList, cardsPut, cardsRemove,
        libraryExport, libraryImport, libraryWatch,
        vocabularyList, providersList, providersStatus, providersReload, providersWatch,
        cacheStats, cacheClear, cacheWatch, ping, discover,
    ]
}
