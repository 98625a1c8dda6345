import JSON
import MarqueeTestKit
import Testing

@testable import MarqueeApp
@testable import MovieService

@Suite("Commands for people, on a terminal")
struct FilmCommandTests {
    private static let home = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]

    /// Returns what a terminal of this width shows of a command that runs with the demo.
    private func screen(
        _ arguments: [String],
        columns: Int,
        environment: [String: String] = [:]
    ) async throws -> String {
        let terminal = try PseudoTerminal(columns: columns)
        var plan = try Program.plan(arguments + ["--demo"], environment: Self.home.merging(environment) { $1 })
        plan.output = .file(terminal.path)
        let (text, status) = try await terminal.screen(of: plan)
        #expect(status == .exited(0), "\(text)")
        return text
    }

    @Test(
        "Every line fits the width",
        arguments: [60, 80, 160],
        [
            ["boxoffice"], ["boxoffice", "--span", "weekend", "2011-12-30"], ["search", "john", "wick"],
            ["movie", "imdb:tt10366206"], ["movie", "imdb:tt6751668", "--include", "similar"], ["providers"],
            ["bookmarks"], ["list", "popular"], ["people", "봉준호"],
        ]
    )
    func width(columns: Int, arguments: [String]) async throws {
        let text = try await screen(arguments, columns: columns)
        #expect(!text.isEmpty)
        for line in text.split(separator: "\n") where line.terminalColumns > columns {
            Issue.record("\(line.terminalColumns) columns: \(line)")
        }
    }

    @Test("A narrow table omits the least important columns and shortens titles with an ellipsis")
    func narrow() async throws {
        let wide = try await screen(["boxoffice"], columns: 160)
        #expect(wide.contains("Screens") && wide.contains("아머드 사우루스: 기계공룡제국의 침략"))
        let narrow = try await screen(["boxoffice"], columns: 60)
        #expect(narrow.contains("Audience") && !narrow.contains("Screens"), "\(narrow)")
        #expect(narrow.contains("…"), "\(narrow)")
        // Columns line up although some letters have double width.
        let places = narrow.split(separator: "\n").compactMap { line -> Int? in
            line.firstRange(of: "  kofic:20").map { line[..<$0.lowerBound].terminalColumns }
        }
        #expect(Set(places).count == 1, "\(narrow)")
    }

    @Test("The films of files are named with their ids and reasons, and what is not a film is said")
    func identify() async throws {
        let names = ["Parasite.2019.1080p.BluRay.mkv", "기생충 (2019).mkv", "Night.Ferry.S01E02.mkv", "parasite.avi"]
        let text = try await screen(["identify"] + names, columns: 160)
        let lines = text.split(separator: "\n").map { $0.split(separator: "  ").map { $0.drop(while: \.isWhitespace) } }
        #expect(lines.contains { $0.contains("found") && $0.contains("imdb:tt6751668") }, "\(text)")
        #expect(lines.contains { $0.first == "기생충 (2019).mkv" && $0.contains("found") }, "\(text)")
        #expect(lines.contains { $0.contains("episode") && $0.contains("S01E02") }, "\(text)")
        #expect(lines.contains { $0.first == "parasite.avi" && $0.contains("undecided") }, "\(text)")
        let mistaken = try await Program.run(["identify", "--languages", "en"], environment: Self.home)
        #expect(mistaken.status == .exited(64), "\(mistaken.errors)")
    }

    @Test("COLUMNS sets the width, also in a pipe")
    func columns() async throws {
        let arguments = ["boxoffice", "--demo", "--format", "table"]
        let outcome = try await Program.run(arguments, environment: ["COLUMNS": "50"])
        for line in outcome.outputText.split(separator: "\n") {
            #expect(line.terminalColumns <= 50, "\(line)")
        }
        #expect(!outcome.outputText.contains("\u{1B}"))
    }

    @Test(
        "Colors appear only on terminals that support them, and not with NO_COLOR",
        arguments: [
            (["TERM": "xterm-256color"], true), (["TERM": "xterm-256color", "NO_COLOR": "1"], false),
            (["TERM": "dumb"], false), ([:], false), (["TERM": "xterm", "CLICOLOR": "0"], false),
            (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true),
            (["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
        ]
    )
    func color(environment: [String: String], isColored: Bool) async throws {
        let text = try await screen(["search", "parasite"], columns: 100, environment: environment)
        #expect(text.contains("\u{1B}[1m") == isColored, "\(text)")
    }

    @Test("A film's page has its heading, texts, people, and each field with its sources")
    func page() async throws {
        let text = try await screen(["movie", "imdb:tt6751668", "--include", "similar"], columns: 80)
        #expect(text.hasPrefix("기생충 (2019)\nParasite\n"), "\(text)")
        for expected in ["2 h 11 min", "드라마, 스릴러 [kofic yts]", "봉준호", "Similar\n", "Inception", "kofic: ok"] {
            #expect(text.contains(expected), "\(expected) in\n\(text)")
        }
        #expect(!text.contains("bookmarked"))
    }

    @Test("The page shows where to watch a film and when it was released")
    func offers() async throws {
        let text = try await screen(["movie", "demo:1", "--include", "watch,releases"], columns: 80)
        #expect(text.contains("Where to watch  KR: stream Paper Stream; rent Corner Rental (the demo)"), "\(text)")
        #expect(text.contains("Releases        KR: 2023-03-10"), "\(text)")
    }

    @Test("The page of every method's example answer shows more than its page and sources")
    func everyAnswer() throws {
        var shown = 0
        for method in MethodDeclaration.all {
            guard let answer = method.example.result as? any Outlined else { continue }
            let text = try AnswerPage(answer).text()
            let sources = try JSONDocument(answer.jsonBytes).root["sources"]
            let lines = text.split(separator: "\n").filter { line in
                let isSource = sources?.elements.contains { source in
                    line.hasPrefix("\(source["provider"]?.string ?? ""): \(source["status"]?.string ?? "")")
                }
                return !line.hasPrefix("page ") && isSource != true
            }
            #expect(!lines.isEmpty, "\(method.name): \(text)")
            shown += 1
        }
        #expect(shown > 30)
    }

    @Test("Lists are named as on the wire or with hyphens, and trending films are one of them")
    func lists() async throws {
        let top = try await screen(["list", "top-rated", "--limit", "2"], columns: 80)
        #expect(top.contains("Inception") && top.contains("; --page 2 shows more"), "\(top)")
        #expect(try await screen(["list", "top_rated", "--limit", "2"], columns: 80) == top)
        // Another page is another parameter there.
        let called = try await screen(["call", "movies/list", "kind=top_rated", "limit=2"], columns: 80)
        #expect(called == top.replacing("--page 2", with: "page=2"))
        let trending = try await screen(["list", "trending"], columns: 80)
        #expect(trending.contains("demo:1"), "\(trending)")
    }

    @Test("People are shown as a table, a person as a page with films, and enrichment as columns")
    func people() async throws {
        let found = try await screen(["people", "봉준호"], columns: 80)
        #expect(found.contains("kofic:99000036") && found.contains("BONG Joon-ho"), "\(found)")
        let page = try await screen(["people", "kofic:99000001"], columns: 80)
        #expect(page.hasPrefix("채드 스타헬스키\nChad Stahelski\n"), "\(page)")
        #expect(page.contains("Films") && page.contains("존 윅 4"), "\(page)")
        let plain = try await screen(["boxoffice"], columns: 160)
        #expect(!plain.contains("Directors"))
        let enriched = try await screen(["boxoffice", "--enrich"], columns: 160)
        #expect(enriched.contains("Directors") && enriched.contains("John Wick: Chapter 4"), "\(enriched)")
    }

    @Test("Work of more than a second shows which sources it waits for, and erases that line again")
    func progress() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)).delayed(by: .seconds(3)))
            try scene.configure(FaultScene.source("bad", at: server.origin, more: "timeout: 30s"))
            let terminal = try PseudoTerminal(columns: 80)
            var plan = try Program.plan(
                ["search", "film"] + scene.arguments,
                environment: FaultScene.environment.merging(["TERM": "xterm"]) { $1 }
            )
            plan.errors = .file(terminal.path)
            let (text, status) = try await terminal.screen(of: plan)
            #expect(status == .exited(0))
            #expect(text.contains("waiting for bad, 1 s …"), "\(text.debugDescription)")
            #expect(text.hasSuffix("\r\u{1B}[K"), "\(text.debugDescription)")
        }
    }

    @Test("Bookmarks and cards are written, listed, and removed")
    func library() async throws {
        try await Program.withHome { folder, environment in
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(arguments, environment: environment)
            }
            let library = folder + "/library.json"
            let film = #"{"movie":{"id":"imdb:tt1","title":"Up","year":2009},"addedAt":"2026-01-01T00:00:00Z"}"#
            try ProjectFiles.write(#"{"version":1,"bookmarks":[\#(film)]}"#, to: library)
            #expect(try await run("import", library).status == .exited(0))
            #expect(try await run("bookmarks", "--format", "table").outputText.contains("Up ♥"))
            let refused = try await run("cards", "put", "imdb:tt1", "--stars", "5.5")
            #expect(refused.status == .exited(64))
            #expect(refused.errors.contains("stars"), "\(refused.errors)")
            // No source is reachable here, so the film stays as it was imported.
            let opinion = ["--stars", "4.5", "--comment", "a=b, c", "--timeout", "0.5"]
            let put = try await Program.run(["cards", "put", "imdb:tt1"] + opinion, environment: environment)
            #expect(put.status == .exited(0), "\(put.errors)")
            let cards = try await run("cards", "--format", "table").outputText
            #expect(cards.contains("★★★★½") && cards.contains("a=b, c") && cards.contains("Up ♥"), "\(cards)")
            let list = try await run("bookmarks", "--format", "table").outputText
            #expect(list.contains("Yours") && list.contains("✓ 4.5"), "\(list)")
            #expect(try await run("cards", "remove", "imdb:tt1").outputText.contains(#""removed":1"#))
            #expect(try await run("bookmarks", "remove", "imdb:tt1").outputText.contains(#""removed":1"#))
            #expect(try await run("bookmarks", "list", "--format", "table").outputText.contains("no bookmarks"))
            #expect(try await run("import", library, "--format", "table").outputText == "bookmarks: 1\n")
            let removed = try await run("bookmarks", "remove", "imdb:tt1", "--format", "table")
            #expect(removed.outputText == "1 removed\n")
        }
    }

    @Test("Films are put in a list, shown in its order, exported, and the list is renamed and deleted")
    func ownLists() async throws {
        try await Program.withHome { folder, environment in
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(arguments, environment: environment)
            }
            let library = folder + "/library.json"
            let films = ["Up", "Soul"].map { #"{"id":"title:\#($0) (2009)","title":"\#($0)","year":2009}"# }
            let list =
                #"{"name":"Best","changedAt":"2026-01-01T00:00:00Z","movies":[\#(films.joined(separator: ","))]}"#
            try ProjectFiles.write(#"{"version":1,"lists":[\#(list)]}"#, to: library)
            #expect(try await run("import", library, "--format", "table").outputText == "lists: 1\n")
            #expect(try await run("lists", "--format", "table").outputText.contains("Best"))
            let moved = try await run(
                "lists",
                "add",
                "best",
                "title:Soul (2009)",
                "--position",
                "1",
                "--timeout",
                "0.5"
            )
            #expect(moved.status == .exited(0), "\(moved.errors)")
            let csv = "imdbID,tmdbID,LetterboxdURI,Title,Year\r\n,,,Soul,2009\r\n,,,Up,2009\r\n"
            #expect(try await run("export", "--list", "Best").outputText == csv)
            #expect(try await run("lists", "rename", "Best", "2009").status == .exited(0))
            #expect(try await run("lists", "remove", "2009", "title:Up (2009)").outputText == #"{"removed":1}"# + "\n")
            let shown = try await run("lists", "show", "2009", "--format", "table").outputText
            #expect(shown.contains("Soul") && !shown.contains("Up"))
            let unknown = try await run("lists", "show", "2008")
            #expect(unknown.status == .exited(66) && unknown.errors.contains("2009"), "\(unknown.errors)")
            #expect(try await run("lists", "delete", "2009", "--format", "table").outputText == "1 removed\n")
        }
    }

    @Test("Searches are removed from the history one by one, or all")
    func history() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(arguments, environment: ["HOME": folder, "PATH": "/usr/bin:/bin"])
            }
            let queries = ["up", "well", "clear"].map { #"{"query":"\#($0)","searchedAt":"2026-01-01T00:00:00Z"}"# }
            let library = folder + "/library.json"
            try ProjectFiles.write(#"{"version":1,"history":[\#(queries.joined(separator: ","))]}"#, to: library)
            #expect(try await run("import", library).status == .exited(0))
            #expect(try await run("history", "cl").outputText.contains(#""query":"clear""#))
            #expect(try await run("history", "list", "clear").outputText.contains(#""query":"clear""#))
            #expect(try await run("history", "remove", "up", "--format", "table").outputText == "1 removed\n")
            #expect(try await run("history", "clear", "--format", "table").outputText == "2 removed\n")
            #expect(try await run("history", "--clear").errors.contains("marquee history remove --all"))
        }
    }

    @Test("Ids are pinned, split, listed, and forgotten, and so is the source of a field")
    func matches() async throws {
        try await Program.withHome { _, environment in
            func run(_ arguments: String...) async throws -> ProcessOutcome {
                try await Program.run(["matches"] + arguments, environment: environment)
            }
            #expect(try await run("--format", "table").outputText == "no matches\n")
            #expect(try await run("pin", "a:1", "b:2").outputText.contains(#""verdict":"same","by":"user""#))
            #expect(try await run("split", "a:1", "c:3").outputText.contains(#""verdict":"different","by":"user""#))
            #expect(try await run("pin", "a:1", "--field", "title", "--provider", "kofic").status == .exited(0))
            let table = try await run("a:1", "--format", "table").outputText
            for line in ["a:1  b:2   same       user\n", "a:1  c:3   different  user\n", "a:1  title  kofic\n"] {
                #expect(table.contains(line), "\(table)")
            }
            let one = try JSONDocument(try await run("--limit", "1").output).root
            #expect(one["matches"]?.count == 1)
            #expect(try await run("forget", "a:1", "b:2").outputText.contains(#""removed":1"#))
            #expect(try await run("forget", "a:1").outputText.contains(#""removed":2"#))
            let lonely = try await run("pin", "a:1")
            #expect(lonely.status == .exited(64))
            let hint = "expected two ids of one film, or one with --field and --provider; try: marquee matches add "
            #expect(lonely.errors.contains(hint), "\(lonely.errors)")
        }
    }

    @Test("Columns fit by shortening texts and omitting optional columns; numbers stay whole")
    func table() {
        var table = TextTable(columns: ["Title", .right("Number"), .left("More").optional], style: .init(columns: 30))
        table.append(["기생충 기생충 기생충 기생충", "1,234,567", "말"])
        table.append(["e\u{301}\u{200B}", "1", "☀️"])
        table.append(["two\nlines", "2", ""])
        let lines = table.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.terminalColumns <= 30 }, "\(table.text)")
        #expect(table.text.contains("1,234,567") && table.text.contains("…") && table.text.contains("two lines"))
        #expect(
            "e\u{301}".terminalColumns == 1 && "한".terminalColumns == 2
                && "\u{1112}\u{1161}\u{11AB}".terminalColumns == 2
        )
        #expect("one two three".wrapped(toColumns: 7) == ["one two", "three"])
        #expect("가나다라".wrapped(toColumns: 5) == ["가나", "다라"])
        let line = "shelf: disabled: not trusted; to allow it, run: marquee trust /a/long/path"
        let wrapped = ["shelf: disabled: not trusted;", "  to allow it, run:", "  marquee trust /a/long/path"]
        #expect(line.wrappedLine(toColumns: 32) == wrapped && line.wrappedLine(toColumns: nil) == [line])
    }
}
