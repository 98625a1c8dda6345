package import JSON
package import MovieDomain

extension ProviderTest {
    /// What a definition makes of a test's answer.
    package enum Outcome: Sendable {
        /// The mapped rows, and how many lacked a required field.
        case items([CanonicalRow], dropped: Int)
        /// The answer is a failure, of a kind and in words.
        case failure(ProviderError.Kind, message: String)
        /// The test itself cannot be carried out, for this reason.
        case unusable(String)
    }

    /// Where an outcome is not what is expected; empty where the test holds.
    package func differences(of outcome: Outcome) -> [Difference] {
        switch outcome {
        case .unusable(let reason): return [Difference(expected: "a test that can be run", came: reason)]
        case .failure(let failure, let message): return differences(of: failure, message)
        case .items(let items, let dropped):
            if let error = expectation.error {
                return [Difference(expected: "the error \(error.rawValue)", came: "an answer")]
            }
            return differences(of: items, dropped: dropped)
        }
    }

    /// Runs the test without an engine: the definition's error rules, its rows and its item.
    ///
    /// HTTP's own statuses mean nothing here; `MovieProviders` runs tests as a live answer is read.
    ///
    /// - Parameters:
    ///   - definition: the definition that the test stands in.
    ///   - bytes: the answer's body (of `body`, its ``inlineBytes``).
    /// - Returns: what does not come out as expected, a sentence for each; empty where the test holds.
    package func problems(of definition: HTTPDefinition, body bytes: [UInt8]) -> [String] {
        differences(of: outcome(of: definition, body: bytes)).map(\.description)
    }

    /// The rows of a document that is an answer, mapped by the alternative of the operation that takes the inputs.
    package func outcome(of definition: HTTPDefinition, document root: JSONElement) -> Outcome {
        guard let operation = definition.operations[operation]?.first(where: takesInputs) else {
            return .unusable("no alternative of '\(operation.rawValue)' takes these inputs")
        }
        guard case .rows(let rows) = operation.rows.rows(in: root) else {
            return .failure(.malformed, message: "there are no rows in the answer")
        }
        var inputs = inputs
        if case .texts(let languages) = inputs.values[.languages] {
            inputs.locale = definition.locales.locale(for: languages)
        }
        var mapper = RowMapper(operation.item, inputs: inputs, provider: "test")
        let items = rows.compactMap { mapper.canonicalRow($0, root: root) }
        return .items(items, dropped: mapper.report.dropped)
    }

    /// The body that stands in the definition itself; `nil` where it is a file.
    package var inlineBytes: [UInt8]? {
        switch body {
        case .inline(let value): value.jsonBytes
        case .text(let text): Array(text.utf8)
        case .file: nil
        }
    }

    private func outcome(of definition: HTTPDefinition, body bytes: [UInt8]) -> Outcome {
        let root = Self.parse(bytes)
        let contentType = headers.first { $0.name.lowercased() == "content-type" }?.value
        let facts = ResponseFacts(
            status: status,
            contentType: contentType,
            bodyPrefix: Array(bytes.prefix(1024)),
            root: root
        )
        if let fault = definition.fault(in: facts) {
            return .failure(fault.kind, message: fault.message ?? "")
        }
        guard let root else { return .failure(.malformed, message: "the answer is not JSON") }
        return outcome(of: definition, document: root)
    }

    private static func parse(_ bytes: [UInt8]) -> JSONElement? {
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            return nil
        }
    }

    /// Whether an alternative of the operation takes the ids that the test gives.
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
