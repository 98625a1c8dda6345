import MovieAggregation
import MovieDomain

extension MovieParameters {
    static let imageWidth = Parameter<Int?>.optional(
        "imageWidth",
        .integer(1...10_000),
        "Give each image the `url` of the nearest of its sizes that is at least so wide, in pixels."
    )
}

/// An answer with films whose images can be shown at a width.
protocol PicturedAnswer: Sendable {
    mutating func showImages(atWidth width: Int)
}

extension PicturedAnswer {
    /// The same with images of a width; as it is if no width is wanted.
    func withImages(atWidth width: Int?) -> Self {
        guard let width else { return self }
        var answer = self
        answer.showImages(atWidth: width)
        return answer
    }
}

extension Movie: PicturedAnswer {
    mutating func showImages(atWidth width: Int) {
        facts.images = facts.images.map { $0.atWidth(width) }
    }
}

extension Array: PicturedAnswer where Element: PicturedAnswer {
    mutating func showImages(atWidth width: Int) {
        for index in indices { self[index].showImages(atWidth: width) }
    }
}

extension BoxOfficeEntry: PicturedAnswer {
    mutating func showImages(atWidth width: Int) { movie.showImages(atWidth: width) }
}

extension SearchResult: PicturedAnswer {
    mutating func showImages(atWidth width: Int) { movies.showImages(atWidth: width) }
}

extension MovieResult: PicturedAnswer {
    mutating func showImages(atWidth width: Int) {
        movie.showImages(atWidth: width)
        similar = similar?.withImages(atWidth: width)
        recommendations = recommendations?.withImages(atWidth: width)
    }
}

extension BoxOfficeResult: PicturedAnswer {
    mutating func showImages(atWidth width: Int) { entries.showImages(atWidth: width) }
}

extension PartialAnswer: PicturedAnswer {
    mutating func showImages(atWidth width: Int) {
        movies.showImages(atWidth: width)
        entries.showImages(atWidth: width)
    }
}

extension MethodContext {
    /// Runs a use case that gives films, with images of a width in its answers, the partial ones too.
    func run<Result: PicturedAnswer & AnswerOfFilms>(
        asking providers: [ProviderID] = [],
        sourceCount: Int? = nil,
        imageWidth: Int?,
        _ useCase: (Catalogue, PartialAnswer.Observer?) async throws(CallError) -> Result
    ) async throws(ServiceError) -> Result {
        let result = try await run(asking: providers, sourceCount: sourceCount) {
            catalogue,
            observer async throws(CallError) in
            let sized = observer.map { observer -> PartialAnswer.Observer in
                { observer($0.withImages(atWidth: imageWidth)) }
            }
            return try await useCase(catalogue, sized)
        }
        return result.withImages(atWidth: imageWidth)
    }
}
