package import HTTPModel
package import JSON
package import MovieDomain
import Platform

package struct ErrorRule: Sendable {
    var conditions: [ResponseCondition] = []
    /// The kind of error that a matching response is.
    package var kind = ProviderError.Kind.upstream
    var code: JSONPath?
    var message: JSONPath?
    var retryAfter: RetryTime?
    /// Whether the request is sent again within the same call.
    var isRetried = false
    var location: SourceLocation?

    /// Returns the failure that a response is, with 500 characters of the message at most; `nil` without a match.
    package func failure(in response: ResponseFacts) -> ProviderError? {
        let budget = MappingBudget(limits: .ofReading)
        do throws(ConversionFailure) {
            for condition in conditions {
                guard try condition.holds(for: response, budget) else { return nil }
            }
        } catch {
            return nil
        }
        let message = text(at: message, in: response)?.shortened(toCharacters: 500) ?? ""
        var error = ProviderError(
            kind,
            message: message.allSatisfy(\.isWhitespace) ? response.account(of: kind) : message,
            code: text(at: code, in: response)?.shortened(toCharacters: 100),
            retryAfterSeconds: retryAfter?.seconds(in: response)
        )
        error.mayPass = isRetried
        return error
    }

    private func text(at path: JSONPath?, in response: ResponseFacts) -> String? {
        guard let path, let root = response.root else { return nil }
        return path.first(in: root, root: root)?.scalarText
    }
}

/// When to try again after a failure: what the definition or a path says, or a header.
enum RetryTime: Sendable {
    case duration(DurationSource)
    case header(String)

    /// Returns the seconds, at most about thirty years if the source chose them; `nil` if it gives no time.
    func seconds(in facts: ResponseFacts) -> Int? {
        switch self {
        case .duration(let source): source.duration(in: facts.root).map { Int(($0 / .seconds(1)).rounded(.up)) }
        case .header(let name):
            facts.response.headers[name].flatMap { RetryAfter.secondsOrMoment($0, now: facts.now) }
                .map { min($0, 1_000_000_000) }
        }
    }
}

enum ResponseCondition: Sendable {
    case status([ClosedRange<Int>])
    case byID(Bool)
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

    func holds(for facts: ResponseFacts, _ budget: MappingBudget) throws(ConversionFailure) -> Bool {
        switch self {
        case .status(let ranges):
            return ranges.contains { $0.contains(facts.response.status) }
        case .byID(let wanted): return facts.isByID == wanted
        case .contentType(let words):
            let type = (facts.response.headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
            return words.contains { type.contains($0.lowercased()) }
        case .bodyStartsWith(let prefixes):
            let start = facts.bodyStart.lowercased()
            return prefixes.contains { start.hasPrefix(scalars: $0.lowercased()) }
        case .bodyMatches(let pattern):
            return try pattern.occurs(in: String(facts.bodyStart), budget)
        case .path(let path, let test):
            guard let root = facts.root else { return false }
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
        case .unavailable: "The source is down or blocked."
        case .upstream: "Something else is wrong at the source."
        case .malformed: "The answer is not JSON, or has no rows where they should be."
        case .timeout, .circuitOpen, .disabled, .unsupported: ""
        }
    }
}

extension [ErrorRule] {
    /// Returns the failure that a response is by the first rule that matches; `nil` if none does.
    package func failure(in response: ResponseFacts) -> ProviderError? {
        lazy.compactMap { $0.failure(in: response) }.first
    }
}

/// A response as error rules judge it.
package struct ResponseFacts: Sendable {
    let response: HTTPResponse
    /// The parsed body; `nil` if it could not be parsed.
    let root: JSONElement?
    /// Whether something was asked for by its id.
    let isByID: Bool
    /// The time of the response, in seconds since 1970.
    let now: Int

    package init(_ response: HTTPResponse, root: JSONElement?, isByID: Bool = false, now: Int = 0) {
        self.response = response
        self.root = root
        self.isByID = isByID
        self.now = now
    }

    /// Returns the message of a failure for which the response has none: its kind, and what was found.
    fileprivate func account(of kind: ProviderError.Kind) -> String {
        let found = [
            (200..<300).contains(response.status) ? nil : "HTTP status \(response.status)",
            root == nil && bodyStart.first == "<" ? "a web page" : nil,
        ].compactMap(\.self)
        guard !found.isEmpty else { return kind.summary }
        return "\(kind.summary.dropLast()): the source answered with \(found.joined(separator: " and "))"
    }

    /// The beginning of the body as text, without leading white space.
    fileprivate var bodyStart: Substring {
        String(decoding: response.body.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }
}

extension String {
    /// Returns the beginning of the text; limits scalars as well, because a few characters may be as long as a book.
    fileprivate func shortened(toCharacters most: Int) -> String {
        let text = String(prefix(most))
        return text.utf8.count <= 4 * most ? text : String(text.unicodeScalars.prefix(most))
    }
}

enum ErrorRuleConstruct {
    static let shape: Shape<ErrorRule> = .record(
        "an error rule",
        "What makes a response an error; the first rule that matches wins.",
        changing: ErrorRule(),
        finish: locate
    ) { keys in
        keys.add("when", "Conditions that must all hold.", ConditionConstruct.shape, required: true) {
            $0.conditions = $1
        }
        let kinds = Shape<ProviderError.Kind>.word(of: ProviderError.Kind.ofRules)
        keys.add("kind", "The kind of failure.", kinds, required: true) { $0.kind = $1 }
        keys.add("code", "The path of the source's error code.", Shape.path) { $0.code = $1 }
        keys.add("message", "The path of the source's message.", Shape.path) { $0.message = $1 }
        let retryAfterSummary = "When to try again: a duration, the path to seconds, or a header."
        let retrySummary =
            "Whether the request is sent again within the call, as often as the provider's `retry` says: for a source that"
            + " works on its answer, or fails now and then."
        keys.add("retry", retrySummary, Shape.boolean, default: "false") { $0.isRetried = $1 }
        keys.add("retry_after", retryAfterSummary, retryTime) { $0.retryAfter = $1 }
    }

    private static let retryTime: Shape<RetryTime> = .either(
        "a duration such as 30s, a path, or { header: X-RateLimit-Reset }",
        text: Shape.durationOrPath.map(RetryTime.duration),
        map: .record(
            "the header of a time",
            "When to try again, in a header: seconds, a date, or seconds since 1970.",
            changing: RetryTime.header("")
        ) { keys in
            keys.add("header", "A header of the response.", Shape.headerName, required: true) { $0 = .header($1) }
        }
    )

    @Sendable private static func locate(_ rule: inout ErrorRule, _ record: Record) {
        rule.location = record.node.location
    }
}

enum ConditionConstruct {
    static let path = Key("path", "A path in the response.", Shape.path)

    /// The tests of the value at a path.
    static let tests = KeyList<[ResponseCondition.PathTest]> { keys in
        keys.add("exists", "Whether the path has a value.", Shape.boolean) { $0.append(.exists($1)) }
        keys.add("is", "The text at the path.", Shape.text) { $0.append(.isText($1)) }
        keys.add("not", "A text that is not at the path.", Shape.text) { $0.append(.isNotText($1)) }
        keys.add("in", "Texts; one of them must be at the path.", Shape.list(.text)) { $0.append(.isIn($1)) }
        keys.add("matches", "A regular expression that matches the text at the path.", Shape.pattern) {
            $0.append(.matches($1))
        }
    }
    static let testNames = tests.entries.map(\.name)

    private static let keys = KeyList<[ResponseCondition]> { keys in
        keys.add("status", "HTTP statuses: 401, a list, or 5xx.", Shape.oneOrMore(status)) { $0.append(.status($1)) }
        let idSummary = "Whether the operation takes an id: a lookup does, a list or a search does not."
        keys.add("by_id", idSummary, Shape.boolean) { $0.append(.byID($1)) }
        keys.add(path)
        keys.add(tests.entries)
        keys.add("content_type", "A word in the content type: html.", Shape.oneOrMore(.text)) {
            $0.append(.contentType($1))
        }
        keys.add("body_starts_with", "The beginning of the body.", Shape.oneOrMore(.text)) {
            $0.append(.bodyStartsWith($1))
        }
        let bodySummary =
            "A regular expression that matches in the first 1,024 bytes of the body, JSON or not."
        keys.add("body_matches", bodySummary, Shape.pattern) { $0.append(.bodyMatches($1)) }
    }

    /// `404` is that status alone, `5xx` are all from 500 to 599.
    private static let status = Shape<ClosedRange<Int>>.parsed(
        "a status such as 404 or 5xx",
        form: .either([.integer(100...599), .pattern("a status such as 404 or 5xx", regex: "^[1-5]([0-9][0-9]|xx)$")])
    ) { (text) throws(LanguageError) in
        let hundred = text.count == 3 && text.hasSuffix(scalars: "xx") ? Int(text.prefix(1)).map { $0 * 100 } : nil
        let range = hundred.map { $0...$0 + 99 } ?? Int(text).map { $0...$0 }
        return range.flatMap { (100...599).contains($0.lowerBound) ? $0 : nil }
    }

    private static let construct = Construct(
        "when",
        "Conditions that must all hold.",
        keys.entries,
        rules: [.count(1...10), .needs(path.name, oneOf: testNames)] + testNames.map { .needs($0, oneOf: [path.name]) }
    )

    static let shape: Shape<[ResponseCondition]> = .record(construct) { record in
        var conditions: [ResponseCondition] = []
        keys.read(record, into: &conditions)
        let tests = tests(record)
        if record.has(path), !hasTest(record) {
            record.error("'path' needs exists, is, not, in or matches", at: path)
        }
        if let path = record.value(path) {
            conditions += tests.map { .path(path, $0) }
        } else if hasTest(record), !record.has(path) {
            record.error("exists, is, not, in and matches need a 'path'")
        }
        if record.node.entries?.isEmpty == true {
            record.error("'when' needs a condition")
        }
        return conditions
    }

    static func hasTest(_ record: Record) -> Bool { testNames.contains { record.node[$0] != nil } }

    static func tests(_ record: Record) -> [ResponseCondition.PathTest] {
        var found: [ResponseCondition.PathTest] = []
        tests.read(record, into: &found)
        return found
    }
}
