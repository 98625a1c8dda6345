/// The places of films in a list, by their ids.
public struct FilmPlaces: Hashable, Sendable {
    private var films: [[MovieID]] = []
    private var places: [MovieID: [Int]] = [:]

    public init(_ films: [[MovieID]] = []) {
        for ids in films { append(ids) }
    }

    /// Every id of every film.
    public var ids: Set<MovieID> { Set(places.keys) }

    public var isEmpty: Bool { places.isEmpty }

    public func contains(_ id: MovieID) -> Bool { places[id] != nil }

    /// Adds a film at the end of the list.
    public mutating func append(_ ids: [MovieID]) {
        films.append([])
        add(ids, to: films.count - 1)
    }

    /// Adds the ids that the film at a place does not have yet.
    public mutating func add(_ ids: [MovieID], to place: Int) {
        for id in ids where !films[place].contains(id) {
            films[place].append(id)
            places[id, default: []].append(place)
        }
    }

    /// Returns the places of the same film, in order.
    public func places(of ids: [MovieID], apartFrom split: Set<IDPair> = []) -> [Int] {
        Set(ids.lazy.flatMap { places[$0] ?? [] })
            .filter { films[$0].areOfOneFilm(with: ids, apartFrom: split) }
            .sorted()
    }

    /// Returns the first place of the same film.
    public func first(_ film: LibraryFilm) -> Int? { places(of: film.ids).first }
}
