import MovieAggregation
import MovieDomain

/// Films that the library is to keep: as sources describe them, or as they are known.
extension MethodContext {
    /// Bookmarks a film as the sources or earlier answers describe it, unless it was bookmarked before.
    func addBookmark(
        _ id: MovieID
    ) async throws(ServiceError) -> (bookmark: Bookmark, existed: Bool, sources: [ProviderReport]) {
        let (film, sources) = try await filmToStore(id)
        let existed = try await catalogue.library.ids()?.film(with: film.ids)?.isBookmarked ?? false
        let bookmark = try await library { library async throws(LibraryError) in try await library.addBookmark(film) }
        completeStored(id)
        return (bookmark, existed, sources)
    }

    /// Asks the sources about a film that was stored as it was known, for a caller that did not wait for them.
    func completeStored(_ id: MovieID) {
        if !waits { completeLater(GetMovie(id: id)) }
    }

    /// Returns the film as the sources describe it, or as the library has it, or with its id only if the sources fail.
    func filmToStore(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]) {
        try checked { () throws(CallError) in try CallRange.check(id) }
        if MovieID.saysNone(id.value, in: id.namespace) {
            throw .parameters(InvalidParameters("id: \(id) says that there is no id", field: "id"))
        }
        var (film, sources) = try await toldFilm(id)
        // Whatever ids it gets from a definition that is not trusted, it is the film with the one that the user gave.
        if try !catalogue.library.learns { film.ids = [id] + film.ids.filter { $0 != id } }
        return (film, sources)
    }

    private func toldFilm(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]) {
        if !waits, let known = try await knownFilm(id) { return known }
        do throws(ServiceError) {
            let result = waits ? try await run(GetMovie(id: id)) : try await getBriefly(GetMovie(id: id))
            let catalogue = await (try catalogue).corrected()
            let stored = try await library { _ async throws(LibraryError) in try await catalogue.stored(result.movie) }
            let details = DetailProviders(result)
            var film = LibraryFilm(result.movie, details, at: catalogue.library.now)
            film.ownID = id
            return (film.completed(with: stored, details), result.sources)
        } catch {
            guard case .useCase(let failure) = error, failure != .cancelled else { throw error }
            let kept = try await library { library async throws(LibraryError) in try await library.film(id) }
            if let kept { return (kept, failure.reports) }
            switch failure {
            case .noSource:
                guard let seen = try await seenFilm(id) else { throw error }
                return (seen.film, seen.sources ?? failure.reports)
            case .allFailed, .undecided: return (LibraryFilm(ids: [id], title: id.description), failure.reports)
            default: throw error
            }
        }
    }

    /// Returns a film as the library or earlier answers have it; `nil` if neither has more than its id.
    private func knownFilm(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport])? {
        let catalogue = try await catalogueOfCall()
        let kept = try await library { library async throws(LibraryError) in try await library.film(id) }
        if let kept, !kept.document.isEmpty { return (kept, []) }
        guard let known = await GetMovie(id: id).known(in: catalogue) else { return nil }
        var film = LibraryFilm(known.movie)
        film.ownID = id
        return (film.completed(with: kept, DetailProviders(onlyAdds: true)), known.sources)
    }

    /// Returns a film that no source can look up, if an answer had it: as a search for its title finds it, or else with
    /// the title of that answer.
    private func seenFilm(
        _ id: MovieID
    ) async throws(ServiceError) -> (film: LibraryFilm, sources: [ProviderReport]?)? {
        let catalogue = try catalogue
        guard var seen = await catalogue.films.film(with: id) else { return nil }
        // The answer may be from before a split.
        seen = seen.separated(by: await catalogue.book.corrections().split)
        do throws(ServiceError) {
            let result = try await run(SearchMovies(text: seen.title))
            guard let movie = result.movies.first(where: { $0.ids.contains(id) }) else { return (seen, nil) }
            var film = LibraryFilm(movie)
            film.ownID = id
            return (film, result.sources)
        } catch {
            guard case .useCase(let failure) = error, failure != .cancelled else { throw error }
            return (seen, nil)
        }
    }
}
