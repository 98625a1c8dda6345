/// An id of a film in one name space: `kofic:20183782`, `imdb:tt6751668`.
///
/// The value is text and kept as it came: KOFIC's film codes hold letters (`2023C165`), IMDb's keep their `tt`.
package struct MovieID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let namespace: String
    package let value: String

    package init(namespace: String, value: String) {
        self.namespace = namespace
        self.value = value
    }

    /// Reads `namespace:value`; `nil` where either half is missing.
    ///
    /// A bare IMDb id (`tt6751668`) is understood too.
    package init?(parsing text: String) {
        if let colon = MovieID.colon(in: text) {
            let namespace = text[..<colon]
            let value = text[text.utf8.index(after: colon)...]
            guard !namespace.isEmpty, !value.isEmpty else { return nil }
            self.init(namespace: String(namespace), value: String(value))
        } else if text.hasPrefix("tt"), text.count > 2, text.dropFirst(2).allSatisfy({ $0.isASCII && $0.isNumber }) {
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

    package var description: String { "\(namespace):\(value)" }

    package static func < (left: MovieID, right: MovieID) -> Bool {
        (left.namespace, left.value) < (right.namespace, right.value)
    }
}

/// The name of a film source as `providers.yaml` gives it: `kofic`, `yts`, `my-shelf`; also the name space of its ids.
package struct ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    package var description: String { rawValue }

    package static func < (left: ProviderID, right: ProviderID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The ids of a film, one for each name space.
extension [String: String] {
    /// Whether a name space holds two different ids: such films are two.
    package func contradicts(_ other: [String: String]) -> Bool {
        contains { namespace, value in
            guard let theirs = other[namespace] else { return false }
            return theirs != value
        }
    }

    /// The ids in the name spaces that a source takes; `nil` where there is none.
    package func selecting(_ namespaces: [String]) -> [String: String]? {
        let chosen = filter { namespaces.contains($0.key) }
        return chosen.isEmpty ? nil : chosen
    }
}
