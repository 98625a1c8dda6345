import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("A whole account in one go")
struct AccountTests {
    /// An invented film of the account and of the source, by its number.
    private struct Film {
        let number: Int

        var title: String {
            let words = ["Paper", "Glass", "Night", "Ferry", "Lamp", "Harbor", "Salt", "Winter", "Copper", "Orchard"]
            return "\(words[number % 10]) \(words[number / 10 % 10]) \(number / 100)"
        }
        var year: Int { 1960 + number * 7 % 60 }
        var isKnown: Bool { number % 20 != 0 }
        var line: String { "2024-01-02,\(title),\(year),https://boxd.it/\(String(number, radix: 36))" }
    }

    private static func archive(of count: Int) -> MadeUpArchive {
        let films = (0..<count).map(Film.init)
        let head = "Date,Name,Year,Letterboxd URI"
        func table(_ more: String, _ films: [Film], _ cells: (Film) -> String) -> String {
            head + more + "\n" + films.map { $0.line + cells($0) + "\n" }.joined()
        }
        let gone = head + ",Rating\n2024-01-05,Gone Pier,1999,https://boxd.it/zz,1\n"
        return MadeUpArchive([
            ("letterboxd-ann/watched.csv", table("", films) { _ in "" }),
            ("letterboxd-ann/ratings.csv", table(",Rating", films) { ",\(Double($0.number % 10 + 1) / 2)" }),
            (
                "letterboxd-ann/diary.csv",
                table(",Rating,Rewatch,Tags,Watched Date", films.filter { $0.number % 2 == 1 }) {
                    ",\(Double($0.number % 10 + 1) / 2),,cinema,2024-01-0\($0.number % 9 + 1)"
                }
            ),
            ("letterboxd-ann/likes/films.csv", table("", films.filter { $0.number % 5 == 0 }) { _ in "" }),
            ("letterboxd-ann/deleted/ratings.csv", gone),
            ("letterboxd-ann/cover.jpg", "x"),
        ])
    }

    /// Serves the films that the source knows.
    private static func serve(_ server: ScriptedServer, _ count: Int) {
        let films = Dictionary((0..<count).map { (Film(number: $0).title, Film(number: $0)) }) { first, _ in first }
        server.on("*") { request, _ in
            if request.path == "/search" {
                let query = request.query.first { $0.name == "q" }?.value ?? ""
                let found = films[query].flatMap { $0.isKnown ? $0 : nil }
                let row = found.map { #"{"id":\#($0.number + 1),"name":"\#($0.title)","year":\#($0.year)}"# } ?? ""
                return .json(#"{"results":[\#(row)]}"#)
            }
            let film = Film(number: (Int(request.path.split(separator: "/").last ?? "") ?? 1) - 1)
            return .json(#"{"id":\#(film.number + 1),"name":"\#(film.title)","year":\#(film.year),"minutes":90}"#)
        }
    }

    private static func definitions(at origin: String) -> String {
        """
        version: 1
        providers:
          - id: lantern
            base_url: \(origin)
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                rows: results
                item: { ids: { tmdb: id }, title: name, year: year }
              lookup:
                by: [tmdb]
                get: "/film/${input.ids.tmdb}"
                rows: .
                item: { ids: { tmdb: id }, title: name, year: year, runtime: minutes }
        """
    }

    @Test("An account is imported, identified, and completed by one command, and importing it again adds nothing")
    func account() async throws {
        let count = ProjectFiles.environment("MARQUEE_LONG") == "1" ? 2_000 : 60
        let known = (0..<count).count { Film(number: $0).isKnown }
        try await ScriptedServer.withFolder { server, folder in
            Self.serve(server, count)
            try ProjectFiles.write(Self.definitions(at: server.origin), to: folder + "/films.yaml")
            try FileSystem.local.write(Self.archive(of: count).bytes, folder + "/export.zip").get()
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(
                    arguments + ["--config", folder + "/films.yaml", "--trust"],
                    environment: ["HOME": folder, "PATH": "/usr/bin:/bin"]
                )
            }
            let trial = try await run("import", "--dry-run", folder + "/export.zip")
            #expect(trial.status == .exited(0) && trial.errors.contains("dry run: nothing was written"))
            let first = try await run("import", folder + "/export.zip")
            #expect(first.status == .exited(0), "\(first.errors)")
            #expect(try JSONDocument(first.output).root["cards"]?.int == count)
            for part in [
                "deleted/ratings.csv: left out: what you deleted there", "left out: letterboxd-ann/cover.jpg",
                "\(count) films with a title only: \(known) found, \(count - known) unknown",
                "details of \(known) films were fetched",
            ] {
                #expect(
                    first.errors.replacing(",", with: "").contains(part.replacing(",", with: "")),
                    "\(first.errors)"
                )
            }
            let again = try JSONDocument(try await run("import", folder + "/export.zip").output).root
            #expect(again["cards"]?.int == 0 && again["byTitle"]?.int == count - known, "\(again)")
            let stats = try JSONDocument(try await run("cards", "stats").output).root
            #expect(stats["films"]?.int == count && stats["minutes"]?.int == known * 90, "\(stats), \(first.errors)")
            #expect(stats["liked"]?.int == (count + 4) / 5)
            #expect(stats["tags"]?[0]?["films"]?.int == count / 2)
            let tagged = try JSONDocument(try await run("cards", "--tag", "CINEMA", "--liked", "true").output).root
            #expect(tagged["page"]?["totalItems"]?.int == count / 10)
            let undone = try JSONDocument(try await run("undo").output).root
            #expect(undone["undone"]?["cards"]?.int == count)
        }
    }

    @Test("A feed is fetched from an address, and only by https or from this machine")
    func address() async throws {
        let item =
            "<item><letterboxd:filmTitle>Salt Pier</letterboxd:filmTitle><letterboxd:filmYear>2020</letterboxd:filmYear>"
            + "<letterboxd:memberRating>4.0</letterboxd:memberRating><tmdb:movieId>7</tmdb:movieId></item>"
        let feed =
            "<rss xmlns:letterboxd='https://letterboxd.com' xmlns:tmdb='https://themoviedb.org'><channel>\(item)</channel></rss>"
        try await ScriptedServer.withFolder { server, folder in
            server.on("/ann/rss/", .reply(headers: [("Content-Type", "application/rss+xml")], body: Array(feed.utf8)))
            func run(_ address: String) async throws -> ProcessOutcome {
                try await Program.run(["import", address], environment: ["HOME": folder, "PATH": "/usr/bin:/bin"])
            }
            let imported = try await run(server.origin + "/ann/rss/")
            #expect(imported.status == .exited(0), "\(imported.errors)")
            #expect(try JSONDocument(imported.output).root["cards"]?.int == 1)
            let missing = try await run(server.origin + "/other/rss/")
            #expect(
                missing.status == .exited(69) && missing.errors.contains("found the status 404"),
                "\(missing.errors)"
            )
            let plain = try await run("http://letterboxd.example/ann/rss/")
            #expect(plain.status == .exited(64) && plain.errors.contains("begins with https://"), "\(plain.errors)")
        }
    }
}
