/// Where a picture of a film lies.
public struct MovieImage: Hashable, Sendable {
    /// `poster`, `backdrop`, `logo`, or what the source calls it.
    public var kind: String
    public var url: String
    public var width: Int?
    public var language: String?
    public var provider: ProviderID
    /// The sizes in which the source has it, the narrowest first; empty where it has only this one.
    public var sizes: [ImageSize] = []

    public init(kind: String, url: String, width: Int? = nil, language: String? = nil, provider: ProviderID) {
        self.kind = kind
        self.url = url
        self.width = width
        self.language = language
        self.provider = provider
    }
}

public struct Person: Hashable, Sendable {
    public var name: String
    /// The same name in Latin letters, where `name` is not (`봉준호` and `BONG Joon-ho`).
    public var nameEn: String?
    public var character: String?
    public var job: String?

    public init(name: String, nameEn: String? = nil, character: String? = nil, job: String? = nil) {
        self.name = name
        self.nameEn = nameEn
        self.character = character
        self.job = job
    }
}

/// What the users of one source think of a film.
public struct Rating: Hashable, Sendable {
    public var provider: ProviderID
    public var value: Double
    /// The best that can be given: 10, 5, 100.
    public var scale: Double
    public var votes: Int?
    /// Whose rating it is where the source passes on that of others: `Metacritic`; `nil` for its own.
    public var name: String?

    public init(provider: ProviderID, value: Double, scale: Double, votes: Int? = nil) {
        self.provider = provider
        self.value = value
        self.scale = scale
        self.votes = votes
    }
}

/// A trailer or another clip: the site that shows it and the key it has there.
public struct MovieVideo: Hashable, Sendable {
    /// `trailer`, `teaser`, `clip`, or what the source calls it.
    public var kind: String
    public var site: String
    public var key: String
    public var name: String?
    public var language: String?

    public init(kind: String, site: String, key: String, language: String? = nil) {
        self.kind = kind
        self.site = site
        self.key = key
        self.language = language
    }
}

/// A text and the language that it is in (BCP 47, `ko`, `en`), where that is known.
public struct LocalizedText: Hashable, Sendable {
    public var text: String
    public var language: String?

    public init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }

    /// Whether the text is blank, which says as little as no text.
    package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
    package var unlessBlank: LocalizedText? { isBlank ? nil : self }
}

/// Who may see a film somewhere: `KR`, `15세이상관람가`.
public struct Certification: Hashable, Sendable {
    public var region: String?
    public var label: String

    public init(region: String? = nil, label: String) {
        self.region = region
        self.label = label
    }
}
