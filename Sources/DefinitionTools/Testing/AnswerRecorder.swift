import HTTPModel
import JSON
package import MovieDomain
package import MovieProviders
package import Platform
package import ProviderLanguage
package import Upstream

/// A recorder of live answers for the tests of a definition.
package struct AnswerRecorder: Sendable {
    /// An answer in the form that may be stored next to a definition.
    package struct Answer: Sendable {
        /// The request, without secrets: `GET https://…`.
        package var request: String
        package var status: Int
        /// The content type that the answer declares.
        package var contentType: String?
        /// The body without secrets.
        package var body: [UInt8]
        /// The number of values that were removed from the body.
        package var redactionCount: Int
    }

    private let builder: RequestBuilder
    private let transport: any HTTPClient
    private let clock: WallClock
    private let languages: [String]

    /// A recorder for one source that is asked over HTTP; tests that name no languages have the configured ones.
    package init(
        _ provider: ProviderDefinition,
        transport: any HTTPClient,
        secrets: SecretSource,
        clock: WallClock,
        languages: [String]
    ) throws(ProviderError) {
        let id = ProviderID(provider.id)
        guard let http = provider.http else {
            throw ProviderError(.unsupported, provider: id, message: "its answers are not those of an API")
        }
        let (found, missing) = secrets.secrets(of: provider)
        if let reason = missing.first { throw ProviderError(.disabled, provider: id, message: reason) }
        builder = RequestBuilder(provider: id, definition: http, secrets: found)
        self.transport = transport
        self.clock = clock
        self.languages = languages
    }

    /// Returns the answer to the request of a test: the first page, at the first base URL.
    ///
    /// - Throws: `badRequest` if the test's inputs make no request; `malformed` if the answer cannot be parsed or still
    ///   contains a secret after redaction; otherwise the failure to send the request.
    package func answer(to test: ProviderTest) async throws(ProviderError) -> Answer {
        let operation = try operation(of: test)
        var builder = builder
        builder.tokens = TokenSource(builder, client: transport, clock: SystemMonotonicClock(), wallClock: clock)
        let request = try request(of: test, to: operation, by: builder)
        let reader = AnswerReader(builder, operation, clock: clock)
        let response: HTTPResponse
        do throws(ProviderError) {
            // A failure can be recorded, too.
            response = try await transport.send(request, readBy: reader).response
        } catch {
            throw error.of(provider)
        }
        let redaction = AnswerRedaction(builder.secrets.values + (builder.tokens?.secrets ?? []))
        let clean = redaction.redacting(reader.body(of: response).bytes, reader.format)
        guard !redaction.holdsSecret(clean.bytes) else {
            throw ProviderError(
                .malformed,
                provider: provider,
                message: "the answer contains a secret that cannot be removed"
            )
        }
        // Errors come as pages and plain texts, too.
        let mayBeText = test.expectation.error != nil && !(200..<300).contains(response.status)
        if !mayBeText, case .failure(let problem) = AnswerBody(clean.bytes, reader.format).document {
            throw ProviderError(
                .malformed,
                provider: provider,
                message:
                    "the answer (HTTP status \(response.status)) is not \(reader.format.rawValue.uppercased()), "
                    + "and is not written: \(problem.message)"
            )
        }
        return Answer(
            request: "\(request.method.rawValue) \(request.redactedURL)",
            status: response.status,
            contentType: response.headers["Content-Type"],
            body: clean.bytes,
            redactionCount: clean.count
        )
    }

    private var provider: ProviderID { builder.provider }
    private var definition: HTTPDefinition { builder.definition }

    private func operation(of test: ProviderTest) throws(ProviderError) -> OperationDefinition {
        let alternatives = definition.operations[test.operation] ?? []
        guard let operation = alternatives.first(where: test.takesInputs) else {
            throw failure("no alternative of '\(test.operation.rawValue)' takes the inputs of '\(test.name)'")
        }
        return operation
    }

    private func request(
        of test: ProviderTest,
        to operation: OperationDefinition,
        by builder: RequestBuilder
    ) throws(ProviderError) -> HTTPRequest {
        guard let base = definition.baseURLs.first else {
            throw failure(definition.addressProblem ?? "the definition names no base_url")
        }
        if test.operation.hasDate, test.inputs.values[.date] == nil {
            throw failure("'\(test.name)' names no day; give it an input such as { date: 2024-03-10 }")
        }
        var inputs = test.inputs
        if inputs.values[.languages] == nil, !languages.isEmpty { inputs.values[.languages] = .texts(languages) }
        var wanted = languages
        if case .texts(let own) = inputs.values[.languages] { wanted = own }
        inputs.locale = definition.locales.locale(for: wanted)
        let firstPage = PageWalk(operation.paging, count: 1).next() ?? .only
        return try builder.request(operation, inputs: inputs, page: firstPage, at: base)
    }

    private func failure(_ message: String) -> ProviderError {
        ProviderError(.badRequest, provider: provider, message: message)
    }
}
