import Testing
import Upstream

@testable import MovieStore

@Suite("Pending writes")
struct PendingWritesTests {
    @Test("No second writer is started for responses that arrive while the first one writes") func scheduling() {
        var pending = PendingWrites(byteLimit: 1_000)
        let taken1 = pending.keep(.sample(1, bytes: 10), for: .sample(1))
        #expect(taken1)
        let taken2 = pending.keep(.sample(2, bytes: 10), for: .sample(2))
        #expect(!taken2)
        let taken3 = pending.use(7)
        #expect(!taken3)
        let batch = pending.takeBatch()
        #expect(batch.answers.map(\.key) == [.sample(1), .sample(2)])
        #expect(batch.used == [7])
        let taken4 = pending.keep(.sample(3, bytes: 10), for: .sample(3))
        #expect(!taken4)
        let taken5 = pending.takeBatch()
        #expect(taken5.answers.map(\.key) == [.sample(3)])
        let taken6 = pending.takeBatch()
        #expect(taken6.isEmpty)
        let taken7 = pending.use(8)
        #expect(taken7)
    }

    @Test("The oldest responses are dropped if too many bytes wait") func bounded() {
        var pending = PendingWrites(byteLimit: 100)
        for number in 0..<10 { _ = pending.keep(.sample(number, bytes: 30), for: .sample(number)) }
        #expect(pending.count == 3)
        #expect(pending.byteCount == 90)
        #expect(pending[.sample(6)] == nil)
        #expect(pending[.sample(7)] == .sample(7, bytes: 30))
    }

    @Test("A batch that is put back goes first and doesn't replace newer responses") func putBack() {
        var pending = PendingWrites(byteLimit: 1_000)
        for number in 0..<3 { _ = pending.keep(.sample(number, bytes: 10), for: .sample(number)) }
        let batch = pending.takeBatch()
        #expect((pending.count, pending.unwrittenCount) == (0, 3))
        #expect(pending[.sample(0)] == .sample(0, bytes: 10))
        _ = pending.keep(.sample(9, bytes: 20), for: .sample(1))
        pending.putBack(batch)
        #expect((pending.count, pending.unwrittenCount) == (3, 3))
        let again = pending.takeBatch()
        #expect(again.answers.map(\.key) == [.sample(0), .sample(2), .sample(1)])
        #expect(again.answers.last?.response == .sample(9, bytes: 20))
        #expect(pending.byteCount == 0)
        let rest = pending.takeBatch()
        #expect(rest.isEmpty && pending.unwrittenCount == 0 && pending[.sample(0)] == nil)
    }

    @Test("A claim is released with the last response that waited before it") func release() {
        var pending = PendingWrites(byteLimit: 1 << 20)
        for number in 0..<70 { _ = pending.keep(.sample(number, bytes: 1), for: .sample(number)) }
        _ = pending.release(5)
        let taken8 = pending.takeBatch()
        #expect(taken8.released == [])
        let last = pending.takeBatch()
        #expect(last.answers.count == 6)
        #expect(last.released == [5])
    }

    @Test("The removed responses of a source aren't written") func removeAll() {
        var pending = PendingWrites(byteLimit: 1_000)
        for source in ["kofic", "tmdb"] { _ = pending.keep(.sample(1, bytes: 10), for: .sample(1, source: source)) }
        let taken9 = pending.removeAll(of: "kofic")
        #expect(taken9 == 1)
        #expect(pending.byteCount == 10)
        let taken10 = pending.takeBatch()
        #expect(taken10.answers.map(\.key.source) == ["tmdb"])
    }
}

@Suite("Claim queue")
struct ClaimQueueTests {
    @Test("The first claim starts the work, waiting ones are taken in batches, and a later one restarts it")
    func batches() {
        var queue = ClaimQueue<Int>()
        #expect((0..<200).map { queue.add($0) } == [true] + [Bool](repeating: false, count: 199))
        #expect(queue.take() == Array(0..<128))
        #expect(queue.add(200) == false)
        #expect(queue.take() == Array(128...200))
        #expect(queue.add(201) == false)
        #expect(queue.take() == [201])
        #expect(queue.take() == [])
        #expect(queue.count == 0)
        #expect(queue.add(202) == true)
    }
}

@Suite("Local counts")
struct LocalCountsTests {
    private let period = LocalCounts.Period(source: "kofic", name: "2026-11-21")

    @Test("A local count continues from the stored count, and paying settles the owed calls") func counts() {
        var counts = LocalCounts()
        counts.saw(QuotaCount(used: 8), in: period, paying: 0)
        let count1 = counts.spendAlone(in: period, limit: 10)
        #expect(count1 == QuotaCount(used: 9, isGranted: true))
        let count2 = counts.spendAlone(in: period, limit: 10)
        #expect(count2 == QuotaCount(used: 10, isGranted: true))
        let count3 = counts.spendAlone(in: period, limit: 10)
        #expect(count3 == QuotaCount(used: 10, isGranted: false))
        #expect(counts[period] == LocalCounts.Count(seen: 8, owed: 2))
        counts.saw(QuotaCount(used: 11), in: period, paying: 2)
        #expect(counts[period] == LocalCounts.Count(seen: 11, owed: 0))
    }

    @Test("The count of a day is dropped with the first count of the next day") func days() {
        var counts = LocalCounts()
        counts.saw(QuotaCount(used: 8), in: period, paying: 0)
        counts.saw(QuotaCount(used: 1), in: LocalCounts.Period(source: "kofic", name: "2026-11-22"), paying: 0)
        #expect(counts[period] == LocalCounts.Count())
    }
}
