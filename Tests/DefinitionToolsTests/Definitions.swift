import MovieProviders
import ProviderLanguage
import Testing

/// Returns the configuration in `text`, which must have no errors.
func configuration(_ text: String) throws -> Configuration {
    let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "test.yaml", bundled: BundledDefinition.all)
    #expect(outcome.diagnostics.map(\.description).filter { $0.contains(" error: ") } == [])
    return try #require(outcome.configuration)
}

/// Returns a provider `shelf` at `https://shelf.example/v1` with the given operations and further keys.
func shelf(_ operations: String, _ keys: String = "") throws -> ProviderDefinition {
    let base = keys.contains("base_url") ? "" : "base_url: https://shelf.example/v1"
    let text = """
        version: 1
        providers:
          - id: shelf
            \(base)
        \(keys.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            operations:
        \(operations.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
        """
    return try #require(try configuration(text).providers.first)
}

/// Returns a definition that is bundled with the program.
func bundled(_ id: String) throws -> ProviderDefinition {
    try #require(try configuration("version: 1\nproviders: [{ id: \(id), extends: \(id) }]").providers.first)
}
