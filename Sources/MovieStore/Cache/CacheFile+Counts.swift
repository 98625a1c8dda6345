package import MovieDomain
import Platform
import SQLite

/// The counts of all the user's processes, by source and day.
extension CacheFile: CountStore {
    private static let keptDays = 7
    /// A limit that no real count reaches, low enough to add up the counts of a week.
    private static let highest = 1 << 53

    private var today: Int { settings.file.wallClock.milliseconds / 86_400_000 }

    package func add(_ counts: [ProviderID: [String: Int]]) async {
        let today = today
        _ = await writes.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                for (source, named) in counts {
                    for (name, count) in named {
                        try database.run(
                            """
                            INSERT INTO counts VALUES (?1, ?2, ?3, ?4)
                            ON CONFLICT DO UPDATE SET count = min(max(count, 0), ?5) + ?4
                            """,
                            [
                                .text(source.rawValue), .integer(today), .text(name),
                                .integer(min(count, Self.highest)), .integer(Self.highest),
                            ]
                        )
                    }
                }
                try database.run("DELETE FROM counts WHERE day <= ?", [.integer(today - Self.keptDays)])
            }
        }
    }

    package func counts() async -> [ProviderID: [String: Int]] {
        let today = today
        let rows = await reads.run(within: settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.all(
                "SELECT source, name, count FROM counts WHERE day > ? ORDER BY source, name",
                [.integer(today - Self.keptDays)]
            ) { row throws(SQLiteError) in
                // The file may hold any number.
                (try row.text(0), try row.text(1), min(max(try row.integer(2), 0), Self.highest))
            }
        }
        var counts: [ProviderID: [String: Int]] = [:]
        for (source, name, count) in rows ?? [] {
            let sum = counts[ProviderID(source), default: [:]][name, default: 0].addingClamped(count)
            counts[ProviderID(source), default: [:]][name] = min(sum, Self.highest)
        }
        return counts
    }

    /// Deletes the counts of one source, or of all if it is `nil`.
    func forgetCounts(of source: String?) async {
        _ = await writes.run(within: 20 * settings.file.busyTimeout) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                try database.run(
                    "DELETE FROM counts WHERE ?1 IS NULL OR source = ?1",
                    [source.map { .text($0) } ?? .null]
                )
            }
        }
    }
}

extension StoreFileKind {
    /// Counts by source, day since 1970 in UTC, and name.
    static let countSchema = """
        CREATE TABLE counts (
            source TEXT NOT NULL,
            day INTEGER NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (source, day, name)
        ) STRICT, WITHOUT ROWID;
        """
}
