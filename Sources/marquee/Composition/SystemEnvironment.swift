import MovieDomain
import MovieProviders

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The real world, in the one place that may know it: environment, files, clock, time zones.
struct SystemEnvironment {
    let variables: [String: String]
    let files: FileSystem
    let clock: WallClock

    static let current = SystemEnvironment(variables: variables(), files: .local, clock: WallClock { now() })

    /// The environment as it is now; of a name that stands twice the first counts, as for `getenv`.
    private static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe table
        while let entry = unsafe next?.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
            }
            unsafe next = next?.successor()
        }
        return variables
    }

    private static var table: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Glibc)
        unsafe environ
        #elseif canImport(Darwin)
        unsafe _NSGetEnviron().pointee
        #endif
    }

    private static func now() -> Timestamp {
        var moment = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &moment)
        return Timestamp(secondsSinceEpoch: moment.tv_sec)
    }
}
