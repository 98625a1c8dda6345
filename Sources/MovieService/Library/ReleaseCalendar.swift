package import MovieAggregation
package import MovieDomain
import Platform

/// The release days to come of films in one country.
struct ReleaseCalendar: Sendable {
    let region: String
    let days: ClosedRange<CalendarDate>
    private(set) var releases: [ReleaseDay] = []
    private(set) var unknown: [UnknownRelease] = []

    init(region: String, days: ClosedRange<CalendarDate>) {
        (self.region, self.days) = (region, days)
    }

    /// Adds the releases of a film in these days, or why they are not known.
    mutating func add(_ part: PartOfFilm, _ movie: LibraryMovie) {
        let events = (part.facts?.releases ?? []).filter { $0.region == region }.flatMap(\.events)
        var counts: [String: Int] = [:]
        for event in events.sorted(by: { ($0.date ?? .distant) < ($1.date ?? .distant) }) {
            let kind = event.kind ?? "release"
            counts[kind, default: 0] += 1
            guard let date = event.date, days.contains(date) else { continue }
            releases.append(
                ReleaseDay(date: date, event: event, place: counts[kind] ?? 1, region: region, movie: movie)
            )
        }
        let status: UnknownRelease.Status? =
            if !part.isKnown {
                .unanswered
            } else if events.contains(where: { $0.date == nil }) {
                .undated
            } else if events.isEmpty, isToCome(part) {
                .unlisted
            } else {
                nil
            }
        if let status { unknown.append(UnknownRelease(movie: movie, status: status, sources: part.sources)) }
        releases.sort { ($0.date, $0.title, $0.kind) < ($1.date, $1.title, $1.kind) }
    }

    /// Whether nothing says that the film has come out before these days.
    private func isToCome(_ part: PartOfFilm) -> Bool {
        if let date = part.facts?.releaseDate { return date >= days.lowerBound }
        return (part.facts?.year ?? part.film.year).map { $0 >= days.lowerBound.year } ?? true
    }

    /// Returns the releases as iCalendar (RFC 5545): one event of a whole day for each.
    func text(at moment: Timestamp) -> String {
        var lines = ContentLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//marquee//release days//EN")
        lines.add("CALSCALE", "GREGORIAN")
        for release in releases {
            lines.add("BEGIN", "VEVENT")
            lines.add("UID", ContentLines.escaped(release.uid))
            lines.add("DTSTAMP", moment.basicFormat)
            lines.add("DTSTART;VALUE=DATE", release.date.compact)
            lines.add("DTEND;VALUE=DATE", release.date.adding(days: 1).compact)
            lines.add("SUMMARY", ContentLines.escaped(release.summary))
            if let remark = release.remark { lines.add("DESCRIPTION", ContentLines.escaped(remark)) }
            lines.add("TRANSP", "TRANSPARENT")
            lines.add("END", "VEVENT")
        }
        // A calendar must have a component.
        if releases.isEmpty { lines.addTimeZone() }
        lines.add("END", "VCALENDAR")
        return lines.text
    }
}

extension CalendarDate {
    /// The last day that there is.
    static var distant: CalendarDate { CalendarDate(year: 9999, month: 12, day: 31) ?? CalendarDate(daysSinceEpoch: 0) }
}

extension Timestamp {
    /// The moment as iCalendar writes it: `20261126T021500Z`.
    fileprivate var basicFormat: String {
        String(description.filter { $0 != "-" && $0 != ":" })
    }
}

/// The content lines of an iCalendar object, which end with CR and LF and have at most 75 octets.
private struct ContentLines {
    private(set) var text = ""
    private static let longest = 75

    mutating func add(_ name: String, _ value: String) {
        var octets = 0
        func append(_ part: String) {
            let width = part.utf8.count
            if octets + width > Self.longest {
                text += "\r\n "
                octets = 1
            }
            text += part
            octets += width
        }
        for character in "\(name):\(value)" {
            // One that is longer than a line is divided.
            if character.utf8.count < Self.longest {
                append(String(character))
            } else {
                for scalar in character.unicodeScalars { append(String(scalar)) }
            }
        }
        text += "\r\n"
    }

    mutating func addTimeZone() {
        add("BEGIN", "VTIMEZONE")
        add("TZID", "UTC")
        add("BEGIN", "STANDARD")
        add("DTSTART", "19700101T000000")
        add("TZOFFSETFROM", "+0000")
        add("TZOFFSETTO", "+0000")
        add("END", "STANDARD")
        add("END", "VTIMEZONE")
    }

    /// Returns a value of the type TEXT.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
            case "\n": escaped.append(contentsOf: ["\\", "n"])
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

/// A day on which a film comes out in a country.
struct ReleaseDay: WireObject {
    var date: CalendarDate
    var event: RegionalRelease.Event
    /// The place among the releases of its kind, from 1.
    var place: Int
    var region: String
    var movie: LibraryMovie

    static let wire = WireDescription<ReleaseDay>(
        "ReleaseDay",
        "A day on which a bookmarked film comes out in a country.",
        [
            .always("date", \.date),
            .known(
                "kind",
                \.event.kind,
                "`premiere`, `limited`, `theatrical`, `digital`, `physical`, `television`, or the source's own word."
            ),
            .always("region", \.region, "ISO 3166-1 alpha-2: `KR`."),
            .known("certification", \.event.certification, "The age rating."),
            .known("note", \.event.note),
            .always("movie", \.movie),
        ]
    )

    fileprivate var title: String { movie.film.title }
    fileprivate var kind: String { event.kind ?? "" }

    /// Stays the same if the day changes, so that calendars move the event.
    fileprivate var uid: String {
        let film = movie.film.ownID ?? movie.film.ids.first
        let parts = [film?.description ?? title, region, event.kind ?? "release"] + (place > 1 ? ["\(place)"] : [])
        let uid = parts.joined(separator: "-").lowercased()
        return uid.replacing(/[^a-z0-9.:_\p{L}-]+/, with: "-") + "@marquee"  // as ever, because calendars know it so
    }

    fileprivate var summary: String {
        let year = movie.film.year.map { " (\($0))" } ?? ""
        let place =
            switch event.kind {
            case "premiere": "premiere"
            case "limited": "in a few cinemas"
            case "theatrical": "in cinemas"
            case "digital": "digital"
            case "physical": "on disc"
            case "television": "on television"
            case let other?: other
            case nil: "release"
            }
        return "\(title)\(year): \(place)"
    }

    fileprivate var remark: String? {
        let remarks = [event.note, event.certification.map { "Rating: \($0)" }].compactMap(\.self)
        return remarks.isEmpty ? nil : remarks.joined(separator: "\n")
    }
}

/// A bookmarked film with a release whose day is not known.
package struct UnknownRelease: WireObject {
    package enum Status: String, CaseIterable, WireChoice {
        case undated, unlisted, unanswered
    }

    var movie: LibraryMovie
    package var status: Status
    var sources: [ProviderReport]

    package var title: String? { movie.film.title }

    package static let wire = WireDescription<UnknownRelease>(
        "UnknownRelease",
        "A bookmarked film that may come out on a day that is not known.",
        [
            .always("movie", \.movie),
            .always(
                "status",
                \.status,
                "`undated`: a release has no day yet. `unlisted`: the film is not out yet, and no source has a release "
                    + "of it in the country. `unanswered`: a source did not answer, or none knows the film."
            ),
            .always("sources", \.sources),
        ]
    )
}

package struct BookmarkReleasesResult: WireObject {
    var calendar: ReleaseCalendar
    package var page: Page
    package var sources: [ProviderReport] = []
    /// The moment at which the iCalendar is made, if it is wanted.
    var moment: Timestamp?

    package var unknown: [UnknownRelease] { calendar.unknown }
    /// The number of known days.
    package var count: Int { calendar.releases.count }
    /// The days as iCalendar, if it is wanted.
    package var text: String? { moment.map(calendar.text) }

    package static let wire = WireDescription<BookmarkReleasesResult>(
        "BookmarkReleasesResult",
        "The release days to come of bookmarked films.",
        [
            .always("releases", \.calendar.releases, "In the order of their days."),
            .always("unknown", \.calendar.unknown, "Films with releases whose day is not known."),
            .known(
                "text",
                \.text,
                "The days as iCalendar (RFC 5545), in the format `ics`."
            ),
            .always("page", \.page, "The bookmarks that were looked up."),
        ] + WireField.outcome(\.sources)
    )
}
