import Platform
import SQLite
import Synchronization
package import Upstream

/// The turns at each source, and the sources whose last calls failed, for all processes of the user.
extension CacheFile {
    package func withTurns<Value: Sendable>(
        at source: String,
        _ change: @escaping @Sendable (inout SlidingWindowLimiter) -> Value
    ) async -> Value {
        let value = await counts.run(within: settings.file.busyTimeout) { [self] database throws(SQLiteError) in
            let (value, turns) = try database.change { () throws(SQLiteError) in
                var owned = try database.turns(at: source, now: settings.file.wallClock.milliseconds)
                let before = owned.turns
                let value = change(&owned.turns)
                if owned.turns != before || owned.hasLostTurns { try database.setTurns(owned, at: source) }
                return (value, owned.turns)
            }
            ownTurns.withLock { $0[source] = turns }
            moveLogInTime()
            return value
        }
        return value ?? ownTurns.withLock { change(&$0[source, default: SlidingWindowLimiter()]) }
    }

    package func outage(of source: String) async -> Outage? {
        let stored = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.outage(of: source)
        }
        return stored ?? ownOutages.withLock { $0[source] }
    }

    package func withOutage<Value: Sendable>(
        of source: String,
        _ change: @escaping @Sendable (inout Outage?) -> Value
    ) async -> Value {
        let value = await counts.run(within: settings.file.busyTimeout) { [self] database throws(SQLiteError) in
            let (value, outage) = try database.change { () throws(SQLiteError) in
                var outage = try database.outage(of: source)
                let value = change(&outage)
                try database.setOutage(outage, of: source)
                return (value, outage)
            }
            ownOutages.withLock { $0[source] = outage }
            moveLogInTime()
            return value
        }
        return value ?? ownOutages.withLock { change(&$0[source]) }
    }

    /// Forgets that the last call of one source, or of any if it is `nil`, failed.
    func forgetOutages(of source: String?) async {
        ownOutages.withLock { own in own = own.filter { source != nil && $0.key != source } }
        _ = await counts.run(within: 20 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                try database.run(
                    "DELETE FROM outages WHERE ?1 IS NULL OR source = ?1",
                    [source.map { .text($0) } ?? .null]
                )
            }
        }
    }
}

// MARK: - Rows

/// Statements on turns, and on sources whose last calls failed.
extension SQLiteConnection {
    /// A moment that no clock shows; the file may hold any number.
    fileprivate static let lastMoment = 1 << 53

    /// Returns the turns at a source, apart from those after `now` that processes held which have ended.
    func turns(at source: String, now: Int) throws(SQLiteError) -> OwnedTurns {
        try first("SELECT taken_at, turns FROM turns WHERE source = ?", [.text(source)]) { row throws(SQLiteError) in
            OwnedTurns(
                try row.text(1),
                takenAt: .milliseconds(min(max(try row.integer(0), 0), Self.lastMoment)),
                now: .milliseconds(now)
            )
        } ?? OwnedTurns()
    }

    func setTurns(_ owned: OwnedTurns, at source: String) throws(SQLiteError) {
        try run(
            "INSERT OR REPLACE INTO turns VALUES (?, ?, ?)",
            [.text(source), .integer(owned.turns.takenAt.wholeMilliseconds), .text(owned.text)]
        )
    }

    func outage(of source: String) throws(SQLiteError) -> Outage? {
        try first(
            "SELECT since, tried_at, message, is_silent, waited FROM outages WHERE source = ?",
            [.text(source)]
        ) { row throws(SQLiteError) in
            let moments = try [row.integer(0), row.integer(1), row.integer(4)].map { min(max($0, 0), Self.lastMoment) }
            return Outage(
                since: moments[0],
                triedAt: moments[1],
                message: try row.text(2),
                isSilent: try row.integer(3) != 0,
                waited: moments[2]
            )
        }
    }

    func setOutage(_ outage: Outage?, of source: String) throws(SQLiteError) {
        if let outage {
            try run(
                "INSERT OR REPLACE INTO outages VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(source), .integer(outage.since), .integer(outage.triedAt), .text(outage.message),
                    .integer(outage.isSilent ? 1 : 0), .integer(outage.waited),
                ]
            )
        } else {
            try run("DELETE FROM outages WHERE source = ?", [.text(source)])
        }
    }
}

/// The turns at a source with the processes that took them, as the file has them: `1795844065381:1234-567890`.
///
/// A process that is killed cannot give back the turns that it waits for, so the next one does.
struct OwnedTurns {
    var turns = SlidingWindowLimiter()
    /// Whether turns of processes that have ended were left out.
    private(set) var hasLostTurns = false
    /// The owners of each turn, except this process.
    private var others: [Duration: [ProcessMark]] = [:]

    init() {}

    init(_ text: String, takenAt: Duration, now: Duration) {
        var running: [ProcessMark: Bool] = [.current: true]
        var moments: [Duration] = []
        for word in text.split(scalar: " ") {
            let parts = word.split(scalar: ":")
            guard let number = parts.first.flatMap({ Int($0) }), (0...SQLiteConnection.lastMoment).contains(number)
            else { continue }
            let (moment, owner) = (
                Duration.milliseconds(number), parts.dropFirst().first.flatMap { ProcessMark(parsing: $0) }
            )
            if let owner, moment > now {
                let isRunning = running[owner] ?? owner.isRunning
                running[owner] = isRunning
                guard isRunning else {
                    hasLostTurns = true
                    continue
                }
            }
            moments.append(moment)
            if let owner, owner != .current { others[moment, default: []].append(owner) }
        }
        turns = SlidingWindowLimiter(turns: moments, takenAt: takenAt)
    }

    /// The text of the turns, of which this process takes and gives back its own.
    var text: String {
        var left = others
        return turns.turns.map { turn in
            let owner = left[turn]?.popLast() ?? .current
            return "\(turn.wholeMilliseconds):\(owner)"
        }
        .joined(separator: " ")
    }
}

extension StoreFileKind {
    /// The turns at each source, as moments separated by blanks, and the sources that do not answer; times are in
    /// milliseconds since 1970.
    static let turnSchema = """
        CREATE TABLE turns (
            source TEXT NOT NULL PRIMARY KEY,
            taken_at INTEGER NOT NULL,
            turns TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE silences (
            source TEXT NOT NULL PRIMARY KEY,
            since INTEGER NOT NULL,
            tried_at INTEGER NOT NULL,
            message TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The sources whose last calls failed, in place of those that do not answer.
    static let outageSchema = """
        DROP TABLE silences;
        CREATE TABLE outages (
            source TEXT NOT NULL PRIMARY KEY,
            since INTEGER NOT NULL,
            tried_at INTEGER NOT NULL,
            message TEXT NOT NULL,
            is_silent INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// How long calls have waited in vain.
    static let waitSchema = "ALTER TABLE outages ADD COLUMN waited INTEGER NOT NULL DEFAULT 0"
}
