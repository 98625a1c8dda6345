import JSON
import MovieService
import Testing

@testable import MCPServer

@Suite("Resource URIs and cursors")
struct AddressTests {
    @Test(
        "A resource URI names a method call",
        arguments: [
            ("marquee://movie/imdb:tt6751668", "movies/get", #"{"id":"imdb:tt6751668"}"#),
            ("marquee://movie/kofic%3A%ED%95%9C", "movies/get", #"{"id":"kofic:한"}"#),
            ("marquee://movie/url:https://example.org/a", "movies/get", #"{"id":"url:https://example.org/a"}"#),
            ("MARQUEE://box-office/2026-11-19", "boxOffice/daily", #"{"date":"2026-11-19"}"#),
            ("marquee://provider/kofic", "providers/status", #"{"provider":"kofic"}"#),
            ("marquee://bookmarks", "bookmarks/list", #"{"page":1,"limit":100}"#),
            ("marquee://bookmarks/2", "bookmarks/list", #"{"page":2,"limit":100}"#),
            ("marquee://cards/", "cards/list", #"{"page":1,"limit":100}"#),
        ]
    )
    func calls(_ text: String, _ method: String, _ params: String) throws {
        let call = try #require(ResourceURI(text)).call
        #expect(call.method == method)
        #expect(call.params.jsonText == params)
        #expect(MethodDeclaration.all.contains { $0.name == method })
    }

    @Test(
        "An invalid resource URI is refused",
        arguments: [
            "", "marquee:", "marquee://", "marquee://films/1", "marquee://movie", "marquee://movie/",
            "marquee://bookmarks/0", "marquee://cards/x", "marquee://movie/%", "marquee://movie/%f",
            "marquee://movie/%gg",
            "marquee://movie/%ff", "http://movie/1", "marquee://movie/" + String(repeating: "x", count: 3_000),
        ]
    )
    func noAddress(_ text: String) {
        #expect(ResourceURI(text) == nil)
    }

    @Test(
        "An id survives a round trip through a resource URI",
        arguments: ["imdb:tt1", "a:b c", "한국:영화/1?x#y%", "x:😀", "x:%41"]
    )
    func encoding(_ id: String) throws {
        let uri = try #require(ResourceURI(ResourceURI.movie(id)))
        #expect(uri.value == id)
        #expect(ResourceURI.movie(id).allSatisfy { $0.isASCII && !$0.isWhitespace })
    }

    @Test("A cursor survives a round trip through its text, and other texts are refused")
    func cursors() {
        for place in [0, 1, 50, 1_000_000] {
            let cursor = Cursor(list: "resources", place: place)
            #expect(Cursor(cursor.text) == cursor)
        }
        for text in [
            "", "resources", "resources.", "resources.-1", "resources.01", "resources.A", "a.b.c", "x.zzzzzzzzzzzzzz",
        ] {
            #expect(Cursor(text) == nil, "\(text)")
        }
    }
}
