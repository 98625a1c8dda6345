import HTTPModel
package import MovieDomain
package import Platform
package import ProviderLanguage

/// Runs the tests that definitions carry: each recorded answer is read as a live one would be, without network.
package struct DefinitionTestRun: Sendable {
    /// One test and what came of it.
    package struct Result: Sendable {
        /// The provider that the test belongs to.
        package var provider: String
        package var test: ProviderTest
        /// Where it did not come out as expected; empty where the test holds.
        package var differences: [ProviderTest.Difference]

        package init(provider: String, test: ProviderTest, differences: [ProviderTest.Difference]) {
            self.provider = provider
            self.test = test
            self.differences = differences
        }
    }

    /// The largest recorded answer that is read.
    package static let maximumBytes = 16 << 20

    private let files: FileSystem

    /// Answers beside definitions are read from `files`.
    package init(files: FileSystem) {
        self.files = files
    }

    /// Runs the tests of a provider, in their order; one of a kind without definitions of answers has none.
    package func results(of provider: ProviderDefinition) -> [Result] {
        guard let http = provider.http else { return [] }
        let offset = SystemTimeZoneDatabase(files: files).utcOffset(of: http)
        return provider.tests.map { test in
            var test = test
            test.inputs.utcOffset = offset
            let outcome = outcome(of: test, provider.id, http)
            return Result(provider: provider.id, test: test, differences: test.differences(of: outcome))
        }
    }

    private func outcome(
        of test: ProviderTest,
        _ provider: String,
        _ definition: HTTPDefinition
    ) -> ProviderTest.Outcome {
        switch body(of: test) {
        case .failure(let failure): .unusable(failure.description)
        case .success(let bytes): test.outcome(of: definition, provider: ProviderID(provider), body: bytes)
        }
    }

    private func body(of test: ProviderTest) -> Swift.Result<[UInt8], FileFailure> {
        if let bytes = test.inlineBytes { return .success(bytes) }
        guard let path = test.responsePath else { return .success([]) }
        return files.read(path, Self.maximumBytes)
    }
}

extension ProviderTest {
    /// The file of the answer, beside the one that the test stands in; `nil` where the answer stands in the test.
    package var responsePath: String? {
        guard case .file(let name) = body else { return nil }
        if name.hasPrefix("/") { return name }
        let folder = location.file.lastIndex(of: "/").map { location.file[...$0] } ?? ""
        return folder + name
    }

    /// What a definition makes of an answer that came with the test's status and headers.
    package func outcome(
        of definition: HTTPDefinition,
        provider: ProviderID,
        body bytes: [UInt8]
    ) -> Outcome {
        let alternatives = definition.operations[operation] ?? []
        guard let operation = alternatives.first(where: takesInputs) ?? alternatives.first else {
            return .unusable("no alternative of '\(operation.rawValue)' takes these inputs")
        }
        let reader = AnswerReader(
            provider: provider,
            definition: definition,
            operation: operation,
            secrets: [:],
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0))
        )
        let headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
        do throws(ProviderError) {
            let root = try reader.document(of: HTTPResponse(status: status, headers: headers, body: bytes))
            return outcome(of: definition, document: root)
        } catch {
            return .failure(
                ProviderError.Kind.ofTests.contains(error.kind) ? error.kind : .upstream,
                message: error.message
            )
        }
    }
}
