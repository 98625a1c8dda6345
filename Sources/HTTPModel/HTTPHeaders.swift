import MovieDomain
import Platform

/// The header fields of a response, in order; names are case-insensitive (RFC 9110, section 5.1).
package struct HTTPHeaders: Sendable, Hashable {
    package private(set) var fields: [Field] = []

    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package init(_ fields: [(String, String)] = []) {
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
    }

    package mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The first value under `name`, if any.
    package subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }

    /// Returns all values under `name` as one list (RFC 9110, section 5.3).
    package func list(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// Returns the fields whose lowercase name satisfies `isWanted`.
    package func filter(_ isWanted: (String) -> Bool) -> HTTPHeaders {
        HTTPHeaders(fields.filter { isWanted($0.name.lowercased()) }.map { ($0.name, $0.value) })
    }
}

/// The links of `Link` headers (RFC 8288, section 3).
package struct LinkHeader: Sendable {
    private var links: [(target: String, relations: [Substring])] = []

    /// Reads the values of all fields of that name; anything else is skipped.
    package init(_ values: [String]) {
        for value in values {
            var rest = value[...]
            while let start = rest.firstIndex(scalar: "<") {
                let target = rest[rest.index(after: start)...].prefix { $0 != ">" }
                rest = rest[target.endIndex...].dropFirst()
                links.append((String(target.trimmed), Self.relations(&rest)))
            }
        }
    }

    /// Returns the target of the first link with a relation such as `next`.
    package func target(of relation: String) -> String? {
        links.first { $0.relations.contains { $0.lowercased() == relation } }?.target
    }

    /// Reads the parameters up to the next link, and returns the relations of the first `rel`.
    private static func relations(_ rest: inout Substring) -> [Substring] {
        var relations: [Substring]?
        while rest.first != ",", !rest.isEmpty {
            let name = rest.prefix { !",;=".contains($0) }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop { $0.isWhitespace }
                value = rest.first == "\"" ? quoted(&rest) : String(rest.prefix { !",;".contains($0) })
                rest = rest.drop { !",;".contains($0) }
            }
            if name.trimmed.lowercased() == "rel", relations == nil { relations = value[...].split(scalar: " ") }
            if rest.first == ";" { rest = rest.dropFirst() }
        }
        return relations ?? []
    }

    /// Reads a quoted string, in which a backslash escapes the next character.
    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character != "\\" { text.append(character) } else if let next = rest.popFirst() { text.append(next) }
        }
        return text
    }
}

/// A reader of the three date formats of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// Returns the seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, or
    /// `Sun Nov  6 08:49:37 1994`; `nil` for any other text, and for a day or an hour that does not exist.
    ///
    /// A year of two digits is at most fifty years after `now`, in seconds since 1970.
    package static func seconds(parsing text: String, now: Int) -> Int? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        guard let weekday = words.first, weekdays.contains(weekday) else { return nil }
        switch words.count {
        case 6 where words[5] == "GMT" && text.contains(scalars: ","):
            guard let year = year(words[3], now: now) else { return nil }
            return seconds(year: year, month: words[2], day: words[1], time: words[4])
        case 5 where !text.contains(scalars: ","):
            guard words[4].count == 4, let year = number(words[4]) else { return nil }
            return seconds(year: year, month: words[1], day: words[2], time: words[3])
        default: return nil
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays: Set = [
        "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    private static func seconds(year: Int, month: String, day: String, time: String) -> Int? {
        let clock = time.split(scalar: ":", omittingEmptySubsequences: false).map(String.init)
        guard let month = months.firstIndex(of: month).map({ $0 + 1 }), let day = number(day), clock.count == 3,
            clock.allSatisfy({ $0.count == 2 }), let hour = number(clock[0]), let minute = number(clock[1]),
            let second = number(clock[2]), hour < 24, minute < 60, second <= 60, (1...31).contains(day)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        // Without this check, 30 February would become a day of March.
        guard CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
        return ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Returns a year of four digits, or a year of two digits in the fitting century.
    private static func year(_ text: String, now: Int) -> Int? {
        guard let number = number(text) else { return nil }
        if text.count == 4 { return number }
        guard text.count == 2 else { return nil }
        // The mean length of a year is precise enough: two digits are never meant for a year at the fifty-year limit.
        let thisYear = 1970 + now / 31_556_952
        let year = thisYear / 100 * 100 + number
        return year > thisYear + 50 ? year - 100 : year
    }

    private static func number(_ text: String) -> Int? {
        text.isDigits ? Int(text) : nil
    }
}

/// The fields in which a source says when it may be asked again: `Retry-After` (RFC 9110, section 10.2.3), and those for
/// rate limits, which have no standard.
package enum RetryAfter {
    /// Returns the seconds from `now` (since 1970): zero for a moment in the past, `nil` for a text that is neither a
    /// number of seconds nor a date.
    ///
    /// Sources send fractions of a second, too, which are rounded up.
    package static func seconds(_ text: String, now: Int) -> Int? {
        let text = text.drop { $0 == " " }
        let parts = text.split(scalar: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.allSatisfy(\.isDigits) {
            // A number too large for `Int` means forever.
            let whole = Int(parts[0]) ?? .max
            let isFraction = parts.count == 2 && parts[1].contains { $0 != "0" }
            return isFraction && whole < .max ? whole + 1 : whole
        }
        return HTTPDate.seconds(parsing: String(text), now: now).map { max(0, $0 - now) }
    }

    /// Returns the seconds from `now` like ``seconds(_:now:)``, for fields in which some sources give a number of seconds
    /// and others a moment, in seconds or milliseconds since 1970.
    package static func secondsOrMoment(_ text: String, now: Int) -> Int? {
        // The shortest number that is a moment: as a number of seconds, it would be thirty years.
        let least = 1_000_000_000
        guard let seconds = seconds(text, now: now), seconds >= least, seconds < .max else {
            return seconds(text, now: now)
        }
        return max(0, (seconds >= least * 1_000 ? seconds / 1_000 : seconds) - now)
    }

    /// Returns the seconds from `now` after which a rate limit allows calls again; `nil` if no field says it.
    package static func secondsUntilReset(in headers: HTTPHeaders, now: Int) -> Int? {
        let names = ["RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset"]
        if let reset = names.lazy.compactMap({ headers[$0].flatMap { secondsOrMoment($0, now: now) } }).first {
            return reset
        }
        // `"default";r=0;t=30` in the draft of the IETF, and `limit=100, remaining=0, reset=30` before.
        let parameters = headers["RateLimit"]?.split { ",; ".contains($0) } ?? []
        return parameters.compactMap { parameter in
            let parts = parameter.split(scalar: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "t" || parts[0] == "reset" else { return nil }
            return seconds(String(parts[1]), now: now)
        }.max()
    }
}
