import HTTPModel
import MovieDomain
import Testing
import Upstream

@testable import MovieProviders

@Suite("Parts of a film that have operations of their own")
struct PartTests {
    private static let operations = """
        lookup:
          - { by: [shelf], get: "/film/${input.ids.shelf}", rows: ., item: { ids: { shelf: id, imdb: imdb }, title: t, images: p, runtime: { path: m, unit: min } } }
          - { by: [imdb], leads_to: shelf, get: /find, query: { imdb: "${input.ids.imdb}" }, rows: films, item: { ids: { shelf: id }, title: t } }
        credits: { by: [shelf], get: "/film/${input.ids.shelf}/credits", rows: ., item: { directors: d, cast: c } }
        images: { by: [shelf], get: "/film/${input.ids.shelf}/images", rows: ., item: { images: p } }
        videos: { by: [shelf], get: "/film/${input.ids.shelf}/videos", rows: ., item: { videos: v } }
        """

    private let transport = ScriptedTransport { request in
        switch request.path {
        case "/v1/film/7": .text(#"{"id":7,"imdb":"tt99000001","t":"Well","p":"https://i.example/a.jpg","m":101}"#)
        case "/v1/film/8": .text(#"{"id":8,"t":"Pier"}"#)
        case "/v1/film/9": .text("{}", status: 500)
        case "/v1/find" where request.redactedURL.hasSuffix("tt99000009"):
            .text(#"{"films":[{"id":9,"t":"Lost"}]}"#)
        case "/v1/find": .text(#"{"films":[{"id":7,"t":"Well"}]}"#)
        case "/v1/film/7/credits": .text(#"{"d":"Go","c":["Han","Ra"]}"#)
        case "/v1/film/7/videos": .text("{}", status: 503)
        default: .text("{}", status: 404)
        }
    }

    private func lookup(
        _ ids: [String: String],
        _ include: Set<LookupQuery.Part>
    ) async throws -> ProviderAnswer<MovieFacts> {
        let source = try repository(try shelf(Self.operations), transport)
        return try await source.lookup(LookupQuery(ids: ids, include: include))
    }

    @Test("A part is asked for where it is wanted and the look-up did not give it")
    func wanted() async throws {
        let film = try await lookup(["shelf": "7"], [.credits, .images]).value
        #expect(film.directors.map(\.name) == ["Go"])
        #expect(film.cast.map(\.name) == ["Han", "Ra"])
        #expect(film.images.map(\.url) == ["https://i.example/a.jpg"])
        #expect(transport.requests.map(\.path) == ["/v1/film/7", "/v1/film/7/credits"])
    }

    @Test("A part that is not wanted costs no call, one that fails takes nothing from the film")
    func failing() async throws {
        #expect(try await lookup(["shelf": "7"], []).value.cast == [])
        #expect(transport.requests.count == 1)
        let answer = try await lookup(["shelf": "7"], [.videos])
        #expect(answer.value.title?.text == "Well")
        #expect(answer.value.videos == [])
        #expect(answer.failures.map(\.kind) == [.unavailable])
        #expect(answer.failures.map(\.message) == ["videos: the source answered with HTTP status 503"])
    }

    @Test("That the source has no such part is no failure of it")
    func missing() async throws {
        let answer = try await lookup(["shelf": "8"], [.images])
        #expect(answer.value.title?.text == "Pier")
        #expect(answer.failures == [])
    }

    @Test("A film that could not be looked up after it was found is what was found, with the failure")
    func leadingNowhere() async throws {
        let answer = try await lookup(["imdb": "tt99000009"], [])
        #expect(answer.value.title?.text == "Lost")
        #expect(answer.failures.map(\.message) == ["lookup: the source answered with HTTP status 500"])
    }

    @Test("What is found by a foreign id leads to the whole record")
    func leading() async throws {
        let film = try await lookup(["imdb": "tt99000001"], [.credits]).value
        #expect(film.ids == ["shelf": "7", "imdb": "tt99000001"])
        #expect(film.runtimeMinutes == 101)
        #expect(film.cast.map(\.name) == ["Han", "Ra"])
        #expect(transport.requests.map(\.path) == ["/v1/find", "/v1/film/7", "/v1/film/7/credits"])
    }
}
