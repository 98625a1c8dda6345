import JSON

extension ProviderTest {
    /// Runs the test.
    ///
    /// - Parameters:
    ///   - definition: the definition that the test stands in.
    ///   - bytes: the answer's body (of `body`, its ``inlineBytes``).
    /// - Returns: what does not come out as expected, a sentence for each; empty where the test holds.
    package func problems(of definition: HTTPDefinition, body bytes: [UInt8]) -> [String] {
        let root = Self.parse(bytes)
        let contentType = headers.first { $0.name.lowercased() == "content-type" }?.value
        let facts = ResponseFacts(
            status: status,
            contentType: contentType,
            bodyPrefix: Array(bytes.prefix(1024)),
            root: root
        )
        if let fault = definition.fault(in: facts) { return problems(of: fault) }
        if let error = expectation.error { return ["expected the error \(error.rawValue), came an answer"] }
        guard let root else { return ["the answer is not JSON"] }
        guard let operation = definition.operations[operation]?.first(where: takesInputs) else {
            return ["no alternative of '\(operation.rawValue)' takes these inputs"]
        }
        guard case .rows(let rows) = operation.rows.rows(in: root) else { return ["there are no rows in the answer"] }
        return problems(of: rows, root, operation, definition)
    }

    /// The body that stands in the definition itself, as JSON; `nil` where it is a file.
    package var inlineBytes: [UInt8]? {
        if case .inline(let value) = body { value.jsonBytes } else { nil }
    }

    private static func parse(_ bytes: [UInt8]) -> JSONElement? {
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            return nil
        }
    }

    private func takesInputs(_ operation: OperationDefinition) -> Bool {
        operation.nameSpaces.isEmpty || inputs.ids.isEmpty || operation.nameSpaces.contains { inputs.ids[$0] != nil }
    }

    private func problems(of fault: Fault) -> [String] {
        if expectation.error == fault.kind { return [] }
        let expected = expectation.error.map { "the error \($0.rawValue)" } ?? "an answer"
        return ["expected \(expected), came the error \(fault.kind.rawValue)"]
    }

    private func problems(
        of rows: [JSONElement],
        _ root: JSONElement,
        _ operation: OperationDefinition,
        _ definition: HTTPDefinition
    ) -> [String] {
        var inputs = inputs
        if case .texts(let languages) = inputs.values[.languages] {
            inputs.locale = definition.locales.locale(for: languages)
        }
        var report = MappingReport()
        let items = rows.compactMap { operation.item.map($0, root: root, inputs: inputs, report: &report) }
        var problems: [String] = []
        if let count = expectation.count, count != items.count {
            problems.append("expected \(count) items, came \(items.count)")
        }
        if let dropped = expectation.dropped, dropped != report.dropped {
            problems.append("expected \(dropped) dropped rows, came \(report.dropped)")
        }
        if let first = expectation.first {
            problems +=
                items.first.map { $0.json.differences(from: first, at: "first") } ?? [
                    "expected a first item, came none"
                ]
        }
        return problems
    }
}
