import MovieDomain

/// A field of the domain that an item may map, with its name in the language.
package struct Field: Hashable, Sendable {
    package let word: String
    package let type: FieldType
    package let summary: String
    /// The field of a film that it is; `nil` for any other.
    let film: MovieField?

    private init(_ word: String, _ type: FieldType, _ summary: String) {
        (self.word, self.type, self.summary, film) = (word, type, summary, nil)
    }

    init(_ film: MovieField) {
        let declaration = film.declaration
        (word, summary, self.film) = (film.key, declaration.summary, film)
        type = FieldType(declaration.value)
    }

    package static func == (left: Field, right: Field) -> Bool { left.word == right.word }
    package func hash(into hasher: inout Hasher) { hasher.combine(word) }

    /// The years of its days; sources write others, such as 0001-01-01 and 9999-12-31, for an unknown day.
    var years: ClosedRange<Int> { [.born, .died].contains(self) ? 1100...2200 : 1870...2200 }

    /// Whether a day may be one of its days, and not one that sources write for an unknown day.
    ///
    /// Computers and tables count from these, also in the time zones west of Greenwich. People were born on any day.
    func takes(_ day: CalendarDate) -> Bool {
        guard years.contains(day.year) else { return false }
        let isFirst =
            switch (day.year, day.month, day.day) {
            case (1899, 12, 30...31), (1900, 1, 1), (1904, 1, 1), (1969, 12, 31), (1970, 1, 1): true
            default: false
            }
        return !isFirst || [.born, .died].contains(self)
    }

    /// The most bytes of a text; a longer one is not what the field is about, and would only hold up what shows it.
    var mostBytes: Int { [.overview, .biography].contains(self) ? 100_000 : 10_000 }
}

extension Field {
    // Of a film, where another item has them, too, or code asks for them
    package static let title = Field(MovieField.title)
    package static let overview = Field(MovieField.overview)
    package static let rating = Field(MovieField.ratings)
    package static let certification = Field(MovieField.certifications)
    package static let images = Field(MovieField.images)
    package static let homepage = Field(MovieField.homepage)
    package static let page = Field(MovieField.pages)

    // A film and a person
    package static let ids = Field("ids", .ids, "The ids of the film, the person, or the collection by namespace.")
    package static let collectionID = Field(
        "collection_id",
        .text,
        "The id of the collection, with its namespace: tmdb:2344."
    )
    package static let collectionImages = Field(
        "collection_images",
        .items(.image),
        "The poster and the backdrop of the collection."
    )

    // A person's own record
    package static let otherNames = Field(
        "other_names",
        .texts,
        "Other names of the person; a Korean one becomes the name if `name` is in Latin letters."
    )
    package static let knownFor = Field("known_for", .text, "The person's main profession: Acting.")
    package static let biography = Field("biography", .localizedText, "The biography.")
    package static let born = Field("born", .date, "The day of birth.")
    package static let died = Field("died", .date, "The day of death.")
    package static let birthplace = Field("birthplace", .text, "The place of birth.")
    package static let films = Field(
        "films",
        .items(.filmCredit),
        "The films that the person worked on, or that the collection has."
    )

    // A row of the box office
    package static let rank = Field("rank", .integer, "The rank in the list.")
    package static let rankChange = Field(
        "rank_change",
        .integer,
        "Places gained (positive) or lost since the previous period."
    )
    package static let previousRank = Field(
        "previous_rank",
        .integer,
        "The rank in the previous period, from which `rank_change` follows."
    )
    package static let isNew = Field("is_new", .boolean, "Whether it is new in the list.")
    package static let audience = Field("audience", .integer, "The admissions in the period.")
    package static let audienceChange = Field(
        "audience_change",
        .integer,
        "The change in admissions since the previous period."
    )
    package static let audienceChangePercent = Field("audience_change_percent", .percent, "The same change in percent.")
    package static let audienceTotal = Field("audience_total", .integer, "The admissions since the release.")
    package static let sales = Field("sales", .money, "The sales in the period.")
    package static let salesShare = Field("sales_share", .percent, "The percentage of all sales in the period.")
    package static let salesChange = Field("sales_change", .money, "The change in sales since the previous period.")
    package static let salesChangePercent = Field("sales_change_percent", .percent, "The same change in percent.")
    package static let salesTotal = Field("sales_total", .money, "The sales since the release.")
    package static let screens = Field("screens", .integer, "The number of screens.")
    package static let showings = Field("showings", .integer, "The number of showings.")
    package static let movie = Field("movie", .movie, "The film itself.")

    // A person, a collection, an image, a video, a service
    package static let name = Field("name", .text, "The name of the person, the collection, the video, or the service.")
    package static let nameEn = Field("name_en", .text, "The name in Latin letters, if `name` is in another script.")
    package static let character = Field("character", .text, "The role.")
    package static let job = Field("job", .text, "The job: Screenplay.")
    package static let url = Field("url", .text, "The address of the image, or of the video's page.")
    package static let kind = Field(
        "kind",
        .text,
        "For an image, poster, backdrop, or logo; for a video, trailer, teaser, or clip; for a release,"
            + " premiere, limited, theatrical, digital, physical, or television."
    )
    package static let width = Field("width", .integer, "In pixels.")
    package static let language = Field("language", .text, "The language of the image, the video, or the title.")
    package static let site = Field("site", .text, "The site of the video: youtube (the default) or vimeo.")
    package static let key = Field("key", .text, "The video's id at its site, or its URL at YouTube or Vimeo.")
    package static let official = Field("official", .boolean, "Whether the video is official.")
    package static let published = Field("published", .date, "The day on which the video was published.")

    // Releases and streaming offers by region
    package static let region = Field("region", .text, "The country, in two capital letters: KR.")
    package static let events = Field("events", .items(.releaseEvent), "The releases: in cinemas, on disc.")
    package static let date = Field("date", .date, "The day.")
    package static let note = Field("note", .text, "A remark, such as the name of a festival.")
    package static let link = Field(
        "link",
        .text,
        "A page with links to the services, or that of the film at a service."
    )
    package static let attribution = Field("attribution", .text, "The attribution that the source requires.")
    package static let stream = Field("stream", .items(.watchService), "Subscription services that have it.")
    package static let rent = Field("rent", .items(.watchService), "Services that rent it.")
    package static let buy = Field("buy", .items(.watchService), "Services that sell it.")
    package static let free = Field("free", .items(.watchService), "Services that have it for free.")
    package static let ads = Field("ads", .items(.watchService), "Services that have it for free, with advertisements.")
    package static let logo = Field("logo", .text, "The address of the service's logo.")
    package static let price = Field("price", .decimal, "The price of the offer.")
    package static let currency = Field("currency", .text, "The currency of the price (ISO 4217): KRW.")
    package static let quality = Field("quality", .text, "SD, HD, 4K, or the source's own word.")
    package static let text = Field("text", .text, "The title in one language.")
    package static let sizes = Field("sizes", .items(.imageSize), "The sizes of the image, each with its address.")
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

    init(_ value: FilmField.Value) {
        self =
            switch value {
            case .text, .address, .pages, .collection: .text
            case .localized, .title: .localizedText
            case .titles: .localizedTexts
            case .year: .year
            case .minutes: .minutes
            case .decimal: .decimal
            case .flag: .boolean
            case .date: .date
            case .money: .amount
            case .texts: .texts
            case .people: .items(.person)
            case .ratings: .rating
            case .certifications: .certifications
            case .releases: .items(.release)
            case .watch: .items(.watchOffers)
            case .images: .items(.image)
            case .videos: .items(.video)
            }
    }

    package var isList: Bool {
        switch self {
        case .texts, .localizedTexts, .certifications, .items: true
        default: false
        }
    }

    /// The items that a list in a row may turn into the field; `nil` if it is not a list of items.
    var itemKind: ItemKind? {
        switch self {
        case .items(let kind): kind
        case .localizedTexts: .title
        default: nil
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
        case .amount: "an amount with its currency"
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
package enum ItemKind: Hashable, Sendable, CaseIterable {
    case movie, boxOfficeEntry, person, image, video, personProfile, filmCredit
    case release, releaseEvent, watchOffers, watchService, imageSize, collection, title

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
        case .imageSize: "a size of an image"
        case .collection: "a collection"
        case .title: "a title"
        }
    }

    package var fields: [Field] {
        switch self {
        case .movie: ItemKind.ofMovie
        case .boxOfficeEntry:
            [
                .rank, .rankChange, .previousRank, .isNew, .audience, .audienceChange, .audienceChangePercent,
                .audienceTotal, .sales,
                .salesShare, .salesChange, .salesChangePercent, .salesTotal, .screens, .showings, .movie,
            ]
        case .person: [.ids, .name, .nameEn, .character, .job, .images]
        case .image: [.url, .kind, .width, .language, .sizes]
        case .video: [.key, .site, .url, .kind, .name, .language, .official, .published]
        case .personProfile:
            [
                .ids, .name, .nameEn, .otherNames, .knownFor, .biography, .born, .died, .birthplace, .homepage, .images,
                .films, .page,
            ]
        case .filmCredit: [.movie, .character, .job]
        case .release: [.region, .events]
        case .releaseEvent: [.kind, .date, .certification, .note]
        case .watchOffers: [.region, .link, .attribution, .stream, .rent, .buy, .free, .ads]
        case .watchService: [.name, .logo, .link, .price, .currency, .quality]
        case .imageSize: [.url, .width]
        case .collection: [.ids, .name, .overview, .images, .films]
        case .title: [.text, .language]
        }
    }

    private static let ofMovie = [.ids] + MovieField.allCases.map { Field($0) } + [.collectionID, .collectionImages]

    /// Returns the field of this name.
    func field(_ word: String) -> Field? { fields.first { $0.word == word } }

    /// The field without which an item is left out, whatever the definition requires.
    var mainField: Field? {
        switch self {
        case .boxOfficeEntry: .rank
        case .person, .personProfile, .watchService, .collection: .name
        case .image, .imageSize: .url
        case .video: .key
        case .title: .text
        case .release, .watchOffers: .region
        case .filmCredit: .movie
        case .movie, .releaseEvent: nil
        }
    }
}
