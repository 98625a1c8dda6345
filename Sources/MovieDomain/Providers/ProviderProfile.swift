/// What is known of a source before it is asked.
public struct ProviderProfile: Hashable, Sendable {
    public enum Availability: Hashable, Sendable {
        case available
        /// Not to be asked, with the reason for a person: `KOFIC_API_KEY is not set`; and what can be done about it.
        case disabled(reason: String, hint: String? = nil)
        /// Switched off by the user: listed among the sources, and not part of any answer unless it is named.
        case switchedOff(reason: String)

        /// What can be done so that it may be asked.
        var hint: String? {
            if case .disabled(_, let hint) = self { hint } else { nil }
        }

        /// Why it is not to be asked; `nil` where it is.
        public var reason: String? {
            switch self {
            case .available: nil
            case .disabled(let reason, _), .switchedOff(let reason): reason
            }
        }
    }

    public var id: ProviderID
    public var title: String
    public var homepage: String?
    /// Where a person gets a key for it.
    public var keyURL: String?
    public var languages: [String]
    public var availability: Availability
    public var capabilities: Set<Capability>
    /// The id name spaces that its look-ups take, by operation.
    public var namespaces: [Capability: [String]]
    /// The regions that its box office can be limited to, in its order; empty where they are not known.
    public var regions: [Region] = []

    public init(
        id: ProviderID,
        title: String? = nil,
        homepage: String? = nil,
        languages: [String] = [],
        availability: Availability = .available,
        capabilities: Set<Capability>,
        namespaces: [Capability: [String]] = [:]
    ) {
        self.id = id
        self.title = title ?? id.rawValue
        self.homepage = homepage
        self.languages = languages
        self.availability = availability
        self.capabilities = capabilities
        self.namespaces = namespaces
    }
}

/// A region of a box office: `서울시`, which KOFIC calls `0105001`.
public struct Region: Hashable, Sendable {
    public var name: String
    /// What the source calls it.
    public var code: String

    public init(name: String, code: String) {
        self.name = name
        self.code = code
    }
}

/// What a source can be asked for; the raw values are the operations of the provider language.
public enum Capability: String, Sendable, CaseIterable, Comparable {
    case dailyBoxOffice = "daily_box_office"
    case weeklyBoxOffice = "weekly_box_office"
    case search, list, trending, lookup, credits, similar, recommendations, images, videos
    case releases, watch, charts
    case peopleSearch = "people_search"
    case person

    public static func < (left: Capability, right: Capability) -> Bool { left.rawValue < right.rawValue }
}
