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
    /// Milliseconds since 1970.
    let milliseconds: @Sendable () -> Int

    static let current = SystemEnvironment(variables: variables(), files: .local, milliseconds: { now() })

    /// The same time in whole seconds.
    var clock: WallClock {
        WallClock { [milliseconds] in Timestamp(secondsSinceEpoch: milliseconds() / 1_000) }
    }

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

    /// The folder that the program was started in; `nil` where it is gone.
    static var workingFolder: String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    private static func now() -> Int {
        var moment = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &moment)
        return Int(moment.tv_sec) * 1_000 + Int(moment.tv_nsec) / 1_000_000
    }
}
