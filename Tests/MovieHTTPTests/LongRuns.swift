#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the environment says about the tests that take long.
enum LongRuns {
    static let areWanted = variable("MARQUEE_LONG") == "1"

    static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
