import MovieAggregation
import MovieDomain

/// An answer with films, which update suggestions and the library, and whose images can have a wanted width.
protocol AnswerOfFilms: Sendable {
    /// The films in the answer.
    var films: [Movie] { get }
    /// Whether each film has all its details.
    var isComplete: Bool { get }
    /// Changes every film in the answer.
    mutating func changeFilms(_ change: (inout Movie) -> Void)
}

/// A use case that asks sources for films.
protocol FilmUseCase: Sendable {
    associatedtype Answer: AnswerOfFilms

    func run(in catalogue: Catalogue, onAnswer: PartialAnswer.Observer?) async throws(CallError) -> Answer
}

extension SearchMovies: FilmUseCase {}
extension ListMovies: FilmUseCase {}
extension GetMovie: FilmUseCase {}
extension RelatedMovies: FilmUseCase {}
extension ShowBoxOffice: FilmUseCase {}

extension AnswerOfFilms {
    var isComplete: Bool { false }

    /// Returns the answer with images of a width; unchanged if `width` is `nil`.
    func withImages(atWidth width: Int?) -> Self {
        guard let width else { return self }
        var answer = self
        answer.changeFilms { $0.facts.images = $0.facts.images.map { $0.atWidth(width) } }
        return answer
    }
}

extension MovieResult: AnswerOfFilms {
    var films: [Movie] { [movie] }
    var isComplete: Bool { true }

    mutating func changeFilms(_ change: (inout Movie) -> Void) {
        change(&movie)
        similar?.changeEach(change)
        recommendations?.changeEach(change)
    }
}

extension SearchResult: AnswerOfFilms {
    var films: [Movie] { movies }

    mutating func changeFilms(_ change: (inout Movie) -> Void) { movies.changeEach(change) }
}

extension BoxOfficeResult: AnswerOfFilms {
    var films: [Movie] { entries.map(\.movie) }

    mutating func changeFilms(_ change: (inout Movie) -> Void) { entries.changeEach { change(&$0.movie) } }
}

extension PartialAnswer: AnswerOfFilms {
    var films: [Movie] { movies + entries.map(\.movie) }

    mutating func changeFilms(_ change: (inout Movie) -> Void) {
        movies.changeEach(change)
        entries.changeEach { change(&$0.movie) }
    }
}

extension Array {
    fileprivate mutating func changeEach(_ change: (inout Element) -> Void) {
        for index in indices { change(&self[index]) }
    }
}

extension Catalogue {
    /// Indexes the films for suggestions, and updates those in the library: their details, or ids that it lacks.
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
    /// The film as suggestions need it; `nil` if it has no title.
    fileprivate var titled: LibraryFilm? {
        guard let title = facts.title?.text ?? facts.originalTitle else { return nil }
        return LibraryFilm(ids: ids, title: title, titles: facts.titles.map(\.text), year: facts.year)
    }
}
