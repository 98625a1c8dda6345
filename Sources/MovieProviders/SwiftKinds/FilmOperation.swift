/// What a source in Swift can be asked for; the raw values are the operations of `providers.yaml`.
public enum FilmOperation: String, Sendable, CaseIterable {
    /// Films whose titles hold some words.
    case search
    /// Films in the source's own order.
    case list
    /// Films that are talked about.
    case trending
    /// One film by an id.
    case lookup
    /// Films like one film.
    case similar
    /// Films recommended to those who like one film.
    case recommendations
}
