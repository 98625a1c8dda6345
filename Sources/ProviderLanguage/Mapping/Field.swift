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
        companies, series, collection, budget, revenue, awards, releases, watch, page
    case collectionID = "collection_id"
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

    package var type: FieldType { declaration.type }

    /// The years of its days; sources write others, such as 0001-01-01 and 9999-12-31, for an unknown day.
    var years: ClosedRange<Int> {
        switch self {
        case .born, .died: 1100...2200
        default: 1870...2200
        }
    }

    /// The most bytes of a text; a longer one is not what the field is about, and would only hold up what shows it.
    var mostBytes: Int {
        switch self {
        case .overview, .biography: 100_000
        default: 10_000
        }
    }

    package var summary: String { declaration.summary }

    private var declaration: (type: FieldType, summary: String) {
        switch self {
        case .ids: (.ids, "The ids of the film or the person by namespace.")
        case .title: (.localizedText, "The title under which the source shows the film.")
        case .originalTitle: (.text, "The title in the film's own language.")
        case .titles: (.localizedTexts, "Further titles, each with its language.")
        case .year: (.year, "The year of the first release or of production.")
        case .releaseDate: (.date, "The day of release.")
        case .runtime: (.minutes, "The running time.")
        case .genres: (.texts, "The genres, which are normalized to a list of slugs.")
        case .countries: (.texts, "Countries of production.")
        case .languages: (.texts, "The spoken languages.")
        case .originalLanguage: (.text, "The original language.")
        case .overview: (.localizedText, "A summary of the plot.")
        case .tagline: (.localizedText, "The tagline.")
        case .directors: (.items(.person), "The directors.")
        case .cast: (.items(.person), "The cast.")
        case .crew: (.items(.person), "The rest of the crew, each with a job.")
        case .rating: (.rating, "The ratings of the source's users.")
        case .popularity: (.decimal, "The source's own measure of popularity, for sorting.")
        case .certification: (.certifications, "The age rating.")
        case .images: (.items(.image), "Posters, backdrops, and other images.")
        case .videos: (.items(.video), "Trailers and clips.")
        case .homepage: (.text, "The homepage of the film or the person.")
        case .adult: (.boolean, "Whether it is for adults only.")
        case .series:
            (.boolean, "Whether it is a television series. A series and a film match only if they share an id.")
        case .collection: (.text, "The name of the collection that it belongs to: a film and its sequels.")
        case .collectionID: (.text, "The id of the collection, with its namespace: tmdb:2344.")
        case .companies: (.texts, "The companies that produced or distributed it.")
        case .budget: (.amount, "The budget.")
        case .revenue: (.amount, "The box-office revenue, with a region if it is not worldwide.")
        case .awards: (.localizedText, "Awards and nominations.")
        case .releases: (.items(.release), "Release dates and certifications, by region.")
        case .watch: (.items(.watchOffers), "Where it can be watched at home, by region.")
        case .page: (.text, "The page of the film or the person at the source's site.")
        case .otherNames:
            (.texts, "Other names of the person; a Korean one becomes the name if `name` is in Latin letters.")
        case .knownFor: (.text, "The person's main profession: Acting.")
        case .biography: (.localizedText, "The biography.")
        case .born: (.date, "The day of birth.")
        case .died: (.date, "The day of death.")
        case .birthplace: (.text, "The place of birth.")
        case .films: (.items(.filmCredit), "The films that the person worked on.")
        case .rank: (.integer, "The rank in the list.")
        case .rankChange: (.integer, "Places gained (positive) or lost since the previous period.")
        case .isNew: (.boolean, "Whether it is new in the list.")
        case .audience: (.integer, "The admissions in the period.")
        case .audienceChange: (.integer, "The change in admissions since the previous period.")
        case .audienceChangePercent: (.percent, "The same change in percent.")
        case .audienceTotal: (.integer, "The admissions since the release.")
        case .sales: (.money, "The sales in the period.")
        case .salesShare: (.percent, "The percentage of all sales in the period.")
        case .salesChange: (.money, "The change in sales since the previous period.")
        case .salesChangePercent: (.percent, "The same change in percent.")
        case .salesTotal: (.money, "The sales since the release.")
        case .screens: (.integer, "The number of screens.")
        case .showings: (.integer, "The number of showings.")
        case .movie: (.movie, "The film itself.")
        case .name: (.text, "The name of the person, the video, or the service.")
        case .nameEn: (.text, "The name in Latin letters, if `name` is in another script.")
        case .character: (.text, "The role.")
        case .job: (.text, "The job: Screenplay.")
        case .url: (.text, "The address of the image.")
        case .kind:
            (
                .text,
                "For an image, poster, backdrop, or logo; for a video, trailer, teaser, or clip; for a release,"
                    + " premiere, limited, theatrical, digital, physical, or television."
            )
        case .width: (.integer, "In pixels.")
        case .language: (.text, "The language of the image or video.")
        case .site: (.text, "The site of the video: youtube (the default) or vimeo.")
        case .key: (.text, "The video's id at its site, or its URL at YouTube or Vimeo.")
        case .official: (.boolean, "Whether the video is official.")
        case .published: (.date, "The day on which the video was published.")
        case .region: (.text, "The country, in two capital letters: KR.")
        case .events: (.items(.releaseEvent), "The releases: in cinemas, on disc.")
        case .date: (.date, "The day.")
        case .note: (.text, "A remark, such as the name of a festival.")
        case .link: (.text, "A page with links to the services.")
        case .attribution: (.text, "The attribution that the source requires.")
        case .stream: (.items(.watchService), "Subscription services that have it.")
        case .rent: (.items(.watchService), "Services that rent it.")
        case .buy: (.items(.watchService), "Services that sell it.")
        case .free: (.items(.watchService), "Services that have it for free.")
        case .ads: (.items(.watchService), "Services that have it for free, with advertisements.")
        case .logo: (.text, "The address of the service's logo.")
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

    var isMoney: Bool { self == .money || self == .amount }

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
package enum ItemKind: Hashable, Sendable {
    case movie, boxOfficeEntry, person, image, video, personProfile, filmCredit
    case release, releaseEvent, watchOffers, watchService

    package var summary: String {
        switch self {
        case .movie: "a film"
        case .boxOfficeEntry: "a row of the box office"
        case .person: "a person"
        case .image: "an image"
        case .video: "a video"
        case .personProfile: "a person's profile"
        case .filmCredit: "a film credit"
        case .release: "the releases in a region"
        case .releaseEvent: "a release"
        case .watchOffers: "the offers in a region"
        case .watchService: "a service"
        }
    }

    package var fields: [Field] {
        switch self {
        case .movie:
            [
                .ids, .title, .originalTitle, .titles, .year, .releaseDate, .runtime, .genres, .countries, .languages,
                .originalLanguage, .overview, .tagline, .directors, .cast, .crew, .rating, .popularity, .certification,
                .images, .videos, .homepage, .adult, .companies, .series, .collection, .collectionID, .budget, .revenue,
                .awards, .releases, .watch, .page,
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

    /// The field without which an item is left out, whatever the definition requires.
    var mainField: Field? {
        switch self {
        case .boxOfficeEntry: .rank
        case .person, .personProfile, .watchService: .name
        case .image: .url
        case .video: .key
        case .release, .watchOffers: .region
        case .filmCredit: .movie
        case .movie, .releaseEvent: nil
        }
    }
}
