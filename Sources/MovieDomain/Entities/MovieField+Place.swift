extension MovieField {
    /// Its place among all fields, for tables that are looked up by field: the hash of a raw text costs too much where
    /// every field of every film asks for it.
    var place: Int {
        switch self {
        case .title: 0
        case .originalTitle: 1
        case .titles: 2
        case .year: 3
        case .releaseDate: 4
        case .runtimeMinutes: 5
        case .genres: 6
        case .countries: 7
        case .languages: 8
        case .originalLanguage: 9
        case .overview: 10
        case .tagline: 11
        case .directors: 12
        case .cast: 13
        case .crew: 14
        case .ratings: 15
        case .popularity: 16
        case .certifications: 17
        case .images: 18
        case .videos: 19
        case .homepage: 20
        case .adult: 21
        case .companies: 22
        case .series: 23
        }
    }
}
