import MovieDomain
import MovieProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The real world, in the one place that may know it: environment, files, clock, time zones.
struct SystemEnvironment {
    let variables: [String: String]
    let files: FileSystem
    let clock: WallClock

    static let current = SystemEnvironment(
        variables: ProcessInfo.processInfo.environment,
        files: .local,
        clock: WallClock { Timestamp(secondsSinceEpoch: Int(Date().timeIntervalSince1970.rounded(.down))) }
    )
}
