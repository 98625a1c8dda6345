import MarqueeTestKit
import Testing

@Suite("Exit codes, as docs/command-line.md has them")
struct ExitCodeTests {
    @Test(
        "What is not there, and what cannot be removed, is 66",
        arguments: [
            ["lists", "show", "Nope"], ["lists", "rename", "Nope", "Other"], ["lists", "remove", "Nope", "--all"],
            ["lists", "delete", "Nope"], ["bookmarks", "remove", "imdb:tt6751668"],
            ["cards", "remove", "imdb:tt6751668"],
            ["history", "remove", "nope"], ["matches", "forget", "imdb:tt6751668"], ["undo"], ["providers", "nope"],
            ["login", "nope"], ["logout", "kofic"], ["config", "unset", "region"], ["movie", "foo:1"],
            ["movie", "foo:1", "--demo"], ["log", "foo:1", "--demo"], ["movie", "@0"], ["import", "/nonexistent.json"],
            ["trust", "--revoke", "/nonexistent.yaml"], ["identify", "/nonexistent/cover.jpg"],
        ]
    )
    func missing(_ arguments: [String]) async throws {
        try await Program.withHome { _, environment in
            let outcome = try await Program.run(arguments, environment: environment)
            #expect(outcome.status == .exited(66), "\(outcome.errors)")
        }
    }

    @Test(
        "An empty list, and removing all of nothing, is 0",
        arguments: [
            ["bookmarks"], ["cards"], ["lists"], ["history"], ["matches"], ["history", "remove", "--all"],
            ["history", "clear"], ["search", "zzzz", "--demo"], ["config", "region"],
        ]
    )
    func empty(_ arguments: [String]) async throws {
        try await Program.withHome { _, environment in
            let outcome = try await Program.run(arguments, environment: environment)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
        }
    }

    @Test(
        "No answer is 69, and some of several is 75",
        arguments: [
            (["identify", "Zzq 2019", "--demo"], 69), (["identify", "Zzq 2019", "Parasite 2019", "--demo"], 75),
            (["bookmarks", "add", "parasite", "zzqq", "--demo"], 75),
            (["bookmarks", "add", "zzqq", "zzqw", "--demo"], 69),
            (["trend", "foo:1", "--demo"], 69), (["boxoffice", "--no-cache"], 77),
        ] as [([String], Int32)]
    )
    func partly(_ arguments: [String], _ status: Int32) async throws {
        try await Program.withHome { _, environment in
            let outcome = try await Program.run(arguments, environment: environment)
            #expect(outcome.status == .exited(status), "\(outcome.errors)")
        }
    }

    @Test("Trouble is said once: in one line for the sources that share it")
    func once() async throws {
        try await Program.withHome { folder, environment in
            let file = folder + "/films.yaml"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - { id: kofic, extends: kofic, auth: { value: "${env.KOFIC_OTHER}" } }
                  - { id: tmdb, extends: tmdb }
                """,
                to: file
            )
            for format in ["table", "json"] {
                let arguments = ["search", "parasite", "--config", file, "--format", format]
                let outcome = try await Program.run(arguments, environment: environment)
                #expect(outcome.status == .exited(77))
                let line = "error: kofic, tmdb: \(file) is not trusted yet; run: marquee trust \(file)\n"
                #expect(outcome.errors.hasPrefix(line), "\(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
            }
        }
    }

    @Test("A message breaks between words, and its command stays on one line")
    func wrapped() async throws {
        let terminal = try PseudoTerminal(columns: 60)
        var plan = try Program.plan(["movie", "zzqq", "--demo"], environment: ["HOME": "/nonexistent"])
        plan.errors = .file(terminal.path)
        let (text, _) = try await terminal.screen(of: plan)
        let lines = text.split(separator: "\n")
        #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 60 }, "\(text)")
        #expect(!lines.contains { $0.hasSuffix(" marque") || $0.hasSuffix("paras") }, "\(text)")
    }
}
