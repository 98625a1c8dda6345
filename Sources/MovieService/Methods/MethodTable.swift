import JSON

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

    static let ping = MethodDeclaration(
        "ping",
        MethodDocumentation(
            summary: "Answers at once.",
            description: "It is answered before calls that wait for a source.",
            example: MethodExample("check that the server answers", [:], result: Pong())
        ),
        always: Pong()
    )

    static let discover = MethodDeclaration(
        "rpc.discover",
        MethodDocumentation(
            summary: "Describes every method as an OpenRPC document.",
            example: MethodExample(
                "the head of the document",
                [:],
                result: [
                    "openrpc": .string(OpenRPCDocument.specificationVersion),
                    "info": ["title": "marquee", "version": "1.0.0"], "methods": [],
                ] as JSONValue
            )
        ),
        immediate: { context in context.services.document }
    )
}

private struct Pong: WireObject {
    static let wire = WireDescription<Pong>("Pong", "An empty object, as in MCP.", [])
    static var wireSchema: Schema { wire.schema }
}
