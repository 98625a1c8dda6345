import HTTPModel
import JSON
import MovieDomain
import ProviderLanguage
import Testing

/// Loads a text as `test.yaml`.
func load(_ text: String, bundled: [BundledDefinition] = []) -> ConfigurationLoader.Outcome {
    ConfigurationLoader.load(bytes: Array(text.utf8), file: "test.yaml", bundled: bundled)
}

/// Returns the problems of a text as they are displayed.
func problems(_ text: String, bundled: [BundledDefinition] = []) -> [String] {
    load(text, bundled: bundled).diagnostics.map(\.description)
}

/// Loads a bundled definition, which must have no problems.
func bundledDefinition(_ id: String) throws -> ProviderDefinition {
    let file = try TestFiles.bundled(id)
    let outcome = ConfigurationLoader.load(bytes: file.bytes, file: file.file, bundled: [])
    #expect(outcome.diagnostics.map(\.description) == [])
    return try #require(outcome.configuration?.providers.first)
}

/// Returns the file of a minimal provider with one operation, given by the keys of its flow map.
func shelf(_ name: Capability, _ keys: String, settings: String = "") -> String {
    """
    version: 1
    providers:
      - id: shelf
        base_url: https://shelf.example\(settings.isEmpty ? "" : "\n" + settings)
        operations:
          \(name.rawValue): { \(keys) }
    """
}

/// Returns the operation of a minimal provider, whose file must have no problems.
func shelfOperation(_ name: Capability, _ keys: String) throws -> OperationDefinition {
    let outcome = load(shelf(name, keys))
    #expect(outcome.diagnostics.map(\.description) == [])
    return try #require(outcome.configuration?.providers.first?.http?.operations[name]?.first)
}

/// Returns a minimal provider with one operation `search` whose item is the given flow map.
func provider(item: String, settings: String = "") throws -> HTTPDefinition {
    let outcome = load(shelf(.search, "get: /films, rows: ., item: \(item)", settings: settings))
    #expect(outcome.diagnostics.map(\.description) == [])
    return try #require(outcome.configuration?.providers.first?.http)
}

/// Maps the films of a document by an operation and returns them with the report.
func films(
    in root: JSONElement,
    by operation: OperationDefinition,
    inputs: TemplateInputs = TemplateInputs()
) throws -> (films: [MovieFacts], report: MappingReport) {
    var mapper = RowMapping(operation.item, inputs: inputs, provider: "shelf").mapper()
    let films = try rows(in: root, by: operation).compactMap { mapper.movie($0.element, root: root, key: $0.key) }
    return (films, mapper.report)
}

/// Maps the box office rows of a document by an operation and returns them with the report.
func boxOffice(
    in root: JSONElement,
    by operation: OperationDefinition
) throws -> (rows: [BoxOffice.Row], report: MappingReport) {
    var mapper = RowMapping(operation.item, provider: "shelf").mapper()
    let places = try rows(in: root, by: operation).compactMap {
        mapper.boxOfficeRow($0.element, root: root, key: $0.key)
    }
    return (places, mapper.report)
}

/// Maps the rows of a document to canonical JSON, whatever their kind.
func canonicalRows(in root: JSONElement, by operation: OperationDefinition) throws -> [JSONValue] {
    var mapper = RowMapping(operation.item, provider: "shelf").mapper()
    return try rows(in: root, by: operation).compactMap {
        mapper.canonicalRow($0.element, root: root, key: $0.key)?.json
    }
}

private func rows(in root: JSONElement, by operation: OperationDefinition) throws -> [ListElement] {
    guard case .rows(let rows) = operation.rows.rows(in: root) else { throw NoRows() }
    return rows
}

private struct NoRows: Error {}

/// Maps one row by the definition of one field; the film is `nil` if the row yields none.
func film(
    with field: Field,
    by definition: String,
    in row: String,
    settings: String = ""
) throws -> (film: MovieFacts?, failures: Int) {
    let provider = try provider(item: "{ \(field.word): \(definition) }", settings: settings)
    let operation = try #require(provider.operations[.search]?.first)
    let (films, report) = try films(in: try JSONDocument(row).root, by: operation)
    return (films.first, report.failures.reduce(0) { $0 + $1.count })
}

/// Returns a response with this content type, or with none.
func response(_ status: Int, _ contentType: String?, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: status, headers: HTTPHeaders(contentType.map { [("Content-Type", $0)] } ?? []), body: body)
}

extension ProviderTest {
    /// Returns the differences from the expectation, by a definition's error rules, rows, and item alone.
    func problems(of definition: HTTPDefinition) throws -> [String] {
        let bytes = try #require(inlineBytes)
        let root = try? JSONDocument(bytes).root
        let contentType = headers.first { $0.name.lowercased() == "content-type" }?.value
        let facts = ResponseFacts(response(status, contentType, bytes), root: root)
        let outcome: Outcome =
            if let failure = definition.errorRules.failure(in: facts) {
                .failure(failure.kind, message: failure.message)
            } else if let root {
                outcome(of: definition, document: root)
            } else {
                .failure(.malformed, message: "the answer is not JSON")
            }
        return differences(of: outcome).map(\.description)
    }
}

extension MappingReport.Failure {
    /// The failure without its detail and without the field's location in the definition.
    var undescribed: Self {
        var failure = self
        (failure.detail, failure.location, failure.lost, failure.example) = ("", nil, 0, nil)
        return failure
    }
}
