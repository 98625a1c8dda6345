import JSON

/// One rule that tells a fault from an answer; the rule matches where all its conditions hold.
package struct ErrorRule: Sendable {
    let conditions: [ResponseCondition]
    /// What a response that matches is.
    package let kind: FaultKind
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
