import MovieDomain

@testable import ProviderLanguage

// The fields of a film that tests name.
extension Field {
    static let titles = Field(MovieField.titles)
    static let year = Field(MovieField.year)
    static let releaseDate = Field(MovieField.releaseDate)
    static let runtime = Field(MovieField.runtimeMinutes)
    static let genres = Field(MovieField.genres)
    static let countries = Field(MovieField.countries)
    static let tagline = Field(MovieField.tagline)
    static let directors = Field(MovieField.directors)
    static let cast = Field(MovieField.cast)
    static let crew = Field(MovieField.crew)
    static let popularity = Field(MovieField.popularity)
    static let videos = Field(MovieField.videos)
    static let adult = Field(MovieField.adult)
}
