import JSON
import Testing

@testable import LanguageServer

@Suite("Names, folds, and links of a definition")
struct StructureTests {
    private static let text = """
        version: 1
        include: [more films.yaml]
        settings: { merge: { order: [shelf, imdb] } }
        providers:
          - id: shelf
            homepage: https://films.example
            secrets: [SHELF_TOKEN]
            vars: { host: films }
            base_url: https://${vars.host}.example/api
            auth: { kind: bearer, value: "${env.SHELF_TOKEN}" }
            operations:
              search: &films
                get: /search
                item:
                  ids: { shelf: id, imdb: imdb }
              lookup:
                - by: [shelf]
                  get: /f/${input.ids.shelf}
                  item: { extends: search }
                - by: [imdb]
                  get: /i/${input.ids.imdb}
                  item: { extends: search }
              similar: *films
            tests:
              - name: a film
                operation: search
                response: tests/search.json
          - id: other
            extends: shelf
            vars: { host: other }
            operations:
              search:
                get: /s/${vars.host}

        # Two lines
        # of a comment
        """

    /// A text with the cursor, and the lines in which the name at it stands; the first is where it is given.
    private static let names: [(String, [Int])] = [
        ("ext|ends: search", []),
        ("extends: sea|rch", [11, 18, 21, 25]),
        ("operation: se|arch", [11, 18, 21, 25]),
        ("- id: sh|elf", [4, 2, 14, 16, 17, 28]),
        ("${input.ids.shelf|}", [4, 2, 14, 16, 17, 28]),
        ("by: [im|db]", [2, 14, 19, 20]),
        // Whoever extends the source has its variables.
        ("${vars.ho|st}.example", [7, 8, 29, 32]),
        ("/s/${vars.ho|st}", [7, 8, 29, 32]),
        ("${env.SHELF_|TOKEN}", [6, 9]),
        ("*fi|lms", [11, 22]),
        ("base_url: ht|tps", []),
    ]

    private static func found(_ marked: String) throws -> (names: DefinitionNames, found: DefinitionNames.Occurrence?) {
        let text = marked.replacing("|", with: "", maxReplacements: 1)
        let (parted, position) = try Shelf.parted(Self.text.replacing(text, with: marked, maxReplacements: 1))
        let names = DefinitionNames(Shelf.document(parted))
        return (names, names.occurrence(at: position))
    }

    @Test("A name leads to where it is given, and to every place that uses it", arguments: names)
    func occurrences(_ marked: String, _ lines: [Int]) throws {
        let (names, found) = try Self.found(marked)
        let all = found.map { names.occurrences(of: $0.name) } ?? []
        #expect(all.map(\.line) == lines.sorted())
        let given = all.filter(\.isDefinition).map(\.line)
        #expect(given == (lines.contains(29) ? [7, 29] : lines.prefix(1).filter { ![2, 6].contains($0) }))
        for occurrence in all {
            #expect(Shelf.document(Self.text).text.text(occurrence.line, occurrence.columns) == occurrence.name.text)
        }
    }

    @Test(
        "A name can be changed where it is given in the file, to one of its kind",
        arguments: [
            ("- id: sh|elf", true, "other-shelf", "Other"), ("${input.ids.im|db}", false, "x", "X"),
            ("${vars.ho|st}.example", true, "place_2", "a-b"), ("${env.SHELF_|TOKEN}", true, "SHELF_KEY", "a.b"),
            ("*fi|lms", true, "all-films", "a b"), ("extends: sea|rch", false, "list", "list"),
        ] as [(String, Bool, String, String)]
    )
    func renaming(_ marked: String, _ isPossible: Bool, _ good: String, _ bad: String) throws {
        let (names, found) = try Self.found(marked)
        let name = try #require(found?.name)
        #expect(names.canRename(name) == isPossible)
        #expect(!isPossible || DefinitionNames.problem(with: good, as: name.kind) == nil)
        #expect(DefinitionNames.problem(with: bad, as: name.kind) != nil)
    }

    /// What stands in one source and is renamed, and what stands there then; `nil` if it cannot be renamed.
    private static let renamed: [(text: String, new: String, after: String?)] = [
        // A source takes its secrets with it, but not those that it lists or that another name covers.
        (
            """
              - id: sh|elf
                auth: { kind: bearer, value: "${env.SHELF_TOKEN}" }
                headers: { X: "${env.SHELF}", Y: "${env.OTHER_KEY}", Z: "${env.SHELF_TWO_KEY}" }
                secrets: [OTHER_KEY]
              - id: shelf-two
                extends: shelf
                headers: { A: "${env.SHELF_TOKEN}", B: "${env.SHELF_TWO_KEY}" }
            """, "my-rack",
            """
              - id: my-rack
                auth: { kind: bearer, value: "${env.MY_RACK_TOKEN}" }
                headers: { X: "${env.MY_RACK}", Y: "${env.OTHER_KEY}", Z: "${env.MY_RACK_TWO_KEY}" }
                secrets: [OTHER_KEY]
              - id: shelf-two
                extends: my-rack
                headers: { A: "${env.MY_RACK_TOKEN}", B: "${env.MY_RACK_TWO_KEY}" }
            """
        ),
        (
            """
              - id: sh|elf
                secrets: [SHELF_TOKEN]
                auth: { kind: bearer, value: "${env.SHELF_TOKEN}" }
            """, "rack",
            """
              - id: rack
                secrets: [SHELF_TOKEN]
                auth: { kind: bearer, value: "${env.SHELF_TOKEN}" }
            """
        ),
        // A secret that no longer has the name of its source is listed.
        (
            """
              - id: shelf
                auth: { kind: bearer, value: "${env.SHELF_TO|KEN}" }
            """, "MY_TOKEN",
            """
              - id: shelf
                secrets: [MY_TOKEN]
                auth: { kind: bearer, value: "${env.MY_TOKEN}" }
            """
        ),
        (
            """
              - id: shelf
                secrets: [OTHER_KEY]
                auth: { kind: bearer, value: "${env.SHELF_TO|KEN}" }
            """, "MY_TOKEN",
            """
              - id: shelf
                secrets: [MY_TOKEN, OTHER_KEY]
                auth: { kind: bearer, value: "${env.MY_TOKEN}" }
            """
        ),
        (
            """
              - { id: shelf, auth: { kind: bearer, value: "${env.SHELF_TO|KEN}" } }
            """, "MY_TOKEN",
            """
              - { id: shelf, secrets: [MY_TOKEN], auth: { kind: bearer, value: "${env.MY_TOKEN}" } }
            """
        ),
        (
            """
              - id: shelf
                auth: { kind: bearer, value: "${env.SHELF_TO|KEN}" }
            """, "SHELF_KEY",
            """
              - id: shelf
                auth: { kind: bearer, value: "${env.SHELF_KEY}" }
            """
        ),
        // What the API says stays as it is.
        (
            """
              - id: sh|elf
                operations:
                  search: { get: /s, query: { order: shelf, by: shelf }, item: { ids: { shelf: ids.shelf } } }
                tests:
                  - body: { ids: { shelf: 1 }, by: [shelf] }
                    expect: { first: { ids: { shelf: "1" } } }
            """, "rack",
            """
              - id: rack
                operations:
                  search: { get: /s, query: { order: shelf, by: shelf }, item: { ids: { rack: ids.shelf } } }
                tests:
                  - body: { ids: { shelf: 1 }, by: [shelf] }
                    expect: { first: { ids: { rack: "1" } } }
            """
        ),
        // The variables of a definition in another file, and a source that is one with its definition.
        ("  - id: mine\n    extends: tmdb\n    vars: { ho|st: a }", "place", nil),
        ("  - id: tm|db\n    extends: tmdb\n", "mine", nil),
    ]

    @Test("What depends on a name is renamed with it, and nothing else", arguments: renamed)
    func dependants(_ marked: String, _ new: String, _ after: String?) throws {
        let (text, position) = try Shelf.parted("version: 1\nproviders:\n" + marked, at: "|")
        let names = DefinitionNames(Shelf.document(text))
        let name = try #require(names.occurrence(at: position)?.name)
        #expect(names.canRename(name) == (after != nil))
        guard let after else { return }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
        for edit in names.edits(renaming: name, to: new).reversed() {
            lines[edit.line].replaceSubrange(edit.columns, with: edit.text.unicodeScalars)
        }
        let found = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
        #expect(found == "version: 1\nproviders:\n" + after)
    }

    @Test("Everything over several lines can be folded, to its last line")
    func folds() {
        let folds = DocumentStructure(Shelf.document(Self.text)).folds.items.map { fold in
            "\(fold["startLine"] ?? .null)-\(fold["endLine"] ?? .null)"
        }
        #expect(
            folds == [
                "3-32", "4-26", "10-22", "11-14", "13-14", "15-21", "16-18", "19-21", "23-26", "24-26", "27-32",
                "30-32",
                "31-32", "34-35",
            ]
        )
    }

    @Test("Recorded answers, included files, and pages are links")
    func links() {
        let document = DefinitionDocument(address: "file:///home/ann/my%20films.yaml", text: Self.text)
        let links = DocumentStructure(document).links(in: "file:///home/ann/my%20films.yaml")
        #expect(
            links.items.compactMap { $0["target"]?.text } == [
                "file:///home/ann/more%20films.yaml", "https://films.example", "file:///home/ann/tests/search.json",
            ]
        )
    }

    @Test("The outline covers whole operations, with their alternatives and the tests")
    func symbols() {
        let symbols = DocumentStructure(Shelf.document(Self.text)).symbols
        let children = symbols[0]?["children"]?.items ?? []
        #expect(children.compactMap { $0["name"]?.text } == ["search", "lookup", "similar", "a film"])
        #expect(
            children[1]["children"]?.items.compactMap { $0["name"]?.text }
                == ["lookup /f/${input.ids.shelf}", "lookup /i/${input.ids.imdb}"]
        )
        #expect(symbols[0]?["range"]?["start"]?.place == "4:4")
        #expect(symbols[0]?["range"]?["end"]?.place == "26:35")
        #expect(children[1]["range"]?["start"]?.place == "15:6")
        #expect(children[1]["range"]?["end"]?.place == "21:35")
        #expect(children[3]["selectionRange"]?["start"]?.place == "24:8")
    }
}
