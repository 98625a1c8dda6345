import Platform

/// An id of a film or a person in one namespace: `kofic:20183782`, `imdb:tt6751668`.
///
/// The value is text as the source writes it: KOFIC's film codes contain letters (`2023C165`), and IMDb's keep their
/// `tt`.
public struct MovieID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// `imdb`, `tmdb`, `kofic`, or the id of a provider.
    public let namespace: String
    public let value: String

    public init(namespace: String, value: String) {
        self.namespace = namespace
        self.value = value
    }

    /// Reads `namespace:value`; `nil` if either half is missing.
    ///
    /// Also reads a bare IMDb id (`tt6751668`, or `nm0094435` for a person).
    public init?(parsing text: String) {
        if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let namespace = text[..<colon]
            let value = text[text.utf8.index(after: colon)...]
            guard !namespace.isEmpty, !value.isEmpty else { return nil }
            self.init(namespace: String(namespace), value: String(value))
        } else if text.hasPrefix(scalars: "tt") || text.hasPrefix(scalars: "nm"), text.count > 2,
            text.dropFirst(2).isDigits
        {
            self.init(namespace: "imdb", value: text)
        } else {
            return nil
        }
    }

    /// Reads the address of a film's or a person's page at IMDb, TMDB, or Wikidata, or of a film's at Letterboxd or KOFIC,
    /// with or without `https://`, also between `<` and `>`; `nil` for any other text.
    public init?(address: String, ofPerson isPerson: Bool = false) {
        // Titles are asked, too, and have no slash; the expressions below are not cheap.
        guard address.contains(scalars: "/") else { return nil }
        var address = address.trimmedText
        if address.hasPrefix(scalars: "<"), address.hasSuffix(scalars: ">") {
            address = String(address.dropFirst().dropLast())
        }
        let scheme = address.prefixMatch(of: /[Hh][Tt][Tt][Pp][Ss]?:\/\//)
        let parts = address.split { "/?#&".contains($0) }.dropFirst(scheme == nil ? 0 : 1).map(String.init)
        guard let host = parts.first?.lowercased() else { return nil }
        func isOf(_ site: String) -> Bool { host == site || host.hasSuffix(scalars: "." + site) }
        func part(after word: String) -> String? {
            parts.firstIndex { $0.lowercased() == word }.flatMap { parts.dropFirst($0 + 1).first }
        }
        if isOf("imdb.com"), let value = part(after: isPerson ? "name" : "title")?.lowercased(),
            let id = MovieID(parsing: value)
        {
            self = id
        } else if isOf("wikidata.org"), let value = part(after: "wiki")?.uppercased(),
            value.wholeMatch(of: /Q[0-9]+/) != nil
        {
            self.init(namespace: "wikidata", value: value)
        } else if !isPerson, isOf("kobis.or.kr"),
            let code = parts.lazy.compactMap({ $0.wholeMatch(of: /(?:code|movieCd)=([0-9A-Z]{8})/)?.1 }).first
        {
            self.init(namespace: "kofic", value: String(code))
        } else if isOf("themoviedb.org"), let page = part(after: isPerson ? "person" : "movie"),
            case let number = page.prefix(while: \.isNumber), !number.isEmpty
        {
            self.init(namespace: "tmdb", value: String(number))
        } else if !isPerson, isOf("letterboxd.com"), let name = part(after: "film") {
            self.init(namespace: "letterboxd", value: name)
        } else {
            return nil
        }
    }

    /// The namespaces whose ids are preferred to all others, best first.
    public static let preferredNamespaces = ["imdb", "tmdb", "kofic"]

    /// Returns the preferred one of several ids; `nil` if there are none.
    public static func preferred(among ids: [String: String]) -> MovieID? {
        let namespace = preferredNamespaces.first { ids[$0] != nil } ?? ids.keys.min()
        return namespace.flatMap { namespace in ids[namespace].map { MovieID(namespace: namespace, value: $0) } }
    }

    /// Returns the preferred one of several ids, the first of its namespace; `nil` if there are none.
    public static func preferred(among ids: [MovieID]) -> MovieID? {
        preferred(among: ids.reduce(into: [:]) { $0[$1.namespace] = $0[$1.namespace] ?? $1.value })
    }

    /// Returns a source's id of a film as its namespace writes it; `nil` if it says that there is none, or is not an id.
    ///
    /// IMDb's is `tt` and at least seven digits, also in an address, or the digits alone. TMDB's and TVDB's are numbers,
    /// which some files write as `603.0` or `0603`. No shared namespace has negative numbers.
    package static func canonical(_ value: String, of namespace: String) -> String? {
        let value = value.trimmedText
        if saysNone(value, in: namespace) { return nil }
        if value.hasPrefix(scalars: "-"), sharedNamespaces.contains(namespace) { return nil }
        if ["tmdb", "tvdb", "tmdb-tv", "tvdb-tv"].contains(namespace) {
            let whole = value.hasSuffix(scalars: ".0") ? value.dropLast(2) : value[...]
            return whole.utf8.allSatisfy(\.isASCIIDigit) ? String(whole.drop { $0 == "0" }) : value
        }
        guard namespace == "imdb" else { return value }
        if value.utf8.allSatisfy(\.isASCIIDigit) { return "tt" + digitsOfIMDb(value) }
        let words = value.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
        return words.first {
            $0.hasPrefix(scalars: "tt") && $0.utf8.count > 2 && $0.utf8.dropFirst(2).allSatisfy(\.isASCIIDigit)
        }
        .map { "tt" + digitsOfIMDb($0.dropFirst(2)) }
    }

    /// Returns the digits of an IMDb id as IMDb writes them: at least seven, with zeros before a smaller number.
    package static func digitsOfIMDb(_ digits: some StringProtocol) -> String {
        let number = digits.drop { $0 == "0" }
        return String(repeating: "0", count: max(0, 7 - number.utf8.count)) + number
    }

    /// Returns whether a source's id only says that there is none.
    ///
    /// Sources fill unknown ids with words such as `N/A`, and those of shared namespaces also with zeros.
    package static func saysNone(_ value: String, in namespace: String) -> Bool {
        if value.utf8.count <= 9, placeholders.contains(value.lowercased()) { return true }
        guard sharedNamespaces.contains(namespace) else { return false }
        let letters: [String] =
            switch namespace {
            case "imdb": ["tt", "nm"]
            case "wikidata": ["Q", "q"]
            default: []
            }
        let number = value.utf8.dropFirst(letters.first { value.hasPrefix(scalars: $0) }?.utf8.count ?? 0)
        return number.allSatisfy { $0 == UInt8(ascii: "0") }
    }

    private static let placeholders: Set<String> = [
        "", "n/a", "na", "null", "none", "nil", "undefined", "unknown", "-", "--", "?", "false", "tba", "tbd",
    ]

    /// The namespaces whose ids several sources use.
    package static let sharedNamespaces: Set<String> = Set(namespacesOfSeries.values).union([
        "imdb", "tmdb", "kofic", "tvdb", "wikidata", "letterboxd", "yts",
    ])

    /// The namespaces that number films and series separately, so that one number is two things, each with the namespace
    /// of its series.
    package static let namespacesOfSeries = ["tmdb": "tmdb-tv", "tvdb": "tvdb-tv", "trakt": "trakt-tv"]

    /// Returns the namespace of an id of a film or, if `isSeries`, of a series.
    package static func namespace(_ namespace: String, ofSeries isSeries: Bool) -> String {
        isSeries ? namespacesOfSeries[namespace] ?? namespace : namespace
    }

    public var description: String { "\(namespace):\(value)" }

    public static func < (left: MovieID, right: MovieID) -> Bool {
        (left.namespace, left.value) < (right.namespace, right.value)
    }
}

/// The name of a film source in `providers.yaml`: `kofic`, `yts`, `my-shelf`; also the namespace of its ids.
public struct ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    public var description: String { rawValue }

    public static func < (left: ProviderID, right: ProviderID) -> Bool { left.rawValue < right.rawValue }
}

extension ProviderID {
    /// The name of an imported file among the sources of a film's fields.
    public static let importedFile: ProviderID = "import"
}

/// The ids of a film, one for each namespace.
extension [String: String] {
    /// Whether the ids differ in a namespace, which means that the films are different.
    public func contradicts(_ other: [String: String]) -> Bool {
        contains { namespace, value in
            guard let theirs = other[namespace] else { return false }
            return theirs != value
        }
    }

    /// The ids as values, in no particular order.
    package var movieIDs: [MovieID] { map { MovieID(namespace: $0.key, value: $0.value) } }
}
