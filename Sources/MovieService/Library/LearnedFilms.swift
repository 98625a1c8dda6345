import MovieAggregation
import MovieDomain

/// What the library learns from answers, which it keeps as answers write it.
extension Catalogue {
    /// Updates the films of the library from an answer: their details, or ids that it lacks.
    ///
    /// A film that was not recognized because a source has given it another id gets its bookmark and card in the answer.
    func learn(from answer: inout some AnswerOfFilms, inBackground: Bool = false) async {
        // Films of the library may have lost ids during the call that are of other films now.
        guard let kept, answer.films.contains(where: kept.knowsID) else { return }
        await corrected().learnAnew(from: &answer, inBackground: inBackground)
    }

    private func learnAnew(from answer: inout some AnswerOfFilms, inBackground: Bool) async {
        var own: [MovieID: LibraryIDs.Film] = [:]
        for movie in answer.films {
            guard let film = await kept(movie) else { continue }
            if film.isBookmarked && movie.bookmarked == false || film.card != movie.card { own[movie.id] = film }
            do throws(LibraryError) {
                // Without what is stored, the answer could take something away from it.
                guard answer.detailed != nil || !movie.ids.allSatisfy(film.ids.contains),
                    let stored = try await stored(movie)
                else { continue }
                let learned =
                    if let sources = answer.detailed { detailed(movie, sources, completing: stored) } else {
                        // A film that is stored by its id only gets what the sources say of it.
                        stored.document.isEmpty ? LibraryFilm(movie) : LibraryFilm(outlineOf: movie)
                    }
                if !learned.addsNothing(to: stored) { library.refresh(learned, inBackground: inBackground) }
            } catch { continue }
        }
        if !own.isEmpty {
            answer.changeFilms { movie in
                guard let film = own[movie.id] else { return }
                (movie.bookmarked, movie.bookmarkedAt) = (film.isBookmarked, film.bookmarkedAt)
                movie.card = film.card
            }
        }
    }

    /// Returns the library's record of a film from an answer with details, with what it has besides.
    ///
    /// `id` is the one that the user gave.
    func detailed(
        _ movie: Movie,
        _ sources: DetailProviders,
        keptAs id: MovieID? = nil,
        completing stored: LibraryFilm?
    ) -> LibraryFilm {
        LibraryFilm(movie, keptAs: id, fetchedAt: sources.isComplete ? library.now : nil)
            .completed(with: stored, sources)
    }
}
