extension Field {
    /// What the field's values are converted to.
    package var type: FieldType {
        switch self {
        case .ids: .ids
        case .title, .overview, .tagline: .localizedText
        case .originalTitle, .originalLanguage, .homepage, .name, .nameEn, .character, .job, .url, .kind, .language,
            .site, .key:
            .text
        case .titles: .localizedTexts
        case .genres, .countries, .languages, .companies: .texts
        case .certification: .certifications
        case .year: .year
        case .releaseDate: .date
        case .runtime: .minutes
        case .rating: .rating
        case .popularity: .decimal
        case .adult, .series, .isNew: .boolean
        case .directors, .cast, .crew: .items(.person)
        case .images: .items(.image)
        case .videos: .items(.video)
        case .movie: .movie
        case .rank, .rankChange, .audience, .audienceChange, .audienceTotal, .screens, .showings, .width: .integer
        case .audienceChangePercent, .salesShare, .salesChangePercent: .percent
        case .sales, .salesChange, .salesTotal: .money
        }
    }

    /// What the field means, in a sentence.
    package var summary: String {
        switch self {
        case .ids: "The film's ids, each under its name space."
        case .title: "The title under which the source shows the film."
        case .originalTitle: "The title in the film's own language."
        case .titles: "Further titles, each with its language."
        case .year: "The year of the first release or of production."
        case .releaseDate: "The day of release."
        case .runtime: "How long the film runs."
        case .genres: "Genres; they are normalised to one list of slugs."
        case .countries: "Countries of production."
        case .languages: "Languages that are spoken."
        case .originalLanguage: "The language in which it was made."
        case .overview: "What it is about."
        case .tagline: "The line on the poster."
        case .directors: "Who directed it."
        case .cast: "Who plays in it."
        case .crew: "Who else made it, each with a job."
        case .rating: "What the source's users think of it."
        case .popularity: "The source's own figure, for sorting."
        case .certification: "Who may see it."
        case .images: "Posters, backdrops and other pictures."
        case .videos: "Trailers and clips."
        case .homepage: "The film's own page."
        case .adult: "Whether it is for adults only."
        case .series:
            "Whether it is a series of television; with what is said to be none it is never matched but by an equal id."
        case .companies: "Who produced or distributed it."
        case .rank: "The place in the list."
        case .rankChange: "Places gained (positive) or lost since the period before."
        case .isNew: "Whether it is new in the list."
        case .audience: "People in the period."
        case .audienceChange: "People more or fewer than in the period before."
        case .audienceChangePercent: "The same in percent."
        case .audienceTotal: "People since the release."
        case .sales: "Money taken in the period."
        case .salesShare: "Percent of all sales of the period."
        case .salesChange: "Money more or less than in the period before."
        case .salesChangePercent: "The same in percent."
        case .salesTotal: "Money taken since the release."
        case .screens: "Screens that show it."
        case .showings: "How often it was shown."
        case .movie: "The film itself."
        case .name: "The person's name, or the video's."
        case .nameEn: "The name in Latin letters, where `name` is not."
        case .character: "The part that is played."
        case .job: "What was done: Screenplay."
        case .url: "Where the image lies."
        case .kind: "poster, backdrop, logo; trailer, teaser, clip."
        case .width: "In pixels."
        case .language: "The language of the image or video."
        case .site: "Where the video is: youtube, vimeo."
        case .key: "The video's id at its site."
        }
    }
}
