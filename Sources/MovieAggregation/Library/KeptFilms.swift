package import MovieDomain

/// Films of answers in the library, even if a source has given them another id since.
extension Catalogue {
    /// Returns a film as the library has it; `nil` if it is not there.
    package func stored(_ movie: Movie) async throws(LibraryError) -> LibraryFilm? {
        guard let id = await kept(movie)?.ids.first else { return nil }
        return try await library.film(id)
    }

    /// Returns what the library has of a film, even if a source has given it another id since.
    package func kept(_ movie: Movie) async -> LibraryIDs.Film? {
        guard let kept, kept.knowsID(of: movie) else { return nil }
        if let film = kept.film(movie) { return film }
        let film = LibraryFilm(outlineOf: movie)
        do throws(LibraryError) {
            for id in movie.ids {
                guard let stored = try await library.film(id), stored.isSame(as: film, apartFrom: kept.corrections)
                else { continue }
                return kept.film(with: stored.ids)
            }
        } catch {
            // Whether it is bookmarked is not known, as for every film while the library cannot be read.
        }
        return nil
    }

    /// Returns an id by which the library has a film of which an earlier answer had this one.
    package func storedID(of id: MovieID) async throws(LibraryError) -> MovieID {
        // Reading also writes what earlier answers taught.
        guard try await library.film(id) == nil, let seen = await films.film(with: id) else { return id }
        let corrections = await book.corrections()
        for other in seen.ids {
            guard let kept = try await library.film(other) else { continue }
            // The answer may be from before a correction.
            let isApart = corrections.separate([id], from: kept.ids)
            if !isApart, kept.isSame(as: seen, apartFrom: corrections) { return other }
        }
        return id
    }
}
