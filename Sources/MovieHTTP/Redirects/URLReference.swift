import HTTPModel

/// What a `Location` field says, taken apart (RFC 3986, section 4.1), without the fragment.
struct URLReference: Hashable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?

    /// `nil` where the text holds what no URL may: controls, blanks, or a backslash, which clients read differently.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        var rest = text.prefix { $0 != "#" }
        if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
            guard Self.isScheme(rest[..<colon]) else { return nil }
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            authority = String(rest.prefix { $0 != "/" && $0 != "?" })
            rest = rest.drop { $0 != "/" && $0 != "?" }
        }
        path = Self.encoded(rest.prefix { $0 != "?" })
        query = rest.firstIndex(of: "?").map { Self.encoded(rest[rest.index(after: $0)...]) }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, Character(Unicode.Scalar(first)).isLetter else { return false }
        return text.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return byte < 0x80 && (character.isLetter || character.isNumber || "+-.".contains(character))
        }
    }

    /// Servers send titles as they are; over the wire they go percent-encoded.
    private static func encoded(_ text: Substring) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            result += scalar.isASCII ? String(scalar) : PercentEncoding.queryComponent(String(scalar))
        }
    }
}
