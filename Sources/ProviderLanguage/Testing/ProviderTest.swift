package import JSON
package import MovieDomain

/// A test of a definition: a recorded response and the expected result of mapping it.
package struct ProviderTest: Sendable {
    package enum Body: Sendable {
        case file(String)
        case inline(JSONValue)
        /// A body that is not JSON, verbatim.
        case text(String)
    }

    package struct Expectation: Sendable {
        package var count: Int?
        /// Fields of the first item by their names in the language; other fields are ignored.
        package var first: JSONValue?
        package var error: ProviderError.Kind?
        /// The number of dropped rows (``MappingReport/dropped``).
        package var dropped: Int?

        package var isEmpty: Bool { count == nil && first == nil && error == nil && dropped == nil }
    }

    package var name = ""
    package var operation = Capability.search
    package var inputs = TemplateInputs()
    package var status = 200
    package var headers: [NamedValue<String>] = []
    package var body = Body.text("")
    package var expectation = Expectation()
    package var location = SourceLocation.nowhere

    /// A difference between the result of a test and the expectation.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The field, such as `first.movie.title`; `nil` if the difference is about the response as a whole.
        package var place: String?
        /// The expected result for a person to read: a value as JSON, or words.
        package var expected: String
        package var came: String

        package init(at place: String? = nil, expected: String, came: String) {
            self.place = place
            self.expected = expected
            self.came = came
        }

        package var description: String {
            (place.map { "\($0): " } ?? "") + "expected \(expected), found \(came)"
        }
    }

    package enum Outcome: Sendable {
        /// The mapped rows, and what of the answer's rows is not in them.
        case items([CanonicalRow], MappingReport)
        case failure(ProviderError.Kind, message: String)
        /// The test itself cannot be carried out, for this reason.
        case unusable(String)
    }

    /// Where an outcome is not what is expected; empty where the test holds.
    package func differences(of outcome: Outcome) -> [Difference] {
        switch outcome {
        case .unusable(let reason): return [Difference(expected: "a test that can be run", came: reason)]
        case .failure(let failure, let message): return differences(of: failure, message)
        case .items(let items, let report):
            if let error = expectation.error {
                return [Difference(expected: "the error \(error.rawValue)", came: "an answer")]
            }
            return differences(of: items, report)
        }
    }

    /// The rows of a document that is an answer, mapped by the alternative of the operation that takes the inputs.
    package func outcome(of definition: HTTPDefinition, document root: JSONElement) -> Outcome {
        guard let operation = definition.operations[operation]?.first(where: takesInputs) else {
            return .unusable("no alternative of '\(operation.rawValue)' takes these inputs")
        }
        guard case .rows(let rows) = operation.rows.rows(in: root) else {
            return .failure(
                .malformed,
                message: operation.rows.problem(in: root)?.description ?? "the answer has too many rows"
            )
        }
        var inputs = definition.withImages(inputs)
        let languages = if case .texts(let languages)? = inputs.values[.languages] { languages } else { [String]() }
        inputs.locale = definition.locales.locale(for: languages)
        let mapped = outcome(of: RowMapping(operation.item, inputs: inputs, provider: "test"), rows, in: root)
        guard case .items(let items, var report) = mapped else { return mapped }
        report.turnedDown = operation.rows.countTurnedDown(in: root, rows.count)
        return .items(items, report)
    }

    /// The mapped rows of an answer; `root` is `nil` where each row is a document of its own.
    package func outcome(of mapping: RowMapping, _ rows: [ListElement], in root: JSONElement?) -> Outcome {
        var mapper = mapping.mapper()
        let items = rows.compactMap { row in
            mapper.canonicalRow(row.element, root: root ?? row.element, key: row.key, of: operation.itemKind)
        }
        if let excess = mapper.excess { return .failure(.malformed, message: excess.message) }
        return .items(items, mapper.report)
    }

    /// The body that stands in the definition itself; `nil` where it is a file.
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

    private func differences(of items: [CanonicalRow], _ report: MappingReport) -> [Difference] {
        var differences: [Difference] = []
        let losses = report.lossMessage.map { " (\($0))" } ?? ""
        if let count = expectation.count, count != items.count {
            let expected = "\(count) \(count == 1 ? "item" : "items")"
            differences.append(Difference(expected: expected, came: "\(items.count)\(losses)"))
        }
        if let wanted = expectation.dropped, wanted != report.dropped {
            let expected = "\(wanted) dropped \(wanted == 1 ? "row" : "rows")"
            differences.append(Difference(expected: expected, came: "\(report.dropped)\(losses)"))
        }
        if let first = expectation.first {
            differences +=
                items.first.map { $0.differences(from: first, at: "first") } ?? [
                    Difference(expected: "a first item", came: "none\(expectation.count == nil ? losses : "")")
                ]
        }
        return differences
    }
}

extension CanonicalRow {
    /// Returns the differences of a row from the expected fields, which may be written as the source has them or as an
    /// answer does: `kor` or `ko`.
    fileprivate func differences(from expected: JSONValue, at place: String) -> [ProviderTest.Difference] {
        guard case .object(let members) = expected else { return answer.differences(from: expected, at: place) }
        return members.flatMap { member -> [ProviderTest.Difference] in
            let field = JSONValue.object([member])
            return json.differences(from: field, at: place).isEmpty ? [] : answer.differences(from: field, at: place)
        }
    }
}

extension JSONValue {
    /// Returns the differences between this value and the expected one; ignores members that are not expected.
    func differences(from expected: JSONValue, at place: String) -> [ProviderTest.Difference] {
        switch (self, expected) {
        case (.object, .object(let members)):
            return members.flatMap { member -> [ProviderTest.Difference] in
                let place = "\(place).\(member.name)"
                guard let own = self[member.name] else {
                    return member.value == .null
                        ? [] : [ProviderTest.Difference(at: place, expected: "\(member.value)", came: "nothing")]
                }
                return own.differences(from: member.value, at: place)
            }
        case (.array(let own), .array(let values)) where own.count == values.count:
            return zip(own, values).enumerated().flatMap { index, pair in
                pair.0.differences(from: pair.1, at: "\(place)[\(index)]")
            }
        default:
            return isSame(as: expected)
                ? [] : [ProviderTest.Difference(at: place, expected: "\(expected)", came: "\(self)")]
        }
    }

    /// Returns whether two values are equal, or are a text and a number written alike: in YAML, `2019` is either.
    private func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string(let text), .number(let number)), (.number(let number), .string(let text)): text == number.text
        default: self == other
        }
    }
}
