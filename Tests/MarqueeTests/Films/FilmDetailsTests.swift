import JSON
import MarqueeTestKit
import Platform
import Testing

/// Details of films, lists, and people that film apps show, from two sources with the shapes of the real APIs.
@Suite("Details, lists, and people, through the program")
struct FilmDetailsTests {
    private static let configuration = """
        version: 1
        settings: { languages: [ko, en], merge: { order: [kofic, tmdb] } }
        providers:
          - { id: kofic, extends: kofic, base_url: "ORIGIN/kofic", auth: { kind: none }, retry: { attempts: 1 } }
          - { id: tmdb, extends: tmdb, base_url: "ORIGIN/tmdb", auth: { kind: none }, retry: { attempts: 1 } }

        """

    private func with(_ body: (ScriptedServer, [String]) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(Self.configuration.replacing("ORIGIN", with: server.origin), to: file)
            try await body(
                server,
                // The images of TMDB are elsewhere.
                ["--config", file, "--trust", "--cache-dir", folder + "/cache", "--data-dir", folder + "/data"]
            )
        }
    }

    private static let film = """
        {"id": 990200001, "title": "종이 등대", "original_title": "종이 등대", "release_date": "2024-03-10",
         "imdb_id": "tt99000001", "vote_average": 7.4, "vote_count": 120, "budget": 3000000, "revenue": 4100000,
         "credits": {"cast": [{"id": 41, "name": "Han Ga-ram", "character": "Keeper"}],
                     "crew": [{"id": 31, "name": "Go Eun-byeol", "job": "Director"}]},
         "videos": {"results": [{"key": "PaperLight1", "site": "YouTube", "type": "Trailer", "name": "First light",
                                 "official": true, "published_at": "2024-02-01T09:00:00.000Z"}]},
         "release_dates": {"results": [
            {"iso_3166_1": "KR", "release_dates": [{"type": 3, "certification": "12", "release_date": "2024-03-10T00:00:00.000Z"}]},
            {"iso_3166_1": "BR", "release_dates": [{"type": 4, "certification": "L", "release_date": "2024-08-01T00:00:00.000Z"}]}]}}
        """

    private static let offers = """
        {"id": 990200001, "results": {
            "KR": {"link": "https://films.example/kr", "flatrate": [{"provider_name": "Streamhouse", "logo_path": "/s.jpg"}]},
            "BR": {"link": "https://films.example/br", "rent": [{"provider_name": "Lendbox"}]}}}
        """

    @Test("One call returns all parts of a film in the form that clients show")
    func parts() async throws {
        try await with { server, arguments in
            server.on("/tmdb/movie/990200001", .json(Self.film))
            server.on("/tmdb/movie/990200001/watch/providers", .json(Self.offers))
            let params = #"{"id": "tmdb:990200001", "include": ["credits", "videos", "watch", "releases"]}"#
            let result = try await Program.result(arguments, "movies/get", params)
            let movie = try #require(result["movie"])
            #expect(movie["stars"]?.double == 3.5)
            #expect(movie["budget"]?["amount"]?.int == 3_000_000)
            #expect(movie["revenue"]?["currency"]?.string == "USD")
            #expect(movie["pages"]?[0]?["url"]?.string == "https://www.themoviedb.org/movie/990200001")
            #expect(movie["cast"]?[0]?["id"]?.string == "tmdb:41")
            #expect(movie["directors"]?[0]?["id"]?.string == "tmdb:31")
            let video = try #require(movie["videos"]?[0])
            #expect(video["url"]?.string == "https://www.youtube.com/watch?v=PaperLight1")
            #expect(video["name"]?.string == "First light")
            #expect(video["official"]?.bool == true)
            #expect(video["published"]?.string == "2024-02-01")
            #expect(movie["certifications"]?.elements.compactMap { $0["region"]?.string } == ["KR", "BR"])
            #expect(movie["releases"]?[1]?["events"]?[0]?["kind"]?.string == "digital")
            #expect(movie["releases"]?[1]?["events"]?[0]?["date"]?.string == "2024-08-01")
            #expect(movie["watch"]?.count == 2)
            #expect(movie["watch"]?[0]?["attribution"]?.string == "JustWatch")
            #expect(movie["watch"]?[0]?["provider"]?.string == "tmdb")
            let service = movie["watch"]?[0]?["stream"]?[0]
            #expect(service?["name"]?.string == "Streamhouse")
            #expect(service?["logo"]?.string == "https://image.tmdb.org/t/p/w92/s.jpg")
            #expect(result["parts"]?.elements.compactMap { $0["status"]?.string } == ["ok", "ok", "ok", "ok"])
        }
    }

    @Test("A film leads to its collection, whose films say which of them the user has seen and bookmarked")
    func collection() async throws {
        try await with { server, arguments in
            let film =
                Self.film.dropLast() + """
                    , "status": "Released", "keywords": {"keywords": [{"id": 1, "name": "lighthouse"}]},
                     "belongs_to_collection": {"id": 77, "name": "The Lighthouses", "poster_path": "/c.jpg", "backdrop_path": "/d.jpg"}}
                    """
            server.on("/tmdb/movie/990200001", .json(String(film)))
            server.on(
                "/tmdb/collection/77",
                .json(
                    """
                    {"id": 77, "name": "The Lighthouses", "overview": "Two keepers.", "poster_path": "/c.jpg",
                     "backdrop_path": null, "parts": [
                        {"id": 990200009, "title": "Later", "release_date": ""},
                        {"id": 990200002, "title": "유리 등대", "release_date": "2025-05-01", "poster_path": "/g.jpg"},
                        {"id": 990200003, "title": "Nights", "release_date": "2024-12-01", "adult": true},
                        {"id": 990200001, "title": "종이 등대", "release_date": "2024-03-10"}]}
                    """
                )
            )
            let shown = try await Program.result(arguments, "movies/get", #"{"id": "tmdb:990200001"}"#)["movie"]
            #expect(shown?["status"]?.string == "released" && shown?["keywords"]?[0]?.string == "lighthouse")
            #expect(
                shown?["collection"]?["images"]?.elements.compactMap { $0["kind"]?.string } == ["poster", "backdrop"]
            )
            for line in [["bookmarks", "add", "tmdb:990200001"], ["cards", "put", "tmdb:990200001", "--stars", "4"]] {
                let written = try await Program.run(line + arguments)
                #expect(written.status == .exited(0), "\(written.errors)")
            }
            let params = #"{"film": "tmdb:990200001", "imageWidth": 300}"#
            let result = try await Program.result(arguments, "collections/get", params)
            #expect(
                result["movies"]?.elements.map { $0["id"]?.string } == [
                    "imdb:tt99000001", "tmdb:990200002", "tmdb:990200009",
                ]
            )
            #expect(result["counts"]?.description == #"{"films":3,"seen":1,"bookmarked":1}"#, "\(result)")
            #expect(result["movies"]?[0]?["card"]?["stars"]?.double == 4)
            #expect(result["collection"]?["overview"]?["text"]?.string == "Two keepers.")
            #expect(result["collection"]?["images"]?[0]?["url"]?.string == "https://image.tmdb.org/t/p/w342/c.jpg")
            let table = try await Program.run(["collection", "종이", "등대", "--format", "table"] + arguments)
            #expect(table.outputText.contains("3 films, 1 seen, 1 bookmarked, tmdb:77"), "\(table)")
            let none = try await Program.run(["collection", "--id", "kofic:1"] + arguments)
            #expect(none.status != .exited(0) && none.errors.contains("tmdb"), "\(none.errors)")
        }
    }

    @Test("The whole cast and crew can be read, with portraits, where a film has the most important people")
    func credits() async throws {
        try await with { server, arguments in
            let cast = (1...45).map {
                #"{"id": \#($0), "name": "Actor \#($0)", "character": "C\#($0)", "profile_path": "/\#($0).jpg"}"#
            }
            let film =
                #"{"id": 990200001, "title": "A", "credits": {"cast": [\#(cast.joined(separator: ","))], "crew": []}}"#
            server.on("/tmdb/movie/990200001", .json(film))
            let movie = try await Program.result(arguments, "movies/get", #"{"id": "tmdb:990200001"}"#)["movie"]
            #expect(movie?["cast"]?.count == 40 && movie?["castTotal"]?.int == 45)
            let portrait = movie?["cast"]?[0]?["images"]?[0]
            #expect(portrait?["url"]?.string == "https://image.tmdb.org/t/p/w185/1.jpg")
            #expect(portrait?["kind"]?.string == "portrait" && portrait?["provider"]?.string == "tmdb")
            let params = #"{"id": "tmdb:990200001", "page": 3}"#
            let rest = try await Program.result(arguments, "credits/list", params)
            #expect(rest["credits"]?.elements.map { $0["character"]?.string } == (41...45).map { "C\($0)" })
            #expect(rest["page"]?["totalItems"]?.int == 45 && rest["page"]?["hasMore"]?.bool == false)
            let table = try await Program.run(
                ["credits", "tmdb:990200001", "--limit", "100", "--format", "table"] + arguments
            )
            #expect(table.outputText.contains("Actor 45"), "\(table)")
        }
    }

    @Test("Bookmarks are shown with the services that have them, and their release days are written to a calendar")
    func bookmarks() async throws {
        try await with { server, arguments in
            server.on("/tmdb/movie/990200001", .json(Self.film))
            server.on("/tmdb/movie/990200001/watch/providers", .json(Self.offers))
            let added = try await Program.run(["bookmarks", "add", "tmdb:990200001"] + arguments)
            #expect(added.status == .exited(0), "\(added.errors)")
            let region = ["--region", "KR", "--format", "table"]
            let watch = ["bookmarks", "offers", "--services", "streamhouse"]
            let shown = try await Program.run(watch + region + arguments)
            #expect(shown.outputText.contains("Streamhouse (stream)"), "\(shown.outputText) \(shown.errors)")
            #expect(shown.outputText.contains("JustWatch"))
            let elsewhere = try await Program.run(
                ["bookmarks", "offers", "--services", "Lendbox"] + region + arguments
            )
            #expect(elsewhere.outputText.contains("1 other film has no such offer"), "\(elsewhere.outputText)")
            try await ProjectFiles.withTemporaryFolder { folder in
                let file = folder + "/releases.ics"
                let upcoming = ["bookmarks", "upcoming", "--region", "KR", "--from", "2024-01-01", "--ics", file]
                let clock = ["--now", "2024-01-02T03:04:05Z"]
                let written = try await Program.run(upcoming + clock + arguments)
                #expect(written.status == .exited(0), "\(written.errors)")
                let text = String(decoding: try FileSystem.local.read(file, 1 << 20).get(), as: UTF8.self)
                #expect(text.contains("DTSTAMP:20240102T030405Z\r\nDTSTART;VALUE=DATE:20240310\r\n"), "\(text)")
                #expect(text.contains("SUMMARY:종이 등대 (2024): in cinemas\r\n"), "\(text)")
                let again = try await Program.run(upcoming + clock + arguments)
                #expect(again.status != .exited(0) && again.errors.contains("--force"), "\(again.errors)")
                server.stop()
                let cold = arguments.map { $0.hasSuffix("/cache") ? folder + "/cold" : $0 }
                let down = try await Program.run(upcoming + clock + ["--force"] + cold)
                #expect(down.status == .exited(69) && down.errors.contains("was not written"), "\(down.errors)")
                #expect(String(decoding: try FileSystem.local.read(file, 1 << 20).get(), as: UTF8.self) == text)
            }
            let without = try await Program.run(["bookmarks", "upcoming"] + arguments)
            #expect(without.status == .exited(64) && without.errors.contains("--region KR"), "\(without.errors)")
        }
    }

    @Test("A region's name selects its parts, and a failing part is named beside the others")
    func regionAndFailure() async throws {
        try await with { server, arguments in
            server.on("/tmdb/movie/990200001", .json(Self.film))
            server.on("/tmdb/movie/990200001/watch/providers", .json("{}", status: 503))
            let params = #"{"id": "tmdb:990200001", "include": ["watch", "releases"], "region": "브라질"}"#
            let result = try await Program.result(arguments, "movies/get", params)
            #expect(result["movie"]?["certifications"]?.elements.compactMap { $0["label"]?.string } == ["L"])
            #expect(result["movie"]?["releases"]?.count == 1)
            #expect(result["movie"]?["watch"] == nil)
            #expect(result["parts"]?.elements.compactMap { $0["status"]?.string } == ["error", "ok"])
            let tmdb = result["sources"]?.elements.first { $0["provider"]?.string == "tmdb" }
            #expect(tmdb?["error"]?["part"]?.string == "watch")
        }
    }

    @Test("Each failing part of one source is named with its reason, and a late part does not lose the film")
    func severalFailures() async throws {
        try await with { server, arguments in
            server.on("/tmdb/movie/990200001", .json(Self.film))
            server.on("/tmdb/movie/990200001/watch/providers", .silence)
            server.on("/tmdb/movie/990200001/similar", .json("{}", status: 503))
            server.on("/tmdb/movie/990200001/recommendations", .json(#"{"status_code": 11}"#, status: 500))
            let params = #"{"id": "tmdb:990200001", "include": ["watch", "similar", "recommendations"], "timeout": 4}"#
            let result = try await Program.result(arguments, "movies/get", params)
            #expect(result["movie"]?["title"]?.string == "종이 등대")
            let parts = try #require(result["parts"]).elements
            #expect(parts.map { $0["status"]?.string } == ["error", "error", "timeout"], "\(result)")
            #expect(parts.map { $0["error"]?["kind"]?.string } == ["unavailable", "upstream", "timeout"])
        }
    }

    @Test("Lists can be filtered, and a filter that no source supports is an error")
    func lists() async throws {
        try await with { server, arguments in
            let row = #"{"id": 990200001, "title": "종이 등대", "release_date": "2024-03-10"}"#
            server.on("/tmdb/movie/now_playing", .json(#"{"page": 1, "results": [\#(row)], "total_pages": 1}"#))
            let query = ["primary_release_year": "2024", "with_origin_country": "KR", "with_people": "31"]
            server.on(
                ScriptedRoute("/tmdb/discover/movie", query: query),
                .json(#"{"page": 1, "results": [\#(row)], "total_pages": 1}"#)
            )
            let playing = try await Program.result(arguments, "movies/list", #"{"kind": "now_playing"}"#)
            #expect(playing["movies"]?[0]?["id"]?.string == "tmdb:990200001")
            let params = #"{"year": 2024, "country": "한국", "person": "tmdb:31"}"#
            let chosen = try await Program.result(arguments, "movies/list", params)
            #expect(chosen["movies"]?.count == 1)
            let error = try await Program.error(arguments, "movies/list", #"{"kind":"now_playing","year":2024}"#)
            #expect(error["data"]?["kind"]?.string == "unsupported")
        }
    }

    private func serve(people server: ScriptedServer, filmOfNamesake: String = "종이 등대") {
        let info = """
            {"peopleInfoResult": {"peopleInfo": {"peopleCd": "20990031", "peopleNm": "고은별", "peopleNmEn": "GO Eun-byeol",
             "repRoleNm": "감독", "homepages": [], "filmos": [
                {"movieCd": "2024A101", "movieNm": "종이 등대", "moviePartNm": "감독"},
                {"movieCd": "20241250", "movieNm": "밤의 등대", "moviePartNm": "각본"}]}}}
            """
        let film = """
            {"movieInfoResult": {"movieInfo": {"movieCd": "2024A101", "movieNm": "종이 등대", "prdtYear": "2024",
             "openDt": "20240310", "directors": [{"peopleNm": "고은별", "peopleNmEn": "GO Eun-byeol"}]}}}
            """
        let person = """
            {"id": 31, "name": "Go Eun-byeol", "also_known_as": ["고은별"], "biography": "She was born by the sea.",
             "birthday": "1975-04-02", "profile_path": "/g.jpg", "imdb_id": "nm99000031",
             "movie_credits": {"cast": [], "crew": [{"id": 990200001, "title": "\(filmOfNamesake)",
              "original_title": "\(filmOfNamesake)", "release_date": "2024-03-10", "job": "Director"}]}}
            """
        server.on("/kofic/people/searchPeopleInfo.json", .json(info))
        server.on("/kofic/movie/searchMovieInfo.json", .json(film))
        server.on(
            "/kofic/people/searchPeopleList.json",
            .json(
                #"{"peopleListResult": {"totCnt": 1, "peopleList": [{"peopleCd": "20990031", "peopleNm": "고은별", "peopleNmEn": "GO Eun-byeol", "repRoleNm": "감독", "filmoNames": "종이 등대 |밤의 등대"}]}}"#
            )
        )
        server.on(
            "/tmdb/search/person",
            .json(
                #"{"page": 1, "results": [{"id": 31, "name": "Go Eun-byeol", "original_name": "고은별"}], "total_pages": 1}"#
            )
        )
        server.on("/tmdb/person/31", .json(person))
        server.on("/tmdb/movie/990200001", .json(Self.film))
    }

    @Test(
        "A person whom two sources have is found by either id, with one filmography",
        arguments: ["kofic:20990031", "tmdb:31"]
    )
    func person(id: String) async throws {
        try await with { server, arguments in
            serve(people: server)
            let result = try await Program.result(arguments, "people/get", #"{"id": "\#(id)"}"#)
            let person = try #require(result["person"])
            #expect(person["ids"]?["kofic"]?.string == "20990031")
            #expect(person["ids"]?["tmdb"]?.string == "31")
            #expect(person["name"]?.string == "고은별")
            #expect(person["nameEn"]?.string?.lowercased() == "go eun-byeol")
            #expect(person["biography"]?["text"]?.string == "She was born by the sea.")
            #expect(person["born"]?.string == "1975-04-02")
            #expect(person["images"]?[0]?["url"]?.string == "https://image.tmdb.org/t/p/h632/g.jpg")
            #expect(person["match"]?["reasons"]?[0]?.string == "same name in both scripts")
            let titles = person["films"]?.elements.compactMap { $0["movie"]?["title"]?.string } ?? []
            #expect(Set(titles) == ["종이 등대", "밤의 등대"])
        }
    }

    @Test("A namesake with other films stays separate, and a search finds both")
    func namesake() async throws {
        try await with { server, arguments in
            serve(people: server, filmOfNamesake: "Harbour of Salt")
            let result = try await Program.result(arguments, "people/get", #"{"id": "kofic:20990031"}"#)
            #expect(result["person"]?["ids"]?.members.map(\.name) == ["kofic"])
            #expect(result["sources"]?.elements.compactMap { $0["status"]?.string } == ["ok", "empty"])
            let found = try await Program.result(arguments, "people/search", #"{"query": "고은별"}"#)
            #expect(found["people"]?.elements.compactMap { $0["id"]?.string } == ["kofic:20990031", "tmdb:31"])
            #expect(found["people"]?[0]?["films"]?.count == 2)
        }
    }
}
