/// A film as a source in Swift tells of it; what the source does not know stays empty.
public struct Film: Sendable, Hashable {
    /// Its ids by name space: `["imdb": "tt6751668", "shelf": "12"]`.
    public var ids: [String: String]
    /// Its title; never empty.
    public var title: String
    /// The language of the title, ISO 639-1.
    public var language: String?
    /// The title in the film's own language.
    public var originalTitle: String?
    /// The year of its first release.
    public var year: Int?
    /// How long it runs.
    public var runtimeMinutes: Int?
    /// Genres, by any of their usual names.
    public var genres: [String] = []
    /// What it is about.
    public var overview: String?
    /// Who directed it.
    public var directors: [String] = []
    /// Who plays in it.
    public var cast: [String] = []
    /// What the source's users think of it, of ten.
    public var rating: Double?
    /// The address of its poster.
    public var poster: String?

    /// A film of which only this much is known.
    public init(ids: [String: String], title: String, year: Int? = nil) {
        self.ids = ids
        self.title = title
        self.year = year
    }
}
