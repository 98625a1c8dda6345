/// Films that answer a ``FilmRequest``, in the source's order.
public struct FilmPage: Sendable, Hashable {
    /// At most as many as were asked for.
    public var films: [Film]
    /// How many there are in all; `nil` where the source does not know.
    public var totalCount: Int?

    /// A page of films.
    public init(_ films: [Film], totalCount: Int? = nil) {
        self.films = films
        self.totalCount = totalCount
    }
}
