import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("Export and import of the library")
struct LibraryFileTests {
    private static let csv = """
        imdbID,Title,Year,Rating,WatchedDate,Review
        tt0000001,Up,2009,4.5,2026-01-01,"Balloons, lots"
        tt0000002,Broken,2010,9,,
        """

    /// Runs a test with a library that has one card.
    private func withLibrary(
        _ body: (_ folder: String, _ run: (String...) async throws -> ProcessOutcome) async throws -> Void
    ) async throws {
        try await Program.withHome { folder, environment in
            let file = folder + "/diary.csv"
            try ProjectFiles.write(Self.csv, to: file)
            let outcome = try await Program.run(["import", file], environment: environment)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.contains("diary.csv:3: expected a rating from 0.5 to 5"), "\(outcome.errors)")
            #expect(try JSONDocument(outcome.output).root["cards"]?.int == 1)
            try await body(folder) { (arguments: String...) in
                try await Program.run(arguments, environment: environment)
            }
        }
    }

    @Test("JSON and CSV exports can be imported again without changes")
    func files() async throws {
        try await withLibrary { folder, run in
            #expect(try await run("export", folder + "/all.json").status == .exited(0))
            #expect(try await run("export", "--letterboxd", folder + "/films.csv").status == .exited(0))
            #expect(try await run("export", "--watchlist", folder + "/list.csv").status == .exited(0))
            let csv = try ProjectFiles.text(folder + "/films.csv")
            #expect(csv.contains("tt0000001,,,Up,2009,4.5,2026-01-01,,\"Balloons, lots\"\r\n"), "\(csv)")
            #expect(try ProjectFiles.text(folder + "/list.csv") == "imdbID,tmdbID,LetterboxdURI,Title,Year\r\n")
            let printed = try await run("export")
            #expect(try JSONDocument(printed.output).root["cards"]?[0]?["stars"]?.double == 4.5)
            for file in ["/all.json", "/films.csv"] {
                #expect(try await run("import", folder + file).status == .exited(0))
            }
            for option in ["--list", "--as"] {
                let refused = try await run("import", folder + "/all.json", option, "watched")
                #expect(refused.status == .exited(64) && refused.errors.contains("\(option) is for CSV files"))
            }
            #expect(try await run("export").output == printed.output)
        }
    }

    @Test("What a file says about films is in lists and exports, and its columns that are not kept are printed once")
    func importedFacts() async throws {
        try await withLibrary { folder, run in
            let table =
                "Const,Your Rating,Title,IMDb Rating,Runtime (mins),Year,Directors\n"
                + "tt0000002,8,Soul,8,100,2020,Pete Docter\ntt0000003,6,Luca,7,95,2021,Enrico Casarosa\n"
            try ProjectFiles.write(table, to: folder + "/ratings.csv")
            let imported = try await run("import", folder + "/ratings.csv")
            #expect(imported.status == .exited(0))
            #expect(imported.errors == "\(folder)/ratings.csv: not imported: IMDb Rating\n")
            let films = try JSONDocument(try await run("export").output).root["cards"]?.elements.map { $0["movie"] }
            let soul = try #require(films?.first { $0?["title"]?.string == "Soul" } ?? nil)
            #expect(soul["runtimeMinutes"]?.int == 100 && soul["directors"]?[0]?["name"]?.string == "Pete Docter")
            #expect(soul["provenance"]?["directors"]?.description == #"["import"]"#)
        }
    }

    @Test("An export of more than ten megabytes can be imported")
    func large() async throws {
        try await withLibrary { folder, run in
            let overview = String(repeating: "A keeper. ", count: 2_000)
            let bookmarks = (1...600).map { number in
                let film = #"{"id":"imdb:tt\#(number)","title":"Film","overview":{"text":"\#(overview)"}}"#
                return #"{"movie":\#(film),"addedAt":"2026-01-01T00:00:00Z"}"#
            }
            let library = #"{"version":1,"bookmarks":[\#(bookmarks.joined(separator: ","))]}"#
            try ProjectFiles.write(library, to: folder + "/large.json")
            let outcome = try await run("import", folder + "/large.json")
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(try await run("bookmarks", "--limit", "1").outputText.contains(#""totalItems":600"#))
        }
    }

    @Test("An export does not replace a file unless forced", arguments: [[], ["--letterboxd"], ["--watchlist"]])
    func existing(option: [String]) async throws {
        try await withLibrary { folder, _ in
            let file = folder + "/mine.txt"
            try ProjectFiles.write("mine", to: file)
            let environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
            let refused = try await Program.run(["export"] + option + [file], environment: environment)
            #expect(refused.status == .exited(74))
            #expect(refused.errors == "error: \(file) exists; --force overwrites it\n")
            #expect(try ProjectFiles.text(file) == "mine")
            let forced = try await Program.run(["export", "--force"] + option + [file], environment: environment)
            #expect(forced.status == .exited(0), "\(forced.errors)")
            #expect(try ProjectFiles.text(file) != "mine")
        }
    }

    @Test("The time of --now is in the machine's zone, in which today is a day")
    func today() async throws {
        try await Program.withHome { _, environment in
            let environment = environment.merging(["TZ": "Asia/Seoul"]) { _, zone in zone }
            let put = ["cards", "put", "imdb:tt0000001", "--watched", "today", "--timeout", "0.5"]
            let outcome = try await Program.run(put + ["--now", "2026-06-05T20:00:00Z"], environment: environment)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let cards = try await Program.result([], "cards/list", environment: environment)["cards"]
            #expect(cards?[0]?["watchedOn"]?.string == "2026-06-06")
        }
    }

    @Test("Without a folder, or with --no-cache, commands about the library are refused and say what to do")
    func nowhere() async throws {
        for arguments in [
            ["bookmarks", "add", "imdb:tt0000001"], ["cards", "put", "imdb:tt0000001", "--stars", "4"], ["bookmarks"],
            ["export"],
        ] {
            let lost = try await Program.run(arguments, environment: ["PATH": "/usr/bin:/bin"])
            #expect(lost.status == .exited(69) && lost.outputText == "")
            #expect(lost.errors.contains("set HOME, or name a folder with --data-dir"), "\(lost.errors)")
            let unwritten = try await Program.run(arguments + ["--no-cache"], environment: ["HOME": "/nonexistent"])
            #expect(unwritten.status == .exited(69) && unwritten.outputText == "")
            #expect(unwritten.errors.contains("--no-cache writes no file"), "\(unwritten.errors)")
        }
    }

    @Test("A server without a folder for its library says once that changes are lost")
    func inMemory() async throws {
        let pins = (1...2).map { Talk.request($0, "matches/pin", #"{"id":"a:\#($0)","with":"b:\#($0)"}"#) }
        let outcome = try await Program.run([], lines: pins, environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome.status == .exited(0))
        let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("its changes are lost at the end") }
        #expect(warnings.count == 1, "\(outcome.errors)")
    }

    @Test("The page of a film shows your own card, and the sources' ratings apart from it")
    func ownCard() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/film", .json(#"{"id":1,"name":"Well","score":8}"#))
            let definitions = folder + "/films.yaml"
            let lookup =
                "{ by: [lantern], get: /film, rows: ., item: { ids: { lantern: id }, title: name, rating: score } }"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - { id: lantern, base_url: \(server.origin), operations: { lookup: \(lookup) } }
                """,
                to: definitions
            )
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                let environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
                return try await Program.run(arguments + ["--config", definitions], environment: environment)
            }
            let put = try await run("cards", "put", "lantern:1", "--stars", "3.5", "--comment", "Deep")
            #expect(put.status == .exited(0), "\(put.errors)")
            let page = try await run("movie", "lantern:1", "--format", "table").outputText
            #expect(page.contains("Your card: ★★★½, Deep\n"), "\(page)")
            #expect(page.contains("Mean rating     ★★★★\n"), "\(page)")
            let json = try JSONDocument(try await run("movie", "lantern:1").output).root
            #expect(json["card"] == nil)
        }
    }

    @Test("With a damaged library, an answer comes with a warning, and no retry is suggested")
    func damaged() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/search", .json(#"{"results":[{"id":1,"name":"Well"}]}"#))
            let definitions = folder + "/films.yaml"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - id: lantern
                    base_url: \(server.origin)
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}" }
                        rows: results
                        item: { ids: { lantern: id }, title: name }
                """,
                to: definitions
            )
            let data = folder + "/data"
            let pin = [Talk.request(1, "matches/pin", #"{"id":"a:1","with":"b:1"}"#)]
            #expect(try await Program.run(["--data-dir", data], lines: pin).status == .exited(0))
            try ProjectFiles.write(String(repeating: "no database ", count: 1_000), to: data + "/library.sqlite")
            let options = ["--config", definitions, "--data-dir", data]
            let search = try await Program.run(["search", "well", "--trust"] + options)
            #expect(search.status == .exited(0) && search.outputText.contains("Well"), "\(search.errors)")
            #expect(search.errors.contains("bookmarks and corrections of matches are not known"), "\(search.errors)")
            let list = try await Program.run(["bookmarks"] + options)
            #expect(list.status == .exited(69), "\(list.errors)")
            #expect(try JSONDocument(list.output).root["error"]?["data"]?["retryable"]?.bool == false)
        }
    }

    @Test(
        "An import of which nothing can be read ends with 65 and its report",
        arguments: [
            ("not json\n", "found: not json"), ("", "found: nothing"), ("[1]\n", "found: a list in JSON"),
            ("imdbID,Rating\ntt1,4.7e9\n,4\n", "2: Rating: expected a number"),
        ]
    )
    func unreadable(content: String, report: String) async throws {
        try await withLibrary { folder, run in
            try ProjectFiles.write(content, to: folder + "/films.csv")
            let outcome = try await run("import", folder + "/films.csv")
            #expect(outcome.status == .exited(65))
            #expect(outcome.errors.contains(report), "\(outcome.errors)")
            #expect(try JSONDocument(outcome.output).root["problems"]?.count ?? 0 > 0)
            // Its first film is known already, so the file can be read although nothing is added.
            #expect(try await run("import", folder + "/diary.csv").status == .exited(0))
        }
    }

    @Test("Notes keep text below their marker, and files without a marker stay unless forced")
    func notes() async throws {
        try await withLibrary { folder, run in
            let notes = folder + "/notes"
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let file = notes + "/Up (2009).md"
            let first = try ProjectFiles.text(file)
            #expect(first.contains("stars: 4.5\nwatched: 2026-01-01\n") && first.contains("Balloons, lots"), "\(first)")
            try ProjectFiles.write(first + "\nMine.\n", to: file)
            _ = try await run("cards", "put", "imdb:tt0000001", "--stars", "3", "--timeout", "0.5")
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let second = try ProjectFiles.text(file)
            #expect(second.contains("stars: 3\n") && second.hasSuffix("\nMine.\n"), "\(second)")
            try ProjectFiles.write("All mine.\n", to: file)
            let left = try await run("export", "--markdown", notes)
            #expect(left.errors.contains("left alone"), "\(left.errors)")
            #expect(try ProjectFiles.text(file) == "All mine.\n")
            #expect(try await run("export", "--markdown", notes, "--force").status == .exited(0))
            #expect(try ProjectFiles.text(file).contains("stars: 3"))
        }
    }

    @Test("A note is found by its ids if a film of the same name comes and goes, and if it is renamed")
    func strayNotes() async throws {
        try await withLibrary { folder, run in
            let notes = folder + "/notes"
            func names() throws -> [String] { FileSystem.names(inFolder: notes).sorted() }
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let file = notes + "/Up (2009).md"
            try ProjectFiles.write(ProjectFiles.text(file) + "\nMine.\n", to: file)
            try ProjectFiles.write("All mine.\n", to: notes + "/Other.md")
            try ProjectFiles.write("imdbID,Title,Year,Rating\ntt3,Up,2009,3\n", to: folder + "/other.csv")
            #expect(try await run("import", folder + "/other.csv").status == .exited(0))
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            #expect(try names() == ["Other.md", "Up (2009) imdb-tt0000003.md", "Up (2009).md"])
            let text = try ProjectFiles.text(file)
            #expect(text.contains("imdb:tt0000001") && text.hasSuffix("\nMine.\n"), "\(text)")
            try ProjectFiles.write("", to: file)
            try ProjectFiles.write(text, to: notes + "/Pixar.md")
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            #expect(try ProjectFiles.text(notes + "/Pixar.md").hasSuffix("\nMine.\n"))
            #expect(try names() == ["Other.md", "Pixar.md", "Up (2009) imdb-tt0000003.md", "Up (2009).md"])
            #expect(try ProjectFiles.text(notes + "/Other.md") == "All mine.\n")
        }
    }

    @Test("A note that was renamed and saved with other line ends is found, rewritten, and emptied")
    func windowsNotes() async throws {
        try await withLibrary { folder, run in
            let notes = folder + "/notes"
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let first = try ProjectFiles.text(notes + "/Up (2009).md") + "\u{301}Mine.\n"
            try ProjectFiles.write(
                first.split(scalar: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
                to: notes + "/Renamed.md"
            )
            _ = try await OutsideReader.run("/bin/rm", [notes + "/Up (2009).md"])
            _ = try await run("cards", "put", "imdb:tt0000001", "--stars", "3", "--timeout", "0.5")
            #expect(try await run("export", "--markdown", notes).errors == "1 note written to \(notes)\n")
            #expect(FileSystem.names(inFolder: notes) == ["Renamed.md"])
            let second = try ProjectFiles.text(notes + "/Renamed.md")
            #expect(second.contains("stars: 3\n") && second.hasSuffix("Mine.\r\n"), "\(second)")
            #expect(try await run("cards", "remove", "imdb:tt0000001").status == .exited(0))
            let pruned = try await run("export", "--markdown", notes, "--prune")
            #expect(pruned.errors.contains("were taken out"), "\(pruned.errors)")
            let third = try ProjectFiles.text(notes + "/Renamed.md")
            #expect(!third.contains("stars:") && third.hasSuffix("Mine.\r\n"), "\(third)")
        }
    }

    @Test("A pipe in the place of a note is refused, forced or not", arguments: [[], ["--force"]])
    func pipeForNote(options: [String]) async throws {
        try await withLibrary { folder, _ in
            let pipe = folder + "/notes/Up (2009).md"
            let made = try await OutsideReader.run(
                "/bin/sh",
                ["-c", "mkdir \"$0/notes\" && mkfifo \"$1\"", folder, pipe]
            )
            #expect(made.status == .exited(0), "\(made.errors)")
            let outcome = try await Program.run(
                ["export", "--markdown", folder + "/notes"] + options,
                environment: ["HOME": folder, "PATH": "/usr/bin:/bin"]
            )
            #expect(outcome.status == .exited(74), "\(outcome.errors)")
            #expect(outcome.errors.contains("\(pipe): not a regular file"), "\(outcome.errors)")
            #expect(FileSystem.names(inFolder: folder + "/notes") == ["Up (2009).md"])
        }
    }

    @Test("The note of a removed film loses its stars, days, lists, and comment, and keeps the reader's text")
    func removedNotes() async throws {
        try await withLibrary { folder, run in
            let notes = folder + "/notes"
            let list =
                #"{"version":1,"lists":[{"name":"Best","changedAt":"2026-01-01T00:00:00Z","movies":["#
                + #"{"id":"imdb:tt0000001","title":"Up"}]}]}"#
            try ProjectFiles.write(list, to: folder + "/list.json")
            #expect(try await run("import", folder + "/list.json").status == .exited(0))
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let file = notes + "/Up (2009).md"
            let first = try ProjectFiles.text(file)
            #expect(first.contains("lists: [\"Best\"]") && first.contains("Balloons"), "\(first)")
            try ProjectFiles.write(first + "\nMine.\n", to: file)
            #expect(try await run("cards", "remove", "imdb:tt0000001").status == .exited(0))
            #expect(try await run("lists", "delete", "Best").status == .exited(0))
            let whole = try ProjectFiles.text(file)
            let careful = try await run("export", "--markdown", notes)
            #expect(careful.errors.contains("1 note is of films that are not in the library: left alone (--prune"))
            #expect(try ProjectFiles.text(file) == whole)
            let outcome = try await run("export", "--markdown", notes, "--prune")
            #expect(outcome.status == .exited(0))
            #expect(outcome.errors.contains("were taken out"), "\(outcome.errors)")
            let second = try ProjectFiles.text(file)
            for gone in ["stars:", "watched:", "lists:", "Balloons"] { #expect(!second.contains(gone), "\(second)") }
            #expect(second.contains("bookmarked: false\n") && second.contains("# Up (2009)\n"), "\(second)")
            #expect(second.hasSuffix("\nMine.\n"))
            #expect(try await run("export", "--markdown", notes).errors == "0 notes written to \(notes)\n")
            #expect(try await run("import", folder + "/diary.csv").status == .exited(0))
            #expect(try await run("export", "--markdown", notes).errors == "1 note written to \(notes)\n")
            #expect(try ProjectFiles.text(file).contains("stars: 4.5\n"))
        }
    }

    @Test("An import counts what it changes, and nothing if the file was imported before")
    func counts() async throws {
        try await withLibrary { folder, run in
            let list =
                "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2026-01-01,Best,,,\n\n"
                + "Position,Name,Year,URL,Description\n1,Up,2009,,\n"
            try ProjectFiles.write(list, to: folder + "/list.csv")
            #expect(try JSONDocument(try await run("import", folder + "/list.csv").output).root["lists"]?.int == 1)
            #expect(try await run("bookmarks", "add", "imdb:tt0000001", "--timeout", "0.5").status == .exited(0))
            #expect(try await run("export", folder + "/all.json").status == .exited(0))
            for file in ["/diary.csv", "/list.csv", "/all.json"] {
                let counts = try JSONDocument(try await run("import", folder + file).output).root
                for kind in ["history", "bookmarks", "cards", "lists", "matches", "fields"] {
                    #expect(counts[kind]?.int == 0, "\(file): \(counts)")
                }
            }
        }
    }

    @Test("The library's times and its last day are those of --now")
    func now() async throws {
        try await withLibrary { folder, run in
            let past = ["--now", "2020-01-01T00:00:00Z", "--timeout", "0.5"]
            let environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
            func put(_ arguments: [String], _ options: [String]) async throws -> JSONElement {
                let outcome = try await Program.run(arguments + options, environment: environment)
                #expect(outcome.status == .exited(0), "\(outcome.errors)")
                return try JSONDocument(outcome.output).root
            }
            let bookmark = try await put(["bookmarks", "add", "imdb:tt0000001"], past)
            #expect(bookmark["addedAt"]?.string == "2020-01-01T00:00:00Z")
            let future = ["--now", "2100-11-26T16:00:00Z", "--timeout", "0.5"]
            let card = try await put(["cards", "put", "imdb:tt0000001", "--watched", "2100-11-26"], future)
            #expect(card["card"]?["changedAt"]?.string == "2100-11-26T16:00:00Z")
            let refused = try await run("cards", "put", "imdb:tt0000001", "--watched", "2020-01-03", past[0], past[1])
            #expect(refused.status == .exited(64) && refused.errors.contains("in the future"), "\(refused.errors)")
        }
    }

    @Test("Files and parameters are read from standard input and from a pipe")
    func standardInput() async throws {
        try await Program.withHome { folder, environment in
            let table = Array("imdbID,Title,Year,Rating\ntt0000001,Up,2009,4.5\n".utf8)
            for path in ["-", "/dev/stdin"] {
                let home = environment.merging(["HOME": folder + "/" + path.filter(\.isLetter)]) { $1 }
                let outcome = try await Program.run(["import", path], input: table, environment: home)
                #expect(outcome.status == .exited(0), "\(outcome.errors)")
                #expect(try JSONDocument(outcome.output).root["cards"]?.int == 1)
            }
            let sample = Array(#"{"results":[{"id":1,"name":"Well","year":2001}]}"#.utf8)
            let draft = try await Program.run(["new", "-"], input: sample, environment: environment)
            #expect(draft.status == .exited(0) && draft.outputText.contains("rows: results"), "\(draft.errors)")
            let query = Array(#"{"query":"parasite"}"#.utf8)
            let call = try await Program.run(["call", "--demo", "movies/search", "-"], input: query)
            #expect(call.status == .exited(0) && call.outputText.contains("tt6751668"), "\(call.errors)")
        }
    }

    @Test("A film that no source could confirm is shown by its id, with a note")
    func idOnly() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", .json("{}", status: 500))
            let definitions = folder + "/films.yaml"
            let lookup = "{ by: [lantern], get: /film, rows: ., item: { ids: { lantern: id }, title: name } }"
            let provider =
                "{ id: lantern, base_url: \(server.origin), retry: { attempts: 1 }, operations: { lookup: \(lookup) } }"
            try ProjectFiles.write("version: 1\nproviders: [\(provider)]\n", to: definitions)
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                let environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
                let options = ["--config", definitions, "--format", "table"]
                return try await Program.run(arguments + options, environment: environment)
            }
            let added = try await run("cards", "put", "lantern:1", "--stars", "4")
            #expect(added.status == .exited(0), "\(added.errors)")
            #expect(added.errors.contains("stored by its id only, because no source answered"), "\(added.errors)")
            #expect(added.outputText.contains("lantern:1  "), "\(added.outputText)")
            #expect(try await run("cards", "remove", "lantern:2").errors.contains("note: it has no card"))
        }
    }

    @Test("A card without a value is refused")
    func nothingToWrite() async throws {
        try await withLibrary { _, run in
            let outcome = try await run("cards", "put", "imdb:tt0000009")
            #expect(outcome.status == .exited(64))
            #expect(outcome.errors.contains("nothing to write; give --stars, "), "\(outcome.errors)")
            #expect(try await run("call", "cards/put", "id=imdb:tt0000009").status == .exited(64))
            #expect(try JSONDocument(try await run("cards").output).root["cards"]?.count == 1)
        }
    }

    @Test(
        "Exporting to a folder that cannot be written is an error and changes nothing",
        arguments: ["--markdown", "--letterboxd"]
    )
    func unwritable(option: String) async throws {
        try await withLibrary { folder, run in
            // A file is where a folder is needed, because root can write everywhere else.
            try ProjectFiles.write("", to: folder + "/taken")
            let outcome = try await run("export", option, folder + "/taken/notes")
            #expect(outcome.status == .exited(74), "\(outcome.errors)")
            #expect(outcome.errors.contains(folder + "/taken"), "\(outcome.errors)")
            #expect(try ProjectFiles.read(folder + "/taken") == [])
        }
    }

    @Test("A file that is not a library is refused and changes nothing")
    func foreign() async throws {
        try await withLibrary { folder, run in
            let before = try await run("export").output
            for (name, content) in [
                ("a.json", "{\"version\":1,"), ("b.json", "{\"version\":9}"), ("c.csv", "x;y\n"),
                ("d.json", "{\"foo\":1}"),
            ] {
                try ProjectFiles.write(content, to: folder + "/" + name)
                let outcome = try await run("import", folder + "/" + name)
                #expect(outcome.status == .exited(65), "\(name): \(outcome.errors)")
                #expect(outcome.errors.contains(folder + "/" + name), "\(outcome.errors)")
            }
            #expect(try await run("import", folder + "/missing.csv").status == .exited(66))
            #expect(try await run("export").output == before)
        }
    }
}
