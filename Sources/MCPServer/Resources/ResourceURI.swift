import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform

/// The URI of a resource, such as `marquee://movie/imdb:tt6751668`.
struct ResourceURI: Sendable, Hashable {
    /// A kind of resource, and the method that reads it.
    enum Kind: String, CaseIterable, Sendable {
        case boxOffice = "box-office"
        case movie
        case provider
        case bookmarks
        case cards
    }

    private static let scheme = "marquee://"
    /// In bytes; enough for every id.
    private static let longest = 2_048

    let kind: Kind
    /// The decoded part after the kind; `nil` for the first page of a list.
    let value: String?
    /// The URI as the client wrote it.
    let text: String

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.lowercased().hasPrefix(scalars: Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count)
            .split(scalar: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, let kind = Kind(rawValue: String(name)) else { return nil }
        var value: String?
        if parts.count == 2, !parts[1].isEmpty {
            guard let decoded = PercentEncoding.whollyDecoded(String(parts[1])) else { return nil }
            value = decoded
        }
        guard value != nil || kind.isList else { return nil }
        if kind.isList, let page = value, Int(page) ?? 0 < 1 { return nil }
        (self.kind, self.value, self.text) = (kind, value, text)
    }

    static func movie(_ id: String) -> String { scheme + "movie/" + PercentEncoding.path(id) }

    static func boxOffice(_ date: String) -> String { scheme + "box-office/" + PercentEncoding.path(date) }

    /// Returns the URI of the first page of a list.
    static func alone(_ kind: Kind) -> String { scheme + kind.rawValue }

    /// Returns the URI template of a kind (RFC 6570).
    static func template(_ kind: Kind) -> String { scheme + kind.rawValue + "/{\(kind.parameter)}" }

    /// Whether the content may change when a source's answer changes.
    var dependsOnSources: Bool { kind == .boxOffice || kind == .movie }

    func isAffected(by change: ServiceChange) -> Bool {
        switch change {
        case .cache: dependsOnSources
        case .library(let change): !change.parts.isDisjoint(with: kind.libraryParts)
        case .providers: dependsOnSources || kind == .provider
        }
    }

    var call: (method: String, params: JSONValue) {
        guard kind.isList else { return (kind.method, [kind.parameter: .string(value ?? "")]) }
        let page = value.flatMap { Int($0) } ?? 1
        return (kind.method, [kind.parameter: .number(JSONNumber(page)), "limit": 100])
    }
}

extension ResourceURI.Kind {
    /// The parts of the library that the resource shows something of, or that change how its films are merged.
    fileprivate var libraryParts: Set<LibraryChange.Part> {
        switch self {
        case .movie: Set(LibraryChange.Part.allCases)
        case .boxOffice: [.bookmarks, .cards, .matches, .fields]
        // An entry of the one list tells whether its film is in the other.
        case .bookmarks, .cards: [.bookmarks, .cards]
        case .provider: []
        }
    }

    /// Whether the resource is a list, whose first page has a URI without a number.
    var isList: Bool { self == .bookmarks || self == .cards }

    /// The method parameter that the URI contains.
    var parameter: String {
        switch self {
        case .boxOffice: "date"
        case .movie: "id"
        case .provider: "provider"
        case .bookmarks, .cards: "page"
        }
    }

    var method: String {
        switch self {
        case .boxOffice: "boxOffice/daily"
        case .movie: "movies/get"
        case .provider: "providers/status"
        case .bookmarks: "bookmarks/list"
        case .cards: "cards/list"
        }
    }
}
