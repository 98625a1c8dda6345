import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp

@Suite("Filters, statistics, and stored films, through the program")
struct LibraryCommandTests {
    private static let films = """
        {"version":1,"bookmarks":[
        {"movie":{"id":"imdb:tt1","title":"Amber","year":1999,"runtimeMinutes":95,"genres":["drama"],
        "directors":[{"name":"Ann Lee"}],"provenance":{"title":["bad"]}},"addedAt":"2026-01-01T00:00:00Z"},
        {"movie":{"id":"imdb:tt2","title":"Brass","year":2004,"genres":["thriller"]},"addedAt":"2026-01-02T00:00:00Z"},
        {"movie":{"id":"imdb:tt3","title":"Copper"},"addedAt":"2026-01-03T00:00:00Z"}],
        "cards":[{"movie":{"id":"imdb:tt4","title":"Dust","runtimeMinutes":80},"stars":4,"watchedOn":"2025-06-01",
        "changedAt":"2026-01-01T00:00:00Z"},
        {"movie":{"id":"imdb:tt5","title":"Ember"},"changedAt":"2026-01-01T00:00:00Z"}]}
        """

    /// Returns the definition of a source that looks films up.
    private static func definition(at origin: String) -> String {
        """
        version: 1
        settings: { languages: [en] }
        providers:
          - id: bad
            base_url: "\(origin)"
            allow_http: true
            retry: { attempts: 1 }
            operations: { lookup: { by: [imdb], get: /film, rows: ., item: { title: title } } }
        """
    }

    /// Runs `body` with the films in a library, whose only source fails.
    private func withLibrary(
        _ body: (_ run: ([String]) async throws -> ProcessOutcome) async throws -> Void
    ) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json("{}", status: 500))
            try ProjectFiles.write(Self.definition(at: server.origin), to: scene.configuration)
            try await Program.withHome { folder, environment in
                let library = folder + "/library.json"
                try ProjectFiles.write(Self.films, to: library)
                func run(_ arguments: [String]) async throws -> ProcessOutcome {
                    try await Program.run(arguments + scene.arguments, environment: environment)
                }
                let imported = try await run(["import", library])
                #expect(imported.status == .exited(0), "\(imported.errors)")
                try await body(run)
            }
        }
    }

    @Test("Bookmarks and lists are filtered and ordered by options, and films that lack a value are counted")
    func filters() async throws {
        try await withLibrary { run in
            let short = try await run(["bookmarks", "--minutes", "100", "--format", "table"])
            #expect(short.outputText.contains("Amber ♥") && !short.outputText.contains("Brass"), "\(short.outputText)")
            #expect(short.outputText.contains("left out: 2 without a known running time"), "\(short.outputText)")
            #expect(short.outputText.contains("page 1, 1 in all"))
            let old = try await run(["bookmarks", "--from-year", "1990", "--to-year", "1999", "--unwatched"])
            #expect(old.outputText.contains("Amber") && old.outputText.contains(#""lacking":{"year":1}"#))
            let cards = try await run(["cards", "--stars", "4", "--sort", "runtime", "--format", "table"])
            #expect(cards.outputText.contains("Dust") && cards.outputText.contains("1 without your stars"))
            let both = try await run(["bookmarks", "--watched", "--unwatched"])
            #expect(both.status == .exited(64) && both.errors.contains("--unwatched"))
            let shuffled = try await run(["bookmarks", "--sort", "random", "--seed", "7", "--format", "table"])
            #expect(shuffled.outputText.contains("shuffled with the seed 7"), "\(shuffled.outputText)")
            let wrong = try await run(["bookmarks", "--genre", "dramma"])
            #expect(wrong.status == .exited(64) && wrong.errors.contains("drama"), "\(wrong.errors)")
        }
    }

    @Test("Statistics are a page with bars that fits the width, and say what is not known")
    func statistics() async throws {
        try await withLibrary { run in
            let all = try await run(["cards", "stats", "--format", "table"]).outputText
            for text in [
                "Everything watched", "Films           2", "1 h 20 min, without 1 viewing of films of unknown length",
                "1 card has no day and counts once", "4 on average, of 1 film; 1 without stars", "★★★★", "2025  1  █",
            ] { #expect(all.contains(text), "\(text): \(all)") }
            for line in all.split(separator: "\n") { #expect(line.terminalColumns <= 80, "\(line)") }
            let none = try await run(["cards", "stats", "--year", "1999", "--format", "table"]).outputText
            #expect(
                none.hasPrefix("no film with a day in 1999\nUndated         1 card has no day and is left out"),
                "\(none)"
            )
            let year = try await run(["cards", "stats", "--year", "2025"])
            #expect(try JSONDocument(year.output).root["periods"]?.count == 12)
        }
    }

    @Test("A bar is as long as its share, and never empty for a count")
    func bars() {
        #expect(BarChart.bar(0, of: 9, columns: 10).isEmpty)
        #expect(BarChart.bar(9, of: 9, columns: 10) == "██████████")
        #expect(BarChart.bar(1, of: 1_000_000, columns: 10) == "▏")
        #expect(BarChart.bar(1, of: 2, columns: 5) == "██▌")
        #expect(BarChart.bar(3, of: 0, columns: 5).isEmpty)
    }

    @Test("Today is the day in the time zone of the machine")
    func days() async throws {
        try await Program.withHome { _, environment in
            // An hour before midnight in UTC, by the demo's own clock.
            let call = ["cards", "put", "imdb:tt6751668", "--watched", "today", "--unbookmark", "--demo"]
            let clock = ["--now", "2023-04-24T23:00:00Z"]
            for (zone, day) in [
                ("UTC", "2023-04-24"), ("Asia/Seoul", "2023-04-25"), ("America/Los_Angeles", "2023-04-24"),
            ] {
                let given = environment.merging(["TZ": zone]) { $1 }
                let put = try await Program.run(call + clock, environment: given)
                #expect(put.outputText.contains(#""watchedOn":"\#(day)""#), "\(zone): \(put.outputText) \(put.errors)")
            }
        }
    }

    @Test("A film of the library is shown as it was stored while its source fails")
    func stored() async throws {
        try await withLibrary { run in
            let page = try await run(["movie", "imdb:tt1", "--format", "table"])
            #expect(page.status == .exited(0), "\(page.errors)")
            #expect(page.outputText.hasPrefix("Amber (1999) ♥\n"), "\(page.outputText)")
            #expect(page.outputText.contains("No source returned this film now"), "\(page.outputText)")
            #expect(page.outputText.contains("bad: error"), "\(page.outputText)")
            let json = try JSONDocument(try await run(["movie", "imdb:tt1"]).output).root
            #expect(json["stored"]?.bool == true && json["movie"]?["provenance"]?["title"]?[0]?.string == "bad")
            let unknown = try await run(["movie", "imdb:tt9"])
            #expect(unknown.status != .exited(0) && !unknown.errors.isEmpty)
        }
    }
}
