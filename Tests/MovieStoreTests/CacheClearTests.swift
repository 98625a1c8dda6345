import MarqueeTestKit
import MovieStore
import SQLite
import Testing
import Upstream

@Suite("Cleared responses")
struct CacheClearTests {
    private static let mark = "cleared-mark-7f3a"

    private static func answer(_ number: Int) -> CachedResponse {
        var answer = CachedResponse.sample(number)
        answer.body = Array("\(mark) ".utf8) + answer.body + Array(" \(mark)".utf8)
        return answer
    }

    /// Returns the files of the folder that contain the text.
    private func files(of fixture: StoreFixture, holding text: String) async throws -> [String] {
        let outcome = try await ProcessOutcome.of(
            ProcessPlan("/bin/sh", ["-c", "cd '\(fixture.folder)' && grep -l -a -r '\(text)' . || true"])
        )
        return outcome.outputText.split(separator: "\n").map { String($0) }.sorted()
    }

    /// Runs `body` with two caches on one file that has responses of two sources, some of them replaced.
    private func withCaches(
        _ body: (StoreFixture, _ mine: CacheFile, _ other: CacheFile) async throws -> Void
    ) async throws {
        try await StoreFixture.run { fixture in
            let (mine, other) = (fixture.cache(), fixture.cache())
            for round in 0..<3 {
                for number in 0..<60 {
                    mine.keep(Self.answer(number + round), for: .sample(number, source: "cleared"))
                    other.keep(.sample(number), for: .sample(number))
                }
                #expect(await mine.flush(within: 20_000))
                #expect(await other.flush(within: 20_000))
            }
            try await fixture.shell("cp '\(fixture.path)' '\(fixture.path).corrupt-20261121T043112Z'")
            #expect(await mine.response(for: .sample(3)) == .sample(3))
            #expect(await other.spend(on: "cleared", in: "d", limit: 9).used == 1)
            #expect(try await files(of: fixture, holding: Self.mark) != [])
            try await body(fixture, mine, other)
            #expect(fixture.faults == [])
            #expect(try fixture.ask("PRAGMA integrity_check", String.self) == "ok")
        }
    }

    @Test("Clearing all responses removes them from every file while another cache has it open") func all() async throws
    {
        try await withCaches { fixture, mine, other in
            #expect(await mine.removeAll(of: nil) == 120)
            for text in [Self.mark, "films.example/list", "ETag"] {
                let files = try await files(of: fixture, holding: text)
                #expect(files == [], "\(text)")
            }
            #expect(await other.response(for: .sample(3)) == nil)
            #expect(await other.count(of: "cleared", in: "d").used == 1)
            other.keep(.sample(9), for: .sample(9))
            #expect(await other.flush(within: 20_000))
            #expect(await mine.response(for: .sample(9)) == .sample(9))
            #expect(try fixture.names().sorted() == ["cache.sqlite", "cache.sqlite-shm", "cache.sqlite-wal"])
        }
    }

    @Test("Clearing one source removes its responses from every file and keeps the others") func oneSource()
        async throws
    {
        try await withCaches { fixture, mine, other in
            #expect(await mine.removeAll(of: "cleared") == 60)
            let files = try await files(of: fixture, holding: Self.mark)
            #expect(files == [])
            for number in 0..<60 { #expect(await other.response(for: .sample(number)) == .sample(number)) }
            #expect(await mine.sizes() == ["kofic": StoredSize(answers: 60, bytes: 900_000)])
        }
    }

    @Test("Clearing reports remnants if the file can't be rewritten") func told() async throws {
        try await StoreFixture.run { fixture in
            await fixture.fill(3)
            let cache = fixture.cache(busyTimeout: 100)
            #expect(await cache.response(for: .sample(1)) == .sample(1))
            let reader = try fixture.otherConnection()
            try reader.execute("BEGIN; SELECT count(*) FROM responses")
            #expect(await cache.removeAll(of: nil) == 3)
            #expect(fixture.faults.last == .remnants)
            reader.close()
        }
    }
}
