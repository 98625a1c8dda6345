import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Upstream

/// Tells an answer from a failure, in this order: error rules, then HTTP status, then not JSON, then the document.
///
/// Upstreams say little with a status: KOFIC and OMDb fail with 200, a gate in front of a source answers HTML.
final class AnswerReader: AnswerReading {
    private let provider: ProviderID
    private let definition: HTTPDefinition
    private let operation: OperationDefinition
    private let secrets: [SecretReference: Secret]
    private let clock: WallClock

    init(
        provider: ProviderID,
        definition: HTTPDefinition,
        operation: OperationDefinition,
        secrets: [SecretReference: Secret],
        clock: WallClock
    ) {
        self.provider = provider
        self.definition = definition
        self.operation = operation
        self.secrets = secrets
        self.clock = clock
    }

    /// A document without its rows is a failure, too: nothing keeps it, or takes it for health.
    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        let root = try document(of: response)
        let rowRoot = try withoutSecrets(root, of: response)
        switch operation.rows.rows(in: rowRoot) {
        case .rows(let rows): return HTTPAnswer.Document(root: root, rows: rows, of: rowRoot)
        case .tooMuch(let excess): throw excess.failure(of: operation.name, at: provider)
        case .missing(let path):
            throw ProviderError(
                .malformed,
                provider: provider,
                message: "\(operation.name.rawValue): the answer has no rows at '\(path)'",
                hint: "has the API changed? if nothing there means no rows, the definition says if_missing: empty",
                field: path
            )
        }
    }

    /// The document without what the source repeats of a key: as a title it would be shown, and noted in the library.
    private func withoutSecrets(
        _ root: JSONElement,
        of response: HTTPResponse
    ) throws(ProviderError) -> JSONElement {
        let mask = SecretMask(secrets.values).sparingWords
        guard mask.hasSecret(in: response.body) else { return root }
        switch AnswerBody(MessageMask(mask).masking(AnswerBody(response.body).bytes)).document {
        case .success(let root): return root
        case .failure(let problem):
            throw ProviderError(
                .malformed,
                provider: provider,
                message: "the source's answer repeats a secret, and cannot be read without it: \(problem.message)"
            )
        }
    }

    /// The document of an answer that is one; a failure of the source's where it is none.
    func document(of response: HTTPResponse) throws(ProviderError) -> JSONElement {
        let body = AnswerBody(response.body)
        let facts = ResponseFacts(
            status: response.status,
            contentType: response.headers["Content-Type"],
            bodyPrefix: Array(response.body.prefix(1_024)),
            root: body.root
        )
        if let fault = definition.fault(in: facts) { throw failure(fault, response) }
        try checkStatus(response, body)
        switch body.document {
        case .success(let root): return root
        case .failure(let problem): throw notJSON(problem, body)
        }
    }

    private func failure(_ fault: Fault, _ response: HTTPResponse) -> ProviderError {
        let mask = SecretMask(secrets.values)
        let kind = fault.kind
        let message = fault.message.map(mask.masking) ?? ""
        return ProviderError(
            kind,
            provider: provider,
            message: message.allSatisfy(\.isWhitespace) ? fault.kind.summary : message,
            code: fault.code.map(mask.masking),
            hint: hint(for: kind),
            retryAfterSeconds: fault.retryAfterSeconds.map(wholeSeconds) ?? retryAfter(response)
        )
    }

    private func checkStatus(_ response: HTTPResponse, _ body: AnswerBody) throws(ProviderError) {
        let status = StatusMeaning(
            status: response.status,
            isKeySent: isKeySent,
            isMarkup: body.markup != nil,
            isAboutOneFilm: operation.name.takesID
        )
        guard let kind = status.failure else { return }
        throw ProviderError(
            kind,
            provider: provider,
            message: "the source answered with \(status.words)"
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

    private func notJSON(_ problem: JSONError, _ body: AnswerBody) -> ProviderError {
        if let markup = body.markup {
            return ProviderError(
                .unavailable,
                provider: provider,
                message: "the source answered with \(markup.words) where JSON was due",
                hint: "a sign-in, a challenge or a moved host; check base_url"
            )
        }
        guard !body.isEmpty else {
            return ProviderError(.malformed, provider: provider, message: "the source answered with nothing")
        }
        let position = problem.position(in: body.bytes)
        return ProviderError(
            .malformed,
            provider: provider,
            message: "the source's answer is not acceptable JSON: \(problem.message) "
                + "(line \(position.line), column \(position.column))"
        )
    }

    /// Seconds of `Retry-After`, at most some thirty years of them.
    private func retryAfter(_ response: HTTPResponse) -> Int? {
        response.headers["Retry-After"]
            .flatMap { RetryAfter.seconds($0, now: clock.seconds) }
            .map { min($0, 1_000_000_000) }
    }

    /// A number that a source chose, capped alike.
    private func wholeSeconds(_ seconds: Double) -> Int {
        Int(min(max(0, seconds.rounded(.up)), 1e9))
    }

    private func hint(for kind: ProviderError.Kind) -> String? {
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

/// The body of an answer, read once: as JSON, or as what it is instead.
struct AnswerBody {
    /// What begins with `<` instead of JSON.
    enum Markup {
        case webPage, xml
    }

    /// Without a byte order mark, which is passed over (RFC 8259, section 8.1).
    let bytes: [UInt8]
    let document: Result<JSONElement, JSONError>

    /// Reads the bytes of a body that the transport let through, whatever their number.
    init(_ body: [UInt8]) {
        bytes = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        do throws(JSONError) {
            let limits = JSONLimits(maximumBytes: max(1, bytes.count))
            document = .success(try JSONDocument(bytes, limits: limits).root)
        } catch {
            document = .failure(error)
        }
    }

    /// `nil` for what is no JSON.
    var root: JSONElement? {
        if case .success(let root) = document { root } else { nil }
    }

    /// `nil` for all that does not begin with `<`, whatever its type is said to be.
    var markup: Markup? {
        let start = bytes.drop(while: \.isBlank).prefix(512)
        guard start.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return text.hasPrefix("<?xml") && !text.contains("<html") ? .xml : .webPage
    }

    /// Whether there is nothing in it but blanks.
    var isEmpty: Bool { bytes.allSatisfy(\.isBlank) }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// What an HTTP status says where the definition has no rule of its own (RFC 9110, section 15).
struct StatusMeaning {
    let status: Int
    /// A 401 or 403 is about our key only where one was sent; elsewhere it is a gate in front of the source.
    let isKeySent: Bool
    /// Whether a web page came with it: that is what gates answer, and hosts that the API has left.
    let isMarkup: Bool
    /// A list or a box office that is not there has moved: that is not the same as one without rows.
    let isAboutOneFilm: Bool

    /// `nil` for success.
    var failure: ProviderError.Kind? {
        switch status {
        case 200..<300: nil
        case 401: isKeySent ? .auth : .unavailable
        case 403: isKeySent && !isMarkup ? .auth : .unavailable
        case 404, 410: isAboutOneFilm && !isMarkup ? .notFound : .unavailable
        case 408: .timeout
        case 429: .rateLimited
        case 400..<500: isMarkup ? .unavailable : .badRequest
        case 500..<600: .unavailable
        case 100..<600: .upstream
        // None of HTTP's: whatever answers there does not speak it well.
        default: .malformed
        }
    }

    /// What the answer came with, for a message.
    var words: String {
        status < 100 ? "no HTTP status from 100 to 599" : "HTTP status \(status)"
    }

    /// What the person who runs the program can do.
    var hint: String? {
        switch (status, failure) {
        case (401, .unavailable?): "the source wants a key; the definition says with 'auth' where it belongs"
        case (404, .unavailable?), (410, .unavailable?): "has the API moved? check base_url and the operation's path"
        default: nil
        }
    }
}
