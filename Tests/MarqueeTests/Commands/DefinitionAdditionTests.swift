import MarqueeTestKit
import Platform
import Testing

@Suite("marquee new --add")
struct DefinitionAdditionTests {
    /// A folder with a `providers.yaml` in it as the user's own.
    private static func withOwnFile(
        _ text: String?,
        _ body: (_ folder: String, _ file: String, _ run: ([String]) async throws -> ProcessOutcome) async throws ->
            Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/marquee/providers.yaml"
            if let text { try FileSystem.local.write(Array(text.utf8), file).get() }
            try ProjectFiles.write(NewCommandTests.films, to: folder + "/films.json")
            try await body(folder, file) { arguments in
                try await Program.run(arguments, environment: ["XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder])
            }
        }
    }

    @Test("`new --add` puts the definition behind those of the user's file, and changes nothing else in it")
    func addition() async throws {
        let before = """
            # My sources
            version: 1
            providers:
                # The first
                - id: tvmaze # of all
                  extends: tvmaze

                  enabled: false # for now

            # What counts
            settings: { languages: [en] }
            """
        try await Self.withOwnFile(before) { folder, file, run in
            let outcome = try await run(["new", "--add", "--yes", "--id", "shelf", folder + "/films.json"])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.outputText.contains("+     - id: shelf\n"), "\(outcome.outputText)")
            #expect(outcome.outputText.contains("shelf: ") && outcome.outputText.contains("api.example.org"))
            let text = try ProjectFiles.text(file)
            let start = "      enabled: false # for now\n\n    # Proposed by `marquee new`"
            #expect(text.hasPrefix(before.prefix(while: { $0 != "\n" })) && text.contains(start), "\(text)")
            #expect(text.contains("\n    - id: shelf\n      enabled: false # until its address is"), "\(text)")
            #expect(text.hasSuffix("\n# What counts\nsettings: { languages: [en] }\n"), "\(text)")
            #expect(try ProjectFiles.text(file + ".before-marquee") == before)
            #expect(try ProjectFiles.text(folder + "/marquee/tests/shelf.json").contains("The Paper Lighthouse"))
            for command in ["check", "test"] {
                let next = try await run([command])
                #expect(next.status == .exited(0), "\(command): \(next.outputText) \(next.errors)")
            }
            // A second time, the id is taken.
            let again = try await run(["new", "--add", "--yes", "--id", "shelf", folder + "/films.json"])
            #expect(again.status == .exited(64))
            #expect(
                again.errors.contains(
                    "there is a source 'shelf' in \(file) already; give this one another id: --id shelf-2"
                )
            )
            #expect(try ProjectFiles.text(file) == text)
        }
    }

    @Test("The first addition begins with the built-in sources")
    func firstAddition() async throws {
        try await Self.withOwnFile(nil) { folder, file, run in
            let outcome = try await run(["new", "--add", "--yes", "--id", "shelf", folder + "/films.json"])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let text = try ProjectFiles.text(file)
            #expect(text.contains("  - id: tmdb\n") && text.contains("\n  - id: shelf\n"))
            let next = try await run(["test"])
            #expect(next.status == .exited(0) && next.outputText.contains("ok   shelf: the sample"), "\(next.errors)")
        }
    }

    @Test(
        "An addition is refused without a yes, with errors, and where the list is in brackets",
        arguments: [
            (nil, ["films.json"], 64, "pass --yes"),
            ("version: 1\nproviders: [{ id: tvmaze, extends: tvmaze }]\n", nil, 78, "found a list in [ ]"),
            ("version: 2\nproviders: []\n", nil, 78, "expected 1, the only version known"),
            (nil, ["--yes", "wrong.yaml"], 78, "unknown key 'titel'"),
            (nil, ["--yes", "films.json", "-o", "a.yaml"], 64, "takes no --output"),
        ] as [(String?, [String]?, Int32, String)]
    )
    func refusedAddition(_ own: String?, _ arguments: [String]?, _ code: Int32, _ words: String) async throws {
        try await Self.withOwnFile(own) { folder, file, run in
            try ProjectFiles.write(
                "version: 1\nproviders:\n  - id: a\n    titel: A\n    extends: tvmaze\n",
                to: folder + "/wrong.yaml"
            )
            let options = (arguments ?? ["--yes", "films.json"]).map { $0.contains(".") ? folder + "/" + $0 : $0 }
            let outcome = try await run(["new", "--add"] + options)
            #expect(outcome.status == .exited(code) && outcome.errors.contains(words), "\(outcome.errors)")
            let after = ProjectFiles.isReadable(file) ? try ProjectFiles.text(file) : nil
            #expect(after == own)
        }
    }

    @Test("A file with a definition is added as it is, with what it may do")
    func addedFile() async throws {
        try await Self.withOwnFile("version: 1\nproviders: [] # none\n") { folder, file, run in
            let definition = """
                # By Ann
                version: 1
                providers:
                - id: shelf
                  base_url: https://films.example
                  auth: { kind: bearer, value: "${env.SHELF_TOKEN}" }
                  operations:
                    search: { get: /s, query: { q: "${input.query}" }, rows: ., item: { ids: { shelf: id }, title: name } }
                """
            try ProjectFiles.write(definition, to: folder + "/shelf.yaml")
            let outcome = try await run(["new", "--add", "--yes", folder + "/shelf.yaml"])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.outputText.contains("SHELF_TOKEN"), "\(outcome.outputText)")
            let text = try ProjectFiles.text(file)
            #expect(text.hasPrefix("version: 1\nproviders: # none\n  # By Ann\n  - id: shelf\n    base_url"), "\(text)")
            #expect(try await run(["check"]).status == .exited(0))
        }
    }
}
