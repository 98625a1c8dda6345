import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let historyList = MethodDeclaration(
        "history/list",
        summary: "Lists the queries that found something, newest first.",
        description:
            "Equal queries are one entry. The newest 1,000 are stored. `history: false` in `providers.yaml` turns "
            + "the history off.",
        effect: .reads,
        example: MethodExample("what begins with a word", ["prefix": "par"], result: ExampleLibrary.history),
        parameters: Parameter<String?>.optional("prefix", .text(atMost: 1_000), "The beginning of the query."),
        MovieParameters.paging(.defaulted("limit", .integer(1...1_000), to: 20, "The number of queries per page.")),
        suspending: { context, prefix, page async throws(ServiceError) in
            let all = try await context.library { library async throws(LibraryError) in
                try await library.history(prefix: prefix ?? "", limit: Library.longestHistory)
            }
            let (entries, shown) = page.page(of: all, isWhole: true)
            return HistoryResult(entries: entries, page: shown)
        }
    )

    static let historyRemove = MethodDeclaration(
        "history/remove",
        summary: "Removes a query from the history.",
        effect: .changes,
        unchanged: "it was not in the history",
        example: MethodExample("one query", ["query": "parasite"], result: RemovedResult(removed: 1)),
        parameters: Parameter<String>.required("query", .words, "The query; case is ignored."),
        suspending: { context, query async throws(ServiceError) in
            try await context.remove { library async throws(LibraryError) in try await library.removeHistory(query) }
        }
    )

    static let historyClear = MethodDeclaration(
        "history/clear",
        summary: "Removes all queries from the history.",
        description: "`library/undo` does not bring them back: what you remove from the history is gone.",
        effect: .changes,
        example: MethodExample("all", [:], result: RemovedResult(removed: 12)),
        suspending: { context async throws(ServiceError) in
            try await context.remove { library async throws(LibraryError) in try await library.removeHistory(nil) }
        }
    )
}
