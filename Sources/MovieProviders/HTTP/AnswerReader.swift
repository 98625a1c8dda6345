package import HTTPModel
package import JSON
package import MovieDomain
package import Platform
package import ProviderLanguage
package import Upstream
import ZIP

/// A reader that tells answers from failures: by error rules, then HTTP status, then format, then rows.
///
/// The status says little: KOFIC and OMDb fail with 200, and a gateway in front of a source answers with HTML.
package final class AnswerReader: AnswerReading {
    private let builder: RequestBuilder
    /// The operation; `nil` for a login, whose answer has no rows and fails by its status alone.
    private let operation: OperationDefinition?
    private let clock: WallClock

    /// Creates a reader of the answers to the requests that `builder` makes.
    package init(_ builder: RequestBuilder, _ operation: OperationDefinition?, clock: WallClock) {
        self.builder = builder
        self.operation = operation
        self.clock = clock
    }

    private var provider: ProviderID { builder.provider }
    private var definition: HTTPDefinition { builder.definition }

    /// Reads a response; a document without its rows is a failure, too, and is neither cached nor counted as a success.
    package func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        let root = try document(of: response)
        guard let operation else { return HTTPAnswer.Document(root: root, rows: []) }
        let rowRoot = try withoutSecrets(root, of: response)
        switch operation.rows.rows(in: rowRoot) {
        case .rows(let rows):
            if rows.isEmpty, !operation.rows.hasPlace(in: rowRoot), response.saysNotYet { throw notYet(operation) }
            // Skip cache entries: they were readable when they came, and an edit of the definition changes no answer.
            if !response.isCached, let report = operation.failures(ofUnreadable: rows, in: rowRoot, of: provider) {
                if response.saysNotYet { throw notYet(operation) }
                var error = ProviderError.unreadable(report, of: operation.name, at: provider)
                if rows.count == 1, rows[0].element.isMapOfObjects {
                    error.hint = "if each value of this object is a row, write each_value: true in the definition"
                }
                throw error
            }
            let keys = rows.contains { $0.key != nil } ? rows.map(\.key) : []
            var document = HTTPAnswer.Document(root: root, rows: rows.map(\.element), keys: keys, of: rowRoot)
            document.isDoubtful = rows.isEmpty && operation.countsRows(in: root, response.headers)
            return document
        case .tooMuch(let excess): throw excess.failure(of: operation.name, at: provider)
        case .missing where response.saysNotYet: throw notYet(operation)
        case .missing(let path, let found):
            let problem = operation.rows.problem(at: path, found, in: rowRoot)
            var error = malformed("\(operation.name.rawValue): \(problem)")
            error.hint = operation.hint(forMissingRows: found, in: rowRoot)
            error.field = path
            throw error
        }
    }

    /// The document without what the source repeats of a key: as a title it would be shown, and noted in the library.
    private func withoutSecrets(_ root: JSONElement, of response: HTTPResponse) throws(ProviderError) -> JSONElement {
        let mask = mask.sparingWords
        // Search the converted document of XML, because the source may have written a secret with entities.
        let isPacked = GzipFile.begins(response.body)
        guard !mask.isEmpty, mask.hasSecret(in: isConverted || isPacked ? root.text : response.body) else {
            return root
        }
        switch AnswerBody.tree(MessageMask(mask).masking(root.text), from: format) {
        case .success(let root): return root
        case .failure(let problem):
            throw malformed("the source's answer repeats a secret, and cannot be read without it: \(problem.message)")
        }
    }

    /// Whether the document is not written like the answer.
    private var isConverted: Bool { ![.json, .ndjson].contains(format) || !embedded.isEmpty }

    private var mask: SecretMask { builder.mask }

    /// The format that answers should be in.
    package var format: DocumentFormat { operation.map { $0.format ?? definition.format } ?? .json }

    /// Returns the body of an answer, parsed.
    package func body(of response: HTTPResponse) -> AnswerBody {
        AnswerBody(
            response.body,
            format,
            charset: charset(of: response),
            embedded: embedded,
            limit: definition.requestLimits.maximumBodyBytes
        )
    }

    /// The paths of texts that are JSON themselves.
    package var embedded: [JSONPath] { operation?.embeddedJSON ?? [] }

    /// Returns the charset that an answer should be in.
    package func charset(of response: HTTPResponse) -> String? { definition.charset?.name ?? response.charset }

    /// Returns the document of an answer, or throws the failure that the answer reports.
    package func document(of response: HTTPResponse, _ parsed: AnswerBody? = nil) throws(ProviderError) -> JSONElement {
        let body = parsed ?? self.body(of: response)
        var response = response
        response.body = body.bytes
        if let operation {
            let facts = ResponseFacts(response, root: body.root, isByID: operation.name.takesID, now: clock.seconds)
            if let failure = definition.errorRules.failure(in: facts) { throw completed(failure, response) }
        }
        try checkStatus(response, body)
        switch body.document {
        // A web page may be valid XML, too.
        case .success(let root) where body.markup == nil: return root
        case .success: throw unreadable(nil, body, response)
        case .failure(let problem): throw unreadable(problem, body, response)
        }
    }

    /// Returns the failure that an error rule found, without secrets, and with what else the response says.
    private func completed(_ failure: ProviderError, _ response: HTTPResponse) -> ProviderError {
        var failure = failure.of(provider)
        let mask = mask
        failure.message = mask.masking(failure.message)
        failure.code = failure.code.map(mask.masking)
        failure.hint = hint(for: failure.kind, response.status)
        failure.retryAfterSeconds = failure.retryAfterSeconds ?? retryAfter(response, failure.kind)
        // The time says more than the usual end of a quota's day.
        if failure.kind == .quota, failure.retryAfterSeconds != nil { failure.hint = nil }
        return failure
    }

    private func checkStatus(_ response: HTTPResponse, _ body: AnswerBody) throws(ProviderError) {
        let status = response.status
        guard let kind = meaning(of: status, isMarkup: body.markup != nil) else { return }
        let words = status < 100 ? "no HTTP status from 100 to 599" : "HTTP status \(status)"
        throw ProviderError(
            kind,
            provider: provider,
            message: "the source answered with \(words)" + (body.markup.map { " and \($0.rawValue)" } ?? "")
                + (body.words.map { ": \(mask.masking($0).cut)" } ?? ""),
            code: String(status),
            hint: body.markup != nil && [404, 410].contains(status) && operation?.name.takesID == true
                ? Self.pageHint(status) : hint(for: kind, status),
            retryAfterSeconds: retryAfter(response, kind)
        )
    }

    /// What to do about a web page in place of what an id was asked for.
    private static func pageHint(_ status: Int) -> String {
        "has the API moved? check base_url and the operation's path; if this is how the source says that it has no "
            + "such film, add a rule to 'errors': { when: { status: \(status), by_id: true }, kind: not_found }"
    }

    /// What an HTTP status says where the definition has no rule of its own (RFC 9110, section 15); `nil` for success.
    ///
    /// A web page with it is what gates answer, and hosts that the API has left. A list or a box office that is not there
    /// has moved: that is not the same as one without rows.
    private func meaning(of status: Int, isMarkup: Bool) -> ProviderError.Kind? {
        switch status {
        case 200..<300: nil
        case 401: .auth
        case 403: isMarkup ? .unavailable : .auth
        case 404, 410: operation?.name.takesID == true && !isMarkup ? .notFound : .unavailable
        case 408: .timeout
        case 429: .rateLimited
        case 400..<500: isMarkup ? .unavailable : .badRequest
        case 500..<600: .unavailable
        case 100..<600: .upstream
        // HTTP has no such status, so something else answers there.
        default: .malformed
        }
    }

    /// What the person who runs the program can do about an error, and about the status that says so.
    func hint(for kind: ProviderError.Kind, _ status: Int? = nil) -> String? {
        let names = builder.secrets.keys.filter { $0.kind != .written }.map(\.name).sorted().joined(separator: " and ")
        // Wherever the definition puts its key.
        let isKeySent = if case .none = definition.authentication { !builder.secrets.isEmpty } else { true }
        return switch (kind, status) {
        case (.auth, _) where !names.isEmpty: "check the value of \(names)"
        case (.auth, 401) where !isKeySent, (.auth, 403) where !isKeySent:
            "the source requires a key; 'auth' in the definition says where it goes"
        case (.quota, _): "today's calls are used up; the source answers again when its day is over"
        case (.unavailable, 404), (.unavailable, 410): "has the API moved? check base_url and the operation's path"
        default: nil
        }
    }

    private func unreadable(
        _ problem: AnswerBody.Problem?,
        _ body: AnswerBody,
        _ response: HTTPResponse
    ) -> ProviderError {
        let due = format.rawValue.uppercased()
        if let markup = body.markup {
            return ProviderError(
                .unavailable,
                provider: provider,
                message: "the source answered with \(markup.rawValue) instead of \(due)",
                hint: "a sign-in, a challenge or a moved host; check base_url. If the source has only web pages, "
                    + "format: html reads the JSON in them"
            )
        }
        if response.saysNotYet, body.isEmpty, let operation { return notYet(operation) }
        guard let problem, !body.isEmpty else { return malformed("the source answered with nothing") }
        let charset = problem.isOfEncoding && format != .xml ? response.foreignCharset : nil
        var error = malformed(
            "the source's answer is not valid \(due): \(problem.message) "
                + "(line \(problem.line), column \(problem.column))"
                + (charset.map { "; it is declared as \($0)" } ?? "")
        )
        if problem.isOfEncoding {
            error.hint =
                "ask the API for UTF-8, or name the encoding in the definition (charset: EUC-KR): "
                + TextEncoding.names.joined(separator: ", ")
        }
        return error
    }

    /// The failure of an answer that only says that the source has begun to work on one.
    private func notYet(_ operation: OperationDefinition) -> ProviderError {
        ProviderError(
            .unavailable,
            provider: provider,
            message: "\(operation.name.rawValue): the source has no answer yet (HTTP status 202)",
            hint: "ask again later; for more attempts within a call, write retry: { attempts: 4 } in the definition"
        )
    }

    private func malformed(_ message: String) -> ProviderError {
        ProviderError(.malformed, provider: provider, message: message)
    }

    /// Returns the seconds after which the headers allow another request, at most about thirty years.
    private func retryAfter(_ response: HTTPResponse, _ kind: ProviderError.Kind) -> Int? {
        let (headers, now) = (response.headers, clock.seconds)
        var seconds = headers["Retry-After"].flatMap { RetryAfter.seconds($0, now: now) }
        // Many sources send these with every response, where they say nothing about another failure.
        if kind == .rateLimited { seconds = seconds ?? RetryAfter.secondsUntilReset(in: headers, now: now) }
        return seconds.map { min($0, 1_000_000_000) }
    }
}

extension OperationDefinition {
    /// Whether an answer says that there are rows, all of which it should have.
    fileprivate func countsRows(in root: JSONElement, _ headers: HTTPHeaders) -> Bool {
        !rows.isFiltered && paging.facts(root: root, headers: headers).count ?? 0 > 0
    }

    /// What to do about an answer without rows, or with what is `found` in their place.
    fileprivate func hint(forMissingRows found: String?, in root: JSONElement) -> String {
        guard found == nil else { return "has the API changed?" }
        if let failure = rows.failureNote(in: root) {
            return "add a rule to 'errors' that says what it means, such as "
                + "{ when: { path: \(failure.path), matches: limit }, kind: rate_limited }"
        }
        return "has the API changed?"
            + (rows.isEmptyIfMissing ? "" : " if nothing there means no rows, write if_missing: empty")
    }
}

extension JSONElement {
    fileprivate var isMapOfObjects: Bool { count > 0 && members.allSatisfy { $0.value.kind == .object } }
}

extension HTTPResponse {
    /// Whether the source has taken the request, but not answered it (RFC 9110, section 15.3.3).
    fileprivate var saysNotYet: Bool { status == 202 }

    fileprivate var isCached: Bool { if case .cache = provenance { true } else { false } }

    /// The declared charset if it is not known.
    fileprivate var foreignCharset: String? {
        charset.flatMap { $0.lowercased() == "utf-8" || TextEncoding(named: $0) != nil ? nil : $0 }
    }

    /// The charset that the answer is declared to have, as the source writes it.
    package var charset: String? {
        let parameters = headers["Content-Type"]?.split(scalar: ";").dropFirst() ?? []
        for parameter in parameters {
            let parts = parameter.split(scalar: "=", maxSplits: 1).map {
                $0.filter { !$0.isWhitespace && $0 != "\"" }
            }
            guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
            let charset = parts[1].filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }
            return charset.isEmpty ? nil : charset.lowercased() == "utf8" ? "UTF-8" : String(charset.prefix(40))
        }
        return nil
    }
}

extension ProviderError {
    /// Returns the failure of an answer in which no row has what the definition requires: it is not an empty list.
    static func unreadable(
        _ report: MappingReport,
        of operation: Capability,
        at provider: ProviderID
    ) -> ProviderError {
        ProviderError(
            .malformed,
            provider: provider,
            message: "\(operation.rawValue): "
                + (report.rows == 1 ? "the only row lacks" : "none of the \(report.rows) rows has")
                + " what the definition requires: \(report.reasons)",
            hint: "has the API changed? compare the definition's item with an answer"
        )
    }
}
