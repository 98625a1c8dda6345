/// A field of a film that `settings.merge.fields` may name.
package enum MergeField: String, LanguageWord {
    case title
    case originalTitle = "original_title"
    case titles, year
    case releaseDate = "release_date"
    case runtime, genres, countries, languages
    case originalLanguage = "original_language"
    case overview, tagline, directors, cast, crew, ratings, popularity, certifications, images, videos, homepage, adult,
        companies, series
}
