package import JSON
package import MovieDomain

/// One rule that tells a fault from an answer; the rule matches where all its conditions hold.
package struct ErrorRule: Sendable {
    let conditions: [ResponseCondition]
    /// What a response that matches is.
    package let kind: ProviderError.Kind
    let code: JSONPath?
    let message: JSONPath?
    let retryAfter: RetryAfter?

    enum RetryAfter: Sendable {
        case seconds(Double)
        case path(JSONPath)
    }

    /// The fault of a response, `nil` where the rule does not match.
    package func fault(in response: ResponseFacts) -> Fault? {
        guard conditions.allSatisfy({ $0.holds(for: response) }) else { return nil }
        return Fault(
            kind,
            code: text(at: code, in: response),
            message: text(at: message, in: response).map { String($0.prefix(500)) },
            retryAfterSeconds: seconds(in: response)
        )
    }

    private func text(at path: JSONPath?, in response: ResponseFacts) -> String? {
        guard let path, let root = response.root else { return nil }
        return path.first(in: root, root: root)?.scalarText
    }

    private func seconds(in response: ResponseFacts) -> Double? {
        switch retryAfter {
        case nil: nil
        case .seconds(let seconds): seconds
        case .path(let path):
            text(at: path, in: response).flatMap { NumberText.decimal($0) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}

/// One condition of an error rule.
enum ResponseCondition: Sendable {
    case status([StatusPattern])
    case path(JSONPath, PathTest)
    case contentType([String])
    case bodyStartsWith([String])

    enum PathTest: Sendable {
        case exists(Bool)
        case isText(String)
        case isNotText(String)
        case isIn([String])
        case matches(TextPattern)
    }

    func holds(for response: ResponseFacts) -> Bool {
        switch self {
        case .status(let patterns):
            return patterns.contains { $0.matches(response.status) }
        case .contentType(let words):
            let type = (response.contentType ?? "").prefix { $0 != ";" }.lowercased()
            return words.contains { type.contains($0.lowercased()) }
        case .bodyStartsWith(let prefixes):
            let start = String(decoding: response.bodyPrefix.prefix(1024), as: UTF8.self).lowercased().drop {
                $0.isWhitespace || $0 == "\u{FEFF}"
            }
            return prefixes.contains { start.hasPrefix($0.lowercased()) }
        case .path(let path, let test):
            guard let root = response.root else { return false }
            return test.holds(for: path.first(in: root, root: root))
        }
    }
}

extension ResponseCondition.PathTest {
    /// Null counts as absent; a value that is absent is not any text.
    func holds(for element: JSONElement?) -> Bool {
        let text = element?.scalarText
        return switch self {
        case .exists(let wanted): (element.map { !$0.isNull } ?? false) == wanted
        case .isText(let wanted): text == wanted
        case .isNotText(let unwanted): text != unwanted
        case .isIn(let wanted): text.map(wanted.contains) ?? false
        case .matches(let pattern): text.map(pattern.occurs) ?? false
        }
    }
}

/// HTTP statuses that a rule is about: `401`, or `5xx` for all of a hundred.
enum StatusPattern: Hashable, Sendable {
    case exactly(Int)
    case hundred(Int)

    init?(_ text: String) {
        if text.count == 3, text.hasSuffix("xx"), let digit = Int(text.prefix(1)), (1...5).contains(digit) {
            self = .hundred(digit)
        } else if let status = Int(text), (100...599).contains(status) {
            self = .exactly(status)
        } else {
            return nil
        }
    }

    func matches(_ status: Int) -> Bool {
        switch self {
        case .exactly(let wanted): status == wanted
        case .hundred(let digit): status / 100 == digit
        }
    }
}

/// What went wrong at a source, as the language says it.
extension ProviderError.Kind: LanguageWord {
    /// What an error rule may tell.
    package static let ofRules: [Self] = [
        .auth, .quota, .rateLimited, .notFound, .badRequest, .unavailable, .upstream,
    ]
    /// What a test may expect.
    package static let ofTests = ofRules + [.malformed]

    /// What the failure means, in a sentence.
    package var summary: String {
        switch self {
        case .auth: "The key is wrong or missing."
        case .quota: "The quota is used up."
        case .rateLimited: "Too many requests in a short time."
        case .notFound: "There is no such film."
        case .badRequest: "The request was not understood."
        case .unavailable: "The source is down or shut away."
        case .upstream: "Something else is wrong at the source."
        case .malformed: "The answer is not JSON, or has no rows where they should be."
        case .timeout, .circuitOpen, .disabled, .unsupported: ""
        }
    }
}

/// What an error rule made of a response.
package struct Fault: Hashable, Sendable {
    package var kind: ProviderError.Kind
    package var code: String?
    /// The source's own words, at most 500 characters.
    package var message: String?
    /// When to try again; `nil` where nobody says.
    package var retryAfterSeconds: Double?

    package init(
        _ kind: ProviderError.Kind,
        code: String? = nil,
        message: String? = nil,
        retryAfterSeconds: Double? = nil
    ) {
        self.kind = kind
        self.code = code
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
    }
}

/// What error rules look at.
package struct ResponseFacts: Sendable {
    package var status: Int
    /// The header `Content-Type` as it came.
    package var contentType: String?
    /// The beginning of the body; a few hundred bytes are enough.
    package var bodyPrefix: [UInt8]
    /// The body as JSON, `nil` where it is none.
    package var root: JSONElement?

    package init(status: Int, contentType: String?, bodyPrefix: [UInt8], root: JSONElement?) {
        self.status = status
        self.contentType = contentType
        self.bodyPrefix = bodyPrefix
        self.root = root
    }
}
