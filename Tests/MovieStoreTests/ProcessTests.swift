import Foundation
import MarqueeTestKit
import MovieDomain
import MovieStore
import Platform
import Testing
import Upstream

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests with real processes on one file: each runs the body of an exit test, and some are killed with `kill -9`.
@Suite("Several processes on one cache")
struct ProcessTests {
    @Test("S10: four processes on one cache fetch each response once and count every call") func twoServers()
        async throws
    {
        try await share(among: 4, questions: 60)
    }

    @Test("Stress: S10 with 20 processes", .enabled(if: OtherProcess.isLong)) func twentyServers() async throws {
        try await share(among: 20, questions: 400)
    }

    @Test("S13: kill -9 while writing leaves an intact file with everything committed") func killed() async throws {
        try await killAgainAndAgain(OtherProcess.isLong ? 0 : 12)
    }

    @Test("Stress: S13 with a thousand kills while the cache is written", .enabled(if: OtherProcess.isLong))
    func killedOften() async throws {
        try await killAgainAndAgain(1_000)
    }

    @Test("S13: kill -9 while corrections are written loses none that was confirmed") func libraryKilled()
        async throws
    {
        try await killLibrary(OtherProcess.isLong ? 0 : 8)
    }

    @Test("Stress: S13 with a thousand kills while corrections are written", .enabled(if: OtherProcess.isLong))
    func libraryKilledOften() async throws {
        try await killLibrary(1_000)
    }

    @Test("S12: a kill in the middle of a migration leaves nothing of it, and the next start works")
    func migrationKilled() async throws {
        try await StoreFixture.run { fixture in
            let folder = fixture.folder
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
                StoreProbe.openWithMigrationThatDies(in: folder)
            }
            #expect(ProjectFiles.isReadable(fixture.path))
            let cache = fixture.cache()
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(1)) == .sample(1))
            #expect(fixture.faults == [])
            let halves = try fixture.ask("SELECT count(*) FROM sqlite_master WHERE name = 'half'", Int.self)
            #expect(halves == 0)
        }
    }

    private func share(among processes: Int, questions: Int) async throws {
        try await StoreFixture.run { fixture in
            let folder = fixture.folder
            await withTaskGroup { group in
                for seed in 0..<processes {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            [folder = folder as String, questions = questions as Int, seed = seed as Int] in
                            _ = await OtherProcess.serve(in: folder, questions: questions, seed: seed * 13)
                        }
                    }
                }
            }
            #expect(try fixture.ask("SELECT count(*) FROM responses", Int.self) == questions)
            // Only one process asked the source for each response.
            #expect(try fixture.ask("SELECT used FROM quota", Int.self) == questions)
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
            let names = try fixture.names()
            #expect(names.filter { $0.contains("corrupt") } == [])
        }
    }

    private func killAgainAndAgain(_ rounds: Int) async throws {
        try await StoreFixture.run { fixture in
            let folder = fixture.folder
            for round in 0..<rounds {
                let delay = UInt32.random(in: 0..<120_000)
                let before = try committed(fixture)
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [folder = folder as String, delay = delay as UInt32, round = round as Int] in
                    OtherProcess.killLater(delay)
                    await OtherProcess.keepForEver(in: folder, from: round * 100)
                }
                #expect(try committed(fixture) >= before, "after \(delay) µs")
                if ProjectFiles.isReadable(fixture.path) {
                    #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
                }
            }
            let cache = fixture.cache()
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.close(within: 20_000))
            #expect(fixture.faults == [])
        }
    }

    private func killLibrary(_ rounds: Int) async throws {
        try await StoreFixture.run { fixture in
            let (folder, log) = (fixture.folder, fixture.folder + ".log")
            for round in 0..<rounds {
                let delay = UInt32.random(in: 5_000..<120_000)
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [folder = folder as String, log = log as String, delay = delay as UInt32, round = round as Int] in
                    OtherProcess.killLater(delay)
                    await OtherProcess.correctForEver(in: folder, from: round * 100_000, log: log)
                }
            }
            // A process that was killed before its first correction left no log.
            let answered =
                ProjectFiles.isReadable(log) ? try ProjectFiles.read(log).split(separator: UInt8(ascii: "\n")) : []
            let numbers = answered.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            #expect(numbers.count == answered.count)
            let library = fixture.library()
            let kept = Set(try await library.notes(about: nil, limit: .max).map(\.pair))
            let lost = numbers.filter { !kept.contains(OtherProcess.correction($0).pair) }
            #expect(lost == [], "of \(numbers.count)")
            #expect(await library.close(within: 20_000))
            // On a busy machine, every process may have been killed before it wrote anything to the new file.
            #expect(fixture.faults == [] || numbers.isEmpty && fixture.faults == [.emptied])
        }
    }

    /// Returns the number of calls counted in the file, or 0 if there is no file yet.
    private func committed(_ fixture: StoreFixture) throws -> Int {
        guard ProjectFiles.isReadable(fixture.path),
            try fixture.ask("SELECT count(*) FROM sqlite_master WHERE name = 'quota'", Int.self) == 1
        else { return 0 }
        return try fixture.ask("SELECT coalesce(sum(used), 0) FROM quota", Int.self) ?? 0
    }
}

/// The work of the other processes.
enum OtherProcess {
    /// Whether long runs are requested.
    static let isLong = ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1"

    /// Returns a cache as the program has it, with the system's clock.
    ///
    /// The process exits if there is a problem.
    static func cache(in folder: String, busyTimeout: Int = 20_000) -> CacheFile {
        let file = files(in: folder, busyTimeout: busyTimeout) { problem in
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
            _exit(3)
        }
        var settings = CacheFileSettings(file: file)
        settings.sizeLimit = 4 << 20
        settings.writeDelay = 0
        return CacheFile(settings)
    }

    private static func files(
        in folder: String,
        busyTimeout: Int = 20_000,
        warn: @escaping @Sendable (StoreProblem) -> Void
    ) -> StoreFileSettings {
        let clock = WallClock { Int(time(nil)) * 1_000 }
        var settings = StoreFileSettings(folder: folder, wallClock: clock, warn: warn)
        settings.busyTimeout = busyTimeout
        return settings
    }

    /// Kills this process as `kill -9` does after some microseconds, whatever it does at that time.
    static func killLater(_ microseconds: UInt32) {
        Thread.detachNewThread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
    }

    /// Keeps responses until the process is killed.
    static func keepForEver(in folder: String, from start: Int) async {
        let cache = cache(in: folder)
        var number = start
        while true {
            cache.keep(.sample(number, bytes: 9_000), for: .sample(number % 500))
            _ = await cache.spend(on: "kofic", in: "d", limit: .max)
            if number % 4 == 0 { _ = await cache.flush(within: 20_000) }
            number += 1
        }
    }

    /// Writes one correction after the other until the process is killed, and adds a line to `log` for each that the
    /// library has confirmed.
    static func correctForEver(in folder: String, from start: Int, log: String) async {
        // The process before this one may have been killed between making the file and writing to it.
        let library = LibraryFile(files(in: folder) { if $0.fault != .emptied { _exit(3) } })
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var number = start
        while true {
            do throws(LibraryError) {
                try await library.correct(correction(number))
            } catch {
                _exit(5)
            }
            let line = Array("\(number)\n".utf8)
            guard write(descriptor, line, line.count) == line.count else { _exit(6) }
            number += 1
        }
    }

    /// Returns one of many independent corrections.
    static func correction(_ number: Int) -> MatchNote {
        let pair = IDPair(
            MovieID(namespace: "kofic", value: "\(number)"),
            MovieID(namespace: "tmdb", value: "\(number)")
        )
        return MatchNote(pair, .same, by: .user, at: Timestamp(secondsSinceEpoch: 1_795_000_000))
    }

    /// Uses the cache as a server does: reads, claims, keeps, and counts.
    ///
    /// Returns the number of fetches.
    static func serve(in folder: String, questions: Int, seed: Int) async -> Int {
        let cache = cache(in: folder)
        var fetched = 0
        for step in 0..<questions {
            let number = (step &* 7 &+ seed) % questions
            while await cache.response(for: .sample(number)) != .sample(number, bytes: 2_000) {
                guard await cache.claim(.sample(number), after: nil, forMilliseconds: 60_000) == .granted else {
                    await Task.yield()
                    continue
                }
                if await cache.response(for: .sample(number)) == nil {
                    fetched += 1
                    _ = await cache.spend(on: "kofic", in: "d", limit: .max)
                    cache.keep(.sample(number, bytes: 2_000), for: .sample(number))
                }
                cache.release(.sample(number))
                _ = await cache.flush(within: 20_000)
            }
        }
        guard await cache.close(within: 20_000) else { _exit(4) }
        return fetched
    }
}
