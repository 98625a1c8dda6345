import JSON
import MarqueeTestKit
import Testing

@Suite("Export and import of the library")
struct LibraryFileTests {
    private static let csv = """
        imdbID,Title,Year,Rating,WatchedDate,Review
        tt1,Up,2009,4.5,2026-01-01,"Balloons, lots"
        tt2,Broken,2010,9,,
        """

    /// Runs a test with a library that has one card.
    private func withLibrary(
        _ body: (_ folder: String, _ run: (String...) async throws -> ProcessOutcome) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
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

    private func text(_ path: String) throws -> String { String(decoding: try ProjectFiles.read(path), as: UTF8.self) }

    @Test("JSON and CSV exports can be imported again without changes")
    func files() async throws {
        try await withLibrary { folder, run in
            #expect(try await run("export", folder + "/all.json").status == .exited(0))
            #expect(try await run("export", "--letterboxd", folder + "/films.csv").status == .exited(0))
            #expect(try await run("export", "--watchlist", folder + "/list.csv").status == .exited(0))
            let csv = try text(folder + "/films.csv")
            #expect(csv.contains("tt1,,Up,2009,4.5,2026-01-01,\"Balloons, lots\"\r\n"), "\(csv)")
            #expect(try text(folder + "/list.csv") == "imdbID,tmdbID,Title,Year\r\n")
            let printed = try await run("export")
            #expect(try JSONDocument(printed.output).root["cards"]?[0]?["stars"]?.double == 4.5)
            for file in ["/all.json", "/films.csv"] {
                #expect(try await run("import", folder + file).status == .exited(0))
            }
            #expect(try await run("export").output == printed.output)
        }
    }

    @Test("Notes keep text below their marker, and files without a marker stay unless forced")
    func notes() async throws {
        try await withLibrary { folder, run in
            let notes = folder + "/notes"
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let file = notes + "/Up (2009).md"
            let first = try text(file)
            #expect(first.contains("stars: 4.5\nwatched: 2026-01-01\n") && first.contains("Balloons, lots"), "\(first)")
            try ProjectFiles.write(first + "\nMine.\n", to: file)
            _ = try await run("cards", "put", "imdb:tt1", "--stars", "3", "--timeout", "0.5")
            #expect(try await run("export", "--markdown", notes).status == .exited(0))
            let second = try text(file)
            #expect(second.contains("stars: 3\n") && second.hasSuffix("\nMine.\n"), "\(second)")
            try ProjectFiles.write("All mine.\n", to: file)
            let left = try await run("export", "--markdown", notes)
            #expect(left.errors.contains("left as it is"), "\(left.errors)")
            #expect(try text(file) == "All mine.\n")
            #expect(try await run("export", "--markdown", notes, "--force").status == .exited(0))
            #expect(try text(file).contains("stars: 3"))
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
            for (name, content) in [("a.json", "{\"version\":1,"), ("b.json", "{\"version\":9}"), ("c.csv", "x;y\n")] {
                try ProjectFiles.write(content, to: folder + "/" + name)
                let outcome = try await run("import", folder + "/" + name)
                #expect(!outcome.errors.isEmpty)
            }
            #expect(try await run("import", folder + "/missing.csv").status == .exited(74))
            #expect(try await run("export").output == before)
        }
    }
}
