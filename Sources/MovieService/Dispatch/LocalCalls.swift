package import JSONRPC
import MovieAggregation
package import MovieDomain

/// The user's library for a program of the same process, with what else the methods do: a film is stored with its
/// details, and what is removed can be taken back.
extension ServiceHandler {
    /// Bookmarks a film, as `bookmarks/add` does.
    package func addBookmark(_ id: MovieID) async throws(LocalCallError) -> Bookmark {
        try await run("bookmarks/add") { context async throws(ServiceError) in
            try await context.addBookmark(id).bookmark
        }
    }

    /// Removes a bookmark; returns whether there was one.
    package func removeBookmark(_ id: MovieID) async throws(LocalCallError) -> Bool {
        try await run("bookmarks/remove") { context async throws(ServiceError) in
            let id = try await context.storedID(of: id)
            return try await context.library { library async throws(LibraryError) in
                try await library.removeBookmark(id)
            }
        }
    }

    /// Returns the first bookmarks that match a query, and the number of all of them.
    package func bookmarks(
        _ query: LibraryQuery,
        limit: Int
    ) async throws(LocalCallError) -> (entries: [Bookmark], count: Int) {
        try await find(query, limit: limit) { library, query, places async throws(LibraryError) in
            try await library.bookmarks(query, at: places)
        }
    }

    /// Writes the card of a film, as `cards/put` does; returns it, or `nil` if nothing is left on it.
    package func putCard(_ change: CardChange, of id: MovieID) async throws(LocalCallError) -> Card? {
        try await run("cards/put") { context async throws(ServiceError) in
            try await context.putCard(change, of: id).written.card
        }
    }

    /// Removes the card of a film; returns whether there was one.
    package func removeCard(_ id: MovieID) async throws(LocalCallError) -> Bool {
        try await run("cards/remove") { context async throws(ServiceError) in
            let id = try await context.storedID(of: id)
            return try await context.library { library async throws(LibraryError) in try await library.removeCard(id) }
        }
    }

    /// Returns the first cards that match a query, and the number of all of them.
    package func cards(
        _ query: LibraryQuery,
        limit: Int
    ) async throws(LocalCallError) -> (entries: [Card], count: Int) {
        try await find(query, limit: limit) { library, query, places async throws(LibraryError) in
            try await library.cards(query, at: places)
        }
    }

    /// Returns the user's lists in alphabetical order, without their films.
    package func lists() async throws(LocalCallError) -> [FilmListSummary] {
        try await read { library async throws(LibraryError) in try await library.lists() }
    }

    /// Returns a list with its films; `nil` if there is none of this name.
    package func list(_ name: String) async throws(LocalCallError) -> FilmList? {
        try await read { library async throws(LibraryError) in try await library.list(name) }
    }

    /// Puts a film in a list, which is created if there is none of this name.
    package func add(_ id: MovieID, toList name: String, at place: Int?) async throws(LocalCallError) {
        try await run("lists/add") { context async throws(ServiceError) in
            _ = try await context.add(id, toList: name, at: place)
        }
    }

    /// Removes a film from a list; returns whether it was there.
    package func remove(_ id: MovieID, fromList name: String) async throws(LocalCallError) -> Bool {
        try await run("lists/remove") { context async throws(ServiceError) in
            let id = try await context.storedID(of: id)
            return try await context.library { library async throws(LibraryError) in
                try await library.remove(id, fromList: name)
            }
        }
    }

    /// Renames a list; returns whether it was renamed, and if not, why.
    package func renameList(_ name: String, to newName: String) async throws(LocalCallError) -> FilmListRenaming {
        try await run("lists/rename") { context async throws(ServiceError) in
            try await context.renameList(name, to: newName)
        }
    }

    /// Removes a list; returns whether there was one of this name.
    package func removeList(_ name: String) async throws(LocalCallError) -> Bool {
        try await run("lists/delete") { context async throws(ServiceError) in
            try await context.library { library async throws(LibraryError) in try await library.removeList(name) }
        }
    }

    /// Counts what the user has watched, in a year or in all.
    package func statistics(of year: Int?) async throws(LocalCallError) -> CardStatistics {
        try await run { context async throws(ServiceError) in try await context.statistics(of: year) }
    }

    /// Returns the queries that found something and begin with a prefix, newest first.
    package func history(beginningWith prefix: String) async throws(LocalCallError) -> [HistoryEntry] {
        try await read { library async throws(LibraryError) in
            try await library.history(prefix: prefix, limit: Library.longestHistory)
        }
    }

    /// Removes a query from the history, or all of them; returns their number.
    package func removeHistory(_ query: String?) async throws(LocalCallError) -> Int {
        try await read { library async throws(LibraryError) in try await library.removeHistory(query) }
    }

    /// Takes back the last import, removal, or correction; returns it, or `nil` if there is none.
    package func undo() async throws(LocalCallError) -> UndoneAction? {
        try await run { context async throws(ServiceError) in
            try await context.library { library async throws(LibraryError) in try await library.undo(isTrial: false) }
        }
    }

    /// Records that two ids belong to one film, or to two, as `matches/pin` and `matches/split` do.
    package func decide(_ id: MovieID, _ verdict: MatchNote.Verdict, _ other: MovieID) async throws(LocalCallError) {
        try await run(verdict == .same ? "matches/pin" : "matches/split") { context async throws(ServiceError) in
            _ = try await context.decide(id, verdict, other)
        }
    }

    /// Finds the film that a person means by a title, who may watch which sources are awaited.
    package func find(_ film: FindFilm, watch: CallWatch? = nil) async throws(RPCError) -> FindFilm.Outcome {
        do throws(LocalCallError) {
            return try await run { context async throws(ServiceError) in
                var context = context
                context.watch = watch
                try await context.learnRecordedFilms()
                return try await film.run(in: context)
            }
        } catch {
            throw error.answer
        }
    }

    private func find<Entry>(
        _ query: LibraryQuery,
        limit: Int,
        _ select: (any LibraryStore, LibraryQuery, Range<Int>) async throws(LibraryError) -> LibraryPage<Entry>
    ) async throws(LocalCallError) -> (entries: [Entry], count: Int) {
        try await run { context async throws(ServiceError) in
            let found = try await context.find(query, PageRequest(limit: limit), select)
            return (found.entries, found.page.totalItems ?? found.entries.count)
        }
    }

    /// Returns known films whose titles differ from a text in a few letters; none if they cannot be read.
    package func films(calledAlmost text: String) async -> [FoundFilm] {
        do throws(LocalCallError) {
            return try await run { context async throws(ServiceError) in
                try await FindFilm([FilmTitle(text: text)], isStored: false).near(in: context)
            }
        } catch {
            return []
        }
    }

    private func read<Result: Sendable>(
        _ work: (any LibraryStore) async throws(LibraryError) -> Result
    ) async throws(LocalCallError) -> Result {
        try await run { context async throws(ServiceError) in try await context.library(work) }
    }
}

/// The reason why a call of the same process has no answer.
package struct LocalCallError: Error {
    package let message: String
    package let kind: FailureKind
    /// One report for each provider of the call; empty if none was asked.
    package let sources: [ProviderReport]
    /// The same as an answer on the wire.
    package let answer: RPCError

    init(_ error: ServiceError) {
        answer = RPCError(error)
        (message, kind) = (answer.message, error.kind)
        sources = if case .useCase(let failure) = error { failure.reports } else { [] }
    }
}
