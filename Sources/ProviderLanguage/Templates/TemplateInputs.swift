package import JSON
package import MovieDomain

/// The inputs of one call, with which templates are rendered.
package struct TemplateInputs: Sendable {
    package var values: [Input: InputValue]
    package var ids: [String: String]
    /// The value of `${locale}` (``Locales/locale(for:)``).
    package var locale: Locales.Locale?
    /// The seconds by which the source is ahead of UTC at a moment in seconds since 1970; `nil` without a time zone.
    package var utcOffset: (@Sendable (Int) -> Int)?
    /// The location of the images; `nil` leaves their addresses unchanged.
    package var images: ImagePlaces?

    package init(values: [Input: InputValue] = [:], ids: [String: String] = [:], locale: Locales.Locale? = nil) {
        self.values = values
        self.ids = ids
        self.locale = locale
    }
}

/// An input that a caller may give to an operation; templates name it `${input.X}`.
package enum Input: String, LanguageWord {
    case query, year, page, limit, offset, cursor, sort, order, genre
    case withoutGenre = "without_genre"
    case minimumRating = "minimum_rating"
    case minimumVotes = "minimum_votes"
    case releasedFrom = "released_from"
    case releasedBy = "released_by"
    case minimumMinutes = "minimum_minutes"
    case maximumMinutes = "maximum_minutes"
    case originalLanguage = "original_language"
    case date, span, region, nationality, category, window, kind, country, director, person, services, ids, width
    case languages

    package var summary: String {
        switch self {
        case .query: "The words of the query."
        case .year: "The year of release."
        case .page: "The number of the page, as paging of kind page counts."
        case .limit: "The number of rows of a page, by the size of paging; otherwise, the number of wanted rows."
        case .offset: "The number of rows before the page, for paging of kind offset, or of kind page with a size."
        case .cursor: "The cursor from the previous page, for paging of kind cursor; absent for the first page."
        case .sort: "popularity, rating, year, title or added."
        case .order: "ascending or descending."
        case .genre: "A slug of the list of genres."
        case .minimumRating: "The minimum rating, out of 10."
        case .withoutGenre: "A slug of the list of genres, of which the film is not."
        case .minimumVotes: "The minimum number of votes for the rating."
        case .releasedFrom: "The first day of release; today, if the kind is upcoming and there is no other."
        case .releasedBy:
            "The last day of release; today, if there is no other and the newest films are wanted: the sort is year, and there is no input year."
        case .minimumMinutes: "The minimum running time."
        case .maximumMinutes: "The maximum running time."
        case .originalLanguage: "The language in which the film was made: ko."
        case .director: "The name of a director."
        case .services: "Services of which one has the film in the region, in lower case: netflix, disney plus."
        case .date: "The day, or any day of the period."
        case .span: "week, weekend or weekdays."
        case .region: "A region of a box office in the source's terms; of charts, offers, and releases, a country: KR."
        case .nationality: "domestic or foreign."
        case .category: "art or commercial."
        case .window: "day or week."
        case .kind: "popular, top_rated, now_playing or upcoming."
        case .country: "The country where the film was made, of two capital letters: KR."
        case .person:
            "A person who worked on the film, by an id of the first namespace that `person` of this provider accepts."
        case .ids: "The ids of the film, the person, or the collection: ${input.ids.tmdb}."
        case .width: "The preferred width of images in pixels."
        case .languages: "The preferred languages, best first."
        }
    }
}

package enum InputValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case decimal(Double)
    case date(CalendarDate)
    case texts([String])

    package var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .date(let date): date.description
        case .texts(let texts): texts.joined(separator: ",")
        }
    }
}

/// Numbers are numbers, several texts are a list, and everything else is a text.
extension InputValue: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .integer(let number): writer.int(number)
        case .decimal(let number): writer.double(number)
        case .texts(let texts): writer.array { for text in texts { $0.string(text) } }
        case .text, .date: writer.string(text)
        }
    }
}
