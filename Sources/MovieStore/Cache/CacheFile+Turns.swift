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
                let before = try database.turns(at: source)
                var turns = before
                let value = change(&turns)
                if turns != before { try database.setTurns(turns, at: source) }
                return (value, turns)
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
    private static let lastMoment = 1 << 53

    func turns(at source: String) throws(SQLiteError) -> SlidingWindowLimiter {
        try first("SELECT taken_at, turns FROM turns WHERE source = ?", [.text(source)]) { row throws(SQLiteError) in
            let moments = try row.text(1).split(scalar: " ").compactMap { Int($0) }
            return SlidingWindowLimiter(
                turns: moments.filter { (0...Self.lastMoment).contains($0) }.map { .milliseconds($0) },
                takenAt: .milliseconds(min(max(try row.integer(0), 0), Self.lastMoment))
            )
        } ?? SlidingWindowLimiter()
    }

    func setTurns(_ turns: SlidingWindowLimiter, at source: String) throws(SQLiteError) {
        let moments = turns.turns.map { String($0.wholeMilliseconds) }.joined(separator: " ")
        try run(
            "INSERT OR REPLACE INTO turns VALUES (?, ?, ?)",
            [.text(source), .integer(turns.takenAt.wholeMilliseconds), .text(moments)]
        )
    }

    func outage(of source: String) throws(SQLiteError) -> Outage? {
        try first(
            "SELECT since, tried_at, message, is_silent FROM outages WHERE source = ?",
            [.text(source)]
        ) { row throws(SQLiteError) in
            let moments = try [row.integer(0), row.integer(1)].map { min(max($0, 0), Self.lastMoment) }
            return Outage(
                since: moments[0],
                triedAt: moments[1],
                message: try row.text(2),
                isSilent: try row.integer(3) != 0
            )
        }
    }

    func setOutage(_ outage: Outage?, of source: String) throws(SQLiteError) {
        if let outage {
            try run(
                "INSERT OR REPLACE INTO outages VALUES (?, ?, ?, ?, ?)",
                [
                    .text(source), .integer(outage.since), .integer(outage.triedAt), .text(outage.message),
                    .integer(outage.isSilent ? 1 : 0),
                ]
            )
        } else {
            try run("DELETE FROM outages WHERE source = ?", [.text(source)])
        }
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
}
