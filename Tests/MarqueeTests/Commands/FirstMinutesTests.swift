import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp

@Suite("First minutes: no key, no network, and mistakes")
struct FirstMinutesTests {
    private static let home = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]

    private func run(_ arguments: String...) async throws -> ProcessOutcome {
        try await Program.run(arguments, environment: Self.home)
    }

    @Test("Without a key, the box office names the key, where to get it, and the demo, and no other source")
    func noKey() async throws {
        let outcome = try await run("boxoffice", "--no-cache")
        #expect(outcome.status == .exited(77))
        for expected in [
            "KOFIC_API_KEY is not set", "https://www.kobis.or.kr/kobisopenapi", "marquee boxoffice --demo",
        ] {
            #expect(outcome.errors.contains(expected), "\(expected) in\n\(outcome.errors)")
        }
        #expect(!outcome.errors.contains("TMDB") && !outcome.errors.contains("OMDB"), "\(outcome.errors)")
        let list = try await Program.result(["--no-cache"], "providers/list", environment: Self.home)
        let kofic = list["providers"]?.elements.first { $0["id"]?.string == "kofic" }
        #expect(kofic?["keyUrl"]?.string == "https://www.kobis.or.kr/kobisopenapi")
    }

    @Test("Without a key, a trend names the demo")
    func noKeyForTrend() async throws {
        let outcome = try await run("trend", "--no-cache", "--timeout", "5")
        #expect(outcome.status == .exited(77))
        #expect(outcome.errors.contains("without network: marquee trend --demo\n"), "\(outcome.errors)")
    }

    @Test("Without network, a search names the failed sources and those that need a key")
    func noNetwork() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - { id: kofic, extends: kofic }
                  - { id: yts, extends: yts, base_url: "https://films.invalid", timeout: 2s, retry: { attempts: 1 } }
                """,
                to: file
            )
            let outcome = try await Program.run(
                ["search", "parasite", "--no-cache", "--trust", "--format", "table", "--config", file],
                environment: Self.home
            )
            #expect(outcome.status == .exited(69))
            #expect(outcome.errors.hasPrefix("error: yts: "), "\(outcome.errors)")
            #expect(outcome.errors.contains("kofic: disabled: KOFIC_API_KEY is not set"), "\(outcome.errors)")
            #expect(outcome.errors.contains("marquee search parasite --demo"), "\(outcome.errors)")
        }
    }

    @Test(
        "The demo answers common requests",
        arguments: [
            ["search", "parasite"], ["search", "기생충"], ["search", "JOHN", "WICK"], ["search", "avatar"],
            ["search", "스즈메"], ["search", "inception"], ["search", "spider-man"], ["search", "슬램덩크"],
            ["search", "super", "mario"], ["boxoffice"], ["boxoffice", "2022-12-14"],
            ["people", "봉준호", "--providers", "kofic"], ["trend", "--timeout", "60"], ["trend", "--weeks", "3"],
            ["trend", "demo:1", "--weeks", "3"], ["search", "Parasite", "2019"], ["search", "john", "wick", "(2014)"],
            ["boxoffice", "2023-04-10"], ["where", "parasite"], ["where", "Parasite 2019"],
            ["boxoffice", "--weekly", "--span", "weekend", "2011-12-30"],
            ["movie", "imdb:tt6751668"], ["call", "movies/list", "genre=action"],
            ["call", "movies/list", "genre=drama"],
            ["call", "movies/list", "sort=rating"], ["call", "movies/suggest", "prefix=ㅅㅈㅁ"],
            ["call", "movies/related", "id=imdb:tt6751668"],
        ]
    )
    func demo(arguments: [String]) async throws {
        let outcome = try await Program.run(arguments + ["--demo"], environment: Self.home)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        let answer = try JSONDocument(outcome.output).root
        let items = ["movies", "entries", "suggestions", "people", "series"].lazy.compactMap { answer[$0] }.first
        #expect(answer["movie"] != nil || items?.count ?? 0 > 0, "\(answer)")
    }

    @Test("Titles come in the requested language if a source has one")
    func languages() async throws {
        for (arguments, title) in [
            (["boxoffice", "--limit", "1", "--enrich", "--languages", "en"], "John Wick: Chapter 4"),
            (["boxoffice", "--limit", "1", "--enrich"], "존 윅 4"),
            (["movie", "imdb:tt6751668", "--languages", "en"], "Parasite"),
            (["search", "parasite", "--languages", "en,ko"], "Parasite"),
        ] {
            let outcome = try await Program.run(arguments + ["--demo"], environment: Self.home)
            let answer = try JSONDocument(outcome.output).root
            let movie = answer["movie"] ?? answer["movies"]?[0] ?? answer["entries"]?[0]?["movie"]
            #expect(movie?["title"]?.string == title, "\(arguments)")
        }
    }

    @Test("The demo completes a title's first letters for several requests at once")
    func demoSuggestions() async throws {
        let lines = (1...3).map {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"movies/suggest","params":{"prefix":"par"}}"#
        }
        let outcome = try await Program.run(["--demo"], lines: lines, environment: Self.home)
        let answers = outcome.outputText.split(separator: "\n")
        #expect(answers.count == 3 && answers.allSatisfy { $0.contains("Parasite") }, "\(outcome.outputText)")
    }

    @Test("A request that the demo lacks gets an error that suggests a film and shows no address")
    func demoMiss() async throws {
        let outcome = try await run("search", "blade", "runner", "--demo", "--format", "table")
        #expect(outcome.status == .exited(69))
        #expect(outcome.errors.contains("the demo does not have that"), "\(outcome.errors)")
        #expect(outcome.errors.contains("these work:\n  marquee search parasite --demo\n  marquee search"))
        let days = try await run("boxoffice", "2020-01-01", "--demo", "--format", "table")
        #expect(days.errors.contains("marquee boxoffice 2022-12-14 --demo"), "\(days.errors)")
        #expect(!outcome.errors.contains("https://") && !outcome.errors.contains("demo.json"), "\(outcome.errors)")
    }

    @Test(
        "A mistake on the command line is answered with the intended command",
        arguments: [
            (["cal", "ping"], "marquee call ping"), (["--demo", "call", "ping"], "marquee call --demo ping"),
            (["call", "movies/get", "imdb:tt6751668"], "marquee call movies/get id=imdb:tt6751668"),
            (["search"], "marquee search parasite"), (["movie"], "marquee movie parasite"),
            (["movies/search", "query=up"], "marquee call movies/search query=up"),
            (["seach", "up"], "marquee search up"),
            (["parasite"], "marquee search parasite"), (["watchlist"], "marquee bookmarks"),
            (["rate", "tt6751668", "--stars", "4"], "marquee cards add tt6751668 --stars 4"),
            (["rate", "parasite", "9/10"], "marquee cards add parasite --stars 4.5"),
            (["rate", "parasite", "★★★½"], "marquee cards add parasite --stars 3.5"),
            (["unbookmark", "parasite"], "marquee bookmarks remove parasite"),
            (["watchlist", "add", "parasite"], "marquee bookmarks add parasite"),
            (["favorites", "rm", "parasite"], "marquee bookmarks remove parasite"),
            (["watchlist", "ls"], "marquee bookmarks list"), (["set", "region", "KR"], "marquee config set region KR"),
            (["genres"], "marquee call vocabulary/list"), (["top", "5"], "marquee boxoffice --limit 5"),
            (["top10"], "marquee boxoffice"), (["stats", "2026"], "marquee cards stats --year 2026"),
            (["del", "parasite"], "marquee bookmarks remove parasite"), (["subtitles", "parasite"], "marquee help"),
            (["log", "parasite", "★★★★"], "marquee log parasite --stars 4"),
            (["log", "the", "lamp", "4", "--demo"], "marquee log 'the lamp' --stars 4"),
            (["log", "parasite", "9/10"], "marquee log parasite --stars 4.5"),
            (["log", "parasite", "yesterday", "--demo"], "marquee log parasite --on yesterday"),
            (["completion", "zsh"], "marquee completions zsh"),
        ]
    )
    func meant(arguments: [String], expected: String) async throws {
        let outcome = try await Program.run(arguments, environment: Self.home)
        #expect(outcome.status == .exited(64))
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    @Test(
        "A number at the end of a title is a part of it",
        arguments: [["존", "윅", "4"], ["John", "Wick:", "Chapter", "4"]]
    )
    func sequels(_ words: [String]) async throws {
        let outcome = try await Program.run(["log"] + words + ["--demo", "--format", "ids"], environment: Self.home)
        #expect(outcome.status == .exited(0) && outcome.outputText == "imdb:tt10366206\n", "\(outcome.errors)")
    }

    @Test("The program says on a terminal that it waits for messages, and nothing in a pipe")
    func waiting() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        var plan = try Program.plan(["--demo"], environment: Self.home)
        (plan.input, plan.errors) = (.file(terminal.path), .file(terminal.path))
        try await RunningProcess.withProcess(plan) { process in
            _ = process
            let line = await terminal.talk("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
            #expect(line.contains("waits for JSON-RPC messages"), "\(line)")
        }
        let quiet = try await Program.run(["--demo"], lines: [Talk.ping], environment: Self.home)
        #expect(quiet.errors.isEmpty, "\(quiet.errors)")
    }

    @Test("On a terminal, the program says where the user stands and what to try, and ends")
    func standing() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        var plan = try Program.plan(["--demo"], environment: Self.home)
        (plan.input, plan.output, plan.errors) = (.file(terminal.path), .file(terminal.path), .file(terminal.path))
        let (text, status) = try await terminal.screen(of: plan)
        #expect(status == .exited(0))
        for part in ["Sources: kofic, yts", "Library: 0 bookmarks, 0 cards", "marquee boxoffice --demo"] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test("A shell completes methods, parameters, providers, and keys")
    func completions() throws {
        #expect(Completions.methods.contains("movies/suggest"))
        let parameters = Completions.parameters(["marquee", "call", "boxOffice/weekly", ""], 3, "")
        #expect(
            parameters.contains("span=weekend") && parameters.contains("enrich=true") && parameters.contains("date=")
        )
        let file = ProjectFiles.root + "/providers.yaml"
        for words in [["--config", file], ["--config=\(file)"]] {
            #expect(Completions.providers(["marquee", "search"] + words, 4, "").contains("kofic"))
        }
        let missing = Completions.providers(["marquee", "search", "--config=/nonexistent.yaml"], 3, "")
        #expect(missing.isEmpty)
        #expect(Completions.keys([], 0, "").contains("if_missing"))
    }

    @Test("bash completes options of commands that need no name, and names of parameters without a blank")
    func bash() async throws {
        let program = try #require(ProjectFiles.builtProduct())
        let folder = program.split(separator: "/").dropLast().joined(separator: "/")
        let script = """
            PATH="/\(folder):$PATH"
            script=$(marquee --generate-completion-script bash)
            eval "$script"
            [[ "$script" == *boxOffice/daily* ]] || echo "no name of a method"
            compopt() { [[ "$1" != -o ]] || options="$2"; }
            completed() {
                COMP_WORDS=(marquee "$@")
                COMP_CWORD=$#
                COMP_LINE="${COMP_WORDS[*]}"
                COMP_POINT=${#COMP_LINE}
                options=
                COMPREPLY=()
                _marquee_completed marquee "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                echo "$*: ${COMPREPLY[*]} $options"
            }
            completed cards --so
            completed --fra
            completed cards add --st
            completed call movies/search que
            completed help bo
            completed help lists re
            completed bookmarks --genre dra
            completed bookmarks --genre 드
            completed list --services netf
            """
        let outcome = try await ProcessOutcome.of(ProcessPlan("/bin/bash", ["-c", script], environment: Self.home))
        let expected = """
            cards --so: --sort\u{20}
            --fra: --framing\u{20}
            cards add --st: --stars\u{20}
            call movies/search que: query= nospace
            help bo: boxoffice bookmarks\u{20}
            help lists re: remove rename\u{20}
            bookmarks --genre dra: drama\u{20}
            bookmarks --genre 드: 드라마\u{20}
            list --services netf: netflix\u{20}

            """
        #expect(outcome.outputText == expected, "\(outcome.errors)")
    }

    @Test("The completion script of each shell names the methods", arguments: ["zsh", "fish"])
    func scripts(shell: String) async throws {
        let outcome = try await run("--generate-completion-script", shell)
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.contains("boxOffice/daily"))
        // The options of `bookmarks list` behind `bookmarks`, and what is behind `help`.
        let additions = shell == "zsh" ? ["place=2 part=list", "help) "] : ["case 'bookmarks'", "case 'help'"]
        for part in additions { #expect(outcome.outputText.contains(part), "\(part)") }
    }
}
