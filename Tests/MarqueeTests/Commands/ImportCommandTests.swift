import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("The command import")
struct ImportCommandTests {
    private static let films = "Date,Name,Year,Letterboxd URI\n2024-01-03,Paper Pier,2020,https://boxd.it/fA\n"
    private static let diary =
        "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
        + "2024-01-05,Gone Pier,1999,https://boxd.it/g1,1,,,2024-01-04\n"

    /// Runs a test with a folder, a function that imports one of its files, and one that counts what the library has.
    private func withFiles(
        _ files: [String: String],
        _ body: (
            _ folder: String,
            _ importing: (String...) async throws -> ProcessOutcome,
            _ count: () async throws -> (cards: Int?, bookmarks: Int?)
        ) async throws -> Void
    ) async throws {
        try await Program.withHome { home, environment in
            let folder = home + "/export"
            for (name, text) in files {
                try FileSystem.local.write(Array(text.utf8), folder + "/" + name).get()
            }
            try await body(
                folder,
                { (arguments: String...) in
                    let last = arguments.last.map { $0.isEmpty ? folder : folder + "/" + $0 } ?? folder
                    return try await Program.run(["import"] + arguments.dropLast() + [last], environment: environment)
                },
                {
                    let all = try JSONDocument(try await Program.run(["export"], environment: environment).output).root
                    return (all["cards"]?.count, all["bookmarks"]?.count)
                }
            )
        }
    }

    @Test("The name of Letterboxd's file tells watched from watchlist, and another name is asked about")
    func watched() async throws {
        let files = ["watched.csv", "letterboxd-watched.csv", "watchlist.csv"]
        let texts = Dictionary(uniqueKeysWithValues: files.map { ($0, Self.films) })
        try await withFiles(texts) { folder, importing, count in
            let asked = try await importing("letterboxd-watched.csv")
            #expect(asked.status == .exited(65), "\(asked.errors)")
            #expect(try JSONDocument(asked.output).root["asks"]?.string == "as")
            #expect(asked.errors.contains("cannot tell whether you have watched these films"), "\(asked.errors)")
            #expect(asked.errors.contains("try: marquee import --as watched \(folder)/letterboxd-watched.csv\n"))
            #expect(try await count() == (0, 0))
            #expect(try await importing("watched.csv").status == .exited(0))
            #expect(try await count() == (1, 0))
            #expect(try await importing("watchlist.csv").status == .exited(0))
            #expect(try await importing("--as", "watched", "letterboxd-watched.csv").status == .exited(0))
            #expect(try await count() == (1, 1))
        }
    }

    @Test("The parts of Letterboxd's export that tell nothing about watching are left out")
    func leftOut() async throws {
        let files = [
            "deleted/diary.csv": Self.diary, "orphaned/diary.csv": Self.diary,
            "deleted/lists/mine.csv": Self.films,
            "comments.csv": "Date,Content,Comment\n2024-01-01,https://boxd.it/x,Yes\n",
            "profile.csv": "Date Joined,Username\n2020-01-01,ann\n",
        ]
        try await withFiles(files) { _, importing, count in
            for file in files.keys.sorted() {
                let outcome = try await importing(file)
                #expect(outcome.status == .exited(65), "\(file): \(outcome.errors)")
                if file.contains("/") { #expect(outcome.errors.contains("is left out"), "\(file): \(outcome.errors)") }
            }
            #expect(try await count() == (0, 0))
        }
    }

    @Test("Films that you like are cards with a mark, or a list, but never films to see")
    func likes() async throws {
        try await withFiles(["likes/films.csv": Self.films]) { _, importing, count in
            #expect(try await importing("--as", "watchlist", "likes/films.csv").status == .exited(64))
            let listed = try await importing("--list", "Likes", "likes/films.csv")
            #expect(try JSONDocument(listed.output).root["lists"]?.int == 1, "\(listed.errors)")
            #expect(try await count() == (0, 0))
            #expect(try await importing("likes/films.csv").status == .exited(0))
            #expect(try await count() == (1, 0))
        }
    }

    @Test("A broken archive, a page, a folder without tables, and a table that is too long are refused by name")
    func otherFiles() async throws {
        let long = "Title,Year,Rating\n" + String(repeating: "Lamp,2001,4\n", count: 800_000)
        let files = [
            "export.zip": "PK\u{3}\u{4}", "feed.xml": "<?xml version=\"1.0\"?><rss/>", "long.csv": long,
            "page.csv": "<!DOCTYPE html><html></html>", "notes/a.md": "# A",
        ]
        try await withFiles(files) { folder, importing, count in
            for (file, report) in [
                ("export.zip", "has no directory at its end"), ("notes", "has no tables"),
                ("feed.xml", "or the feed of a member of Letterboxd: found a page"),
                ("page.csv", "or the feed of a member of Letterboxd: a document type declaration"),
                ("long.csv", "\(folder)/long.csv has \(long.utf8.count) bytes; expected a table of at most 8388608"),
            ] {
                let outcome = try await importing(file)
                #expect(outcome.status == .exited(65), "\(file): \(outcome.errors)")
                #expect(outcome.errors.contains(report), "\(file): \(outcome.errors)")
            }
            #expect(try await count() == (0, 0))
        }
    }

    @Test("A dry run shows what would be written, and writes nothing")
    func dryRun() async throws {
        let list =
            "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2026-01-01,Best,,,\n\n"
            + "Position,Name,Year,URL,Description\n1,Up,2009,,\n"
        let card = #"{"movie":{"id":"imdb:tt8000001","title":"Lamp"},"stars":4,"changedAt":"2026-01-01T00:00:00Z"}"#
        let files = [
            "diary.csv": Self.diary, "watchlist.csv": Self.films, "list.csv": list,
            "all.json": #"{"version":1,"cards":[\#(card)],"matches":[],"history":[]}"#,
        ]
        try await withFiles(files) { _, importing, count in
            for (file, shown) in [
                ("diary.csv", "would write: card: Gone Pier (1999), ★1, watched 2024-01-04"),
                ("watchlist.csv", "would write: bookmark: Paper Pier (2020)"),
                ("list.csv", "would write: list Best: Up (2009)"), ("all.json", "would write: card: Lamp, ★4"),
            ] {
                let trial = try await importing("--dry-run", file)
                #expect(trial.status == .exited(0) && trial.errors.contains(shown), "\(file): \(trial.errors)")
                #expect(trial.errors.contains("dry run: nothing was written\n"))
                #expect(try await count() == (0, 0))
            }
            #expect(try await importing("diary.csv").status == .exited(0))
            let again = try await importing("--dry-run", "diary.csv")
            #expect(try JSONDocument(again.output).root["cards"]?.int == 0, "\(again.errors)")
        }
    }

    @Test("A scale that the file does not tell is asked for, and moments become days where the user is")
    func scaleAndZone() async throws {
        let movie = #""movie":{"title":"Lamp","year":2001,"ids":{"imdb":"tt8000001"}}"#
        let files = [
            "scores.csv": "imdb,My Score\ntt8000001,4\n",
            "history.json": #"[{"watched_at":"2024-11-18T16:30:00.000Z","type":"movie",\#(movie)}]"#,
            "shows.json": #"[{"type":"show","show":{"title":"Night"}},{"rating":8,"type":"movie",\#(movie)}]"#,
        ]
        try await withFiles(files) { folder, importing, _ in
            let asked = try await importing("scores.csv")
            #expect(asked.status == .exited(65))
            #expect(asked.errors.contains("or: marquee import --scale 10 \(folder)/scores.csv\n"), "\(asked.errors)")
            #expect(try await importing("--scale", "10", "scores.csv").status == .exited(0))
            // The first element of a list in JSON is no line of column names.
            #expect(try await importing("shows.json").status == .exited(0))
            let environment = ["HOME": folder, "PATH": "/usr/bin:/bin", "TZ": "Asia/Seoul"]
            let outcome = try await Program.run(["import", folder + "/history.json"], environment: environment)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let cards = try await Program.result([], "cards/list", environment: environment)["cards"]
            #expect(cards?[0]?["watchedOn"]?.string == "2024-11-19")
        }
    }
}
