public import MovieDomain

/// `kind: shelf`: the films that a definition lists under `options`, each as `ID: TITLE`.
public struct Shelf: MovieRepository {
    public let profile: ProviderProfile
    private let films: [MovieFacts]

    public init(_ settings: ProviderSettings) throws(ProviderError) {
        guard !settings.options.isEmpty else { throw ProviderError(.disabled, message: "the shelf has no options") }
        profile = ProviderProfile(id: settings.id, capabilities: [.search, .lookup])
        films = settings.options.sorted { $0.key < $1.key }
            .map { MovieFacts(ids: [settings.id.rawValue: $0.key], title: $0.value) }
    }

    public func search(
        _ query: SearchQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let words = query.text.lowercased()
        let hits = films.filter { $0.title?.text.lowercased().contains(words) == true }
        return ProviderAnswer(MovieList(hits, in: query.window))
    }

    public func lookup(
        _ query: LookupQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        guard let film = films.first(where: { $0.ids[profile.id.rawValue] == query.ids[profile.id.rawValue] }) else {
            throw ProviderError(.notFound, message: "the shelf has no such film")
        }
        return ProviderAnswer(film)
    }
}
