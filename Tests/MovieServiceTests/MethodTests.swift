import JSON
import JSONRPC
import MovieDomain
import MovieService
import MovieStore
import Platform
import Testing

@Suite("Methods that ask no source")
struct ServiceMethodTests {
    @Test(
        "ping returns an empty object, even with the protocols' own parameters",
        arguments: [nil, "null", "{}", "[]", #"{"workDoneToken":1,"partialResultToken":"p","_meta":{"x":1}}"#]
    )
    func ping(params: String?) async throws {
        #expect(try await ServiceClient().result("ping", params).description == "{}")
    }

    @Test("providers/list says what every source can do, in the configured order")
    func providersList() async throws {
        var kofic = FakeRepository(
            "kofic",
            capabilities: [.search, .dailyBoxOffice, .lookup],
            namespaces: [.lookup: ["kofic"]]
        )
        kofic.profile.title = "KOFIC"
        kofic.profile.homepage = "https://kofic.example"
        kofic.profile.languages = ["ko", "en"]
        var omdb = FakeRepository("omdb", capabilities: [.lookup])
        omdb.profile.availability = .disabled(reason: "OMDB_API_KEY is not set")
        let result = try await ServiceClient([kofic, omdb]).result("providers/list")
        #expect(
            result.description == """
                {"providers":[{"id":"kofic","title":"KOFIC","homepage":"https://kofic.example","languages":["ko","en"],\
                "capabilities":["daily_box_office","search","lookup"],"namespaces":{"lookup":["kofic"]},"status":"available"},\
                {"id":"omdb","title":"omdb","languages":[],"capabilities":["lookup"],"namespaces":{},"status":"disabled",\
                "reason":"OMDB_API_KEY is not set"}]}
                """
        )
    }

    @Test("A replaced catalogue takes effect with the next call")
    func replacingCatalogue() async throws {
        let client = ServiceClient([FakeRepository("one", capabilities: [])])
        #expect(try await client.result("providers/list")["providers"]?[0]?["id"]?.string == "one")
        client.catalogue.replace(with: ServiceClient.catalogue([FakeRepository("two", capabilities: [])]))
        #expect(try await client.result("providers/list")["providers"]?[0]?["id"]?.string == "two")
    }

    @Test(
        "An unknown method fails with −32601 and a hint at the nearest method",
        arguments: [
            ("movies/serach", "Did you mean \"movies/search\"?"),
            ("Ping", "Did you mean \"ping\"?"),
            ("boxoffice/daily", "Did you mean \"boxOffice/daily\"?"),
            (
                "movies/charts",
                "Did you mean movies/list with {\"kind\": \"popular\"}? It asks sources for 'charts'."
            ),
            (
                "recommendations",
                "Did you mean movies/related with {\"kind\": \"recommended\"}? It asks sources for 'recommendations'."
            ),
            ("movies/lookup", "Did you mean movies/get? It asks sources for 'lookup'."),
            ("rpc.foo", "rpc.discover lists every method."),
            ("", "rpc.discover lists every method."),
        ]
    )
    func unknownMethod(name: String, hint: String) async throws {
        let error = try await ServiceClient().error(name)
        #expect(error.code.rawValue == -32_601)
        #expect(error.message == "Method not found")
        #expect(error.data == ["kind": "method_not_found", "method": .string(name), "hint": .string(hint)])
    }
}

/// `providers/status`, `cache/stats`, `cache/clear`.
@Suite("Statistics of sources and the cache")
struct HealthMethodTests {
    @Test("providers/status reports the figures of each source and leaves out unknown ones")
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

    @Test("One source can be requested, and an unknown one is refused with the nearest name")
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

    @Test("cache/stats adds up the cached answers and reports how each source's cache served")
    func stats() async throws {
        let answer = try await client(FakeMonitor()).result("cache/stats")
        #expect(
            answer.description == """
                {"file":"/cache/cache.sqlite","answers":5,"bytes":700,"providers":[\
                {"id":"near","answers":4,"bytes":600,"served":{"hits":3,"staleHits":1,"misses":3,"revalidations":1,\
                "hitRate":0.5}},{"id":"gone","answers":1,"bytes":100,\
                "served":{"hits":0,"staleHits":0,"misses":0,"revalidations":0}}],\
                "images":{"folder":"/cache/images","files":2,"bytes":900}}
                """
        )
        let one = try await client(FakeMonitor()).result("cache/stats", #"{"provider": "near"}"#)
        #expect(one["answers"]?.int == 4)
    }

    @Test("cache/clear removes one source's answers, or all answers and images")
    func clear() async throws {
        let client = client(FakeMonitor())
        #expect(try await client.result("cache/clear")["removed"]?.int == 5)
        #expect(try await client.result("cache/clear")["images"]?["bytes"]?.int == 900)
        #expect(try await client.result("cache/clear", #"{"provider": "near"}"#).description == #"{"removed":4}"#)
    }

    @Test("Without a monitor every source is ok and the cache has no answers")
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

/// A monitor of two sources with fixed figures.
private struct FakeMonitor: ProviderMonitor {
    func health() async -> [ProviderHealth] {
        var near = ProviderHealth(provider: "near", title: "Near", status: .down, reason: "too many calls failed")
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
        return [near, ProviderHealth(provider: "far", title: "Far", status: .disabled, reason: "FAR_KEY is not set")]
    }

    func cacheContents() async -> CacheContents {
        var contents = CacheContents(
            file: "/cache/cache.sqlite",
            shares: [.init(provider: "near", answers: 4, bytes: 600), .init(provider: "gone", answers: 1, bytes: 100)]
        )
        contents.images = CachedImages(folder: "/cache/images", files: 2, bytes: 900)
        return contents
    }

    func clearCache(of provider: ProviderID?) async -> ClearedCache {
        guard provider == nil else { return ClearedCache(answers: 4) }
        return ClearedCache(answers: 5, images: CachedImages(folder: "/cache/images", files: 2, bytes: 900))
    }
}

/// `matches/list`, `matches/pin`, `matches/split`, `matches/forget`.
@Suite("Corrections of matches")
struct MatchMethodTests {
    private let client = ServiceClient(
        [FakeRepository("near", capabilities: []), FakeRepository("far", capabilities: [])],
        book: LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_273_200)))
    )

    @Test("A pin, a split, and a chosen source of a field are stored, listed, and forgotten")
    func corrections() async throws {
        let pinned = try await client.result("matches/pin", #"{"id": "near:1", "with": "far:2"}"#)
        #expect(
            pinned.description == """
                {"matches":[{"id":"far:2","with":"near:1","verdict":"same","by":"user","confidence":1,"reasons":[],\
                "decidedAt":"2026-11-21T15:00:00Z"}],"fields":[]}
                """
        )
        let split = try await client.result("matches/split", #"{"id": "near:1", "with": "far:3"}"#)
        #expect(split["matches"]?.elements.compactMap { $0["verdict"]?.string } == ["same", "different"])
        let chosen = try await client.result(
            "matches/pin",
            #"{"id": "near:1", "field": "overview", "provider": "far"}"#
        )
        #expect(
            chosen["fields"]?.description
                == #"[{"id":"near:1","field":"overview","provider":"far","decidedAt":"2026-11-21T15:00:00Z"}]"#
        )
        #expect(try await client.result("matches/list")["matches"]?.count == 2)
        #expect(try await client.result("matches/list", #"{"id": "far:3"}"#)["matches"]?.count == 1)
        #expect(try await client.result("matches/list", #"{"limit": 1}"#)["matches"]?.count == 1)
        let one = try await client.result("matches/forget", #"{"id": "far:2", "with": "near:1"}"#)
        #expect(one.description == #"{"removed":1}"#)
        #expect(try await client.result("matches/forget", #"{"id": "near:1"}"#)["removed"]?.int == 2)
    }

    @Test(
        "An incomplete or contradictory correction is refused with the parameter and the reason",
        arguments: [
            (#"{"id": "near:1"}"#, "with", "with is missing"),
            (#"{"id": "near:1", "field": "overview"}"#, "provider", "provider is missing"),
            (#"{"id": "near:1", "provider": "far"}"#, "field", "field is missing"),
            (
                #"{"id": "near:1", "with": "far:2", "field": "title", "provider": "far"}"#, "with",
                "with cannot be combined with field"
            ),
            (#"{"id": "near:1", "field": "overview", "provider": "fat"}"#, "provider", "there is no provider \"fat\""),
            (#"{"id": "near:1", "field": "overwiev", "provider": "far"}"#, "field", "field"),
            (#"{"id": "near:1", "with": "near:2"}"#, "with", "near itself tells them apart"),
        ]
    )
    func refusals(params: String, field: String, message: String) async throws {
        let error = try await client.error("matches/pin", params)
        #expect(error.code == .invalidParams)
        #expect(error.data?["field"]?.jsonText == "\"\(field)\"")
        #expect(error.message.contains(message), "\(error.message)")
        #expect(try await client.result("matches/list")["matches"]?.count == 0)
    }

    @Test("Ids that only one record has cannot be split, and those of two records can")
    func oneRecord() async throws {
        let params = #"{"id": "shelf:7", "with": "imdb:tt6751668"}"#
        let book = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_273_200)))
        let error = try await ServiceClient([PlainSources.shelf()], book: book).error("matches/split", params)
        #expect(error.code == .invalidParams)
        #expect(error.data?["field"] == "with")
        #expect(error.message.contains("imdb:tt6751668 and shelf:7 are ids of one record of shelf"), "\(error.message)")
        #expect(await book.corrections().isEmpty)
        var other = FakeRepository("other", capabilities: [.lookup], namespaces: [.lookup: ["imdb"]])
        var facts = PlainSources.parasiteAtKofic
        facts.ids = ["other": "1", "imdb": "tt6751668"]
        other.onLookup = { [facts] _ throws(ProviderError) in ProviderAnswer(facts) }
        let split = try await ServiceClient([PlainSources.shelf(), other], book: book).result("matches/split", params)
        #expect(split["matches"]?[0]?["verdict"]?.string == "different")
    }

    @Test("A chosen source of a field is listed and forgotten by any id of the film")
    func choiceByOtherID() async throws {
        let book = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_273_200)))
        let client = ServiceClient([PlainSources.shelf()], book: book)
        _ = try await client.result("matches/pin", #"{"id": "shelf:7", "field": "overview", "provider": "shelf"}"#)
        let listed = try await client.result("matches/list", #"{"id": "imdb:tt6751668"}"#)
        #expect(listed["fields"]?[0]?["id"]?.string == "shelf:7")
        let other = try await client.result("matches/forget", #"{"id": "imdb:tt6751668", "field": "title"}"#)
        #expect(other["removed"]?.int == 0)
        let removed = try await client.result("matches/forget", #"{"id": "imdb:tt6751668", "field": "overview"}"#)
        #expect(removed["removed"]?.int == 1)
        #expect(try await client.result("matches/list")["fields"]?.count == 0)
    }

    @Test("Without a library a correction is refused with a hint")
    func closed() async throws {
        let error = try await ServiceClient([]).error("matches/split", #"{"id": "near:1", "with": "far:2"}"#)
        #expect(error.code.rawValue == 1_030)
        #expect(error.data?["kind"] == "library")
        #expect(error.data?["hint"]?.jsonText.contains("Nothing was changed.") == true)
    }
}
