/// An image of a film, by its address.
public struct MovieImage: Hashable, Sendable {
    /// `poster`, `backdrop`, `logo`, or the source's own word.
    public var kind: String
    public var url: String
    /// In pixels; `nil` if the source does not say.
    public var width: Int?
    /// The language of the words on it (ISO 639-1); `nil` if there are none, or it is unknown.
    public var language: String?
    public var provider: ProviderID
    /// The sizes that the source has, narrowest first; empty if it has only this one.
    public var sizes: [ImageSize] = []

    public init(kind: String, url: String, width: Int? = nil, language: String? = nil, provider: ProviderID) {
        self.kind = kind
        self.url = url
        self.width = width
        self.language = language
        self.provider = provider
    }
}

/// What an image of a film shows, in the words of the provider language; a source may use other words.
public enum ImageKind: String, Sendable, CaseIterable {
    case poster, backdrop, logo, still, banner
}

/// Which collection a film belongs to; what a source has of the whole one is ``CollectionFacts``.
public struct CollectionReference: Hashable, Sendable {
    /// With the namespace: `tmdb:2344`.
    public var id: String?
    public var name: String
    /// Its poster and its backdrop.
    public var images: [MovieImage] = []

    public init(id: String? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// One of the sizes in which a source has an image.
public struct ImageSize: Hashable, Sendable {
    public var url: String
    /// In pixels; `nil` where the source does not say, as for the original.
    public var width: Int?

    public init(url: String, width: Int?) {
        self.url = url
        self.width = width
    }
}

extension MovieImage {
    /// The same picture in its smallest size that is at least this many pixels wide.
    ///
    /// If no size is known to be wide enough, it is the original, whose width is not known, or else the widest.
    public func atWidth(_ wanted: Int) -> MovieImage {
        let known = sizes.compactMap { size in size.width.map { (width: $0, size: size) } }
        let wideEnough = known.filter { $0.width >= wanted }.min { $0.width < $1.width }
        let widest = known.max { $0.width < $1.width }
        guard let size = wideEnough?.size ?? sizes.first(where: { $0.width == nil }) ?? widest?.size else {
            return self
        }
        var image = self
        (image.url, image.width) = (size.url, size.width)
        return image
    }
}

/// A person who took part in a film: a director, or a member of its cast or crew.
public struct Person: Hashable, Sendable {
    /// One id for each namespace that has people: `["tmdb": "21684"]`.
    public var ids: [String: String] = [:]
    public var name: String
    /// The same name in Latin letters, if `name` is in other letters (`봉준호` and `BONG Joon-ho`).
    public var nameEn: String?
    /// The role; `nil` outside of the cast.
    public var character: String?
    /// `Writer`, `Director of Photography`; `nil` in the cast and among the directors.
    public var job: String?
    /// Portraits.
    public var images: [MovieImage] = []

    public init(name: String, nameEn: String? = nil, character: String? = nil, job: String? = nil) {
        self.name = name
        self.nameEn = nameEn
        self.character = character
        self.job = job
    }

    /// The preferred id; `nil` if no source has one.
    public var id: MovieID? { MovieID.preferred(among: ids) }
}

/// The rating of a film by the users of one source.
public struct Rating: Hashable, Sendable {
    public var provider: ProviderID
    /// Out of ``scale``.
    public var value: Double
    /// The best possible value: 10, 5, 100.
    public var scale: Double
    /// The number of people who rated it; `nil` if the source does not say.
    public var votes: Int?
    /// The origin of a rating that the source passes on: `Metacritic`; `nil` for the source's own rating.
    public var name: String?

    public init(provider: ProviderID, value: Double, scale: Double, votes: Int? = nil) {
        self.provider = provider
        self.value = value
        self.scale = scale
        self.votes = votes
    }
}

/// A trailer or another clip: its site and its key on that site.
public struct MovieVideo: Hashable, Sendable {
    /// `trailer`, `teaser`, `clip`, or the source's own word.
    public var kind: String
    /// `YouTube`, `Vimeo`, or the name of another site.
    public var site: String
    /// The id of the video at ``site``.
    public var key: String
    public var name: String?
    public var language: String?
    /// Whether the makers of the film published it.
    public var isOfficial: Bool?
    public var publishedOn: CalendarDate?
    /// The address of its page, as the source gives it.
    package private(set) var page: String?

    public init(kind: String, site: String, key: String, language: String? = nil) {
        self.kind = kind
        self.site = site
        self.key = key
        self.language = language
    }

    /// The address of its page; `nil` if the source gives none, and the site is unknown, or the key is not one of the
    /// site's.
    public var url: String? {
        get { page ?? pageOfKey }
        set { page = newValue == pageOfKey ? nil : newValue }
    }

    private var pageOfKey: String? {
        let isPlain = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isPlain, !key.isEmpty else { return nil }
        return switch site.lowercased() {
        case "youtube": "https://www.youtube.com/watch?v=\(key)"
        case "vimeo": "https://vimeo.com/\(key)"
        default: nil
        }
    }
}

/// A text and its language (BCP 47, `ko`, `en`), if known.
public struct LocalizedText: Hashable, Sendable {
    public var text: String
    /// A tag of BCP 47; `nil` if it is unknown.
    public var language: String?

    public init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }

    /// Whether the text is blank, which is equivalent to no text.
    package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
    package var unlessBlank: LocalizedText? { isBlank ? nil : self }
}

/// The age rating of a film in a region: `KR`, `15세이상관람가`.
public struct Certification: Hashable, Sendable {
    /// An ISO 3166-1 alpha-2 code; `nil` if the source does not say.
    public var region: String?
    /// As the region writes it.
    public var label: String
    /// The source of the value; `nil` in the facts of that source.
    public var provider: ProviderID?

    public init(region: String? = nil, label: String) {
        self.region = region
        self.label = label
    }
}

/// An amount of money in whole units of a currency.
public struct Money: Hashable, Sendable {
    public var amount: Int
    /// ISO 4217: `USD`.
    public var currency: String
    /// The region of the amount, if it is not worldwide: `US`.
    public var region: String?

    public init(amount: Int, currency: String, region: String? = nil) {
        self.amount = amount
        self.currency = currency
        self.region = region
    }
}

/// The page of a film at the site of a source.
public struct MoviePage: Hashable, Sendable {
    public var provider: ProviderID
    public var url: String

    public init(provider: ProviderID, url: String) {
        self.provider = provider
        self.url = url
    }
}

extension [Rating] {
    /// The mean of all ratings weighted by their votes, from 0 to 5 in halves; a rating without votes counts as one
    /// vote.
    public var stars: Double? {
        var (sum, weight) = (0.0, 0.0)
        for rating in self where rating.scale > 0 && rating.value >= 0 {
            let votes = Double(Swift.max(0, rating.votes ?? 1))
            sum += Swift.min(1, rating.value / rating.scale) * votes
            weight += votes
        }
        guard weight > 0 else { return nil }
        return (sum / weight * 10).rounded() / 2
    }
}

/// The release dates and age ratings of a film in one region.
public struct RegionalRelease: Hashable, Sendable {
    /// One release: when, how, and with which age rating.
    public struct Event: Hashable, Sendable {
        /// `premiere`, `limited`, `theatrical`, `digital`, `physical`, `television`, or the source's own word.
        public var kind: String?
        /// `nil` if the release has no day yet.
        public var date: CalendarDate?
        /// The age rating: `15`.
        public var certification: String?
        /// A distinguishing note: the name of a festival or an edition.
        public var note: String?

        public init(kind: String? = nil, date: CalendarDate? = nil, certification: String? = nil, note: String? = nil) {
            self.kind = kind
            self.date = date
            self.certification = certification
            self.note = note
        }
    }

    /// The region as an ISO 3166-1 alpha-2 code: `KR`.
    public var region: String
    public var events: [Event]

    public init(region: String, events: [Event] = []) {
        self.region = region
        self.events = events
    }
}

/// The services on which people of one region can watch a film at home, according to one source.
public struct WatchOffers: Hashable, Sendable {
    /// A service that has the film: `Netflix`.
    public struct Service: Hashable, Sendable {
        public var name: String
        /// The address of its logo.
        public var logo: String?
        /// The page of the film at the service.
        public var link: String?
        /// In ``currency``, with its fractions, unlike ``Money``: 3.99.
        public var price: Double?
        /// ISO 4217: `KRW`.
        public var currency: String?
        /// `SD`, `HD`, `4K`, or the source's own word.
        public var quality: String?

        public init(name: String, logo: String? = nil) {
            self.name = name
            self.logo = logo
        }
    }

    /// The region as an ISO 3166-1 alpha-2 code: `KR`.
    public var region: String
    public var provider: ProviderID
    /// A page with links to the services.
    public var link: String?
    /// The name that the source wants credited: `JustWatch`.
    public var attribution: String?
    /// With a subscription.
    public var stream: [Service] = []
    public var rent: [Service] = []
    public var buy: [Service] = []
    /// Free of charge, without advertisements.
    public var free: [Service] = []
    /// Free of charge, with advertisements.
    public var ads: [Service] = []

    public init(region: String, provider: ProviderID) {
        self.region = region
        self.provider = provider
    }
}
