/// What `Cache-Control` says to a cache of one user (RFC 9111, section 5.2.2; RFC 5861).
///
/// What is said to shared caches (`s-maxage`, `public`, `private`, `proxy-revalidate`) does not matter here. Where a
/// directive stands twice, the stricter one counts; a length of time that is no number counts as none at all.
package struct CacheControl: Sendable, Hashable {
    package private(set) var forbidsKeeping = false
    /// `no-cache`: not to be used again without a question to the source.
    package private(set) var asksEveryTime = false
    /// `must-revalidate`: not to be used once it is stale.
    package private(set) var forbidsStale = false
    /// Seconds, as are the next two.
    package private(set) var maximumAge: Int?
    package private(set) var staleWhileRevalidate: Int?
    package private(set) var staleIfError: Int?

    /// Reads all `Cache-Control` fields of an answer.
    package init(_ headers: HTTPHeaders) {
        for field in headers.list("Cache-Control") {
            for directive in CacheControl.directives(of: field) { add(directive.name, directive.argument) }
        }
    }

    private mutating func add(_ name: String, _ argument: String?) {
        switch name {
        case "no-store": forbidsKeeping = true
        // With field names it speaks of those fields only; asking for all is the careful reading (section 5.2.2.4).
        case "no-cache": asksEveryTime = true
        case "must-revalidate": forbidsStale = true
        case "max-age": maximumAge = CacheControl.stricter(maximumAge, argument)
        case "stale-while-revalidate": staleWhileRevalidate = CacheControl.stricter(staleWhileRevalidate, argument)
        case "stale-if-error": staleIfError = CacheControl.stricter(staleIfError, argument)
        default: break
        }
    }

    private static func stricter(_ seconds: Int?, _ argument: String?) -> Int {
        min(seconds ?? .max, deltaSeconds(argument ?? ""))
    }

    /// A number of seconds; 2³¹ for one that is too large (RFC 9111, section 1.2.2), 0 for what is none.
    static func deltaSeconds(_ text: String) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// The directives of one field, names in lower case, a comma inside of quotes belonging to its argument.
    private static func directives(of field: String) -> [(name: String, argument: String?)] {
        var isQuoted = false
        let parts = field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return parts.map { part in
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != "\"" && !$0.isWhitespace } }
            return (sides.first?.lowercased() ?? "", sides.count == 2 ? sides[1] : nil)
        }
    }
}
