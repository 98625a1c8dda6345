import MarqueeTestKit
import MovieStore
import Testing

/// A way to damage a closed cache, as a shell command in its folder.
struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String

    static let all = [
        Damage(
            testDescription: "S4: a garbage header",
            line: "head -c 4096 /dev/urandom | dd of=cache.sqlite conv=notrunc"
        ),
        Damage(testDescription: "S4: a text instead of a database", line: "echo 'not a database' > cache.sqlite"),
        Damage(
            testDescription: "S5: pages of zeros after the first",
            line: "dd if=/dev/zero of=cache.sqlite bs=4096 seek=1 count=60 conv=notrunc"
        ),
        Damage(
            testDescription: "S7: a file cut in its middle",
            line: "truncate -s $(( $(stat -c %s cache.sqlite) / 2 / 4096 * 4096 )) cache.sqlite"
        ),
        Damage(testDescription: "S7: a file cut within a page", line: "truncate -s 5000 cache.sqlite"),
        Damage(
            testDescription: "S6: no byte left, and a log",
            line: ": > cache.sqlite; echo garbage > cache.sqlite-wal"
        ),
        Damage(testDescription: "a table that is gone", line: "echo"),
    ]
}

@Suite("S4 to S8: damaged caches")
struct DamageTests {
    @Test(arguments: Damage.all) func damaged(_ damage: Damage) async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill()
            try await fixture.shell("cd '\(fixture.folder)' && { \(damage.line); } 2>/dev/null")
            if damage.line == "echo" { try fixture.execute("DROP TABLE responses") }
            let cache = fixture.cache()
            for number in 0..<40 {
                let answer = await cache.response(for: .sample(number))
                #expect(answer == nil || answer == .sample(number))
            }
            cache.keep(.sample(100), for: .sample(100))
            #expect(await cache.flush(within: 20_000))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(100)) == .sample(100))
            try await fixture.expectMovedAsideOnce()
        }
    }

    @Test("S5: a cache with a changed byte inside a response is moved aside") func flippedByte() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(1, bytes: 40_000)
            // Far inside the body, where SQLite itself doesn't notice the change.
            try await fixture.shell(
                "printf 'X' | dd of='\(fixture.path)' bs=1 seek=$(( $(stat -c %s '\(fixture.path)') - 9000 )) conv=notrunc 2>/dev/null"
            )
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(0)) == nil)
            cache.keep(.sample(0), for: .sample(0))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(0)) == .sample(0))
            try await fixture.expectMovedAsideOnce()
        }
    }

    @Test("S6: an empty file is used as a new cache") func empty() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill()
            try await fixture.shell(": > '\(fixture.path)'")
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(1)) == nil)
            cache.keep(.sample(1), for: .sample(1))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(1)) == .sample(1))
            #expect(fixture.faults == [])
        }
    }

    @Test("S7: a truncated log loses only its end", arguments: [33, 5_000, 100_000])
    func truncatedLog(_ size: Int) async throws {
        try await StoreFixture.run { fixture in
            try await fixture.leaveLog()
            try await fixture.shell("truncate -s \(size) '\(fixture.path)-wal'")
            let cache = fixture.cache()
            for number in 0..<40 {
                let answer = await cache.response(for: .sample(number))
                #expect(answer == nil || answer == .sample(number))
            }
            #expect(await cache.response(for: .sample(1_000)) == .sample(1_000))
            cache.keep(.sample(5), for: .sample(5))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(5)) == .sample(5))
            #expect(fixture.faults == [])
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
        }
    }

    @Test("S8: a cache with the log of another cache is moved aside") func foreignLog() async throws {
        try await StoreFixture.run { fixture in
            let other = StoreFixture(folder: fixture.folder + "-other")
            try await other.leaveLog()
            await fixture.fill(20)
            try await fixture.shell("cp '\(other.path)-wal' '\(other.path)-shm' '\(fixture.folder)'")
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(39)) == nil)
            cache.keep(.sample(7), for: .sample(7))
            #expect(await cache.close(within: 20_000))
            #expect(await fixture.cache().response(for: .sample(7)) == .sample(7))
            try await fixture.expectMovedAsideOnce()
            #expect(try fixture.names().filter { $0.hasSuffix("-wal") && $0.contains(".corrupt-") }.count == 1)
        }
    }

    @Test("S8: a damaged index of the log is rebuilt") func garbageIndex() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.leaveLog()
            try await fixture.shell("head -c 32768 /dev/urandom > '\(fixture.path)-shm'")
            let cache = fixture.cache()
            #expect(await cache.response(for: .sample(39)) == .sample(39))
            #expect(fixture.faults == [])
        }
    }

    @Test("A cache damaged during use is moved aside, and both of its users continue with a new file")
    func damagedInUse() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill()
            let one = fixture.cache()
            let other = fixture.cache()
            #expect(await one.response(for: .sample(0)) == .sample(0))
            #expect(await other.response(for: .sample(0)) == .sample(0))
            try await fixture.shell(
                "dd if=/dev/zero of='\(fixture.path)' bs=4096 seek=3 count=200 conv=notrunc 2>/dev/null"
            )
            for number in 0..<40 { _ = await one.response(for: .sample(number)) }
            one.keep(.sample(50), for: .sample(50))
            #expect(await one.flush(within: 20_000))
            // The other cache notices that the file has been replaced.
            #expect(await other.response(for: .sample(50)) == .sample(50))
            other.keep(.sample(51), for: .sample(51))
            #expect(await other.close(within: 20_000))
            #expect(await one.response(for: .sample(51)) == .sample(51))
            #expect(await one.close(within: 20_000))
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
            try await fixture.expectMovedAsideOnce()
        }
    }

    @Test("A cache that is damaged again and again is given up after five copies") func again() async throws {
        try await StoreFixture.run { fixture in
            let cache = fixture.cache()
            for _ in 0..<12 {
                cache.keep(.sample(1), for: .sample(1))
                _ = await cache.close(within: 20_000)
                try await fixture.shell("echo garbage > '\(fixture.path)'")
                _ = await cache.response(for: .sample(2))
                fixture.advance(120_000)
            }
            #expect(try fixture.names().filter { $0.contains(".corrupt-") }.count == 5)
            #expect(fixture.faults.last == .damaged(keptAs: nil))
        }
    }
}

extension StoreFixture {
    /// Copies a cache with a log that isn't checkpointed, as a killed process leaves it.
    func leaveLog() async throws {
        let maker = StoreFixture(folder: folder + "-maker")
        await maker.fill(0)
        let cache = maker.cache()
        cache.keep(.sample(1_000), for: .sample(1_000))
        _ = await cache.close(within: 20_000)
        for number in 0..<40 { cache.keep(.sample(number), for: .sample(number)) }
        _ = await cache.flush(within: 20_000)
        try await shell("cp -r '\(maker.folder)' '\(folder)'")
        _ = await cache.close(within: 20_000)
    }

    /// Expects that one file was moved aside under a name with the time, and that one warning reported it.
    func expectMovedAsideOnce(_ location: SourceLocation = #_sourceLocation) async throws {
        let moved = try names().filter { $0.hasPrefix("cache.sqlite.corrupt-2026") && $0.utf8.count == 37 }
        #expect(faults == moved.prefix(1).map { .damaged(keptAs: $0) }, sourceLocation: location)
        #expect(moved.count == 1, sourceLocation: location)
    }
}
