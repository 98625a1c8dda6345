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

/// Real processes on one file: each runs the body of an exit test, and `kill -9` is sent for real.
@Suite("Several processes on one cache")
struct ProcessTests {
    @Test("S10: servers on one cache ask for each thing once, and count every call") func twoServers() async throws {
        try await share(among: 4, questions: 60)
    }

    @Test("Stress: S10 with 20 servers", .enabled(if: OtherProcess.isLong)) func twentyServers() async throws {
        try await share(among: 20, questions: 400)
    }

    @Test("S13: kill -9 while writing leaves a whole file, with all that was committed") func killed() async throws {
        try await killAgainAndAgain(OtherProcess.isLong ? 0 : 12)
    }

    @Test("Stress: S13 a thousand times", .enabled(if: OtherProcess.isLong)) func killedOften() async throws {
        try await killAgainAndAgain(1_000)
    }

    @Test("S13: kill -9 while the user's word is written loses nothing that was answered") func libraryKilled()
        async throws
    {
        try await killLibrary(OtherProcess.isLong ? 0 : 8)
    }

    @Test("Stress: S13 a thousand times, with the library", .enabled(if: OtherProcess.isLong))
    func libraryKilledOften() async throws {
        try await killLibrary(1_000)
    }

    @Test("S12: killed midway in a migration, the next start is clean") func migrationKilled() async throws {
        try await StoreFixture.run { fixture in
            let folder = fixture.folder
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
                StoreProbe.openWithMigrationThatDies(in: folder)
            }
            #expect(ProjectFiles.isReadable(fixture.path))
            let cache = fixture.cache(busyTimeout: 20_000)
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache(busyTimeout: 20_000).response(for: .sample(1)) == .sample(1))
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
            // Each question was asked of the source by one process only.
            #expect(try fixture.ask("SELECT used FROM quota", Int.self) == questions)
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
            let names = try await fixture.names()
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
            let cache = fixture.cache(busyTimeout: 20_000)
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
            // A process that was killed before its first word left no log.
            let answered =
                ProjectFiles.isReadable(log) ? try ProjectFiles.read(log).split(separator: UInt8(ascii: "\n")) : []
            let numbers = answered.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            #expect(numbers.count == answered.count)
            let library = fixture.library()
            let kept = Set(try await library.notes(about: nil, limit: .max).map(\.pair))
            let lost = numbers.filter { !kept.contains(OtherProcess.correction($0).pair) }
            #expect(lost == [], "of \(numbers.count)")
            #expect(await library.close(within: 20_000))
            #expect(fixture.faults == [])
        }
    }

    /// The calls that are counted in the file; 0 before there is one.
    private func committed(_ fixture: StoreFixture) throws -> Int {
        guard ProjectFiles.isReadable(fixture.path),
            try fixture.ask("SELECT count(*) FROM sqlite_master WHERE name = 'quota'", Int.self) == 1
        else { return 0 }
        return try fixture.ask("SELECT coalesce(sum(used), 0) FROM quota", Int.self) ?? 0
    }
}

/// What the tests of several processes do in theirs.
enum OtherProcess {
    /// Whether the long runs are asked for.
    static let isLong = ProcessInfo.processInfo.environment["MARQUEE_LONG"] == "1"

    /// A cache as the program has it: the clock of the system, and the process ends where there is a problem.
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

    /// Ends this process as `kill -9` does, some microseconds later and wherever it is then.
    static func killLater(_ microseconds: UInt32) {
        Thread.detachNewThread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
    }

    /// Keeps answers until the process is killed.
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

    /// Notes the user's word on one pair of ids after the other until the process is killed; `log` gets a line once the
    /// library has said that it is kept.
    static func correctForEver(in folder: String, from start: Int, log: String) async {
        let library = LibraryFile(files(in: folder) { _ in _exit(3) })
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

    /// One of many corrections that have nothing to do with each other.
    static func correction(_ number: Int) -> MatchNote {
        let pair = IDPair(
            MovieID(namespace: "kofic", value: "\(number)"),
            MovieID(namespace: "tmdb", value: "\(number)")
        )
        return MatchNote(pair, .same, by: .user, at: Timestamp(secondsSinceEpoch: 1_795_000_000))
    }

    /// Does what a server does with its cache: asks, claims, keeps, counts; gives how often it fetched.
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
