import MovieDomain
import MovieProviders
import Platform
import Upstream

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The real world, in the one place that may know it: environment, files, clock, time zones.
struct SystemEnvironment {
    /// The value of a variable of the environment.
    let variable: @Sendable (_ name: String) -> String?
    let files: FileSystem
    /// Milliseconds since 1970.
    let milliseconds: @Sendable () -> Int
    /// What every limit and pause of the program is measured by.
    let alarms: any MonotonicClock

    static let current = SystemEnvironment(
        variable: { variable($0) },
        files: .local,
        milliseconds: { now() },
        alarms: SystemMonotonicClock()
    )

    var clock: WallClock {
        WallClock(milliseconds: milliseconds)
    }

    /// One variable as it is now.
    ///
    /// A dictionary of all would have to be made before the first answer.
    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
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
