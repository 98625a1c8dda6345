import JSON
import MarqueeTestKit
import MovieDomain
import MovieService
import Platform
import Testing

@testable import MarqueeApp

@Suite("What is written, as programs read it that are not ours")
struct OutsideReaderTests {
    @Test("A quoted text is one word to a shell, and on one line", arguments: ["bash", "dash", "zsh"])
    func shellWords(_ shell: String) async throws {
        guard try await OutsideReader.isThere(shell) else { return print("skipped: \(shell) is missing") }
        let all = HostileText.texts + HostileText.strange + ["", "~", "=ls", "a\u{D4E};id", "\u{D4E}$HOME", "a\u{301}"]
        // Dash does not know `$'…'`, which control characters need.
        let texts = shell == "dash" ? all.filter { !$0.unicodeScalars.contains(where: \.isControl) } : all
        let line = CommandSuggestion.line(texts)
        let hasControl = line.unicodeScalars.contains(where: \.isControl)
        #expect(!hasControl)
        let words = try await OutsideReader.words(shell, line)
        #expect(zip(words, texts).filter { Array($0.utf8) != Array($1.utf8) }.map(\.1) == [])
        #expect(words.count == texts.count)
    }

    @Test(
        "The command that a check prints for a definition is one word for the file, whatever its folder is called",
        arguments: [
            "a'\u{301}; touch pwned #", "b'\u{200D}$(touch pwned)", "c\u{D4E};touch${IFS}pwned", "d\n; touch pwned",
            "e\\'\u{FE0F}`touch pwned`", "plain",
        ]
    )
    func trustCommand(_ name: String) async throws {
        guard try await OutsideReader.isThere("bash") else { return print("skipped: bash is missing") }
        try await Program.withHome { home, environment in
            let folder = home + "/" + name
            _ = try await OutsideReader.run("/bin/mkdir", [folder])
            let file = folder + "/e.yaml"
            let definition =
                "version: 1\nproviders:\n  - id: films\n    base_url: https://films.example\n    auth: { kind: bearer, "
                + "value: \"${env.FILMS_KEY}\" }\n    operations:\n      search: { get: /s, rows: r, item: "
                + "{ ids: { films: id }, title: name } }\n"
            try ProjectFiles.write(definition, to: file)
            let outcome = try await Program.run(["check", file], environment: environment)
            let line = try #require(outcome.errors.split(separator: "\n").first { $0.contains("run: ") })
            let command = try #require(line.firstRange(of: "run: ").map { String(line[$0.upperBound...]) })
            let words = try await OutsideReader.words("bash", "cd '\(home)'\n\(command)")
            #expect(words == ["trust", file], "\(command)")
            #expect(try ProjectFiles.names(in: home) == [name])
        }
    }

    @Test("A table is read by Python's csv as it was written, without controls and formulas, and by us as it was")
    func tables() async throws {
        guard try await OutsideReader.hasPython() else { return print("skipped: python3 is missing") }
        try await Program.withHome { home, environment in
            let texts = HostileText.texts + ["'=1", "''@x", "＝1", "a\u{0}b\u{1B}c\u{9B}d"]
            try ProjectFiles.write(HostileText.library(texts), to: home + "/library.json")
            let run = { try await Program.run($0, environment: environment) }
            #expect(try await run(["import", home + "/library.json"]).status == .exited(0))
            let file = home + "/films.csv"
            #expect(try await run(["export", "--letterboxd", file]).status == .exited(0))
            let rows = try await OutsideReader.python(
                "import csv, json, sys; "
                    + "print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))))",
                [file]
            )
            #expect(rows.count == texts.count + 1)
            let cells = rows.elements.dropFirst()
            #expect(cells.allSatisfy { $0.count == 9 })
            let comments = cells.compactMap { $0[8]?.string }
            #expect(Set(comments).isSuperset(of: texts.dropLast().map { "said: \($0)" }))
            let all = cells.flatMap(\.elements).compactMap(\.string)
            #expect(
                all.filter { $0.unicodeScalars.first.map { "=+-@\t\r＝".unicodeScalars.contains($0) } ?? false } == []
            )
            #expect(all.contains("abcd"))
            try await Program.withHome { _, other in
                let imported = try await Program.run(["import", file], environment: other)
                #expect(imported.status == .exited(0) && imported.errors == "", "\(imported.errors)")
                let library = try JSONDocument(try await Program.run(["export"], environment: other).output).root
                let read = try #require(library["cards"]).elements
                #expect(read.count == texts.count)
                // A reader of tables may take CR LF for LF, and white space around a title is none of it.
                let plain = texts.dropLast().filter {
                    !$0.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\t" }
                }
                let titles = Set(read.compactMap { $0["movie"]?["title"]?.string })
                #expect(Set(plain.map(\.trimmedText)).subtracting(titles) == [])
                #expect(
                    Set(plain.map { "said: \($0)".trimmedText }).subtracting(read.compactMap { $0["comment"]?.string })
                        == []
                )
            }
        }
    }

    @Test("A chart is well-formed XML, with the titles as they were")
    func charts() async throws {
        guard try await OutsideReader.hasPython() else { return print("skipped: python3 is missing") }
        let texts = (HostileText.texts + HostileText.strange).filter { !$0.printable.isEmpty }
        let svg = TrendPicture(chart: try TrendPictureTests.chart(titles: texts, by: .audience)).text
        let found = try await OutsideReader.python(
            "import json, sys, xml.etree.ElementTree as tree; "
                + "print(json.dumps([text.text for text in tree.fromstring(sys.stdin.buffer.read()).iter() "
                + "if text.tag.endswith('text')]))",
            [],
            input: svg
        )
        let shown = texts.map { $0.printable.replacing("\u{FFFE}", with: "\u{FFFD}") }
        #expect(Set(shown).subtracting(found.elements.compactMap(\.string)) == [])
    }

    @Test("The front matter of notes is read by a YAML parser, and each note has its own name")
    func notes() async throws {
        guard try await OutsideReader.hasPython("yaml") else { return print("skipped: python3 with PyYAML is missing") }
        try await Program.withHome { home, environment in
            let texts = HostileText.texts + HostileText.strange + ["x \(FilmNote.marker)", ".\u{301}hidden"]
            try ProjectFiles.write(HostileText.library(texts), to: home + "/library.json")
            let run = { try await Program.run($0, environment: environment) }
            #expect(try await run(["import", home + "/library.json"]).status == .exited(0))
            let outcome = try await run(["export", "--markdown", home + "/notes"])
            #expect(outcome.errors == "\(texts.count) notes written to \(home)/notes\n")
            let titles = try await OutsideReader.python(
                """
                import json, os, sys, yaml
                notes = [open(os.path.join(sys.argv[1], name), encoding="utf-8", newline="").read()
                         for name in os.listdir(sys.argv[1]) if not name.startswith(".")]
                print(json.dumps([yaml.safe_load(note.split("---\\n")[1])["title"] for note in notes]))
                """,
                [home + "/notes"]
            )
            let known = Set(titles.elements.compactMap(\.string))
            #expect(titles.count == texts.count)
            #expect(Set(HostileText.texts.map(\.onOneLine)).subtracting(known) == [])
            #expect(known.contains("x "))
        }
    }

    @Test("A row of a Markdown table has its cells, whatever is in them")
    func markdown() async throws {
        guard try await OutsideReader.hasPython() else { return print("skipped: python3 is missing") }
        let texts = HostileText.texts + ["a\\|b", "a\\", "\\\\|", "|"]
        let rows = texts.map { "| \($0.escapedForTableCell) | second |" }.joined(separator: "\n")
        // The rule of GitHub's tables: a sign behind a backslash does not end a cell.
        let cells = try await OutsideReader.python(
            """
            import json, re, sys
            lines = sys.stdin.buffer.read().decode().split("\\n")
            rows = [[cell.strip(" ") for cell in re.findall(r"((?:\\\\.|[^\\\\|])*)\\|", line[1:], re.S)] for line in lines]
            print(json.dumps([[re.sub(r"\\\\([|\\\\])", r"\\1", cell) for cell in row] for row in rows]))
            """,
            [],
            input: rows
        )
        #expect(cells.count == texts.count)
        for (row, text) in zip(cells.elements, texts) {
            #expect(row.elements.map(\.string) == [Self.trimmed(text.onOneLine), "second"], "\(text)")
        }
    }

    private static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }
}
