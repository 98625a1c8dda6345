import MovieAggregation
import MovieDomain

/// The library, as methods ask it and show its films.
extension MethodContext {
    func library<Result>(
        _ work: (any LibraryStore) async throws(LibraryError) -> Result
    ) async throws(ServiceError) -> Result {
        let library = try catalogue.library
        do throws(LibraryError) {
            return try await work(library)
        } catch {
            throw .useCase(CallError(error))
        }
    }

    func remove(
        _ work: (any LibraryStore) async throws(LibraryError) -> Int
    ) async throws(ServiceError) -> RemovedResult {
        RemovedResult(removed: try await library(work))
    }

    /// Refuses a call that only stores what sources say of kept films, if the library takes nothing from them.
    func checkLearns() throws(ServiceError) {
        if try !catalogue.library.learns { throw .untrusted }
    }

    /// Returns an id by which the library has a film of which an earlier answer had this one.
    func storedID(of id: MovieID) async throws(ServiceError) -> MovieID {
        try checked { () throws(CallError) in try CallRange.check(id) }
        let catalogue = try catalogue
        return try await library { _ async throws(LibraryError) in try await catalogue.storedID(of: id) }
    }

    /// Returns films as answers show them; `bookmarked` is given if it is known.
    func showing(
        _ films: [LibraryFilm],
        bookmarked: Bool? = nil,
        as look: FilmLook = FilmLook()
    ) async throws(ServiceError) -> [LibraryMovie] {
        let catalogue = try catalogue
        let kept = await catalogue.library.ids()
        let firstIDs = await catalogue.films.firstIDs(of: films.map(\.ids))
        return zip(films, firstIDs).map { film, firstID in
            var movie = LibraryMovie(film: film, bookmarked: bookmarked)
            (movie.look, movie.firstID) = (look, firstID)
            guard let own = kept.map({ $0.film(with: film.ids) }) else { return movie }
            movie.bookmarked = bookmarked ?? (own?.isBookmarked == true)
            (movie.addedAt, movie.card) = (own?.bookmarkedAt, own?.card)
            return movie
        }
    }

    /// The latest day on which anything may have happened: the current day at UTC+14, the time zone furthest ahead.
    var today: CalendarDate {
        get throws(ServiceError) { try catalogue.library.now.date(utcOffsetSeconds: 14 * 3_600) }
    }
}
