import HTTPModel
import MarqueeTestKit
import Platform
import SQLite
import Synchronization
import Testing
import Upstream

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of a cache, a manual clock, and the problems that the cache reported.
final class StoreFixture: Sendable {
    let folder: String
    let now = Mutex(1_795_000_000_000)
    let problems = Mutex<[StoreProblem]>([])

    init(folder: String) {
        self.folder = folder
    }

    /// Runs a test with the path of a folder that doesn't exist yet.
    static func run(_ body: (StoreFixture) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await body(StoreFixture(folder: folder + "/marquee"))
        }
    }

    var path: String { folder + "/cache.sqlite" }

    func cache(sizeLimit: Int = 256 << 20, maximumPages: Int? = nil, busyTimeout: Int = 20_000) -> CacheFile {
        CacheFile(settings(sizeLimit: sizeLimit, maximumPages: maximumPages, busyTimeout: busyTimeout))
    }

    func settings(sizeLimit: Int, maximumPages: Int?, busyTimeout: Int) -> CacheFileSettings {
        var settings = CacheFileSettings(file: fileSettings(maximumPages: maximumPages, busyTimeout: busyTimeout))
        settings.sizeLimit = sizeLimit
        return settings
    }

    func fileSettings(maximumPages: Int? = nil, busyTimeout: Int = 250) -> StoreFileSettings {
        var settings = StoreFileSettings(folder: folder, wallClock: WallClock { [self] in now.withLock(\.self) }) {
            [self] problem in
            problems.withLock { $0.append(problem) }
        }
        settings.busyTimeout = busyTimeout
        settings.maximumPages = maximumPages
        return settings
    }

    func advance(_ milliseconds: Int) {
        now.withLock { $0 += milliseconds }
    }

    var faults: [StoreFault] { problems.withLock { $0.map(\.fault) } }

    /// Makes a cache with some responses and closes it.
    func fill(_ count: Int = 40, bytes: Int = 15_000) async {
        let cache = cache()
        for number in 0..<count { cache.keep(.sample(number, bytes: bytes), for: .sample(number)) }
        _ = await cache.close(within: 20_000)
    }

    /// Returns one value from SQLite over a connection that is closed again.
    func ask<Value: StoredValue>(_ sql: String, _ type: Value.Type = Value.self) throws -> Value? {
        let connection = try otherConnection()
        defer { connection.close() }
        return try connection.first(sql) { row throws(SQLiteError) in try Value(row) }
    }

    /// Returns a connection that takes locks like another process.
    ///
    /// It may leave a transaction open.
    func otherConnection() throws -> SQLiteConnection {
        try SQLiteConnection(path: path, busyTimeout: 20)
    }

    /// Runs SQL statements over a connection that is closed again.
    func execute(_ sql: String) throws {
        let connection = try SQLiteConnection(path: path, busyTimeout: 20_000)
        defer { connection.close() }
        try connection.execute(sql)
    }

    func names() throws -> [String] { try ProjectFiles.names(in: folder) }

    /// Removes all files from the folder.
    func empty() throws {
        for name in try names() { try ProjectFiles.remove("\(folder)/\(name)") }
    }

    /// Runs a shell command, which must succeed.
    ///
    /// Only the user can access the files that it makes.
    func shell(_ line: String) async throws {
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", "umask 077; " + line]))
        try #require(outcome.status == .exited(0), "\(line): \(outcome.errors)")
    }
}

/// A value that a test reads from SQLite.
protocol StoredValue {
    init(_ row: SQLiteRow) throws(SQLiteError)
}

extension Int: StoredValue {
    init(_ row: SQLiteRow) throws(SQLiteError) { self = try row.integer(0) }
}

extension String: StoredValue {
    init(_ row: SQLiteRow) throws(SQLiteError) { self = try row.text(0) }
}

extension ResponseKey {
    static func sample(_ number: Int, source: String = "kofic") -> ResponseKey {
        ResponseKey(source: source, identity: "GET https://films.example/list?page=\(number)")
    }
}

extension CachedResponse {
    static func sample(_ number: Int, bytes: Int = 15_000, storedAt: Int = 1_795_000_000_000) -> CachedResponse {
        CachedResponse(
            status: 200,
            headers: HTTPHeaders([("Content-Type", "application/json"), ("ETag", "\"\(number): a\"")]),
            body: (0..<bytes).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ number ^ ($0 >> 7)) },
            storedAt: storedAt,
            freshFor: 60_000,
            staleWhileRevalidate: 120_000,
            staleIfError: 600_000
        )
    }
}

/// Makes, changes, and describes files in ways that the program doesn't.
enum StoreProbe {
    /// Makes a library of an earlier schema with the given content.
    static func makeLibrary(_ settings: StoreFileSettings, ofSchema version: Int, content sql: String) throws {
        try make(.library, settings, ofSchema: version, content: sql)
    }

    /// Makes a cache of an earlier schema with the given content.
    static func makeCache(_ settings: StoreFileSettings, ofSchema version: Int, content sql: String) throws {
        try make(.cache, settings, ofSchema: version, content: sql)
    }

    private static func make(
        _ kind: StoreFileKind,
        _ settings: StoreFileSettings,
        ofSchema version: Int,
        content sql: String
    ) throws {
        var kind = kind
        kind.migrations = Array(kind.migrations.prefix(version))
        let connection = try StoreFile(kind, settings).open(.writes)
        try connection.use { database throws(SQLiteError) in try database.execute(sql) }
        connection.database.close()
    }

    /// Runs SQL statements on any file.
    static func execute(_ sql: String, in path: String) throws {
        try SQLiteConnection(path: path, busyTimeout: 20_000).execute(sql)
    }

    /// Returns the format of a file: the settings in its header and the definition of every table and index.
    static func description(of path: String) throws -> [String] {
        let connection = try SQLiteConnection(path: path, .readOnly, busyTimeout: 20_000)
        let names = ["application_id", "user_version", "auto_vacuum", "page_size"]
        let head = try names.map { name in "\(name) \(try connection.integer("PRAGMA \(name)") ?? -1)" }
        let schema =
            "SELECT type || ' ' || name || ' ' || rootpage || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY name"
        let texts = ["PRAGMA journal_mode", "PRAGMA encoding", schema]
        return try texts.reduce(into: head) { all, sql in
            all += try connection.all(sql) { row throws(SQLiteError) in try row.text(0) }
        }
    }

    /// Opens a cache whose first migration kills the process in the middle.
    static func openWithMigrationThatDies(in folder: String) {
        var kind = StoreFileKind.cache
        kind.migrations = [
            """
            CREATE TABLE half (x);
            INSERT INTO half VALUES (zeroblob(5000000));
            WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT max(n) FROM endless
            """
        ]
        let file = StoreFile(kind, StoreFileSettings(folder: folder, wallClock: WallClock { 0 }, warn: { _ in }))
        do {
            let log = file.path + "-wal"
            try SystemThread.start {
                while FileFacts.of(log)?.size ?? 0 < 1_000_000 { SystemThread.sleep(for: .milliseconds(1)) }
                kill(getpid(), SIGKILL)
            }
            _ = try file.open(.writes)
        } catch {
            _exit(2)
        }
    }
}
