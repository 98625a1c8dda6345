package import JSON
package import MovieDomain

package struct ErrorRule: Sendable {
    let conditions: [ResponseCondition]
    /// The kind of error that a matching response is.
    package let kind: ProviderError.Kind
    let code: JSONPath?
    let message: JSONPath?
    let retryAfter: DurationSource?

    /// Returns the fault of a response; `nil` if the rule does not match.
    package func fault(in response: ResponseFacts) -> Fault? {
        let budget = MappingBudget(limits: .ofReading)
        do throws(ConversionFailure) {
            for condition in conditions {
                guard try condition.holds(for: response, budget) else { return nil }
            }
        } catch {
            return nil
        }
        return Fault(
            kind: kind,
            code: text(at: code, in: response)?.shortened(toCharacters: 100),
            message: text(at: message, in: response)?.shortened(toCharacters: 500),
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
        case .fixed(let duration): duration / .seconds(1)
        case .path(let path):
            text(at: path, in: response).flatMap { NumberText.decimal($0) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}

enum ResponseCondition: Sendable {
    case status([StatusPattern])
    case path(JSONPath, PathTest)
    case contentType([String])
    case bodyStartsWith([String])
    case bodyMatches(TextPattern)

    enum PathTest: Sendable {
        case exists(Bool)
        case isText(String)
        case isNotText(String)
        case isIn([String])
        case matches(TextPattern)
    }

    func holds(for response: ResponseFacts, _ budget: MappingBudget) throws(ConversionFailure) -> Bool {
        switch self {
        case .status(let patterns):
            return patterns.contains { $0.matches(response.status) }
        case .contentType(let words):
            let type = (response.contentType ?? "").prefix { $0 != ";" }.lowercased()
            return words.contains { type.contains($0.lowercased()) }
        case .bodyStartsWith(let prefixes):
            let start = response.bodyStart.lowercased()
            return prefixes.contains { start.hasPrefix($0.lowercased()) }
        case .bodyMatches(let pattern):
            return try pattern.occurs(in: String(response.bodyStart), budget)
        case .path(let path, let test):
            guard let root = response.root else { return false }
            return try test.holds(for: budget.firstValue(at: path, in: root, root: root), budget)
        }
    }
}

extension ResponseCondition.PathTest {
    /// Returns whether an element passes the test; null counts as absent, and an absent value has no text.
    func holds(for element: JSONElement?, _ budget: MappingBudget) throws(ConversionFailure) -> Bool {
        let text = element?.scalarText
        switch self {
        case .exists(let wanted): return (element.map { !$0.isNull } ?? false) == wanted
        case .isText(let wanted): return text == wanted
        case .isNotText(let unwanted): return text != unwanted
        case .isIn(let wanted): return text.map(wanted.contains) ?? false
        case .matches(let pattern):
            guard let text else { return false }
            return try pattern.occurs(in: text, budget)
        }
    }
}

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

/// The kinds of errors of a source, as words of the language.
extension ProviderError.Kind: LanguageWord {
    /// What an error rule may tell.
    package static let ofRules: [Self] = [.auth, .quota, .rateLimited, .notFound, .badRequest, .unavailable, .upstream]
    /// What a test may expect.
    package static let ofTests = ofRules + [.malformed]

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

/// The error that an error rule finds in a response.
package struct Fault: Hashable, Sendable {
    package let kind: ProviderError.Kind
    package var code: String?
    /// The message of the source, at most 500 characters.
    package var message: String?
    /// The seconds after which to try again; `nil` if the source does not say.
    package var retryAfterSeconds: Double?
}

extension [ErrorRule] {
    /// Returns the fault of a response by the first rule that matches; `nil` if none does.
    package func fault(in response: ResponseFacts) -> Fault? {
        lazy.compactMap { $0.fault(in: response) }.first
    }
}

package struct ResponseFacts: Sendable {
    package var status: Int
    package var contentType: String?
    /// The beginning of the body; a few hundred bytes are enough.
    package var bodyPrefix: [UInt8]
    /// The parsed body; `nil` if it could not be parsed.
    package var root: JSONElement?

    package init(status: Int, contentType: String?, bodyPrefix: [UInt8], root: JSONElement?) {
        self.status = status
        self.contentType = contentType
        self.bodyPrefix = bodyPrefix
        self.root = root
    }

    /// The beginning of the body as text, without leading white space.
    fileprivate var bodyStart: Substring {
        String(decoding: bodyPrefix.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }
}

extension String {
    /// Returns the beginning of the text; limits Unicode scalars as well, because a few characters may be as long as a
    /// book.
    fileprivate func shortened(toCharacters most: Int) -> String {
        let text = String(prefix(most))
        return text.utf8.count <= 4 * most ? text : String(text.unicodeScalars.prefix(most))
    }
}
