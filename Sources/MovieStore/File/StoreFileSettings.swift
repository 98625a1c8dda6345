package import Platform
import Upstream

/// Where a file of ours lies, how long it is waited for, and whom to tell when it does not work.
package struct StoreFileSettings: Sendable {
    /// The folder, as an absolute path; it is made where it is missing.
    package var folder: String
    /// Milliseconds to wait for a file that another process holds.
    package var busyTimeout: Int
    /// The number of pages that SQLite lets the file grow to; `nil` for no limit.
    package var maximumPages: Int?
    /// Milliseconds since 1970.
    package var now: @Sendable () -> Int
    /// What waiting is measured by.
    package var clock: any MonotonicClock
    /// Takes a problem once, until the file works again; called on any thread but a call's.
    package var warn: @Sendable (StoreProblem) -> Void

    package init(
        folder: String,
        busyTimeout: Int = 250,
        maximumPages: Int? = nil,
        now: @escaping @Sendable () -> Int,
        clock: any MonotonicClock = SystemMonotonicClock(),
        warn: @escaping @Sendable (StoreProblem) -> Void
    ) {
        self.folder = folder
        self.busyTimeout = busyTimeout
        self.maximumPages = maximumPages
        self.now = now
        self.clock = clock
        self.warn = warn
    }
}
