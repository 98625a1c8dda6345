/// What an item is, and so which fields it may have.
package enum ItemKind: String, Hashable, Sendable, CaseIterable {
    case movie
    case boxOfficeEntry = "box_office"
    case person, image, video

    /// What it is, for messages: `a film`.
    package var summary: String {
        switch self {
        case .movie: "a film"
        case .boxOfficeEntry: "a row of the box office"
        case .person: "a person"
        case .image: "an image"
        case .video: "a video"
        }
    }

    /// The fields that it may have, in the order of the reference.
    package var fields: [Field] {
        switch self {
        case .movie:
            [
                .ids, .title, .originalTitle, .titles, .year, .releaseDate, .runtime, .genres, .countries, .languages,
                .originalLanguage, .overview, .tagline, .directors, .cast, .crew, .rating, .popularity, .certification,
                .images, .videos, .homepage, .adult, .companies, .series,
            ]
        case .boxOfficeEntry:
            [
                .rank, .rankChange, .isNew, .audience, .audienceChange, .audienceChangePercent, .audienceTotal, .sales,
                .salesShare, .salesChange, .salesChangePercent, .salesTotal, .screens, .showings, .movie,
            ]
        case .person: [.name, .nameEn, .character, .job]
        case .image: [.url, .kind, .width, .language]
        case .video: [.key, .site, .kind, .name, .language]
        }
    }

    /// The field that a bare path gives, and without which an item of a nested list is dropped.
    package var mainField: Field? {
        switch self {
        case .person: .name
        case .image: .url
        case .video: .key
        case .movie, .boxOfficeEntry: nil
        }
    }
}
