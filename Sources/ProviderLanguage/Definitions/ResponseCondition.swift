import JSON

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
