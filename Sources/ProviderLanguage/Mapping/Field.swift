/// A field of the domain that an item may map; the raw value is how it is written.
package enum Field: String, LanguageWord {
    // A film
    case ids, title
    case originalTitle = "original_title"
    case titles, year
    case releaseDate = "release_date"
    case runtime, genres, countries, languages
    case originalLanguage = "original_language"
    case overview, tagline, directors, cast, crew, rating, popularity, certification, images, videos, homepage, adult,
        companies, series
    // A row of the box office
    case rank
    case rankChange = "rank_change"
    case isNew = "is_new"
    case audience
    case audienceChange = "audience_change"
    case audienceChangePercent = "audience_change_percent"
    case audienceTotal = "audience_total"
    case sales
    case salesShare = "sales_share"
    case salesChange = "sales_change"
    case salesChangePercent = "sales_change_percent"
    case salesTotal = "sales_total"
    case screens, showings, movie
    // A person, an image, a video
    case name
    case nameEn = "name_en"
    case character, job, url, kind, width, language, site, key
}
