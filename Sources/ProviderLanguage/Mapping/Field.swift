/// A field of the domain that an item may map; the raw value is its name in the language.
package enum Field: String, LanguageWord {
    // A film
    case ids, title
    case originalTitle = "original_title"
    case titles, year
    case releaseDate = "release_date"
    case runtime, genres, countries, languages
    case originalLanguage = "original_language"
    case overview, tagline, directors, cast, crew, rating, popularity, certification, images, videos, homepage, adult,
        companies, series, budget, revenue, awards, releases, watch, page
    // A person's own record
    case otherNames = "other_names"
    case knownFor = "known_for"
    case biography, born, died, birthplace, films
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
    case character, job, url, kind, width, language, site, key, official, published
    // Releases and streaming offers by region
    case region, events, date, note, link, attribution, stream, rent, buy, free, ads, logo
}

extension Field {
    package var type: FieldType {
        switch self {
        case .ids: .ids
        case .title, .overview, .tagline, .awards, .biography: .localizedText
        case .originalTitle, .originalLanguage, .homepage, .page, .name, .nameEn, .character, .job, .url, .kind,
            .language, .site, .key, .region, .note, .link, .attribution, .logo,
            .knownFor, .birthplace:
            .text
        case .titles: .localizedTexts
        case .genres, .countries, .languages, .companies, .otherNames: .texts
        case .certification: .certifications
        case .year: .year
        case .releaseDate, .published, .date, .born, .died: .date
        case .runtime: .minutes
        case .rating: .rating
        case .popularity: .decimal
        case .adult, .series, .isNew, .official: .boolean
        case .directors, .cast, .crew: .items(.person)
        case .images: .items(.image)
        case .videos: .items(.video)
        case .releases: .items(.release)
        case .films: .items(.filmCredit)
        case .events: .items(.releaseEvent)
        case .watch: .items(.watchOffers)
        case .stream, .rent, .buy, .free, .ads: .items(.watchService)
        case .movie: .movie
        case .rank, .rankChange, .audience, .audienceChange, .audienceTotal, .screens, .showings, .width: .integer
        case .audienceChangePercent, .salesShare, .salesChangePercent: .percent
        case .sales, .salesChange, .salesTotal: .money
        case .budget, .revenue: .amount
        }
    }

    package var summary: String {
        switch self {
        case .ids: "The ids of the film or the person, each under its name space."
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
        case .budget: "What it cost."
        case .revenue: "What it took in cinemas; with a region where that is not the whole world."
        case .awards: "What it won and was nominated for."
        case .releases: "Release dates and certifications, by region."
        case .watch: "Where people can watch it at home, by region."
        case .page: "The film's page at the source's own site."
        case .otherNames:
            "What else the person is called; a Korean one becomes the name where `name` is in Latin letters."
        case .knownFor: "What the person mostly does: Acting."
        case .biography: "The person's life, told."
        case .born: "The day of birth."
        case .died: "The day of death."
        case .birthplace: "Where the person was born."
        case .films: "The films that the person had a part in."
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
        case .kind:
            "poster, backdrop, logo; trailer, teaser, clip; premiere, limited, theatrical, digital, physical, television."
        case .width: "In pixels."
        case .language: "The language of the image or video."
        case .site: "Where the video is: youtube, vimeo."
        case .key: "The video's id at its site."
        case .official: "Whether those who made the film published the video."
        case .published: "The day on which the video was published."
        case .region: "Of two capital letters: KR."
        case .events: "How it came out there: in cinemas, on discs."
        case .date: "The day."
        case .note: "What sets it apart: the name of a festival."
        case .link: "A page with links to the services."
        case .attribution: "Whom the source wants named beside it."
        case .stream: "Services that have it in a subscription."
        case .rent: "Services that lend it for money."
        case .buy: "Services that sell it."
        case .free: "Services that have it free of charge."
        case .ads: "Services that have it free of charge, with advertisements."
        case .logo: "Where the image of the service lies."
        }
    }
}

package enum FieldType: Hashable, Sendable {
    case ids
    case text
    case texts
    case localizedText
    case localizedTexts
    case certifications
    case integer
    case year
    case decimal
    case boolean
    case date
    /// A duration in whole minutes; units `min`, `h`, `s`, `ms`, `duration`.
    case minutes
    case money
    /// An amount of money that may be that of a single region.
    case amount
    /// A percentage; units `percent` and `fraction`.
    case percent
    case rating
    /// A list of items of another kind: people, images, videos.
    case items(ItemKind)
    case movie

    package var isList: Bool {
        switch self {
        case .texts, .localizedTexts, .certifications, .items: true
        default: false
        }
    }

    /// Whether an item may map the field several times.
    var mayBeSeveral: Bool { isList || self == .rating }

    package var summary: String {
        switch self {
        case .ids: "a map of ids"
        case .text: "a text"
        case .texts: "a list of texts"
        case .localizedText: "a text with a language"
        case .localizedTexts: "a list of texts with languages"
        case .certifications: "a list of certifications"
        case .integer: "a whole number"
        case .year: "a year"
        case .decimal: "a number"
        case .boolean: "true or false"
        case .date: "a day"
        case .minutes: "a duration"
        case .money: "an amount of money"
        case .amount: "a sum of money"
        case .percent: "a percentage"
        case .rating: "a rating"
        case .items(let kind): "a list, each \(kind.summary)"
        case .movie: "a film"
        }
    }

    /// The allowed units, beginning with the usual one of a number; empty if none is allowed.
    var units: [String] {
        switch self {
        case .minutes: ["min", "h", "s", "ms", "duration"]
        case .percent: ["percent", "fraction"]
        case .date: ["s", "ms"]
        default: []
        }
    }
}

/// The kind of an item, which determines its fields.
package enum ItemKind: String, Hashable, Sendable, CaseIterable {
    case movie
    case boxOfficeEntry = "box_office"
    case person, image, video
    case personProfile = "person_profile"
    case filmCredit = "film_credit"
    case release
    case releaseEvent = "release_event"
    case watchOffers = "watch_offers"
    case watchService = "watch_service"

    package var summary: String {
        switch self {
        case .movie: "a film"
        case .boxOfficeEntry: "a row of the box office"
        case .person: "a person"
        case .image: "an image"
        case .video: "a video"
        case .personProfile: "a person with a life of their own"
        case .filmCredit: "a film in which a person had a part"
        case .release: "what came out in a region"
        case .releaseEvent: "one way in which it came out"
        case .watchOffers: "the offers of a region"
        case .watchService: "a service"
        }
    }

    package var fields: [Field] {
        switch self {
        case .movie:
            [
                .ids, .title, .originalTitle, .titles, .year, .releaseDate, .runtime, .genres, .countries, .languages,
                .originalLanguage, .overview, .tagline, .directors, .cast, .crew, .rating, .popularity, .certification,
                .images, .videos, .homepage, .adult, .companies, .series, .budget, .revenue, .awards, .releases, .watch,
                .page,
            ]
        case .boxOfficeEntry:
            [
                .rank, .rankChange, .isNew, .audience, .audienceChange, .audienceChangePercent, .audienceTotal, .sales,
                .salesShare, .salesChange, .salesChangePercent, .salesTotal, .screens, .showings, .movie,
            ]
        case .person: [.ids, .name, .nameEn, .character, .job]
        case .image: [.url, .kind, .width, .language]
        case .video: [.key, .site, .kind, .name, .language, .official, .published]
        case .personProfile:
            [
                .ids, .name, .nameEn, .otherNames, .knownFor, .biography, .born, .died, .birthplace, .homepage, .images,
                .films, .page,
            ]
        case .filmCredit: [.movie, .character, .job]
        case .release: [.region, .events]
        case .releaseEvent: [.kind, .date, .certification, .note]
        case .watchOffers: [.region, .link, .attribution, .stream, .rent, .buy, .free, .ads]
        case .watchService: [.name, .logo]
        }
    }
}
