package import JSON
package import MovieDomain

extension ProviderTest {
    package enum Outcome: Sendable {
        /// The mapped rows, and a report of what could not be mapped.
        case items([CanonicalRow], MappingReport)
        case failure(ProviderError.Kind, message: String)
        /// The reason why the test cannot be run.
        case unusable(String)
    }

    /// Returns the differences between an outcome and the expectation; empty if the test passes.
    package func differences(of outcome: Outcome) -> [Difference] {
        switch outcome {
        case .unusable(let reason): return [Difference(expected: "a test that can be run", came: reason)]
        case .failure(let failure, let message): return differences(of: failure, message)
        case .items(let items, let report):
            if let error = expectation.error {
                return [Difference(expected: "the error \(error.rawValue)", came: "an answer")]
            }
            return differences(of: items, dropped: report.dropped)
        }
    }

    /// Maps the rows of a response document with the alternative of the operation that takes the inputs.
    package func outcome(of definition: HTTPDefinition, document root: JSONElement) -> Outcome {
        guard let operation = definition.operations[operation]?.first(where: takesInputs) else {
            return .unusable("no alternative of '\(operation.rawValue)' takes these inputs")
        }
        guard case .rows(let rows) = operation.rows.rows(in: root) else {
            return .failure(.malformed, message: "there are no rows in the answer")
        }
        var inputs = definition.withImages(inputs)
        if case .texts(let languages) = inputs.values[.languages] {
            inputs.locale = definition.locales.locale(for: languages)
        }
        var mapper = RowMapping(operation.item, inputs: inputs, provider: "test").mapper()
        let items = rows.compactMap { mapper.canonicalRow($0, root: root) }
        if let excess = mapper.excess { return .failure(.malformed, message: excess.message) }
        return .items(items, mapper.report)
    }

    /// The body if the definition itself contains it; `nil` if it is in a file.
    package var inlineBytes: [UInt8]? {
        switch body {
        case .inline(let value): value.jsonBytes
        case .text(let text): Array(text.utf8)
        case .file: nil
        }
    }

    package func takesInputs(_ operation: OperationDefinition) -> Bool {
        operation.namespaces.isEmpty || inputs.ids.isEmpty || operation.namespaces.contains { inputs.ids[$0] != nil }
    }

    private func differences(of failure: ProviderError.Kind, _ message: String) -> [Difference] {
        if expectation.error == failure { return [] }
        let expected = expectation.error.map { "the error \($0.rawValue)" } ?? "an answer"
        let words = message.isEmpty ? "" : " (\(message))"
        return [Difference(expected: expected, came: "the error \(failure.rawValue)\(words)")]
    }

    private func differences(of items: [CanonicalRow], dropped: Int) -> [Difference] {
        var differences: [Difference] = []
        if let count = expectation.count, count != items.count {
            differences.append(Difference(expected: "\(count) items", came: "\(items.count)"))
        }
        if let wanted = expectation.dropped, wanted != dropped {
            differences.append(Difference(expected: "\(wanted) dropped rows", came: "\(dropped)"))
        }
        if let first = expectation.first {
            differences +=
                items.first.map { $0.json.differences(from: first, at: "first") } ?? [
                    Difference(expected: "a first item", came: "none")
                ]
        }
        return differences
    }
}
