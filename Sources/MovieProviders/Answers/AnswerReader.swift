import JSON
import MovieDomain
import ProviderLanguage
import Upstream

/// Tells an answer from a failure, in this order: error rules, then HTTP status, then not JSON, then the document.
///
/// Upstreams say little with a status: KOFIC and OMDb fail with 200, a gate in front of a source answers HTML.
struct AnswerReader: Sendable {
    let provider: ProviderID
    let definition: HTTPDefinition
    let secrets: [SecretReference: Secret]
    let clock: WallClock

    /// The document of an answer that is one; a failure of the source's where it is none.
    ///
    /// What was asked matters: only of one film does a 404 say that there is none.
    func document(of response: HTTPResponse, to operation: OperationName) throws(SourceFailure) -> JSONElement {
        let body = AnswerBody(response.body)
        let facts = ResponseFacts(
            status: response.status,
            contentType: response.headers["Content-Type"],
            bodyPrefix: Array(response.body.prefix(1_024)),
            root: body.root
        )
        if let fault = definition.fault(in: facts) { throw failure(fault, response) }
        try checkStatus(response, body, operation)
        switch body.document {
        case .success(let root): return root
        case .failure(let problem): throw notJSON(problem, body)
        }
    }

    private func failure(_ fault: Fault, _ response: HTTPResponse) -> SourceFailure {
        let mask = SecretMask(secrets.values)
        let kind = SourceFailure.Kind(fault.kind)
        let message = fault.message.map(mask.masking) ?? ""
        return SourceFailure(
            kind,
            provider: provider,
            message: message.allSatisfy(\.isWhitespace) ? fault.kind.summary : message,
            code: fault.code.map(mask.masking),
            hint: hint(for: kind),
            retryAfterSeconds: fault.retryAfterSeconds.map(wholeSeconds) ?? retryAfter(response)
        )
    }

    private func checkStatus(
        _ response: HTTPResponse,
        _ body: AnswerBody,
        _ operation: OperationName
    ) throws(SourceFailure) {
        let status = StatusMeaning(
            status: response.status,
            isKeySent: isKeySent,
            isMarkup: body.markup != nil,
            isAboutOneFilm: operation.takesID
        )
        guard let kind = status.failure else { return }
        throw SourceFailure(
            kind,
            provider: provider,
            message: "the source answered with HTTP status \(response.status)"
                + (body.markup.map { " and \($0.words)" } ?? ""),
            code: String(response.status),
            hint: hint(for: kind) ?? status.hint,
            retryAfterSeconds: retryAfter(response)
        )
    }

    /// Wherever the definition puts its key.
    private var isKeySent: Bool {
        if case .none = definition.authentication { !secrets.isEmpty } else { true }
    }

    private func notJSON(_ problem: JSONError, _ body: AnswerBody) -> SourceFailure {
        if let markup = body.markup {
            return SourceFailure(
                .unavailable,
                provider: provider,
                message: "the source answered with \(markup.words) where JSON was due",
                hint: "a sign-in, a challenge or a moved host; check base_url"
            )
        }
        guard !body.isEmpty else {
            return SourceFailure(.malformed, provider: provider, message: "the source answered with nothing")
        }
        let position = problem.position(in: body.bytes)
        return SourceFailure(
            .malformed,
            provider: provider,
            message: "the source's answer is not acceptable JSON: \(problem.message) "
                + "(line \(position.line), column \(position.column))"
        )
    }

    /// Seconds of `Retry-After`, at most some thirty years of them.
    private func retryAfter(_ response: HTTPResponse) -> Int? {
        response.headers["Retry-After"]
            .flatMap { RetryAfter.seconds($0, now: clock.now().secondsSinceEpoch) }
            .map { min($0, 1_000_000_000) }
    }

    /// A number that a source chose, capped alike.
    private func wholeSeconds(_ seconds: Double) -> Int {
        Int(min(max(0, seconds.rounded(.up)), 1e9))
    }

    private func hint(for kind: SourceFailure.Kind) -> String? {
        let names = secrets.keys.map(\.name).sorted().joined(separator: " and ")
        return switch kind {
        case .auth: names.isEmpty ? nil : "check the value of \(names)"
        case .quota: "the calls of this day are used up; answers come again when the source's day is over"
        default: nil
        }
    }
}

extension AnswerBody.Markup {
    fileprivate var words: String {
        switch self {
        case .webPage: "a web page"
        case .xml: "XML"
        }
    }
}
