package import MovieDomain

/// An input that a caller may give to an operation; templates name it `${input.X}`.
package enum Input: String, LanguageWord {
    case query, year, page, limit, offset, cursor, sort, order, genre
    case minimumRating = "minimum_rating"
    case date, span, region, nationality, category, window, kind, country, person, ids, width, languages

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
        case .date: "The day, or any day of the period."
        case .span: "week, weekend or weekdays."
        case .region: "A region in the source's terms."
        case .nationality: "domestic or foreign."
        case .category: "art or commercial."
        case .window: "day or week."
        case .kind: "popular, top_rated, now_playing or upcoming."
        case .country: "The country where the film was made, of two capital letters: KR."
        case .person:
            "A person who worked on the film, by an id of the first namespace that `person` of this provider accepts."
        case .ids: "The ids of the film or the person: ${input.ids.tmdb}."
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
