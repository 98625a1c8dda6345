/// A film and its sequels, as one source puts them together, with all of its films.
public struct CollectionFacts: Hashable, Sendable {
    /// One id for each namespace: `["tmdb": "2344"]`.
    public var ids: [String: String] = [:]
    public var name: String
    public var overview: LocalizedText?
    /// Posters and backdrops.
    public var images: [MovieImage] = []
    /// All films of the collection, in the order of the source.
    public var films: [MovieFacts] = []

    public init(name: String, ids: [String: String] = [:]) {
        self.name = name
        self.ids = ids
    }

    /// Returns the facts in canonical form, as those of their films are.
    public func normalized() -> CollectionFacts {
        var collection = self
        collection.films = films.map { $0.normalized() }
        return collection
    }
}
