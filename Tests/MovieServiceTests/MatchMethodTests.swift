import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform
import Testing

/// `matches/list`, `matches/pin`, `matches/split`, `matches/forget`.
@Suite("what is noted of matches")
struct MatchMethodTests {
    private let client = ServiceClient(
        [FakeRepository("near", capabilities: []), FakeRepository("far", capabilities: [])],
        book: TransientMatchBook(clock: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_273_200)))
    )

    @Test("a pin, a split and a field are noted, listed and taken back")
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
        #expect(chosen["fields"]?.description == #"[{"id":"near:1","field":"overview","provider":"far"}]"#)
        #expect(try await client.result("matches/list")["matches"]?.count == 2)
        #expect(try await client.result("matches/list", #"{"id": "far:3"}"#)["matches"]?.count == 1)
        #expect(try await client.result("matches/list", #"{"limit": 1}"#)["matches"]?.count == 1)
        let one = try await client.result("matches/forget", #"{"id": "far:2", "with": "near:1"}"#)
        #expect(one.description == #"{"removed":1}"#)
        #expect(try await client.result("matches/forget", #"{"id": "near:1"}"#)["removed"]?.int == 2)
    }

    @Test(
        "what does not go together is refused, with the parameter and the remedy",
        arguments: [
            (#"{"id": "near:1"}"#, "with", "with is missing"),
            (#"{"id": "near:1", "field": "overview"}"#, "provider", "provider is missing"),
            (#"{"id": "near:1", "provider": "far"}"#, "field", "field is missing"),
            (#"{"id": "near:1", "with": "far:2", "field": "title", "provider": "far"}"#, "with", "stands beside field"),
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

    @Test("without a library nothing is noted, and the error says what to do")
    func closed() async throws {
        let error = try await ServiceClient([]).error("matches/split", #"{"id": "near:1", "with": "far:2"}"#)
        #expect(error.code.rawValue == 1_030)
        #expect(error.data?["kind"] == "library")
        #expect(error.data?["hint"]?.jsonText.contains("--data-dir") == true)
    }
}
