import HTTPModel
package import MovieDomain
package import Platform
package import ProviderLanguage
import Synchronization
import Upstream

/// The calendar of a source: its current day, and which of its periods are over.
struct ProviderCalendar: Sendable {
    private let clock: WallClock
    private let offset: @Sendable (Timestamp) -> Int

    /// Creates the calendar of a zone in the tz database, of UTC if `zone` is `nil`; fails for an unknown zone.
    init?(clock: WallClock, zones: any TimeZoneDatabase, zone: String?) {
        self.clock = clock
        guard let zone else {
            offset = { _ in 0 }
            return
        }
        guard let present = zones.utcOffsetSeconds(of: zone, at: clock.timestamp) else { return nil }
        offset = { zones.utcOffsetSeconds(of: zone, at: $0) ?? present }
    }

    var today: CalendarDate {
        let now = clock.timestamp
        return now.date(utcOffsetSeconds: offset(now))
    }

    /// Returns the seconds since the end of a day at the source; negative if the day is not over.
    func secondsSinceEnd(of date: CalendarDate) -> Int {
        let now = clock.timestamp
        return now.secondsSinceEpoch + offset(now) - (date.daysSinceEpoch + 1) * 86_400
    }

    /// What the figures of a period lack because it is not over at the source; `nil` if it is over.
    func remark(on period: BoxOfficePeriod) -> String? {
        guard secondsSinceEnd(of: period.to) < 0 else { return nil }
        if period.from == period.to { return "\(period.to) is not over yet" }
        let days = "\(period.from) to \(period.to)"
        return period.from > today ? "\(days) has not begun yet" : "\(days) is not over yet"
    }

    /// Returns yesterday or, for longer spans, the first day of the last complete period.
    func lastCompleteDate(of span: BoxOfficeSpan) -> CalendarDate {
        let today = today
        let current = span.period(holding: today)
        guard current.to >= today else { return current.from }
        return span == .day ? today.adding(days: -1) : span.period(holding: today.adding(days: -7)).from
    }
}

extension TimeZoneDatabase {
    /// Returns a function from seconds since 1970 to the UTC offset at the source; `nil` without a known zone.
    package func utcOffset(of definition: HTTPDefinition) -> (@Sendable (Int) -> Int)? {
        guard let zone = definition.timeZone else { return nil }
        let first = Timestamp(secondsSinceEpoch: 0)
        guard utcOffsetSeconds(of: zone, at: first) != nil else { return nil }
        return { utcOffsetSeconds(of: zone, at: Timestamp(secondsSinceEpoch: $0)) ?? 0 }
    }
}

/// The time zones of the system's zoneinfo files, each read once, with a few fixed zones as a fallback.
package final class SystemTimeZoneDatabase: TimeZoneDatabase {
    private let files: FileSystem
    private let loaded = Mutex<[String: TimeZoneFile?]>([:])

    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]
    /// Zones that have kept one offset for decades, for systems without zoneinfo files (small containers).
    private static let fixed = [
        "UTC": 0, "Etc/UTC": 0, "Asia/Seoul": 9 * 3_600, "Asia/Tokyo": 9 * 3_600, "Asia/Shanghai": 8 * 3_600,
        "Asia/Kolkata": 5 * 3_600 + 1_800,
    ]

    package init(files: FileSystem) { self.files = files }

    package func utcOffsetSeconds(of zone: String, at moment: Timestamp) -> Int? {
        let file = loaded.withLock { loaded in
            if let known = loaded[zone] { return known }
            let file = read(zone)
            loaded[zone] = .some(file)
            return file
        }
        return file?.offset(at: moment.secondsSinceEpoch) ?? Self.fixed[zone]
    }

    /// The names of places in the system's list of zones; empty if there is no list.
    package var names: [String] {
        for folder in Self.folders {
            guard case .success(let bytes) = files.read("\(folder)/zone.tab", 1 << 20) else { continue }
            return String(decoding: bytes, as: UTF8.self).split(scalar: "\n").compactMap { line in
                let columns = line.split(scalar: "\t")
                return line.hasPrefix(scalars: "#") || columns.count < 3 ? nil : String(columns[2])
            }
        }
        return []
    }

    /// Returns a warning for each unknown zone in a definition, because `yesterday` would be unclear there.
    package func problems(of provider: ProviderDefinition) -> [Diagnostic] {
        [["time_zone"], ["limits", "quota_time_zone"]].compactMap { keys in
            guard let (zone, location) = provider.text?.text(under: keys), let problem = problem(of: zone) else {
                return nil
            }
            let message = "'\(keys.last ?? "")': \(problem.message)"
            return Diagnostic(.warning, at: location, message, hint: problem.hint)
        }
    }

    /// Returns what is wrong with the name of a zone; `nil` if it is known.
    ///
    /// It may be this machine that does not know the zone, and days are then those of UTC.
    package func problem(of zone: String) -> Finding? {
        guard utcOffsetSeconds(of: zone, at: Timestamp(secondsSinceEpoch: 0)) == nil else { return nil }
        let near = NearestName.nearest(to: zone, among: names).map { right in
            Hint("did you mean '\(right)'?", correction: Hint.Correction(wrong: zone, right: right))
        }
        let hint = near ?? "a place such as Asia/Seoul, or UTC, is expected"
        return Finding("the time zone '\(zone)' is not known here", hint: hint)
    }

    private func read(_ zone: String) -> TimeZoneFile? {
        let isName = zone.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ".") && byte > UInt8(ascii: " ") && byte < 0x7F
        }
        guard isName, !zone.isEmpty, !zone.hasPrefix(scalars: "/") else { return nil }
        for folder in Self.folders {
            if case .success(let bytes) = files.read("\(folder)/\(zone)", 1 << 20), let file = TimeZoneFile(bytes) {
                return file
            }
        }
        return nil
    }
}
