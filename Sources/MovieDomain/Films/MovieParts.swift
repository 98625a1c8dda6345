/// Where a picture of a film lies.
package struct MovieImage: Hashable, Sendable {
    /// `poster`, `backdrop`, `logo`, or what the source calls it.
    package var kind: String
    package var url: String
    /// In pixels.
    package var width: Int?
    package var language: String?
    package var provider: ProviderID

    package init(kind: String, url: String, width: Int? = nil, language: String? = nil, provider: ProviderID) {
        self.kind = kind
        self.url = url
        self.width = width
        self.language = language
        self.provider = provider
    }
}

/// Somebody who made a film or plays in it.
package struct Person: Hashable, Sendable {
    package var name: String
    /// The same name in Latin letters, where `name` is not (`봉준호` and `BONG Joon-ho`).
    package var nameEn: String?
    /// The part that is played.
    package var character: String?
    /// What was done, for the crew: `Screenplay`.
    package var job: String?

    package init(name: String, nameEn: String? = nil, character: String? = nil, job: String? = nil) {
        self.name = name
        self.nameEn = nameEn
        self.character = character
        self.job = job
    }
}

/// What the users of one source think of a film.
package struct Rating: Hashable, Sendable {
    package var provider: ProviderID
    package var value: Double
    /// The best that can be given: 10, 5, 100.
    package var scale: Double
    package var votes: Int?

    package init(provider: ProviderID, value: Double, scale: Double, votes: Int? = nil) {
        self.provider = provider
        self.value = value
        self.scale = scale
        self.votes = votes
    }
}

/// A trailer or another clip: the site that shows it and the key it has there.
package struct MovieVideo: Hashable, Sendable {
    /// `trailer`, `teaser`, `clip`, or what the source calls it.
    package var kind: String
    package var site: String
    package var key: String
    package var name: String?
    package var language: String?

    package init(kind: String, site: String, key: String, language: String? = nil) {
        self.kind = kind
        self.site = site
        self.key = key
        self.language = language
    }
}

/// A text and the language that it is in (BCP 47, `ko`, `en`), where that is known.
package struct LocalizedText: Hashable, Sendable {
    package var text: String
    package var language: String?

    package init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}

/// Who may see a film somewhere: `KR`, `15세이상관람가`.
package struct Certification: Hashable, Sendable {
    package var region: String?
    package var label: String

    package init(region: String? = nil, label: String) {
        self.region = region
        self.label = label
    }
}
