import GRDB
import HTTPModel
import MarqueeTestKit
import MovieStore
import Synchronization
import Testing
import Upstream

/// A cache in a folder of its own, a clock that is set by hand, and the problems that it told.
final class StoreFixture: Sendable {
    let folder: String
    let now = Mutex(1_795_000_000_000)
    let problems = Mutex<[StoreProblem]>([])

    init(folder: String) {
        self.folder = folder
    }

    /// Runs a test with an empty folder.
    static func run(_ body: (StoreFixture) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await body(StoreFixture(folder: folder + "/marquee"))
        }
    }

    var path: String { folder + "/cache.sqlite" }

    func cache(sizeLimit: Int = 256 << 20, maximumPages: Int? = nil, busyTimeout: Int = 250) -> CacheFile {
        CacheFile(settings(sizeLimit: sizeLimit, maximumPages: maximumPages, busyTimeout: busyTimeout))
    }

    func settings(sizeLimit: Int, maximumPages: Int?, busyTimeout: Int) -> CacheFileSettings {
        CacheFileSettings(
            file: fileSettings(maximumPages: maximumPages, busyTimeout: busyTimeout),
            sizeLimit: sizeLimit
        )
    }

    func fileSettings(maximumPages: Int? = nil, busyTimeout: Int = 250) -> StoreFileSettings {
        StoreFileSettings(
            folder: folder,
            busyTimeout: busyTimeout,
            maximumPages: maximumPages,
            now: { [self] in now.withLock(\.self) },
            warn: { [self] problem in problems.withLock { $0.append(problem) } }
        )
    }

    func advance(_ milliseconds: Int) {
        now.withLock { $0 += milliseconds }
    }

    var faults: [StoreFault] { problems.withLock { $0.map(\.fault) } }

    /// Makes a cache with some answers in it, and closes it.
    func fill(_ count: Int = 40, bytes: Int = 15_000) async {
        let cache = cache()
        for number in 0..<count { cache.keep(.sample(number, bytes: bytes), for: .sample(number)) }
        _ = await cache.close(within: 20_000)
    }

    /// Asks SQLite itself; opened and closed here.
    func ask<Value: DatabaseValueConvertible>(_ sql: String, _ type: Value.Type = Value.self) throws -> Value? {
        let queue = try otherConnection()
        defer { try? queue.close() }
        return try queue.read { try Value.fetchOne($0, sql: sql) }
    }

    /// Another process' connection, as far as locks go: it may leave a transaction open.
    func otherConnection() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(20)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    func names() async throws -> [String] {
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/ls", ["-A", folder]))
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs a line of shell, which has to succeed.
    func shell(_ line: String) async throws {
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/sh", ["-c", line]))
        try #require(outcome.status == .exited(0), "\(line): \(outcome.errors)")
    }
}

extension ResponseKey {
    static func sample(_ number: Int, source: String = "kofic") -> ResponseKey {
        ResponseKey(source: source, identity: "GET https://films.example/list?page=\(number)")
    }
}

extension StoredResponse {
    static func sample(_ number: Int, bytes: Int = 15_000, storedAt: Int = 1_795_000_000_000) -> StoredResponse {
        StoredResponse(
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
