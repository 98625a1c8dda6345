package import MovieDomain
import Synchronization

/// The system's zoneinfo files, each read once; a few zones without summer time are known where there are none.
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
