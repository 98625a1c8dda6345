/// When the file is looked after: rows past their use once an hour, and not in the first minute of a process.
struct Upkeep: Sendable {
    static let interval = 3_600_000
    static let firstWait = 60_000

    static let changesBeforeMove = 256

    private var next: Int?
    private var changes = 0

    /// Whether it is due at `now`; a clock that was set back makes it due later, and never not at all.
    mutating func isDue(at now: Int) -> Bool {
        guard let due = next, due - now <= Self.interval else {
            next = now + Self.firstWait
            return false
        }
        guard now >= due else { return false }
        next = now + Self.interval
        return true
    }

    /// Whether so many counts were changed that the log should be moved into the file.
    mutating func isLogDue() -> Bool {
        changes += 1
        return changes % Self.changesBeforeMove == 0
    }
}
