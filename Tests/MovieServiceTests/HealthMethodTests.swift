import JSON
import JSONRPC
import MovieDomain
import MovieService
import Testing

/// `providers/status`, `cache/stats`, `cache/clear`.
@Suite("what is counted about sources")
struct HealthMethodTests {
    @Test("providers/status says of each source what is counted of it, and leaves out what nobody knows")
    func status() async throws {
        let client = client(FakeMonitor())
        let answer = try await client.result("providers/status")
        #expect(
            answer.description == """
                {"providers":[{"id":"near","title":"Near","status":"down","reason":"too many calls failed",\
                "retryAfterSeconds":4,"requests":{"sent":12,"failed":9,"retried":2,"inFlight":1},\
                "latency":{"p50Ms":30,"p99Ms":900},\
                "quota":{"used":2999,"limit":3000,"left":1,"resetsAt":"2026-11-21T15:00:00Z"},\
                "cache":{"hits":3,"staleHits":1,"misses":3,"revalidations":1,"hitRate":0.5},\
                "mapping":{"rows":50,"droppedRows":2,"failures":[{"operation":"search","field":"year","count":3,\
                "examplePath":"prdtYear"}]},"lastFailure":{"message":"near answered with 503","secondsAgo":7}},\
                {"id":"far","title":"Far","status":"disabled","reason":"FAR_KEY is not set",\
                "requests":{"sent":0,"failed":0,"retried":0,"inFlight":0},\
                "cache":{"hits":0,"staleHits":0,"misses":0,"revalidations":0},\
                "mapping":{"rows":0,"droppedRows":0,"failures":[]}}]}
                """
        )
    }

    @Test("one source can be asked for; one that is not configured is an error that names the nearest")
    func oneSource() async throws {
        let client = client(FakeMonitor())
        let answer = try await client.result("providers/status", #"{"provider": "far"}"#)
        #expect(answer["providers"]?.elements.compactMap { $0["id"]?.string } == ["far"])
        for method in ["providers/status", "cache/stats", "cache/clear"] {
            let error = try await client.error(method, #"{"provider": "fat"}"#)
            #expect(error.code == .invalidParams)
            #expect(error.data?["field"] == "provider", "\(method)")
            #expect(error.data?["hint"]?.jsonText.contains("far") == true, "\(method)")
        }
    }

    @Test("cache/stats adds up what is kept, with what it served")
    func stats() async throws {
        let answer = try await client(FakeMonitor()).result("cache/stats")
        #expect(
            answer.description == """
                {"file":"/cache/cache.sqlite","answers":5,"bytes":700,"providers":[\
                {"id":"near","answers":4,"bytes":600,"served":{"hits":3,"staleHits":1,"misses":3,"revalidations":1,\
                "hitRate":0.5}},{"id":"gone","answers":1,"bytes":100,\
                "served":{"hits":0,"staleHits":0,"misses":0,"revalidations":0}}]}
                """
        )
        let one = try await client(FakeMonitor()).result("cache/stats", #"{"provider": "near"}"#)
        #expect(one["answers"]?.int == 4)
    }

    @Test("cache/clear drops one source's answers, or all")
    func clear() async throws {
        let client = client(FakeMonitor())
        #expect(try await client.result("cache/clear").description == #"{"removed":5}"#)
        #expect(try await client.result("cache/clear", #"{"provider": "near"}"#).description == #"{"removed":4}"#)
    }

    @Test("without anybody who counts, a source is as its profile says")
    func unmonitored() async throws {
        let sources = [FakeRepository("near", capabilities: []), FakeRepository("far", capabilities: [])]
        let answer = try await ServiceClient(sources).result("providers/status")
        #expect(answer["providers"]?.elements.compactMap { $0["status"]?.string } == ["ok", "ok"])
        #expect(try await ServiceClient(sources).result("cache/stats")["answers"]?.int == 0)
    }

    private func client(_ monitor: FakeMonitor) -> ServiceClient {
        ServiceClient(
            [FakeRepository("near", capabilities: []), FakeRepository("far", capabilities: [])],
            monitor: monitor
        )
    }
}

/// A monitor of two sources whose figures are known.
private struct FakeMonitor: SourceMonitor {
    func health() async -> [SourceHealth] {
        var near = SourceHealth(provider: "near", title: "Near", status: .down, reason: "too many calls failed")
        near.retryAfterSeconds = 4
        near.requests = RequestCounts(sent: 12, failed: 9, retried: 2, inFlight: 1)
        near.latency = Latency(p50Milliseconds: 30, p99Milliseconds: 900)
        near.quota = QuotaHealth(used: 2_999, limit: 3_000, resetsAt: Timestamp(parsing: "2026-11-22T00:00:00+09:00"))
        near.cache = CacheCounts(hits: 3, staleHits: 1, misses: 3, revalidations: 1)
        near.mapping = MappingCounts(
            rows: 50,
            droppedRows: 2,
            failures: [.init(operation: "search", field: "year", count: 3, examplePath: "prdtYear")]
        )
        near.lastFailure = LastFailure(message: "near answered with 503", secondsAgo: 7)
        return [near, SourceHealth(provider: "far", title: "Far", status: .disabled, reason: "FAR_KEY is not set")]
    }

    func cacheContents() async -> CacheContents {
        CacheContents(
            file: "/cache/cache.sqlite",
            shares: [
                .init(provider: "near", answers: 4, bytes: 600), .init(provider: "gone", answers: 1, bytes: 100),
            ]
        )
    }

    func clearCache(of provider: ProviderID?) async -> Int { provider == nil ? 5 : 4 }
}
