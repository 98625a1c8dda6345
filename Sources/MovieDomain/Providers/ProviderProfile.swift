import Platform

/// The properties of a source that are known before it is asked.
public struct ProviderProfile: Hashable, Sendable {
    /// Whether the source may be asked.
    public enum Availability: Hashable, Sendable {
        case available
        /// Not to be asked, with the reason for a person (`KOFIC_API_KEY is not set`), and a hint at the remedy.
        case disabled(reason: String, hint: String? = nil)
        /// Switched off by the user: listed among the sources, but part of no answer unless it is named.
        case switchedOff(reason: String)

        /// A hint about how to make the source available.
        var hint: String? {
            if case .disabled(_, let hint) = self { hint } else { nil }
        }

        /// Why the source is not to be asked; `nil` if it may be.
        public var reason: String? {
            switch self {
            case .available: nil
            case .disabled(let reason, _), .switchedOff(let reason): reason
            }
        }
    }

    public var id: ProviderID
    /// The name for people: `KOFIC`.
    public var title: String
    public var homepage: String?
    /// The page where a person gets a key for the source.
    public var keyURL: String?
    /// What the source asks its users to say beside its data.
    public var attribution: String?
    /// The languages that the source prefers.
    public var languages: [String]
    /// Further languages in which it can be asked; empty if it does not say.
    public var locales: [String] = []
    public var availability: Availability
    /// The operations that it answers; any other question is `unsupported`.
    public var capabilities: Set<Capability>
    /// The id namespaces that the source's lookups accept, by operation.
    public var namespaces: [Capability: [String]]
    /// The regions to which the source's box office can be limited, in its order; empty if they are unknown.
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

    /// Whether the source has texts in several languages and can be asked for them in this one.
    package func canBeAsked(in language: String) -> Bool {
        let offered = locales.isEmpty ? languages : locales
        return offered.count > 1 && offered.contains { Language.matches($0, wanted: language) }
    }
}

/// A region of a box office, such as `서울시`, which is `0105001` at KOFIC.
public struct Region: Hashable, Sendable {
    public var name: String
    /// The source's own code.
    public var code: String
    /// Names in other languages: `Seoul`.
    public var otherNames: [String]

    public init(name: String, code: String, otherNames: [String] = []) {
        self.name = name
        self.code = code
        self.otherNames = otherNames
    }

    /// Whether a name of the region is `word`, in any case.
    package func isCalled(_ word: String) -> Bool { lowercasedNames.contains(word.lowercased()) }

    /// Whether a name of the region begins with `word`: `서울시` with `서울`.
    package func isCalled(beginning word: String) -> Bool {
        lowercasedNames.contains { $0.hasPrefix(scalars: word.lowercased()) }
    }

    private var lowercasedNames: [String] { ([name] + otherNames).map { $0.lowercased() } }
}

/// The operations that a source may have; the raw values are their names in the provider language.
public enum Capability: String, Sendable, CaseIterable, Comparable {
    case dailyBoxOffice = "daily_box_office"
    case weeklyBoxOffice = "weekly_box_office"
    case search, list, trending, lookup, credits, similar, recommendations, images, videos
    case releases, watch, charts, collection
    case peopleSearch = "people_search"
    case person

    public static func < (left: Capability, right: Capability) -> Bool { left.rawValue < right.rawValue }
}
