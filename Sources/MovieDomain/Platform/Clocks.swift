/// Tells what time it is; a parameter everywhere, so that a recording's clock can stand still.
package struct WallClock: Sendable {
    package let now: @Sendable () -> Timestamp

    package init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    /// A clock that always shows one moment.
    package static func fixed(at moment: Timestamp) -> WallClock {
        WallClock { moment }
    }
}
