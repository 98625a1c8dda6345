import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage
import Testing

@Suite("Tests that definitions carry")
struct DefinitionTestRunTests {
    @Test("Those of the definitions that come with the program hold", arguments: BundledDefinition.all.map(\.id))
    func bundled(_ id: String) throws {
        let results = DefinitionTestRun(files: .inMemory([:])).results(of: try MovieProvidersTests.bundled(id))
        #expect(results.count >= 5)
        for result in results { #expect(result.differences == [], "\(result.test.name)") }
    }

    @Test("An answer in a file lies beside its definition")
    func file() throws {
        let text = """
            version: 1
            providers:
              - id: films
                base_url: https://films.example
                operations: { search: { get: /, rows: ., item: { title: t } } }
                tests: [{ name: n, operation: search, response: answers/a.json, expect: { count: 2 } }]
            """
        let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "/etc/films.yaml", bundled: [])
        let provider = try #require(outcome.configuration?.providers.first)
        func differences(_ path: String, _ content: String) -> [String] {
            DefinitionTestRun(files: .inMemory([path: Array(content.utf8)])).results(of: provider)
                .flatMap(\.differences).map(\.description)
        }
        #expect(differences("/etc/answers/a.json", #"[{"t":"A"},{"t":"B"}]"#) == [])
        #expect(differences("/etc/answers/a.json", #"[{"t":"A"}]"#) == ["expected 2 items, found 1"])
        #expect(
            differences("/etc/b.json", "[]") == [
                "expected a test that can be run, found /etc/answers/a.json: there is no such file"
            ]
        )
    }
}
