import JSON
import MovieDomain
import ProviderLanguage
import Upstream

/// Tells an answer from a failure, in this order: error rules and HTTP status, then not JSON, then the document.
///
/// Upstreams say little with a status: KOFIC and OMDb fail with 200, a gate in front of a source answers HTML.
struct AnswerReader: Sendable {
    let provider: ProviderID
    let definition: HTTPDefinition
    let secrets: [SecretReference: Secret]

    /// The document of an answer that is one.
    func document(of response: HTTPResponse) throws(SourceFailure) -> JSONElement {
        let parsed = parse(response.body)
        let root = try? parsed.get()  // because a body that is no JSON is judged below, after rules and status
        let facts = ResponseFacts(
            status: response.status,
            contentType: response.headers["Content-Type"],
            bodyPrefix: Array(response.body.prefix(1_024)),
            root: root
        )
        if let fault = definition.fault(in: facts) { throw failure(fault, response) }
        try checkStatus(response, isPage: isPage(response))
        switch parsed {
        case .success(let root): return root
        case .failure(let problem): throw notJSON(problem, response)
        }
    }

    /// A byte order mark is passed over (RFC 8259, section 8.1); blank lines before the value are JSON's own.
    private func parse(_ body: [UInt8]) -> Result<JSONElement, JSONError> {
        let isMarked = body.starts(with: [0xEF, 0xBB, 0xBF])
        let limits = JSONLimits(maximumBytes: max(definition.maximumBodyBytes, body.count))
        do throws(JSONError) {
            return .success(try JSONDocument(isMarked ? Array(body.dropFirst(3)) : body, limits: limits).root)
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ fault: Fault, _ response: HTTPResponse) -> SourceFailure {
        SourceFailure(
            SourceFailure.Kind(fault.kind),
            provider: provider,
            message: fault.message.map(withoutSecrets) ?? fault.kind.summary,
            code: fault.code,
            hint: hint(for: SourceFailure.Kind(fault.kind)),
            retryAfterSeconds: fault.retryAfterSeconds.map { Int($0.rounded(.up)) } ?? retryAfter(response)
        )
    }

    private func checkStatus(_ response: HTTPResponse, isPage: Bool) throws(SourceFailure) {
        let sendsKey = if case .none = definition.authentication { false } else { true }
        guard var kind = SourceFailure.Kind(status: response.status, sentKey: sendsKey && !isPage) else { return }
        if isPage, kind == .badRequest { kind = .unavailable }
        throw SourceFailure(
            kind,
            provider: provider,
            message: "the source answered with HTTP status \(response.status)" + (isPage ? " and a web page" : ""),
            code: String(response.status),
            hint: hint(for: kind),
            retryAfterSeconds: retryAfter(response)
        )
    }

    private func notJSON(_ problem: JSONError, _ response: HTTPResponse) -> SourceFailure {
        if isPage(response) {
            return SourceFailure(
                .unavailable,
                provider: provider,
                message: "the source answered with a web page where JSON was due",
                hint: "a sign-in, a challenge or a moved host; check base_url"
            )
        }
        guard !response.body.isEmpty else {
            return SourceFailure(.malformed, provider: provider, message: "the source answered with nothing")
        }
        let position = problem.position(in: response.body)
        return SourceFailure(
            .malformed,
            provider: provider,
            message: "the source's answer is not JSON: \(problem.message) "
                + "(line \(position.line), column \(position.column))"
        )
    }

    /// Whether the body is HTML, whatever its type is said to be.
    private func isPage(_ response: HTTPResponse) -> Bool {
        response.body.first { !$0.isBlank } == UInt8(ascii: "<")
    }

    /// Seconds of `Retry-After`; its form with a date is not read here (RFC 9110, section 10.2.3).
    private func retryAfter(_ response: HTTPResponse) -> Int? {
        response.headers["Retry-After"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    private func hint(for kind: SourceFailure.Kind) -> String? {
        let names = secrets.keys.map(\.name).sorted().joined(separator: " and ")
        return switch kind {
        case .auth: names.isEmpty ? nil : "check the value of \(names)"
        case .quota: "the calls of this day are used up; answers come again when the source's day is over"
        default: nil
        }
    }

    /// A source's own words, with the key taken out where it repeats it.
    private func withoutSecrets(_ words: String) -> String {
        secrets.values.reduce(words) { words, secret in
            secret.reveal { value in
                value.isEmpty ? words : words.split(separator: value, omittingEmptySubsequences: false)
                    .joined(separator: "***")
            }
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self == 0xEF || self == 0xBB || self == 0xBF }
}
