import JSON
import MarqueeTestKit
import MovieService
import Platform
import Testing

@Suite("marquee config")
struct ConfigCommandTests {
    @Test("A setting is kept, shown, used where nothing else is said, and removed")
    func region() async throws {
        try await Program.withHome { folder, environment in
            let none = try await Program.run(["bookmarks", "offers"], environment: environment)
            #expect(
                none.status == .exited(64) && none.errors.contains("marquee config set region KR"),
                "\(none.errors)"
            )
            let set = try await Program.run(["config", "set", "region", "South", "Korea"], environment: environment)
            #expect(set.status == .exited(0), "\(set.errors)")
            let file = folder + "/.config/marquee/settings.yaml"
            #expect(set.errors.contains("region is KR, in \(file)"))
            let shown = try await Program.run(["config", "region"], environment: environment)
            #expect(shown.outputText == "KR\n")
            let all = try await Program.run(["config"], environment: environment)
            #expect(all.outputText.contains("KR") && all.outputText.contains("languages"))
            let used = try await Program.run(
                ["bookmarks", "offers", "--format", "json"],
                environment: environment.merging(["LANG": "de_DE.UTF-8"]) { $1 }
            )
            // Without a key, no source knows; a country is not asked for.
            #expect(used.status == .exited(77) && !used.errors.contains("region DE"), "\(used.errors)")
            #expect(used.errors.contains("marquee login tmdb"), "\(used.errors)")
            let unset = try await Program.run(["config", "unset", "region"], environment: environment)
            #expect(unset.status == .exited(0), "\(unset.errors)")
            let gone = try await Program.run(["config", "region"], environment: environment)
            #expect(gone.outputText.isEmpty && gone.status == .exited(0))
        }
    }

    @Test(
        "A slip is answered in a line",
        arguments: [
            (["regoin", "KR"], "there is no setting 'regoin'; did you mean: marquee config set region KR"),
            (["region", "Narnia"], "region: expected a country such as KR or South Korea, found 'Narnia'"),
            (["timezone", "Asia/Soul"], "time_zone: the time zone 'Asia/Soul' is not known here"),
            (
                ["providers", "kofik"],
                "providers: there is no source 'kofik'; did you mean: marquee config set providers kofic"
            ),
        ]
    )
    func slips(_ words: [String], _ expected: String) async throws {
        try await Program.withHome { _, environment in
            let outcome = try await Program.run(["config", "set"] + words, environment: environment)
            #expect(outcome.status == .exited(64))
            #expect(outcome.errors.hasPrefix("error: ") && outcome.errors.contains(expected), "\(outcome.errors)")
        }
    }

    @Test(
        "A broken file is reported with its place, by config and by every command that needs it, but the demo needs none"
    )
    func broken() async throws {
        try await Program.withHome { folder, environment in
            let file = folder + "/.config/marquee/settings.yaml"
            try FileSystem.local.write(Array("colors: never\nregoin: KR\n".utf8), file).get()
            for words in [["config"], ["config", "set", "region", "US"], ["search", "x"], ["check"]] {
                let outcome = try await Program.run(words, environment: environment)
                #expect(outcome.status == .exited(78))
                #expect(
                    (outcome.errors + outcome.outputText).contains("\(file):2:1: error: unknown key 'regoin'"),
                    "\(outcome.errors)"
                )
            }
            let demo = try await Program.run(["search", "parasite", "--demo"], environment: environment)
            #expect(demo.status == .exited(0), "\(demo.errors)")
        }
    }

    @Test(
        "Languages, sources, and the time zone are those of the settings, unless the call or the environment says otherwise"
    )
    func defaults() async throws {
        try await Program.withHome { folder, environment in
            let text = "languages: [en]\nproviders: [two, nosuch]\ntime_zone: Asia/Tokyo\n"
            try FileSystem.local.write(Array(text.utf8), folder + "/.config/marquee/settings.yaml").get()
            let definitions = """
                version: 1
                settings: { languages: [ko] }
                providers:
                  - { id: one, extends: yts, base_url: "http://127.0.0.1:1", allow_http: true, retry: { attempts: 1 } }
                  - { id: two, extends: yts, base_url: "http://127.0.0.1:1", allow_http: true, retry: { attempts: 1 } }
                """
            let file = folder + "/.config/marquee/providers.yaml"
            try FileSystem.local.write(Array(definitions.utf8), file).get()
            for (params, count) in [("{}", 1), (#"{"providers":[]}"#, 2), (#"{"providers":["one","two"]}"#, 2)] {
                let params = params.replacing("{", with: #"{"query":"x"\#(params == "{}" ? "" : ",")"#)
                let error = try await Program.error([], "movies/search", params, environment: environment)
                #expect(error["data"]["sources"].list.count == count, "\(error)")
            }
            let now = ["--now", "2026-03-01T20:00:00Z"]
            for (zone, day) in [(nil, "2026-03-02"), ("UTC", "2026-03-01")] as [(String?, String)] {
                let environment = zone.map { environment.merging(["TZ": $0]) { $1 } } ?? environment
                let params = #"{"id":"imdb:tt0000001","watchedOn":"today"}"#
                let card = try await Program.result(now, "cards/put", params, environment: environment)
                #expect(card["card"]["watchedOn"].words == day, "\(card)")
                _ = try await Program.result(now, "cards/remove", #"{"id":"imdb:tt0000001"}"#, environment: environment)
            }
        }
    }

    @Test("A server follows the settings, and keeps the last ones that it could read")
    func server() async throws {
        try await Program.withHome { folder, environment in
            let own = folder + "/.config/marquee"
            let sources = ["one", "two"].map {
                "  - { id: \($0), extends: yts, base_url: \"http://127.0.0.1:1\", allow_http: true, retry: { attempts: 1 } }\n"
            }
            let definitions = "version: 1\nproviders:\n" + sources.joined()
            try FileSystem.local.write(Array(definitions.utf8), own + "/providers.yaml").get()
            try await RunningProcess.withProcess(try Program.plan([], environment: environment)) { process in
                for (text, count) in [("", 2), ("providers: [two]\n", 1), ("providers: {}\n", 1), ("# none\n", 2)] {
                    try FileSystem.local.write(Array(text.utf8), own + "/settings.yaml").get()
                    process.send(Talk.request(2, "providers/reload"))
                    while try await process.readJSON()["id"]?.int != 2 {}
                    process.send(Talk.request(1, "movies/search", #"{"query":"x"}"#))
                    var answer = try await process.readJSON()
                    while answer["id"]?.int != 1 { answer = try await process.readJSON() }
                    #expect(answer["error"]["data"]["sources"].list.count == count, "\(text) \(answer)")
                }
            }
        }
    }
}
