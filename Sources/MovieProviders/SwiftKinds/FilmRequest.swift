/// A question to a source in Swift.
public struct FilmRequest: Sendable, Hashable {
    /// What is asked for; always one of the operations that the kind names.
    public var operation: FilmOperation
    /// Words of a title, for `search`.
    public var text: String
    /// The film's year, for `search`, which a source may pass over; `nil` is any.
    public var year: Int?
    /// The film's ids by name space, for `lookup`, `similar` and `recommendations`.
    public var ids: [String: String]
    /// How many films to pass over.
    public var offset: Int
    /// How many films to give at most.
    public var count: Int
    /// Wanted languages of texts, best first.
    public var languages: [String]

    /// A question; what an operation has no use for stays empty.
    public init(
        _ operation: FilmOperation,
        text: String = "",
        year: Int? = nil,
        ids: [String: String] = [:],
        offset: Int = 0,
        count: Int = 20,
        languages: [String] = []
    ) {
        self.operation = operation
        self.text = text
        self.year = year
        self.ids = ids
        self.offset = offset
        self.count = count
        self.languages = languages
    }
}
