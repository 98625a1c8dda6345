/// A list of films that the user made, such as "Best of 2019", in the user's order.
public struct FilmList: Hashable, Sendable {
    public var name: String
    public var films: [LibraryFilm]
    public var changedAt: Timestamp

    public init(name: String, films: [LibraryFilm], changedAt: Timestamp) {
        self.name = name
        self.films = films
        self.changedAt = changedAt
    }
}

/// The name of a list and the number of its films.
public struct FilmListSummary: Hashable, Sendable {
    public var name: String
    public var count: Int
    public var changedAt: Timestamp

    public init(name: String, count: Int, changedAt: Timestamp) {
        self.name = name
        self.count = count
        self.changedAt = changedAt
    }

    /// Returns the key of equal names, which ignores case and whitespace.
    public static func key(of name: String) -> String { HistoryEntry.key(of: name) }
}

/// The outcome of giving a list another name.
public enum FilmListRenaming: Hashable, Sendable {
    case renamed
    /// No list has the old name.
    case unknown
    /// Another list has the new name.
    case taken
}
