/// How long to wait for an answer that another process fetches: short pauses that grow, and an end.
package struct LeaseWait: Sendable, Hashable {
    private var pause = 20
    private var left: Int

    /// - Parameter limit: Milliseconds; past them, the caller asks the source itself.
    package init(limit: Int = 3_000) {
        left = limit
    }

    /// Milliseconds to wait before the next look; `nil` where it has been long enough.
    package mutating func next() -> Int? {
        guard left > 0 else { return nil }
        let length = min(pause, left)
        left -= length
        pause = min(pause * 2, 250)
        return length
    }
}
