/// An id of a film or a person in one name space: `kofic:20183782`, `imdb:tt6751668`.
///
/// The value is text and kept as the source writes it: KOFIC's film codes hold letters (`2023C165`), IMDb's keep their `tt`.
public struct MovieID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let namespace: String
    public let value: String

    public init(namespace: String, value: String) {
        self.namespace = namespace
        self.value = value
    }

    /// Reads `namespace:value`; `nil` where either half is missing.
    ///
    /// A bare IMDb id (`tt6751668`, of a person `nm0094435`) is understood too.
    public init?(parsing text: String) {
        if let colon = MovieID.colon(in: text) {
            let namespace = text[..<colon]
            let value = text[text.utf8.index(after: colon)...]
            guard !namespace.isEmpty, !value.isEmpty else { return nil }
            self.init(namespace: String(namespace), value: String(value))
        } else if text.hasPrefix("tt") || text.hasPrefix("nm"), text.count > 2,
            text.dropFirst(2).allSatisfy({ $0.isASCII && $0.isNumber })
        {
            self.init(namespace: "imdb", value: text)
        } else {
            return nil
        }
    }

    /// Where the name space ends.
    ///
    /// Bytes are quicker gone through than characters, and the same where all are ASCII.
    private static func colon(in text: String) -> String.Index? {
        var colon: Int?
        var place = 0
        for byte in text.utf8 {
            guard byte < 0x80 else { return text.firstIndex(of: ":") }
            if byte == UInt8(ascii: ":"), colon == nil { colon = place }
            place += 1
        }
        return colon.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    /// Name spaces whose ids are preferred to all others, the best first.
    public static let preferredNamespaces = ["imdb", "tmdb", "kofic"]

    /// The preferred one of several ids, one for each name space; `nil` where there is none.
    public static func preferred(among ids: [String: String]) -> MovieID? {
        let namespace = preferredNamespaces.first { ids[$0] != nil } ?? ids.keys.min()
        return namespace.flatMap { namespace in ids[namespace].map { MovieID(namespace: namespace, value: $0) } }
    }

    public var description: String { "\(namespace):\(value)" }

    public static func < (left: MovieID, right: MovieID) -> Bool {
        (left.namespace, left.value) < (right.namespace, right.value)
    }
}

/// The name of a film source as `providers.yaml` gives it: `kofic`, `yts`, `my-shelf`; also the name space of its ids.
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

/// The ids of a film, one for each name space.
extension [String: String] {
    /// Whether a name space holds two different ids: such films are two.
    public func contradicts(_ other: [String: String]) -> Bool {
        contains { namespace, value in
            guard let theirs = other[namespace] else { return false }
            return theirs != value
        }
    }

    /// The same as values, in no order.
    package var movieIDs: [MovieID] { map { MovieID(namespace: $0.key, value: $0.value) } }
}
