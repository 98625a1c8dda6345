import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing

@Suite("Definitions in other files")
struct IncludeTests {
    private static let lantern = """
        version: 1
        providers:
          - id: lantern
            base_url: https://lantern.example
            auth: { kind: bearer, value: "${file.lantern.key}" }
            operations: { search: { get: /s, query: { q: "${input.query}" }, rows: r, item: { ids: { lantern: id }, title: t } } }
        """

    private func load(_ text: String, _ files: [String: String]) -> ConfigurationLoader.Outcome {
        ConfigurationLoader.load(
            bytes: Array(text.utf8),
            file: "/films/providers.yaml",
            places: FilePlaces(folder: "/films", home: nil),
            files: .inMemory(files.mapValues { Array($0.utf8) }),
            bundled: []
        )
    }

    private func problems(_ text: String, _ files: [String: String]) -> [String] {
        load(text, files).diagnostics.map(\.description)
    }

    @Test("The providers of an included file belong to the file, after its own, with their paths beside them")
    func included() throws {
        let text = """
            version: 1
            include: [sources/lantern.yaml]
            providers:
              - { id: mine, base_url: "https://mine.example", operations: { list: { get: /l, rows: r, item: { title: t } } } }
            """
        let outcome = load(text, ["/films/sources/lantern.yaml": Self.lantern])
        #expect(outcome.diagnostics.map(\.description) == [])
        let configuration = try #require(outcome.configuration)
        #expect(configuration.providers.map(\.id) == ["mine", "lantern"])
        #expect(configuration.includedFiles == ["/films/sources/lantern.yaml"])
        #expect(configuration.providers[1].reach.files == ["/films/sources/lantern.key"])
        #expect(configuration.settings.merge.order == ["mine", "lantern"])
    }

    @Test("A file may only include others, and needs providers otherwise")
    func alone() throws {
        let outcome = load("version: 1\ninclude: lantern.yaml", ["/films/lantern.yaml": Self.lantern])
        #expect(outcome.diagnostics.map(\.description) == [])
        #expect(outcome.configuration?.providers.map(\.id) == ["lantern"])
        #expect(problems("version: 1", [:]) == ["/films/providers.yaml:1:1: error: the file needs 'providers'"])
    }

    @Test("A provider changes parts of the included one of its name")
    func changed() throws {
        let text = """
            version: 1
            include: sources/lantern.yaml
            providers:
              - { id: lantern, extends: lantern, title: My Lantern, operations: { search: { item: { overview: plot } } } }
            """
        let outcome = load(text, ["/films/sources/lantern.yaml": Self.lantern])
        #expect(outcome.diagnostics.map(\.description) == [])
        let providers = try #require(outcome.configuration?.providers)
        #expect(providers.map(\.title) == ["My Lantern"])
        #expect(providers[0].http?.baseURLs.map(\.description) == ["https://lantern.example"])
    }

    @Test("The content of an included file is a part of what is trusted")
    func content() {
        let text = "version: 1\ninclude: a.yaml\nproviders: []\n"
        let first = load(text, ["/films/a.yaml": "version: 1\nproviders: []\n"]).content
        let second = load(text, ["/films/a.yaml": "version: 1\nproviders: [ ]\n"]).content
        #expect(first != second)
        #expect(load("version: 1\nproviders: []\n", [:]).content == Array("version: 1\nproviders: []\n".utf8))
    }

    @Test(
        "A problem names the file and the place in it",
        arguments: [
            (
                "include: a.yaml",
                ["a": "version: 1\nproviders: [{ id: x, base_url: \"https://x.example\", operations: {}, foo: 1 }]"],
                ["/films/a.yaml:2:69: error: unknown key 'foo' in a provider"]
            ),
            (
                "include: b.yaml", [:],
                ["/films/providers.yaml:2:10: error: 'include': there is no file 'b.yaml' beside this one"]
            ),
            (
                "include: ../b.yaml", [:],
                [
                    "/films/providers.yaml:2:10: error: 'include': '../b.yaml' leads out of the folder of this file, and is not read"
                ]
            ),
            (
                "include: providers.yaml", [:],
                ["/films/providers.yaml:2:10: error: 'include': a file cannot include itself"]
            ),
            (
                "include: a.yaml",
                ["a": "version: 1\ninclude: b.yaml\nproviders: []", "b": "version: 1\ninclude: a.yaml\nproviders: []"],
                ["/films/b.yaml:2:10: error: 'include': 'a.yaml' is included already, at /films/providers.yaml:2:10"]
            ),
            (
                "include: a.yaml", ["a": "version: 1\nsettings: { deadline: 4s }\nproviders: []"],
                ["/films/a.yaml:2:1: warning: the settings of an included file have no effect"]
            ),
            (
                "include: a.yaml",
                ["a": "version: 1\nproviders: [{ id: x, kind: process, command: [x], operations: [search] }]"],
                [
                    "/films/a.yaml:2:13: error: an included file cannot run a program; write this provider in the file that includes it"
                ]
            ),
            (
                "include: [a.yaml, b.yaml]",
                [
                    "a": "version: 1\nproviders: [{ id: x, base_url: \"https://x.example\", operations: {} }]",
                    "b": "version: 1\nproviders: [{ id: x, base_url: \"https://x.example\", operations: {} }]",
                ],
                [
                    "/films/b.yaml:2:19: error: there already is a provider 'x', at /films/a.yaml:2:19; to change parts of the included one, write extends: x in the file that includes it"
                ]
            ),
            (
                "include: sources/*.yaml", [:],
                [
                    "/films/providers.yaml:2:10: error: 'include': expected the path of one file, found 'sources/*.yaml'; write one path for each file: [sources/a.yaml, sources/b.yaml]"
                ]
            ),
            (
                "include: https://a.example/b.yaml", [:],
                [
                    "/films/providers.yaml:2:10: error: 'include': expected the path of one file, found 'https://a.example/b.yaml'; download it into this folder, and include the file"
                ]
            ),
            (
                "include: { a: b }", [:],
                ["/films/providers.yaml:2:10: error: 'include': expected a text, found a map"]
            ),
        ] as [(String, [String: String], [String])]
    )
    func problems(_ include: String, _ files: [String: String], _ expected: [String]) {
        let paths = Dictionary(uniqueKeysWithValues: files.map { ("/films/\($0.key).yaml", $0.value) })
        #expect(problems("version: 1\n\(include)\nproviders: []\n", paths) == expected)
    }

    @Test("A definition that extends another one may be extended, but not by itself")
    func chains() throws {
        let text = """
            version: 1
            providers:
              - { id: a, extends: b, title: A }
              - { id: b, extends: c, timeout: 4s }
              - { id: c, base_url: "https://c.example", operations: { list: { get: /l, rows: r, item: { title: t } } } }
            """
        let providers = try #require(load(text, [:]).configuration?.providers)
        #expect(providers[0].http?.requestLimits.attemptTimeout == .seconds(4))
        #expect(providers[0].http?.baseURLs.map(\.description) == ["https://c.example"])
        let circle = "version: 1\nproviders: [{ id: a, extends: b }, { id: b, extends: a }]\n"
        #expect(
            problems(circle, [:]) == [
                "/films/providers.yaml:2:31: error: 'extends' leads back to 'b'",
                "/films/providers.yaml:2:54: error: 'extends' leads back to 'a'",
            ]
        )
    }
}
