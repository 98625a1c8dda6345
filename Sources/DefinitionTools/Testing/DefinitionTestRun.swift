import HTTPModel
package import JSON
package import MovieDomain
import MovieProviders
package import Platform
package import ProviderLanguage
import Upstream

/// A run of the tests in definitions, which reads each recorded answer like a live one, without a network.
package struct DefinitionTestRun {
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
    private let deadline: Deadline?
    private let answers: RecordedAnswers

    /// Creates a run that reads the answers next to definitions from `files`; it looks at no further test after the
    /// deadline.
    package init(files: FileSystem, deadline: Deadline? = nil) {
        self.files = files
        self.deadline = deadline
        answers = RecordedAnswers(files)
    }

    /// A warning at the first test that was left out because of the deadline; `nil` if there is none.
    package var lateness: Diagnostic? {
        guard let deadline, let place = answers.firstLeftOut else { return nil }
        let message =
            "the remaining tests are skipped, because those before took \(deadline.limit.components.seconds) s"
        return Diagnostic(.warning, at: place, message, hint: "`marquee test` runs all of them")
    }

    private func isInTime(for test: ProviderTest) -> Bool {
        guard deadline?.hasPassed == true else { return true }
        answers.firstLeftOut = answers.firstLeftOut ?? test.location
        return false
    }

    /// Runs the tests of a provider, in their order.
    package func results(of provider: ProviderDefinition) -> [Result] {
        let offset = provider.http.flatMap { SystemTimeZoneDatabase(files: files).utcOffset(of: $0) }
        return provider.tests.compactMap { test in
            guard isInTime(for: test) else { return nil }
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
        for test in provider.tests where test.expectation.error == nil && isInTime(for: test) {
            guard let (operation, root) = sample(test, of: http, provider) else { continue }
            let isRecorded = if case .file = test.body { true } else { false }
            if let problem = operation.rows.problem(in: root) {
                let place = operation.rows.location ?? test.location
                warnings.append(Diagnostic(.warning, at: place, "'rows': \(problem.message)", hint: problem.hint))
            }
            review.add(root, of: operation, isRecorded: isRecorded, expectsRows: test.expectation.count != 0)
            warnings += operation.paging.problems(in: root).map {
                Diagnostic(.warning, at: operation.paging.location, $0)
            }
            if case .items(_, let report) = test.outcome(of: http, document: root) {
                // A test that expects nothing in a field knows about its value.
                let unmatched = report.unmatched.filter { $0.count >= report.rows }
                let failures = (report.failures + unmatched).filter {
                    test.expectation.first?.expectsNothing(at: $0.field) != true
                }
                warnings += failures.map { failure in
                    Diagnostic(.warning, at: failure.location ?? test.location, failure.finding)
                }
            }
        }
        let missing = review.missing
        warnings += review.constants
        warnings += missing.filter(\.isCertain).map { Diagnostic(.warning, at: $0.location, $0.finding) }
        return (warnings.sorted(startingWith: provider.location.file), missing.filter { !$0.isCertain }.map(\.path))
    }

    /// Returns the answers that the tests of an operation have, each with its rows.
    package func samples(
        of operation: Capability,
        _ provider: ProviderDefinition
    ) -> [(root: JSONElement, rows: [JSONElement])] {
        guard let http = provider.http else { return [] }
        let tests = provider.tests.filter { $0.operation == operation && $0.expectation.error == nil }
        return tests.compactMap { test in
            guard isInTime(for: test) else { return nil }
            guard let (operation, root) = sample(test, of: http, provider) else {
                // The operation is still being written, and so cannot be read.
                return http.operations[operation] == nil ? document(of: test, http).map { ($0, []) } : nil
            }
            guard case .rows(let rows) = operation.rows.rows(in: root) else { return (root, []) }
            return (root, rows.map(\.element))
        }
    }

    /// Returns what a definition makes of the answers that the tests of an operation have.
    package func items(of operation: Capability, _ provider: ProviderDefinition) -> [CanonicalRow] {
        let tests = provider.tests.filter { $0.operation == operation && $0.expectation.error == nil }
        return tests.flatMap { test -> [CanonicalRow] in
            guard isInTime(for: test), case .items(let items, _) = outcome(of: test, provider) else { return [] }
            return items
        }
    }

    /// The document that a test records, as far as it can be read without its operation.
    private func document(of test: ProviderTest, _ http: HTTPDefinition) -> JSONElement? {
        guard case .success(let bytes) = answers.bytes(of: test) else { return nil }
        return AnswerBody(bytes, http.format, charset: http.charset?.name).root
    }

    /// The document that a test records, and the operation that it answers; `nil` if there is none.
    private func sample(
        _ test: ProviderTest,
        of http: HTTPDefinition,
        _ provider: ProviderDefinition
    ) -> (operation: OperationDefinition, root: JSONElement)? {
        guard case .success(let bytes) = answers.bytes(of: test), let operation = test.operation(of: http),
            case .success(let root) = test.answer(of: http, operation, ProviderID(provider.id), bytes, answers)
        else { return nil }
        return (operation, root)
    }

    private func outcome(of test: ProviderTest, _ provider: ProviderDefinition) -> ProviderTest.Outcome {
        switch (answers.bytes(of: test), provider.kind) {
        case (.failure(let failure), _): .unusable(failure.description)
        case (.success(let bytes), .http(let definition)):
            test.outcome(of: definition, provider: ProviderID(provider.id), body: bytes, answers)
        case (.success(let bytes), .process(let definition)):
            test.outcome(of: definition, provider: ProviderID(provider.id), result: bytes)
        case (.success, .registered): .unusable("a source in Swift has no recorded answers")
        }
    }
}

/// The recorded answers next to definitions, each read and parsed once.
private final class RecordedAnswers {
    private struct Reading: Hashable {
        let path: String
        let format: DocumentFormat
        let charset: String?
        let embedded: [JSONPath]
    }

    private let files: FileSystem
    private var contents: [String: Result<[UInt8], FileFailure>] = [:]
    private var bodies: [Reading: AnswerBody] = [:]
    /// The number of bytes that are still remembered, so that answers without end do not fill the memory.
    private var room = 64 << 20
    /// The place of the first test that was not looked at.
    var firstLeftOut: SourceLocation?

    init(_ files: FileSystem) { self.files = files }

    /// The body that a test records, in the definition itself or in or below the folder of its file.
    func bytes(of test: ProviderTest) -> Result<[UInt8], FileFailure> {
        guard case .file(let name) = test.body, let path = test.responsePath else {
            return .success(test.inlineBytes ?? [])
        }
        if let known = contents[path] { return known }
        let content = files.read(name, beside: test.location.file, DefinitionTestRun.maximumBytes)
        if takesRoom(for: content.map(\.count)) { contents[path] = content }
        return content
    }

    func body(of response: HTTPResponse, by reader: AnswerReader, for test: ProviderTest) -> AnswerBody {
        let reading = test.responsePath.map {
            Reading(
                path: $0,
                format: reader.format,
                charset: reader.charset(of: response),
                embedded: reader.embedded
            )
        }
        if let known = reading.flatMap({ bodies[$0] }) { return known }
        let body = reader.body(of: response)
        if let reading, takesRoom(for: .success(body.bytes.count)) { bodies[reading] = body }
        return body
    }

    private func takesRoom(for count: Result<Int, FileFailure>) -> Bool {
        guard case .success(let count) = count else { return true }
        guard count <= room else { return false }
        room -= count
        return true
    }
}

extension ProviderTest {
    /// The file of the answer, next to the file of the test; `nil` if the test itself contains the answer.
    package var responsePath: String? {
        guard case .file(let name) = body else { return nil }
        return FileSystem.path(of: name, beside: location.file)
    }

    /// What a definition makes of an answer that came with the test's status and headers.
    package func outcome(of definition: HTTPDefinition, provider: ProviderID, body bytes: [UInt8]) -> Outcome {
        outcome(of: definition, provider: provider, body: bytes, nil)
    }

    fileprivate func outcome(
        of definition: HTTPDefinition,
        provider: ProviderID,
        body bytes: [UInt8],
        _ answers: RecordedAnswers?
    ) -> Outcome {
        guard let operation = self.operation(of: definition) else {
            return .unusable("no alternative of '\(operation.rawValue)' takes these inputs")
        }
        switch answer(of: definition, operation, provider, bytes, answers) {
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
        _ bytes: [UInt8],
        _ answers: RecordedAnswers?
    ) -> Result<JSONElement, ProviderError> {
        let builder = RequestBuilder(provider: provider, definition: definition, secrets: [:])
        let reader = AnswerReader(builder, operation, clock: .fixed(at: Timestamp(secondsSinceEpoch: 0)))
        let headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
        let response = HTTPResponse(status: status, headers: headers, body: bytes)
        let body = answers?.body(of: response, by: reader, for: self)
        do throws(ProviderError) {
            return .success(try reader.document(of: response, body))
        } catch {
            return .failure(error)
        }
    }

    /// Whether bytes are a document in the format of the test's answer.
    package func isDocument(_ bytes: [UInt8], of definition: HTTPDefinition) -> Bool {
        let format = operation(of: definition)?.format ?? definition.format
        return AnswerBody(bytes, format, charset: definition.charset?.name).root != nil
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
            member.name == field.word ? member.value == .null : member.value.expectsNothing(at: field)
        }
    }
}
