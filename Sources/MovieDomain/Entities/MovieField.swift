/// The fields of a film that can be merged and whose source is named; the raw values are the names on the wire.
package enum MovieField: String, CaseIterable, Sendable, Comparable {
    case title, originalTitle, titles, year, releaseDate, runtimeMinutes
    case genres, countries, languages, originalLanguage
    case overview, tagline, directors, cast, crew
    case ratings, popularity, certifications, images, videos, homepage, adult, companies, series

    package static func < (left: MovieField, right: MovieField) -> Bool {
        left.rawValue < right.rawValue
    }
}
