import HTTPModel
import MovieDomain
import Testing
import Upstream

@Suite("Counted calls")
struct QuotaTests {
    @Test(
        "the last tenth, at least ten and at most half, is closed to enrichment",
        arguments: [(3_000, 2_700), (1_000, 900), (100, 90), (50, 40), (20, 10), (10, 5), (1, 1), (0, 0)]
    )
    func shares(_ limit: Int, _ enrichment: Int) {
        let shares = QuotaShares(limit: limit)
        #expect(shares.limit(for: .essential) == limit)
        #expect(shares.limit(for: .enrichment) == enrichment)
    }

    @Test func memoryLedger() async {
        let ledger = MemoryQuotaLedger()
        #expect(await ledger.count(of: "a", in: "d1") == 0)
        #expect(await ledger.spend(on: "a", in: "d1", limit: 2) == QuotaCount(used: 1, isGranted: true))
        #expect(await ledger.spend(on: "a", in: "d1", limit: 1) == QuotaCount(used: 1, isGranted: false))
        #expect(await ledger.spend(on: "a", in: "d1", limit: 2) == QuotaCount(used: 2, isGranted: true))
        #expect(await ledger.spend(on: "a", in: "d1", limit: 2) == QuotaCount(used: 2, isGranted: false))
        #expect(await ledger.spend(on: "b", in: "d1", limit: 2) == QuotaCount(used: 1, isGranted: true))
        #expect(await ledger.spend(on: "a", in: "d2", limit: 2) == QuotaCount(used: 1, isGranted: true))
        await ledger.raise("a", in: "d2", to: 7)
        await ledger.raise("a", in: "d2", to: 3)
        #expect(await ledger.count(of: "a", in: "d2") == 7)
        #expect(await ledger.count(of: "b", in: "d1") == 1)
    }
}
