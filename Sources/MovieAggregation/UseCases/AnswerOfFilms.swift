package import MovieDomain

/// A use case that answers with films.
package protocol FilmUseCase: Sendable {
    associatedtype Answer: AnswerOfFilms

    /// Asks the sources of a catalogue, and passes on what each of them answers.
    func run(in catalogue: Catalogue, onAnswer: PartialAnswer.Observer?) async throws(CallError) -> Answer
}

extension SearchMovies: FilmUseCase {}
extension ListMovies: FilmUseCase {}
extension GetMovie: FilmUseCase {}
extension RelatedMovies: FilmUseCase {}
extension ShowBoxOffice: FilmUseCase {}
extension GetCollection: FilmUseCase {}

/// An answer with films, which update suggestions and the library, and whose images can have a wanted width.
package protocol AnswerOfFilms: Sendable {
    /// All films in the answer.
    var films: [Movie] { get }
    /// The sources of the films' details; `nil` if the films have only some details.
    var detailed: DetailProviders? { get }
    /// Changes each film in the answer.
    mutating func changeFilms(_ change: (inout Movie) -> Void)
}

extension AnswerOfFilms {
    package var detailed: DetailProviders? { nil }

    /// Returns the answer with images of a width; unchanged if `width` is `nil`.
    package func withImages(atWidth width: Int?) -> Self {
        guard let width else { return self }
        var answer = self
        answer.changeFilms { film in
            film.facts.images = film.facts.images.map { $0.atWidth(width) }
            film.facts.collection?.images.changeEach { $0 = $0.atWidth(width) }
        }
        return answer
    }
}

extension PersonProfile {
    /// Changes the images of the person, and of the films, to a width; nothing if `width` is `nil`.
    package mutating func resizeImages(toWidth width: Int?) {
        guard let width else { return }
        facts.images.changeEach { $0 = $0.atWidth(width) }
        films.changeEach { film in film.movie.facts.images.changeEach { $0 = $0.atWidth(width) } }
    }
}

extension MovieResult: AnswerOfFilms {
    package var films: [Movie] { [movie] }
    package var detailed: DetailProviders? { DetailProviders(self) }

    package mutating func changeFilms(_ change: (inout Movie) -> Void) {
        change(&movie)
        similar?.changeEach(change)
        recommendations?.changeEach(change)
    }
}

extension SearchResult: AnswerOfFilms {
    package var films: [Movie] { movies }

    package mutating func changeFilms(_ change: (inout Movie) -> Void) { movies.changeEach(change) }
}

extension CollectionResult: AnswerOfFilms {
    package var films: [Movie] { movies }

    package mutating func changeFilms(_ change: (inout Movie) -> Void) { movies.changeEach(change) }
}

extension BoxOfficeResult: AnswerOfFilms {
    package var films: [Movie] { entries.map(\.movie) }

    package mutating func changeFilms(_ change: (inout Movie) -> Void) { entries.changeEach { change(&$0.movie) } }
}

extension IdentifiedNames: AnswerOfFilms {
    package var films: [Movie] { names.flatMap { [$0.movie].compactMap(\.self) + $0.candidates } }

    package mutating func changeFilms(_ change: (inout Movie) -> Void) {
        for index in names.indices {
            if var movie = names[index].movie {
                change(&movie)
                names[index].movie = movie
            }
            names[index].candidates.changeEach(change)
        }
    }
}

extension PartialAnswer: AnswerOfFilms {
    package var films: [Movie] { movies + entries.map(\.movie) }

    package mutating func changeFilms(_ change: (inout Movie) -> Void) {
        movies.changeEach(change)
        entries.changeEach { change(&$0.movie) }
    }
}

extension Array {
    /// Changes each element in place.
    package mutating func changeEach(_ change: (inout Element) -> Void) {
        for index in indices { change(&self[index]) }
    }
}

/// The sources that an answer with all details of a film comes from, so that the library keeps what they did not say.
package struct DetailProviders: Sendable {
    /// Sources that may have more to say than they did.
    package private(set) var unheard: Set<String> = []
    /// Whether the answer only adds to what is stored, as one in other languages than the configured ones.
    package private(set) var onlyAdds = false
    /// Whether it also replaces what is only from an imported file.
    package private(set) var replacesImports = false
    /// Whether every source that was asked has answered, and none with what it said earlier, which may be only a row.
    package private(set) var isComplete = false

    /// Creates the sources of details that are not those of an answer.
    package init(onlyAdds: Bool, replacesImports: Bool = false) {
        (self.onlyAdds, self.replacesImports) = (onlyAdds, replacesImports)
    }

    /// Creates the sources of the details of an answer.
    package init(_ result: MovieResult) {
        unheard = Set(result.sources.filter { ![.ok, .disabled].contains($0.status) }.map(\.provider.rawValue))
        onlyAdds = result.isForOthers
        isComplete = !result.isForOthers && !result.sources.contains { $0.isFailed || $0.status == .stale }
    }
}
