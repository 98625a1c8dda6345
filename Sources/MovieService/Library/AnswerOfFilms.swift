import MovieAggregation
import MovieDomain

/// An answer with films, from which suggestions and the library learn.
protocol AnswerOfFilms {
    var films: [Movie] { get }
    /// Whether each film comes with all its details.
    var isComplete: Bool { get }
}

extension MovieResult: AnswerOfFilms {
    var films: [Movie] { [movie] }
    var isComplete: Bool { true }
}

extension SearchResult: AnswerOfFilms {
    var films: [Movie] { movies }
    var isComplete: Bool { false }
}

extension BoxOfficeResult: AnswerOfFilms {
    var films: [Movie] { entries.map(\.movie) }
    var isComplete: Bool { false }
}

extension Catalogue {
    /// Notes the films for suggestions, and brings the library up to date about those that it keeps: their details, or ids
    /// that it does not know yet.
    func learn(from answer: some AnswerOfFilms) {
        films.learn(answer.films.compactMap(\.titled), keys: LibraryFilm.keys)
        for movie in answer.films where movie.hasID(in: kept.kept) {
            if answer.isComplete {
                library.refresh(LibraryFilm(movie))
            } else if !kept.kept.isSuperset(of: movie.ids) {
                library.refresh(LibraryFilm(ids: movie.ids, title: movie.id.description))
            }
        }
    }
}

extension Movie {
    /// What suggestions need of the film; `nil` where it has no title.
    fileprivate var titled: LibraryFilm? {
        guard let title = facts.title?.text ?? facts.originalTitle else { return nil }
        return LibraryFilm(ids: ids, title: title, titles: facts.titles.map(\.text), year: facts.year)
    }
}
