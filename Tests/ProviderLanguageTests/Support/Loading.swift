import JSON
import ProviderLanguage
import Testing

/// Loads a text as `test.yaml`.
func load(_ text: String, bundled: [BundledDefinition] = []) -> ConfigurationLoader.Outcome {
    ConfigurationLoader.load(bytes: Array(text.utf8), file: "test.yaml", bundled: bundled)
}

/// The problems of a text, as they are shown.
func problems(_ text: String, bundled: [BundledDefinition] = []) -> [String] {
    load(text, bundled: bundled).diagnostics.map(\.description)
}

/// A bundled definition.
func bundledDefinition(_ id: String) throws -> ProviderDefinition {
    let file = try TestFiles.bundled(id)
    let outcome = ConfigurationLoader.load(bytes: file.bytes, file: file.file, bundled: [])
    #expect(outcome.diagnostics.map(\.description) == [])
    return try #require(outcome.configuration?.providers.first)
}

/// A provider with one operation `search` whose item is the given flow map, everything else as simple as can be.
func provider(item: String, settings: String = "") throws -> HTTPDefinition {
    let text = """
        version: 1
        providers:
          - id: shelf
            base_url: https://shelf.example
        \(settings)
            operations:
              search: { get: /films, rows: ., item: \(item) }
        """
    let outcome = load(text)
    #expect(outcome.diagnostics.map(\.description) == [])
    return try #require(outcome.configuration?.providers.first?.http)
}

/// The rows of a document, mapped by an operation, with the report.
func mapped(
    _ root: JSONElement,
    _ operation: OperationDefinition,
    inputs: TemplateInputs = TemplateInputs()
) -> (items: [MappedItem], report: MappingReport) {
    var report = MappingReport()
    guard case .rows(let rows) = operation.rows.rows(in: root) else {
        Issue.record("there are no rows")
        return ([], report)
    }
    let items = rows.compactMap { operation.item.map($0, root: root, inputs: inputs, report: &report) }
    return (items, report)
}

/// One field of one row by a definition of that field; `nil` where it has no value.
func value(
    of field: Field,
    by definition: String,
    in row: String,
    settings: String = ""
) throws -> (value: MappedValue?, failures: Int) {
    let provider = try provider(item: "{ \(field.rawValue): \(definition) }", settings: settings)
    let operation = try #require(provider.operations[.search]?.first)
    let (items, report) = mapped(try JSONDocument(row).root, operation)
    return (items.first?[field], report.failures.reduce(0) { $0 + $1.count })
}
