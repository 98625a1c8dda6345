import HTTPModel
package import JSON
package import MovieDomain
package import Platform
package import ProviderLanguage
import Upstream

/// A run of the tests in definitions, which reads each recorded answer like a live one, without a network.
package struct DefinitionTestRun: Sendable {
    /// One test and its result.
    package struct Result: Sendable {
        /// The provider that the test belongs to.
        package var provider: String
        package var test: ProviderTest
        /// The differences from the expected result; empty if the test passes.
        package var differences: [ProviderTest.Difference]
    }

    /// The size limit of a recorded answer, in bytes.
    package static let maximumBytes = 16 << 20

    private let files: FileSystem

    /// Creates a run that reads the answers next to definitions from `files`.
    package init(files: FileSystem) { self.files = files }

    /// Runs the tests of a provider, in their order.
    package func results(of provider: ProviderDefinition) -> [Result] {
        let offset = provider.http.flatMap { SystemTimeZoneDatabase(files: files).utcOffset(of: $0) }
        return provider.tests.map { test in
            var test = test
            test.inputs.utcOffset = offset ?? test.inputs.utcOffset
            return Result(
                provider: provider.id,
                test: test,
                differences: test.differences(of: outcome(of: test, provider))
            )
        }
    }

    /// Returns warnings about recorded answers: values that cannot be converted, and paths that no row has.
    ///
    /// A missing path is certainly wrong if the answer was recorded to a file or has something else in its place.
    /// Others may be missing because the answer was cut short by hand; they are in `uncertain`.
    package func warnings(about provider: ProviderDefinition) -> (certain: [Diagnostic], uncertain: [String]) {
        guard let http = provider.http else { return ([], []) }
        var review = SampleReview()
        var warnings: [Diagnostic] = []
        for test in provider.tests where test.expectation.error == nil {
            guard case .success(let bytes) = body(of: test), let operation = test.operation(of: http),
                case .success(let root) = test.answer(of: http, operation, ProviderID(provider.id), bytes)
            else { continue }
            let isRecorded = if case .file = test.body { true } else { false }
            if let problem = operation.rows.problem(in: root) {
                let place = operation.rows.location ?? test.location
                warnings.append(Diagnostic(.warning, at: place, "'rows': \(problem)"))
            }
            review.add(root, of: operation, isRecorded: isRecorded, expectsRows: test.expectation.count != 0)
            warnings += operation.paging.problems(in: root).map {
                Diagnostic(.warning, at: operation.paging.location, $0)
            }
            if case .items(_, let report) = test.outcome(of: http, document: root) {
                // A test that expects nothing in a field knows about its value.
                let failures = report.failures.filter { test.expectation.first?.expectsNothing(at: $0.field) != true }
                warnings += failures.map { failure in
                    Diagnostic(.warning, at: failure.location ?? test.location, failure.message)
                }
            }
        }
        let missing = review.missing
        warnings += missing.filter(\.isCertain).map { Diagnostic(.warning, at: $0.location, $0.message) }
        return (warnings.sorted(startingWith: provider.location.file), missing.filter { !$0.isCertain }.map(\.path))
    }

    /// Returns the answers that the tests of an operation have, each with its rows.
    package func samples(
        of operation: Capability,
        _ provider: ProviderDefinition
    ) -> [(root: JSONElement, rows: [JSONElement])] {
        guard let http = provider.http else { return [] }
        return provider.tests.filter { $0.operation == operation && $0.expectation.error == nil }.compactMap { test in
            guard case .success(let bytes) = body(of: test), let operation = test.operation(of: http),
                case .success(let root) = test.answer(of: http, operation, ProviderID(provider.id), bytes)
            else { return nil }
            guard case .rows(let rows) = operation.rows.rows(in: root) else { return (root, []) }
            return (root, rows.map(\.element))
        }
    }

    private func outcome(of test: ProviderTest, _ provider: ProviderDefinition) -> ProviderTest.Outcome {
        switch (body(of: test), provider.kind) {
        case (.failure(let failure), _): .unusable(failure.description)
        case (.success(let bytes), .http(let definition)):
            test.outcome(of: definition, provider: ProviderID(provider.id), body: bytes)
        case (.success(let bytes), .process(let definition)):
            test.outcome(of: definition, provider: ProviderID(provider.id), result: bytes)
        case (.success, .registered): .unusable("a source in Swift has no recorded answers")
        }
    }

    private func body(of test: ProviderTest) -> Swift.Result<[UInt8], FileFailure> {
        if let bytes = test.inlineBytes { return .success(bytes) }
        guard let path = test.responsePath else { return .success([]) }
        return files.read(path, Self.maximumBytes)
    }
}

extension ProviderTest {
    /// The file of the answer, next to the file of the test; `nil` if the test itself contains the answer.
    package var responsePath: String? {
        guard case .file(let name) = body else { return nil }
        if name.hasPrefix("/") { return name }
        let folder = location.file.lastIndex(of: "/").map { location.file[...$0] } ?? ""
        return folder + name
    }

    /// What a definition makes of an answer that came with the test's status and headers.
    package func outcome(of definition: HTTPDefinition, provider: ProviderID, body bytes: [UInt8]) -> Outcome {
        guard let operation = self.operation(of: definition) else {
            return .unusable("no alternative of '\(operation.rawValue)' takes these inputs")
        }
        switch answer(of: definition, operation, provider, bytes) {
        case .success(let root): return outcome(of: definition, document: root)
        case .failure(let error): return .failure(error)
        }
    }

    fileprivate func operation(of definition: HTTPDefinition) -> OperationDefinition? {
        let alternatives = definition.operations[operation] ?? []
        return alternatives.first(where: takesInputs) ?? alternatives.first
    }

    /// The document of an answer, or why it is none.
    fileprivate func answer(
        of definition: HTTPDefinition,
        _ operation: OperationDefinition,
        _ provider: ProviderID,
        _ bytes: [UInt8]
    ) -> Result<JSONElement, ProviderError> {
        let builder = RequestBuilder(provider: provider, definition: definition, secrets: [:])
        let reader = AnswerReader(builder, operation, clock: .fixed(at: Timestamp(secondsSinceEpoch: 0)))
        let headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
        do throws(ProviderError) {
            return .success(try reader.document(of: HTTPResponse(status: status, headers: headers, body: bytes)))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the outcome of a program's result, whose rows use the field names of the language.
    func outcome(of definition: ProcessDefinition, provider: ProviderID, result bytes: [UInt8]) -> Outcome {
        let answer: HTTPAnswer.Document
        do throws(ProviderError) {
            answer = try ProcessAnswerReader(provider, definition.errorRules, isByID: operation.takesID)
                .read(HTTPResponse(status: status, body: bytes))
        } catch {
            return .failure(error)
        }
        return outcome(of: RowMapping(nil, provider: provider), answer.rows.map { ListElement($0) }, in: nil)
    }
}

extension ProviderTest.Outcome {
    fileprivate static func failure(_ error: ProviderError) -> Self {
        .failure(ProviderError.Kind.ofTests.contains(error.kind) ? error.kind : .upstream, message: error.message)
    }
}

extension JSONValue {
    /// Whether a field is expected to be absent: `release_date: ~`.
    fileprivate func expectsNothing(at field: Field) -> Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { member in
            member.name == field.rawValue ? member.value == .null : member.value.expectsNothing(at: field)
        }
    }
}
