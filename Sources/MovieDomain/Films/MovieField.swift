/// The fields of a film that can be merged, with named sources; the raw values are the names on the wire.
public enum MovieField: String, CaseIterable, Sendable, Comparable {
    case title, originalTitle, titles, year, releaseDate, runtimeMinutes
    case genres, countries, languages, originalLanguage
    case overview, tagline, directors, cast, crew
    case ratings, popularity, certifications, images, videos, homepage, adult, companies, series
    case budget, revenue, awards, releases, watch, pages, collection

    public static func < (left: MovieField, right: MovieField) -> Bool { left.rawValue < right.rawValue }
}

extension MovieField {
    /// The field's index in tables by field: hashing the raw text would cost too much, because every film looks up
    /// every field.
    public var place: Int {
        switch self {
        case .title: 0
        case .originalTitle: 1
        case .titles: 2
        case .year: 3
        case .releaseDate: 4
        case .runtimeMinutes: 5
        case .genres: 6
        case .countries: 7
        case .languages: 8
        case .originalLanguage: 9
        case .overview: 10
        case .tagline: 11
        case .directors: 12
        case .cast: 13
        case .crew: 14
        case .ratings: 15
        case .popularity: 16
        case .certifications: 17
        case .images: 18
        case .videos: 19
        case .homepage: 20
        case .adult: 21
        case .companies: 22
        case .series: 23
        case .budget: 24
        case .revenue: 25
        case .awards: 26
        case .releases: 27
        case .watch: 28
        case .pages: 29
        case .collection: 30
        }
    }
}

/// The sources of every field that has a value, the winner first, followed by those that agree or add to it.
///
/// Sources with another value are in ``Movie/differences``.
public struct Provenance: Hashable, Sendable {
    /// The sources by the fields' places; a field without a value has none.
    private var sources = [[ProviderID]](repeating: [], count: MovieField.allCases.count)

    public init() {}

    public init(_ sources: some Sequence<(MovieField, [ProviderID])>) {
        for (field, providers) in sources { self[field] = providers }
    }

    public subscript(field: MovieField) -> [ProviderID]? {
        get {
            let found = sources[field.place]
            return found.isEmpty ? nil : found
        }
        set { sources[field.place] = newValue ?? [] }
    }
}

extension Provenance: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (MovieField, [ProviderID])...) {
        self.init(elements)
    }
}

/// A source's value for a field if another source's value was chosen.
public struct FieldDifference: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case number(Int)
        case date(CalendarDate)
        case flag(Bool)
        case text(String)
        case money(Money)
        case people([Person])
    }

    public var field: MovieField
    public var provider: ProviderID
    public var value: Value

    public init(_ field: MovieField, _ provider: ProviderID, _ value: Value) {
        self.field = field
        self.provider = provider
        self.value = value
    }
}
