/// What can be said of a film: by one source (``MovieRecord``), or by all of them together (``Movie``).
///
/// A scalar is `nil` and a list is empty where nobody said anything.
package struct MovieFacts: Hashable, Sendable {
    /// One id for each name space: `["imdb": "tt6751668", "kofic": "20183782"]`.
    package var ids: [String: String] = [:]
    package var title: LocalizedText?
    package var originalTitle: String?
    /// Every title that is known, with its language; `title` is among them.
    package var titles: [LocalizedText] = []
    package var year: Int?
    package var releaseDate: CalendarDate?
    package var runtimeMinutes: Int?
    /// Slugs of the controlled list (``Genre``), unknown ones lower-cased.
    package var genres: [String] = []
    /// ISO 3166-1 alpha-2 where the source's name is known, else the name as it came.
    package var countries: [String] = []
    /// ISO 639-1 where the source's name is known, else the name as it came.
    package var languages: [String] = []
    package var originalLanguage: String?
    package var overview: LocalizedText?
    package var tagline: LocalizedText?
    package var directors: [Person] = []
    package var cast: [Person] = []
    package var crew: [Person] = []
    package var ratings: [Rating] = []
    package var popularity: Double?
    package var certifications: [Certification] = []
    package var images: [MovieImage] = []
    package var videos: [MovieVideo] = []
    package var homepage: String?
    package var adult: Bool?
    /// Whether it is a series for television; a source that says nothing gives films.
    package var series: Bool?
    package var companies: [String] = []

    package init() {}
}
