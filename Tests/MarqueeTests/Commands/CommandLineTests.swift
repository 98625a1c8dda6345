import ArgumentParser
import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Command line")
struct CommandLineTests {
    private func check(_ text: String) async throws -> (ProcessOutcome, file: String) {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(text, to: file)
            return (try await Program.run(["check", file]), file)
        }
    }

    @Test("The built-in configuration has no problems")
    func checkBundled() async throws {
        let outcome = try await Program.run(["check", ProjectFiles.root + "/providers.yaml"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "")
    }

    @Test("`check` accepts a file with many providers, some of which extend a built-in one", arguments: [8, 100])
    func checkMany(_ count: Int) async throws {
        let (outcome, file) = try await check(MadeUpProviders.file(count: count))
        #expect(outcome.status == .exited(0))
        // On a busy machine, the tests of the definitions may take too long for a check.
        let problems = outcome.outputText.split(separator: "\n").filter {
            !$0.contains("the remaining tests are skipped")
        }
        #expect(problems.isEmpty)
        #expect(outcome.errors.hasPrefix("\(file): \(count) providers: films0, shows1, films2, mirror3, films4, "))
    }

    @Test("All problems of a file are reported in one run, each with its position and a suggestion")
    func checkProblems() async throws {
        let (outcome, file) = try await check(
            """
            version: 1
            providers:
              - id: films
                base_url: http://films.example
                timeuot: 3s
                operations:
                  search:
                    get: /search
                    query: { q: "${input.qery}" }
                    rows: results
                    item: { titel: name }
              - id: films
                extends: kofik
            """
        )
        #expect(outcome.status == .exited(78))
        let lines = outcome.outputText.split(separator: "\n").map(String.init)
        for expected in [
            ("\(file):5:5: error: ", "timeout"), ("\(file):9:", "query"), ("\(file):11:", "title"),
            ("\(file):4:15: error: ", "https"), ("\(file):13:", "kofic"),
        ] {
            #expect(
                lines.contains { $0.hasPrefix(expected.0) && $0.contains(expected.1) },
                "\(expected) in\n\(outcome.outputText)"
            )
        }
    }

    @Test("`check --format json` prints the problems as one JSON document with the same exit code")
    func checkAsJSON() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write("version: 1\nproviders: [{ id: a, extends: koffic, tests: 1 }]\n", to: file)
            let outcome = try await Program.run(["check", "--format", "json", file])
            #expect(outcome.status == .exited(78))
            let problems = try JSONDocument(outcome.output).root.elements
            #expect(problems.count == 2)
            #expect(problems.first?["file"]?.string == file)
            #expect(problems.first?["line"]?.int == 2)
            #expect(problems.first?["column"]?.int == 31)
            #expect(problems.first?["severity"]?.string == "error")
            #expect(problems.first?["message"]?.string == "'extends': there is no definition 'koffic'")
            #expect(problems.first?["hint"]?.string == "did you mean 'kofic'?")
            let fine = try await Program.run(["check", "--format", "json", ProjectFiles.root + "/providers.yaml"])
            #expect(fine.status == .exited(0))
            #expect(fine.outputText == "[]\n")
        }
    }

    @Test(
        "A secret in the file gives a warning, and a second one if others can read the file",
        arguments: [0o600, 0o644]
    )
    func checkSecret(_ mode: Int) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write("version: 1\nproviders: [{ id: a, extends: kofic, auth: { value: abc } }]", to: file)
            try #require(chmod(file, mode_t(mode)) == 0)
            let outcome = try await Program.run(["check", file])
            #expect(outcome.status == .exited(0))
            let written =
                "\(file):2:53: warning: a secret is written into the file; put it into the environment and write ${env.A_KEY}\n"
            let readable =
                "\(file):2:53: warning: other users can read this file, and it contains a secret; run: chmod 600 \(file)\n"
            #expect(outcome.outputText == written + (mode == 0o644 ? readable : ""))
        }
    }

    @Test(
        "An invalid file ends the service with 78 and all its problems, whatever the client has sent",
        arguments: [
            [], [#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#],
            [#"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"Parasite"}}"#],
        ]
    )
    func serveBroken(_ lines: [String]) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            let text = "version: 1\nproviders:\n  - { id: a, bas_url: x, operations: {} }\n  - { id: a }\n"
            try ProjectFiles.write(text, to: file)
            let outcome = try await Program.run(["--config", file], lines: lines)
            #expect(outcome.status == .exited(78))
            #expect(
                outcome.errors.split(separator: "\n").map(String.init) == [
                    "\(file):3:5: error: a provider needs 'base_url', such as base_url: https://api.example.org",
                    "\(file):3:14: error: unknown key 'bas_url' in a provider; did you mean 'base_url'?",
                    "\(file):4:5: error: a provider needs 'base_url', such as base_url: https://api.example.org",
                    "\(file):4:5: error: a provider needs 'operations'",
                    "\(file):4:11: error: there already is a provider 'a', in line 3",
                ]
            )
            // A ping may have been answered, but a call that needs a source never is.
            let answers = outcome.outputText.split(separator: "\n")
            #expect(answers.count <= lines.count)
            for answer in answers {
                let isPong = answer == #"{"jsonrpc":"2.0","result":{},"id":1}"#
                #expect(isPong || answer.hasPrefix(#"{"jsonrpc":"2.0","error":"#), "\(answer)")
            }
        }
    }

    @Test("A call is told what is wrong with an invalid file, and where")
    func serveBrokenToCaller() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write("version: 1\nproviders:\n  - { id: a }\n", to: file)
            let call = #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"Parasite"}}"#
            let outcome = try await Program.run(["--config", file], lines: [call])
            #expect(outcome.status == .exited(78))
            let error = try JSONDocument(outcome.output).root["error"]
            let problem = "\(file):3:5: error: a provider needs 'base_url', such as base_url: https://api.example.org"
            #expect(error?["message"]?.string == "The definitions of the sources cannot be used: \(problem)")
            #expect(error?["data"]?["kind"]?.string == "no_source")
            #expect(outcome.errors.hasPrefix(problem))
        }
    }

    @Test("An invalid file ends the service with 78 even if the session is over long before the file is read")
    func serveBrokenLate() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            let provider = "  - { id: a, base_url: http://a.example, operations: {} }\n"
            try ProjectFiles.write("version: 1\nproviders:\n" + String(repeating: provider, count: 300), to: file)
            let outcome = try await Program.run(["--config", file], lines: [Talk.ping])
            #expect(outcome.status == .exited(78))
            #expect(outcome.errors.contains(":302:"), "\(outcome.errors.suffix(500))")
        }
    }

    @Test("An invalid file ends the service although the client is silent and keeps the input open")
    func serveBrokenToSilence() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write("version: 1\nproviders: [[[", to: file)
            try await RunningProcess.withProcess(try Program.plan(["--config", file])) { process in
                let status = try await process.waitForExit()
                #expect(status == .exited(78))
            }
        }
    }

    @Test(
        "K7: A pipe, a folder, a device, or (K5) a file that is too large is refused with 78",
        arguments: ["pipe", "folder", "large", "device"]
    )
    func strangeFiles(_ name: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let path = "\(folder)/\(name)"
            switch name {
            case "pipe": try #require(mkfifo(path, 0o600) == 0)
            case "device": try #require(symlink("/dev/zero", path) == 0)
            case "folder": try #require(mkdir(path, 0o700) == 0)
            default: try ProjectFiles.write([UInt8](repeating: 0, count: 1 << 20 + 1), to: path)
            }
            let outcome = try await Program.run(["--config", path])
            #expect(outcome.status == .exited(78))
            #expect(outcome.errors.contains(name == "large" ? "larger than 1048576 bytes" : "not a regular file"))
        }
    }

    @Test("A missing configuration file is named in the error")
    func missingFile() async throws {
        let outcome = try await Program.run(["--config", "/nonexistent/providers.yaml"])
        #expect(outcome.status == .exited(78))
        #expect(outcome.errors.contains("/nonexistent/providers.yaml: there is no such file"))
    }

    @Test("`call` prints JSON to a pipe, and a table with `--format table`")
    func call() async throws {
        let json = try await Program.run(["call", "--demo", "movies/search", #"{"query": "Parasite"}"#])
        #expect(json.status == .exited(0))
        #expect(try JSONDocument(json.output).root["movies"]?[0]?["id"]?.string == "imdb:tt6751668")
        let pairs = try await Program.run(["call", "--demo", "movies/search", "query=Parasite", "limit=1"])
        #expect(try JSONDocument(pairs.output).root["movies"]?.count == 1)
        let spaced = try await Program.run(["call", "--demo", "movies/search", "query=Parasite", "languages=ko, en"])
        #expect(spaced.status == .exited(0), "\(spaced.errors)")
        let table = try await Program.run(["call", "--demo", "--format", "table", "boxOffice/daily"])
        #expect(table.outputText.contains("존 윅 4"))
        #expect(table.outputText.contains("113,983"))
    }

    @Test("An unknown method or invalid parameters exit with 64")
    func callFailures() async throws {
        let typo = try await Program.run(["call", "--demo", "movies/serch", "query=x"])
        #expect(typo.status == .exited(64))
        #expect(typo.errors.contains("movies/search"))
        let broken = try await Program.run(["call", "--demo", "movies/search", "{"])
        #expect(broken.status == .exited(64))
        #expect(broken.outputText == "")
    }

    @Test("The OpenRPC document names the main methods")
    func openRPC() async throws {
        let outcome = try await Program.run(["openrpc"])
        let methods = try JSONDocument(outcome.output).root["methods"]?.elements.compactMap { $0["name"]?.string } ?? []
        for name in [
            "boxOffice/daily", "boxOffice/weekly", "movies/search", "movies/list", "movies/get", "movies/related",
            "providers/list", "ping", "rpc.discover",
        ] {
            #expect(methods.contains(name), "\(name)")
        }
    }

    @Test("`check --explain` explains a key and suggests the nearest one for an unknown key")
    func explain() async throws {
        let outcome = try await Program.run(["check", "--explain", "paging.size_param"])
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.outputText.hasPrefix("size_param, of paging of kind page, paging of kind cursor\n")
        )
        let typo = try await Program.run(["check", "--explain", "rosw"])
        #expect(typo.status == .exited(64))
        #expect(typo.errors == "error: there is no key 'rosw'; did you mean: marquee check --explain rows\n")
        #expect(typo.outputText == "")
    }

    @Test("`schema` prints the JSON Schema for editors")
    func schema() async throws {
        let outcome = try await Program.run(["schema"])
        #expect(outcome.status == .exited(0))
        let schema = try JSONDocument(outcome.output).root
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["properties"]?["providers"]?["description"]?.string?.hasPrefix("The film sources") == true)
        #expect(schema["$defs"]?["a-provider"]?["properties"]?["max_body"]?["default"]?.string == "4MiB")
    }

    @Test("The pages in docs/methods are those that `openrpc --markdown` writes")
    func methodReference() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let outcome = try await Program.run(["openrpc", "--markdown", folder + "/methods"])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let written = try ProjectFiles.names(in: folder + "/methods").sorted()
            #expect(written == (try ProjectFiles.names(in: ProjectFiles.root + "/docs/methods").sorted()))
            for name in written {
                let page = try ProjectFiles.text(folder + "/methods/" + name)
                let kept = try ProjectFiles.text(ProjectFiles.root + "/docs/methods/" + name)
                #expect(page == kept, "\(name) differs; run: marquee openrpc --markdown docs/methods")
            }
        }
    }
}

@Suite("Start arguments, as editors write them")
struct StartArgumentTests {
    @Test(
        "Options mean the same in any order, with or without the command's name",
        arguments: [
            ([], nil, false), (["serve"], nil, false), (["--stdio"], nil, false), (["serve", "--stdio"], nil, false),
            (["--demo"], nil, true), (["--demo", "--demo"], nil, true), (["--config", "a.yaml"], "a.yaml", false),
            (["--config=a"], "a", false), (["--config", "serve"], "serve", false),
            (["--config", "/tmp/ü.yaml"], "/tmp/ü.yaml", false),
            (["serve", "--stdio", "--config", "my films.yaml", "--demo"], "my films.yaml", true),
        ] as [([String], String?, Bool)]
    )
    func settings(_ arguments: [String], _ file: String?, _ isDemo: Bool) throws {
        let command = try #require(try Marquee.parseAsRoot(arguments) as? ServeCommand)
        #expect(command.engine.settings == EngineSettings(configurationFile: file, recording: isDemo ? .demo : nil))
        let serving = command.serving
        #expect(serving.framing == .auto && serving.editor.clientProcessID == nil && serving.traceFile == nil)
        #expect(!serving.requireInitialize && serving.stallTimeout.duration == .seconds(600))
        #expect(serving.maxMessageSize == 10 << 20 && serving.maxInFlight == 256 && serving.maxBatch == 1_000)
    }

    @Test(
        "Meaningless arguments are refused",
        arguments: [["--config"], ["--config", "--stdio"], ["serve", "serve"], ["--stdio", "a"], ["-"], [""]]
    )
    func refused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try Marquee.parseAsRoot(arguments) }
    }
}
