import MarqueeTestKit
import Platform
import Testing

@testable import MarqueeApp

@Suite("marquee providers remove")
struct DefinitionRemovalTests {
    private static let file = """
        # My sources
        version: 1
        providers:
          # The first
          - id: tvmaze
            extends: tvmaze
            enabled: false

          # The second
          - { id: yts, extends: yts }
        settings: { languages: [en] }

        """

    private static func run(
        _ arguments: [String],
        file text: String? = file
    ) async throws -> (outcome: ProcessOutcome, text: String?, path: String) {
        try await ProjectFiles.withTemporaryFolder { folder in
            let path = folder + "/marquee/providers.yaml"
            if let text { try FileSystem.local.write(Array(text.utf8), path).get() }
            let outcome = try await Program.run(
                ["providers", "remove"] + arguments,
                environment: ["XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder]
            )
            guard text != nil else { return (outcome, nil, path) }
            let after = try ProjectFiles.text(path)
            if after != text { #expect(try ProjectFiles.text(path + ".before-marquee") == text) }
            return (outcome, after, path)
        }
    }

    @Test("A source goes with its lines, and nothing else changes")
    func removal() async throws {
        let first = try await Self.run(["tvmaze", "--yes"])
        #expect(first.outcome.status == .exited(0), "\(first.outcome.errors)")
        #expect(
            first.outcome.outputText.hasPrefix("\(first.path):5\n-   - id: tvmaze\n"),
            "\(first.outcome.outputText)"
        )
        let rest = "  # The first\n\n  # The second\n  - { id: yts, extends: yts }\n"
        #expect(first.text == "# My sources\nversion: 1\nproviders:\n\(rest)settings: { languages: [en] }\n")
        let second = try await Self.run(["yts", "-y"])
        #expect(second.text?.contains("id: yts") == false && second.text?.contains("id: tvmaze") == true)
    }

    @Test("The last source leaves an empty list")
    func last() async throws {
        let text = "version: 1\nproviders:\n- id: yts\n  extends: yts\n"
        let (outcome, after, _) = try await Self.run(["yts", "--yes"], file: text)
        #expect(after == "version: 1\nproviders: []\n", "\(outcome.errors)")
    }

    @Test("Without a yes, nothing is removed; a built-in source is left out by a setting; another one does not exist")
    func refusals() async throws {
        let unasked = try await Self.run(["yts"])
        #expect(unasked.outcome.status == .exited(64) && unasked.text == Self.file)
        #expect(unasked.outcome.errors.contains("pass --yes"), "\(unasked.outcome.errors)")
        let bundled = try await Self.run(["yts", "--yes"], file: nil).outcome
        let line = "yts is built in; to ask the others only: marquee config set providers kofic,tmdb,omdb"
        #expect(bundled.status == .exited(64) && bundled.errors.contains(line), "\(bundled.errors)")
        let unknown = try await Self.run(["tvmase", "--yes"]).outcome
        #expect(unknown.status == .exited(66), "\(unknown.errors)")
        #expect(unknown.errors.hasSuffix("did you mean: marquee providers remove tvmaze --yes\n"), "\(unknown.errors)")
        let inline = "version: 1\nproviders: [{ id: yts, extends: yts }]\n"
        let same = try await Self.run(["yts", "--yes"], file: inline)
        #expect(same.outcome.status == .exited(78) && same.text == inline, "\(same.outcome.errors)")
    }
}
