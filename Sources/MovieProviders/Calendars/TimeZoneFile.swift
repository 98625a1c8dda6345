package import MovieDomain
package import Platform
package import ProviderLanguage
import Synchronization

/// The transitions of one time zone, read from a compiled file of the system's zoneinfo (RFC 8536, TZif).
///
/// From version 2 on, it reads the 64-bit block and the rule for times after the last transition, because the files of
/// many systems list no current transitions.
struct TimeZoneFile: Sendable {
    private var transitions: [Int] = []
    private var offsets: [Int] = []
    private var offsetBeforeAll = 0
    private var rule: TimeZoneRule?

    /// Parses a TZif file; `nil` if the bytes are anything else or incomplete.
    init?(_ bytes: [UInt8]) {
        guard let first = Header(bytes, at: 0) else { return nil }
        guard first.version >= UInt8(ascii: "2") else {
            self.init(bytes, header: first, start: Header.size, timeSize: 4)
            return
        }
        let secondStart = Header.size + first.bodySize(timeSize: 4)
        guard let second = Header(bytes, at: secondStart) else { return nil }
        let start = secondStart + Header.size
        self.init(bytes, header: second, start: start, timeSize: 8)
        rule = TimeZoneFile.rule(bytes.dropFirst(start + second.bodySize(timeSize: 8)))
    }

    private init?(_ bytes: [UInt8], header: Header, start: Int, timeSize: Int) {
        guard header.typeCount > 0, start + header.bodySize(timeSize: timeSize) <= bytes.count else { return nil }
        let indexStart = start + header.timeCount * timeSize
        let typeStart = indexStart + header.timeCount
        func offset(ofType index: Int) -> Int { bytes.bigEndian(at: typeStart + index * 6, size: 4) }
        for number in 0..<header.timeCount {
            let type = Int(bytes[indexStart + number])
            guard type < header.typeCount else { return nil }
            transitions.append(bytes.bigEndian(at: start + number * timeSize, size: timeSize))
            offsets.append(offset(ofType: type))
        }
        offsetBeforeAll = offset(ofType: 0)
    }

    /// Parses the rule in the line that follows the block.
    private static func rule(_ footer: ArraySlice<UInt8>) -> TimeZoneRule? {
        let newline = UInt8(ascii: "\n")
        guard footer.first == newline, let end = footer.dropFirst().firstIndex(of: newline) else { return nil }
        return TimeZoneRule(String(decoding: footer[..<end].dropFirst(), as: UTF8.self))
    }

    /// Returns the UTC offset in seconds at a time in seconds since 1970.
    func offset(at seconds: Int) -> Int {
        let following = transitions.partitioningIndex { $0 > seconds }
        if following == transitions.count, let rule { return rule.offset(at: seconds) }
        return following == 0 ? offsetBeforeAll : offsets[following - 1]
    }
}

extension TimeZoneFile {
    /// The 44 bytes before each block: magic, version and six counts.
    private struct Header {
        static let size = 44
        let version: UInt8
        let typeCount: Int
        let timeCount: Int
        private let otherBytes: @Sendable (Int) -> Int

        init?(_ bytes: [UInt8], at start: Int) {
            guard bytes.count >= start + Header.size, Array(bytes[start..<start + 4]) == Array("TZif".utf8) else {
                return nil
            }
            let counts = (0..<6).map { bytes.bigEndian(at: start + 20 + $0 * 4, size: 4) }
            guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
            version = bytes[start + 4]
            timeCount = counts[3]
            typeCount = counts[4]
            otherBytes = { counts[5] + counts[2] * ($0 + 4) + counts[1] + counts[0] }
        }

        func bodySize(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + otherBytes(timeSize)
        }
    }
}

extension [UInt8] {
    /// Returns a signed big-endian number of `size` bytes.
    fileprivate func bigEndian(at start: Int, size: Int) -> Int {
        let unsigned = self[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Int(Int32(truncatingIfNeeded: unsigned)) : Int(truncatingIfNeeded: unsigned)
    }
}

extension [Int] {
    /// Returns the index of the first element in a sorted list that meets `isAfter`, or the count if there is none.
    fileprivate func partitioningIndex(where isAfter: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The time zones of the system's zoneinfo files, each read once, with a few fixed zones as a fallback.
package final class SystemTimeZoneDatabase: TimeZoneDatabase {
    private let files: FileSystem
    private let folders: [String]
    private let loaded = Mutex<[String: TimeZoneFile?]>([:])

    /// Zones that have kept one offset for decades, for systems without zoneinfo files (small containers).
    private static let fixed = [
        "UTC": 0, "Etc/UTC": 0, "Asia/Seoul": 9 * 3_600, "Asia/Tokyo": 9 * 3_600, "Asia/Shanghai": 8 * 3_600,
        "Asia/Kolkata": 5 * 3_600 + 1_800,
    ]

    package init(files: FileSystem, folders: [String] = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]) {
        self.files = files
        self.folders = folders
    }

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
        for folder in folders {
            guard case .success(let bytes) = files.read("\(folder)/zone.tab", 1 << 20) else { continue }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
                let columns = line.split(separator: "\t")
                return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
            }
        }
        return []
    }

    /// Returns a problem for each unknown zone in a definition, because `yesterday` would be unclear there.
    package func problems(of provider: ProviderDefinition) -> [Diagnostic] {
        [["time_zone"], ["limits", "quota_time_zone"]].compactMap { keys in
            guard let (zone, location) = provider.text?.text(under: keys),
                utcOffsetSeconds(of: zone, at: Timestamp(secondsSinceEpoch: 0)) == nil
            else { return nil }
            let names = names
            let near = NearestName.nearest(to: zone, among: names).map { "; did you mean '\($0)'?" }
            let hint = near ?? "; a place such as Asia/Seoul, or UTC, is expected"
            // Without a list of zones, it may be this machine that does not know.
            let problem = "'\(keys.last ?? "")': there is no time zone '\(zone)'\(hint)"
            return Diagnostic(names.isEmpty ? .warning : .error, at: location, problem)
        }
    }

    private func read(_ zone: String) -> TimeZoneFile? {
        let isName = zone.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ".") && byte > UInt8(ascii: " ") && byte < 0x7F
        }
        guard isName, !zone.isEmpty, !zone.hasPrefix("/") else { return nil }
        for folder in folders {
            if case .success(let bytes) = files.read("\(folder)/\(zone)", 1 << 20), let file = TimeZoneFile(bytes) {
                return file
            }
        }
        return nil
    }
}
