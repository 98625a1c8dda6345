import JSON
import JSONRPC
import MovieDomain
import Testing

@testable import MovieService

@Suite("Failures as JSON-RPC errors")
struct FailureTests {
    /// The codes of the failures that a single source passes on, repeated here because clients rely on them.
    static let codes: [(ProviderError.Kind, Int)] = [
        (.auth, 1001), (.quota, 1002), (.rateLimited, 1003), (.badRequest, 1005), (.unavailable, 1006),
        (.upstream, 1007), (.malformed, 1008), (.timeout, 1009), (.circuitOpen, 1010),
    ]

    @Test("The failure of the only source becomes the error, with all its details", arguments: codes)
    func onlySource(kind: ProviderError.Kind, code: Int) async throws {
        let client = ServiceClient([
            Self.failing(
                "kofic",
                ProviderError(
                    kind,
                    provider: "kofic",
                    message: "it went wrong",
                    code: "E7",
                    hint: "wait",
                    field: "targetDt",
                    retryAfterSeconds: 30
                )
            )
        ])
        let error = try await client.error("boxOffice/daily")
        #expect(error.code.rawValue == code)
        #expect(error.message == "it went wrong")
        let data = try #require(error.data)
        #expect(data["kind"] == .string(kind.rawValue))
        #expect(data["provider"] == "kofic")
        #expect(data["code"] == "E7")
        #expect(data["hint"] == "wait")
        #expect(data["field"] == "targetDt")
        #expect(data["retryAfterSeconds"] == 30)
        let retryable: Set<ProviderError.Kind> = [.rateLimited, .unavailable, .upstream, .timeout, .circuitOpen]
        #expect(data["retryable"] == .bool(retryable.contains(kind)))
        #expect(data["sources"]?[0]?["error"]?["kind"] == .string(kind.rawValue))
    }

    @Test("Different failures of several sources become one error that lists each of them")
    func allFailed() async throws {
        let client = ServiceClient([
            Self.failing(
                "kofic",
                ProviderError(.auth, provider: "kofic", message: "bad key", hint: "check KOFIC_API_KEY")
            ),
            Self.failing(
                "yts",
                ProviderError(.rateLimited, provider: "yts", message: "slow down", retryAfterSeconds: 9)
            ),
        ])
        let error = try await client.error("movies/search", #"{"query":"x"}"#)
        #expect(error.code.rawValue == 1020)
        #expect(error.message == "No source could answer: kofic: bad key; yts: slow down")
        let data = try #require(error.data)
        #expect(data["kind"] == "all_sources_failed")
        #expect(data["retryable"] == true)
        #expect(data["retryAfterSeconds"] == 9)
        #expect(data["hint"] == "kofic: check KOFIC_API_KEY")
        #expect(data["sources"]?[0]?["status"] == "error")
        #expect(data["sources"]?[1]?["status"] == "rate_limited")
    }

    @Test("Failures of one kind from several sources become one error of that kind")
    func allFailedAlike() async throws {
        let client = ServiceClient(
            ["one", "two"].map { name in
                let id = ProviderID(name)
                return Self.failing(id, ProviderError(.quota, provider: id, message: "nothing left"))
            }
        )
        let error = try await client.error("movies/search", #"{"query":"x"}"#)
        #expect(error.code.rawValue == 1002)
        #expect(error.data?["kind"] == "quota")
        #expect(error.data?["retryable"] == false)
        #expect(error.data?["provider"] == nil)
    }

    @Test("A source that fails while another one answers is listed in sources and is no error")
    func oneOfTwoFails() async throws {
        let failure = ProviderError(.unavailable, provider: "yts", message: "connection refused", retryAfterSeconds: 5)
        let result = try await ServiceClient([PlainSources.kofic(), Self.failing("yts", failure)])
            .result("movies/search", #"{"query":"x"}"#)
        #expect(result["movies"]?.count == 1)
        #expect(
            result["sources"]?[1]?.withoutDurations == """
                {"provider":"yts","status":"error","error":{"kind":"unavailable","message":"connection refused",\
                "retryable":true,"retryAfterSeconds":5}}
                """
        )
    }

    @Test("An id that no source takes is unsupported, whatever keys are missing")
    func idOfNoSource() async throws {
        var omdb = FakeRepository("omdb", capabilities: [.lookup], namespaces: [.lookup: ["imdb"]])
        omdb.profile.availability = .disabled(reason: "OMDB_API_KEY is not set")
        let client = ServiceClient([PlainSources.kofic(), omdb])
        let unknown = try await client.error("movies/get", #"{"id":"title:After (2005)"}"#)
        #expect(unknown.code.rawValue == 1012)
        #expect(
            unknown.message == "No source can be asked for lookup: "
                + "kofic takes only ids of kofic, and none of this film is known; "
                + "omdb takes only ids of imdb, and none of this film is known"
        )
        #expect(
            unknown.data?["hint"] == "Search for the title: the films that are found have ids that a source takes."
        )
        let disabled = try await client.error("movies/get", #"{"id":"imdb:tt6751668"}"#)
        #expect(disabled.code.rawValue == 1011)
    }

    @Test("Without a source for the call the error says why")
    func noSource() async throws {
        var omdb = FakeRepository("omdb", capabilities: [.search])
        omdb.profile.availability = .disabled(reason: "OMDB_API_KEY is not set")
        let disabled = try await ServiceClient([omdb]).error("movies/search", #"{"query":"x"}"#)
        #expect(disabled.code.rawValue == 1011)
        #expect(disabled.message == "No source can be asked for search: omdb: OMDB_API_KEY is not set")
        #expect(
            disabled.data == [
                "kind": "disabled", "provider": "omdb", "retryable": false,
                "sources": [["provider": "omdb", "status": "disabled", "reason": "OMDB_API_KEY is not set"]],
            ]
        )
        let unsupported = try await ServiceClient([PlainSources.kofic()]).error("movies/list")
        #expect(unsupported.code.rawValue == 1012)
        #expect(unsupported.data?["kind"] == "unsupported")
        var far = ProviderError(.unsupported, provider: "feed", message: "these rows come later", hint: "try this")
        far.page = 4
        let beyond = try await ServiceClient([Self.failing("feed", far), omdb]).error(
            "movies/search",
            #"{"query":"x"}"#
        )
        #expect(beyond.message == "No source reaches this page: feed: these rows come later")
        #expect(beyond.data?["kind"] == "unsupported" && beyond.data?["hint"] == "try this")
        let nobody = try await ServiceClient().error("movies/list")
        #expect(nobody.code.rawValue == 1021)
        #expect(
            nobody.data == [
                "kind": "no_source", "hint": "Name a source in providers.yaml.", "retryable": false,
            ]
        )
    }

    @Test("A film that no source has is not found, but undecided if a source did not answer")
    func notFound() async throws {
        let absent = Self.failing("one", ProviderError(.notFound, provider: "one", message: "no such film"))
        let error = try await ServiceClient([absent]).error("movies/get", #"{"id":"imdb:tt0000001"}"#)
        #expect(error.code.rawValue == 1004)
        #expect(error.message == "No source has imdb:tt0000001")
        #expect(error.data?["kind"] == "not_found")
        #expect(error.data?["field"] == "id")
        #expect(error.data?["retryable"] == false)
        #expect(error.data?["sources"]?[0]?["status"] == "empty")

        let late = Self.failing("two", ProviderError(.timeout, provider: "two", message: "too late"))
        let undecided = try await ServiceClient([absent, late]).error("movies/get", #"{"id":"imdb:tt0000001"}"#)
        #expect(undecided.code.rawValue == 1022)
        #expect(
            undecided.message
                == "No source that answered has imdb:tt0000001, and some did not answer: two: too late"
        )
        #expect(undecided.data?["kind"] == "undecided")
        #expect(undecided.data?["retryable"] == true)
    }

    @Test("An unknown provider is an invalid parameter, with a hint at the known ones")
    func unknownProvider() async throws {
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let near = try await client.error("movies/search", #"{"query":"x","providers":["kofik"]}"#)
        #expect(near.code.rawValue == -32_602)
        #expect(near.message == "Invalid params: there is no provider \"kofik\"")
        #expect(near.data == ["kind": "invalid_params", "field": "providers", "hint": "Did you mean \"kofic\"?"])
        let far = try await client.error("movies/search", #"{"query":"x","providers":["zzzzzzzz"]}"#)
        #expect(far.data?["hint"] == "The providers are: kofic, shelf.")
    }

    @Test("A page that is too deep is an invalid parameter")
    func deepPage() async throws {
        let error = try await ServiceClient([PlainSources.shelf()])
            .error("movies/search", #"{"query":"x","page":10000,"limit":100}"#)
        #expect(error.code.rawValue == -32_602)
        #expect(error.data?["field"] == "page")
    }

    @Test("A call that is canceled while a source is asked fails with LSP's code and message")
    func cancelled() async throws {
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        var slow = FakeRepository("slow", capabilities: [.search])
        slow.onSearch = { _ throws(ProviderError) in
            isAsked.finish()
            do {
                try await Task.sleep(for: .seconds(60))
            } catch {
                throw ProviderError(.unavailable, provider: "slow", message: "cancelled")
            }
            return ProviderAnswer(MovieList(movies: []))
        }
        let client = ServiceClient([slow])
        let call = Task { try await client.error("movies/search", #"{"query":"x"}"#) }
        for await _ in asked {}
        call.cancel()
        let error = try await call.value
        #expect(error.code.rawValue == -32_800)
        #expect(error.message == "Request cancelled")
        #expect(error.data == ["kind": "cancelled"])
    }

    @Test("Every kind has a code of its own, and ours lie outside the reserved ranges")
    func codesAreFree() {
        let (specified, ours) = ServiceError.Kind.allCases.filter { $0 != .batchTooLarge }.map(\.code.rawValue)
            .reduce(into: ([Int](), [Int]())) {
                if $1 < 0 && $1 != -31_000 { $0.0.append($1) } else { $0.1.append($1) }
            }
        #expect(Set(specified + ours).count == specified.count + ours.count)
        // Of JSON-RPC, and of LSP.
        let known = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_002, -32_800, -32_802]
        #expect(Set(specified) == Set(known))
        #expect(ours.allSatisfy { !(-32_899 ... -32_000).contains($0) })
        // A provider's failure has the same name on the wire.
        for kind in ProviderError.Kind.allCases { #expect(ServiceError.Kind(kind).rawValue == kind.rawValue) }
    }

    private static func failing(_ id: ProviderID, _ failure: ProviderError) -> FakeRepository {
        var source = FakeRepository(
            id,
            capabilities: [.dailyBoxOffice, .search, .lookup],
            namespaces: [.lookup: ["imdb"]]
        )
        source.onBoxOffice = { _ throws(ProviderError) in throw failure }
        source.onSearch = { _ throws(ProviderError) in throw failure }
        source.onLookup = { _ throws(ProviderError) in throw failure }
        return source
    }
}
