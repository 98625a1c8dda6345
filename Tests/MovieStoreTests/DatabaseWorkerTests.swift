import MarqueeTestKit
import SQLite
import Synchronization
import Testing

@testable import MovieStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Database workers")
struct DatabaseWorkerTests {
    @Test("Each connection has the settings of its file and role") func settings() async throws {
        for (kind, synchronous) in [(StoreFileKind.cache, 1), (.library, 2)] {
            try await StoreFixture.run { fixture in
                let file = StoreFile(kind, fixture.fileSettings(maximumPages: 5_000, busyTimeout: 250))
                for role in ConnectionRole.allCases {
                    let database = try file.open(role).database
                    let expected = [
                        ("synchronous", synchronous), ("foreign_keys", 1), ("busy_timeout", 250), ("secure_delete", 1),
                        ("max_page_count", 5_000), ("auto_vacuum", 2),
                        ("query_only", role == .reads || role == .scans ? 1 : 0),
                        ("wal_autocheckpoint", role == .counts ? 0 : 1_000),
                        ("cache_size", role == .counts ? -200 : -2_000),
                        ("journal_size_limit", role == .writes ? 4_194_304 : -1),
                    ]
                    for (name, value) in expected {
                        #expect(try database.integer("PRAGMA \(name)") == value, "\(name) for \(role)")
                    }
                    let mode = try database.first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) }
                    #expect(mode == "wal")
                }
            }
        }
    }

    @Test("A connection with a transaction left open is closed, and the work runs on a new one")
    func stuck() async throws {
        try await StoreFixture.run { fixture in
            let worker = DatabaseWorker(StoreFile(.cache, fixture.fileSettings(busyTimeout: 20_000)), .writes)
            let runs = Mutex(0)
            let count = await worker.run(within: 20_000) { database throws(SQLiteError) -> Int in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                guard run == 1 else { return try database.change { () throws(SQLiteError) in run } }
                try database.execute(
                    "BEGIN IMMEDIATE; INSERT INTO quota (source, period, used, changed_at) VALUES ('a', 'b', 1, 1)"
                )
                try database.execute("INSERT INTO nothing VALUES (1)")
                return 0
            }
            #expect(count == 2)
            #expect(fixture.faults == [])
            let other = try fixture.otherConnection()
            #expect(
                try other.transaction { () throws(SQLiteError) in try other.integer("SELECT count(*) FROM quota") } == 0
            )
        }
    }

    @Test("A change waits for another writer, and is refused after its own time limit")
    func shared() async throws {
        try await StoreFixture.run { fixture in
            let worker = DatabaseWorker(StoreFile(.cache, fixture.fileSettings(busyTimeout: 10)), .writes)
            let add: @Sendable (String, Int) async -> ChangeOutcome<Int> = { name, limit in
                await worker.change(within: limit) { database throws(SQLiteError) in
                    try database.run(
                        "INSERT INTO quota (source, period, used, changed_at) VALUES (?, 'd', 1, 1)",
                        [.text(name)]
                    )
                }
            }
            #expect(await add("first", 20_000) == .done(1))
            let other = try fixture.otherConnection()
            try other.execute("BEGIN IMMEDIATE")
            async let waiting = add("second", 20_000)
            // Far longer than a single wait of SQLite.
            try await Task.sleep(for: .milliseconds(200))
            try other.execute("ROLLBACK")
            #expect(await waiting == .done(1))
            #expect(fixture.faults == [])
            try other.execute("BEGIN IMMEDIATE")
            #expect(await add("third", 100) == .refused)
            try other.execute("ROLLBACK")
            #expect(await add("fourth", 20_000) == .done(1))
            #expect(try other.integer("SELECT count(*) FROM quota") == 3)
        }
    }

    @Test("Changes that stand in a queue longer than their time limit are all made while the queue moves")
    func queue() async throws {
        try await StoreFixture.run { fixture in
            let worker = DatabaseWorker(StoreFile(.cache, fixture.fileSettings(busyTimeout: 20_000)), .writes)
            let outcomes = await withTaskGroup { group in
                for number in 0..<30 {
                    group.addTask {
                        await worker.change(within: 5_000) { database throws(SQLiteError) in
                            // A slow disk.
                            usleep(300_000)
                            return try database.run(
                                "INSERT INTO quota (source, period, used, changed_at) VALUES (?, 'd', 1, 1)",
                                [.text("\(number)")]
                            )
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .done(1), count: 30))
            #expect(fixture.faults == [])
        }
    }

    @Test("A late change is refused and never committed, and a late commit is unconfirmed")
    func change() async throws {
        try await StoreFixture.run { fixture async throws in
            let worker = DatabaseWorker(StoreFile(.cache, fixture.fileSettings(busyTimeout: 20_000)), .writes)
            let blocked = Mutex(true)
            let isRunning = AsyncStream.makeStream(of: Void.self)
            let add: @Sendable (String, Int) async -> ChangeOutcome<Int> = { name, limit in
                await worker.change(within: limit) { database throws(SQLiteError) in
                    if name == "begun" { isRunning.continuation.yield() }
                    while name == "begun", blocked.withLock(\.self) {}
                    return try database.run(
                        "INSERT INTO quota (source, period, used, changed_at) VALUES (?, 'd', 1, 1)",
                        [.text(name)]
                    )
                }
            }
            #expect(await add("first", 20_000) == .done(1))
            async let begun = add("begun", 500)
            for await _ in isRunning.stream { break }
            #expect(await add("queued", 200) == .refused)
            #expect(fixture.faults == [.slow])
            #expect(await begun == .refused)
            blocked.withLock { $0 = false }
            #expect(await add("later", 20_000) == .done(1))
            // The mark of a change is written after its work; the trigger makes that slow.
            let slow = await worker.change(within: 300_000) { database throws(SQLiteError) -> Int in
                try database.execute(
                    """
                    CREATE TEMP TRIGGER slow AFTER UPDATE ON store BEGIN
                        SELECT count(*) FROM
                            (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 10000000) SELECT x FROM n);
                    END
                    """
                )
                return 0
            }
            #expect(slow == .done(0))
            // On a busy machine the time may be over before the work; the change is refused then, and never committed.
            var committing = await add("committing", 300)
            for _ in 0..<100 where committing == .refused { committing = await add("committing", 300) }
            #expect(committing == .unconfirmed)
            #expect(await worker.done(within: 60_000) {})
            #expect(try fixture.ask("SELECT group_concat(source) FROM quota", String.self) == "committing,first,later")
        }
    }

    @Test("Calls that wait for their turn get it when another process releases the folder, however often it was held")
    func folderHeld() async throws {
        try await StoreFixture.run { fixture in
            let file = StoreFile(.library, fixture.fileSettings(busyTimeout: 20))
            try file.folder.prepare()
            let (reads, writes) = (DatabaseWorker(file, .reads), DatabaseWorker(file, .writes))
            let folder = unsafe open(fixture.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #expect(folder >= 0 && flock(folder, LOCK_EX) == 0)
            // Work that nobody waits for is given up, and then the worker rests.
            for worker in [reads, writes] {
                for _ in 0..<3 { #expect(await worker.run(within: 20_000) { _ in 0 } == nil) }
                #expect(!worker.mayTry)
            }
            async let read = reads.run(within: 20_000, whileMoving: true) { _ in 1 }
            async let change = writes.change(within: 20_000) { _ in 2 }
            // Both are refused the folder again, unless the machine is slow.
            try await Task.sleep(for: .milliseconds(100))
            close(folder)
            #expect(await read == 1)
            #expect(await change == .done(2))
        }
    }

    @Test("A worker ends with its owner after it has done all its work") func ends() async throws {
        try await StoreFixture.run { fixture in
            weak var gone: DatabaseWorker?
            let done = Mutex<[Int]>([])
            do {
                let worker = DatabaseWorker(StoreFile(.cache, fixture.fileSettings()), .writes)
                gone = worker
                for number in 0..<100 {
                    worker.schedule { [worker] in
                        _ = worker
                        done.withLock { $0.append(number) }
                    }
                }
            }
            let isGone = try await holdsEventually { gone == nil }
            #expect(isGone)
            #expect(done.withLock(\.self) == Array(0..<100))
        }
    }
}
