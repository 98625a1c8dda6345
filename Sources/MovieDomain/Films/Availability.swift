/// The release dates and age ratings of a film in one region.
public struct RegionalRelease: Hashable, Sendable {
    public struct Event: Hashable, Sendable {
        /// `premiere`, `limited`, `theatrical`, `digital`, `physical`, `television`, or the source's own word.
        public var kind: String?
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
        public var logo: String?

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
    public var free: [Service] = []
    /// Free of charge, with advertisements.
    public var ads: [Service] = []

    public init(region: String, provider: ProviderID) {
        self.region = region
        self.provider = provider
    }
}
