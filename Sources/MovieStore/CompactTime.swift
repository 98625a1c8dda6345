#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Moments as they stand in names of files.
enum CompactTime {
    /// `20261121T043112Z` for milliseconds since 1970.
    static func compact(_ milliseconds: Int) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&seconds, &parts) != nil else { return String(seconds) }
        let date = unsafe [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
        let clock = unsafe [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
        return date.map(twoDigits).joined() + "T" + clock.map(twoDigits).joined() + "Z"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
