import JSON
import MarqueeTestKit
import Platform
import Testing

@Suite("Joining libraries and taking changes back at the shell")
struct UndoCommandTests {
    private static func library(_ card: String, at second: Int) -> String {
        let film = #"{"id":"imdb:tt1","title":"Harbor","year":2009}"#
        return #"{"version":1,"cards":[{"movie":\#(film),"changedAt":"2026-01-01T00:00:0\#(second)Z",\#(card)}]}"#
    }

    @Test("What one command removes is taken back by one undo")
    func several() async throws {
        try await Program.withHome { folder, environment in
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(arguments, environment: environment)
            }
            let film = #"{"id":"imdb:tt2","title":"Lantern","year":2010}"#
            let card = #"{"movie":\#(film),"changedAt":"2026-01-01T00:00:01Z","stars":3}"#
            let both = Self.library(#""stars":4"#, at: 1).replacing("\"cards\":[", with: "\"cards\":[\(card),")
            try ProjectFiles.write(both, to: folder + "/both.json")
            #expect(try await run("import", folder + "/both.json").status == .exited(0))
            let removed = try await run("cards", "remove", "imdb:tt1", "imdb:tt2", "--format", "table")
            #expect(removed.outputText == "1 removed\n1 removed\n")
            #expect(removed.errors == "marquee undo takes them back\n")
            #expect(try await run("undo").outputText.contains(#""cards":2"#))
            #expect(try JSONDocument(try await run("cards").output).root["cards"]?.count == 2)
        }
    }

    @Test(
        "What a command adds is no change to take back",
        arguments: [["bookmarks", "add"], ["lists", "add", "Best"], ["log"]]
    )
    func added(_ words: [String]) async throws {
        try await Program.withHome { folder, environment in
            let options = ["--demo", "--data-dir", folder + "/library", "--format", "table"]
            let added = try await Program.run(words + ["demo:1", "demo:2"] + options, environment: environment)
            #expect(added.status == .exited(0), "\(added.errors)")
            let undone = try await Program.run(["undo"] + options, environment: environment)
            #expect(
                undone.outputText == "nothing to undo: no import, removal, changed card, or correction of a match\n",
                "\(undone.outputText)"
            )
        }
    }

    @Test("An import of an older card adds its day and comment, and can be taken back after a restart")
    func undone() async throws {
        try await Program.withHome { folder, environment in
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(arguments, environment: environment)
            }
            let (own, other) = (folder + "/own.json", folder + "/other.json")
            try ProjectFiles.write(Self.library(#""stars":4,"watchedOn":"2025-11-20""#, at: 2), to: own)
            try ProjectFiles.write(
                Self.library(#""stars":3,"comment":"first","watchedOn":"2025-11-18""#, at: 1),
                to: other
            )
            #expect(try await run("import", own).status == .exited(0))
            let before = try await run("export").outputText
            let joined = try await run("import", other, "--format", "table")
            #expect(joined.outputText == "cards: 1\n1 card joined: 1 day added, 1 comment added\n")
            #expect(joined.errors.contains("marquee undo takes it back"))
            let card = try JSONDocument(try await run("cards").output).root["cards"]?[0]
            #expect(card?["stars"]?.double == 4 && card?["comment"]?.string == "first")
            #expect(card?["watchedBefore"]?.description == #"["2025-11-18"]"#)
            let again = try await run("import", other, "--format", "table")
            #expect(again.outputText == "nothing to add\nunchanged: 1\n")
            #expect(!again.errors.contains("undo"))
            let trial = try await run("undo", "--dry-run", "--format", "table").outputText
            #expect(trial.hasPrefix("an import, ") && trial.contains("Harbor"), "\(trial)")
            #expect(trial.contains("cards: 1") && trial.contains("earlier changes to undo: 1"), "\(trial)")
            let undone = try await run("undo", "--format", "table").outputText
            #expect(undone == trial)
            #expect(try await run("export").outputText == before)
            #expect(try await run("undo").outputText.contains(#""cards":1"#))
            #expect(
                try await run("undo", "--format", "table").outputText
                    == "nothing to undo: no import, removal, changed card, or correction of a match\n"
            )
            #expect(try JSONDocument(try await run("cards").output).root["cards"]?.count == 0)
        }
    }
}
