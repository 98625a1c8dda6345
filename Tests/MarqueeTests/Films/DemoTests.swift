import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("Demo")
struct DemoTests {
    /// Calls that show the purpose of every method, in an order that makes sense.
    private static let calls = [
        ("ping", "{}"), ("rpc.discover", "{}"), ("vocabulary/list", "{}"),
        ("providers/list", "{}"), ("providers/status", "{}"), ("providers/reload", "{}"), ("providers/watch", "{}"),
        ("cache/stats", "{}"), ("cache/clear", "{}"), ("cache/watch", "{}"),
        ("boxOffice/daily", "{}"), ("boxOffice/daily", #"{"enrich": true, "limit": 3}"#),
        ("boxOffice/weekly", #"{"date": "2012-01-01", "span": "weekend"}"#), ("boxOffice/trend", "{}"),
        ("movies/search", #"{"query": "parasite"}"#), ("movies/suggest", #"{"prefix": "기"}"#),
        ("movies/list", "{}"), ("movies/list", #"{"sort": "rating"}"#), ("movies/list", #"{"genre": "horror"}"#),
        ("movies/list", #"{"kind": "popular"}"#), ("movies/list", #"{"kind": "top_rated"}"#),
        ("movies/list", #"{"kind": "now_playing"}"#), ("movies/list", #"{"kind": "upcoming"}"#),
        ("movies/trending", "{}"), ("movies/trending", #"{"window": "day"}"#),
        ("movies/get", #"{"id": "imdb:tt6751668"}"#), ("movies/related", #"{"id": "imdb:tt6751668"}"#),
        ("movies/related", #"{"id": "demo:1", "kind": "recommended"}"#),
        ("collections/get", #"{"film": "demo:1"}"#), ("collections/get", #"{"id": "demo:1"}"#),
        ("credits/list", #"{"id": "imdb:tt6751668"}"#),
        ("images/get", #"{"id": "imdb:tt6751668", "data": true}"#),
        ("images/get", #"{"id": "demo:1", "data": true}"#),
        ("people/search", #"{"query": "봉준호"}"#), ("people/get", #"{"id": "kofic:99000001"}"#),
        ("people/get", #"{"id": "demo:1"}"#),
        ("matches/list", "{}"), ("matches/split", #"{"id": "kofic:20183782", "with": "demo:1"}"#),
        ("matches/pin", #"{"id": "kofic:20183782", "with": "yts:990000009"}"#),
        ("matches/forget", #"{"id": "kofic:20183782", "with": "demo:1"}"#),
        ("bookmarks/add", #"{"id": "demo:1"}"#), ("bookmarks/list", "{}"),
        ("bookmarks/offers", #"{"region": "KR"}"#), ("bookmarks/upcoming", #"{"region": "KR", "from": "2023-01-01"}"#),
        ("cards/put", #"{"id": "imdb:tt6751668", "stars": 4.5}"#), ("cards/list", "{}"), ("cards/stats", "{}"),
        ("library/get", #"{"ids": ["demo:1"]}"#), ("library/changes", #"{"since": 0}"#),
        ("lists/add", #"{"list": "Best", "id": "demo:1"}"#), ("lists/list", "{}"),
        ("lists/films", #"{"list": "Best"}"#), ("lists/rename", #"{"list": "Best", "name": "Good"}"#),
        ("lists/remove", #"{"list": "Good", "id": "demo:1"}"#), ("lists/delete", #"{"list": "Good"}"#),
        ("history/list", "{}"), ("library/watch", "{}"), ("library/export", "{}"), ("library/identify", "{}"),
        ("movies/identify", #"{"names": ["Parasite.2019.1080p.mkv"]}"#),
        ("library/refresh", "{}"), ("library/undo", #"{"dryRun": true}"#),
        ("library/import", #"{"library": {"version": 1}}"#), ("history/remove", #"{"query": "parasite"}"#),
        ("history/clear", "{}"), ("bookmarks/remove", #"{"id": "demo:1"}"#),
        ("cards/remove", #"{"id": "imdb:tt6751668"}"#),
    ]

    @Test("The demo answers every method with results to show, and writes no file")
    func methods() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let plan = try Program.plan(["--demo"], environment: ["HOME": folder, "PATH": "/usr/bin:/bin"])
            try await RunningProcess.withProcess(plan) { process in
                var unused = Set<String>()
                for (place, call) in Self.calls.enumerated() {
                    process.send(Talk.request(place, call.0, call.1))
                    var answer = try await process.readJSON()
                    // Skip notifications about the changes that a call made.
                    while answer["id"] == nil {
                        answer = try await process.readJSON()
                    }
                    let result = try #require(answer["result"], "\(call): \(answer)")
                    for list in ["movies", "entries", "series", "suggestions", "people", "credits"]
                    where result[list] != nil {
                        #expect(result[list]?.count ?? 0 > 0, "\(call): \(result)")
                    }
                    if call.0 == "rpc.discover" {
                        unused = Set(result["methods"]?.elements.compactMap { $0["name"]?.string } ?? [])
                    }
                }
                unused.subtract(Self.calls.map(\.0))
                #expect(unused.isEmpty, "\(unused) are not tried")
            }
            #expect(FileSystem.names(inFolder: folder).isEmpty)
            let poster = ["call", "--demo", "images/get", "id=demo:1"]
            let environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
            let refused = try await Program.run(poster, environment: environment)
            #expect(refused.errors.contains("--cache-dir"), "\(refused.errors)")
            #expect(FileSystem.names(inFolder: folder).isEmpty)
            let kept = try await Program.run(poster + ["--cache-dir", folder + "/cache"], environment: environment)
            #expect(kept.status == .exited(0), "\(kept.errors)")
        }
    }

    @Test("A film is the same by each of its ids")
    func ids() async throws {
        let ids = ["imdb:tt6751668", "kofic:20183782", "yts:990000009"]
        var films: Set<String> = []
        for id in ids {
            let result = try await Program.result(["--demo"], "movies/get", #"{"id": "\#(id)"}"#)
            let film = try #require(result["movie"])
            #expect(film["cast"]?[0]?["character"]?.string == "Ki-taek", "\(id)")
            films.insert(film.jsonText)
        }
        #expect(films.count == 1)
    }

    @Test(
        "The demo finds its films by words of their titles",
        arguments: ["존 윅 4", "wick", "문단속", "chapter 4", "Mario"]
    )
    func words(_ query: String) async throws {
        let result = try await Program.result(["--demo"], "movies/search", #"{"query": "\#(query)"}"#)
        #expect(result["movies"]?.count ?? 0 > 0, "\(result)")
    }

    @Test("The demo has every part of a film")
    func parts() async throws {
        let include = #"["credits","images","videos","similar","recommendations","watch","releases"]"#
        let result = try await Program.result(["--demo"], "movies/get", #"{"id": "demo:1", "include": \#(include)}"#)
        let parts = result["parts"]?.elements.map { $0["status"]?.string } ?? []
        #expect(parts.count == 7 && parts.allSatisfy { $0 == "ok" }, "\(String(describing: result["parts"]))")
        let film = try #require(result["movie"])
        #expect(film["watch"]?[0]?["region"]?.string == "KR")
        #expect(film["watch"]?[0]?["stream"]?.count == 1)
        #expect(film["releases"]?.count == 1)
        #expect(film["cast"]?[0]?["id"]?.string == "demo:2")
        #expect(result["similar"]?.count ?? 0 > 0)
    }

    @Test("Two demos that are given a folder share its library, tell each other of changes, and keep them")
    func namedFolder() async throws {
        try await Program.withHome { folder, environment in
            let arguments = ["--demo", "--data-dir", folder + "/data"]
            let plan = try Program.plan(arguments, environment: environment)
            try await RunningProcess.withProcess(plan) { watching in
                #expect(try await watching.answer("bookmarks/list")["result"]?["movies"]?.count == 0)
                let film = #"{"id":"imdb:tt6751668"}"#
                _ = try await Program.result(arguments, "bookmarks/add", film, environment: environment)
                let news = try await watching.readJSON()
                #expect(news["params"]?["changed"]?.description == #"["bookmarks"]"#)
                // A reload of the definitions keeps the library.
                _ = try await watching.answer("providers/reload")
                let list = try await watching.answer("bookmarks/list")["result"]
                #expect(list?["movies"]?[0]?["title"]?.string == "기생충")
            }
            let later = try await Program.result(arguments, "bookmarks/list", environment: environment)
            #expect(later["movies"]?[0]?["addedAt"]?.string?.hasPrefix("2023-04-24") == true)
            let without = try await Program.result(["--demo"], "bookmarks/list", environment: environment)
            #expect(without["movies"]?.count == 0)
        }
    }

    @Test("The first suggestions of a demo come without progress or parts, as later ones do")
    func suggestions() async throws {
        let params = #"{"prefix":"p","partialResultToken":"part","workDoneToken":"work"}"#
        let outcome = try await Program.run(["--demo"], lines: [Talk.request(1, "movies/suggest", params)])
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains(#""from":"cache""#), "\(lines)")
    }
}
