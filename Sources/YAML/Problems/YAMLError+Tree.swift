/// The problems of what libyaml accepts and we do not.
extension YAMLError {
    static let emptyText = YAMLError(
        .empty,
        at: .start,
        "the file is empty: it holds no document, only blank lines or comments"
    )

    static func secondDocument(at position: YAMLPosition, first: YAMLPosition) -> YAMLError {
        YAMLError(
            .severalDocuments,
            at: position,
            "a second document begins here, but a file holds one; the first begins on line \(first.line)",
            related: [first]
        )
    }

    static func duplicateKey(_ key: String, at position: YAMLPosition, first: YAMLPosition) -> YAMLError {
        let places =
            first.line == position.line
            ? "both on line \(first.line), at columns \(first.column) and \(position.column)"
            : "on line \(first.line) and on line \(position.line)"
        return YAMLError(
            .duplicateKey,
            at: position,
            "the key \(quoted(key)) stands twice in this map: \(places)",
            related: [first]
        )
    }

    static func mergeKey(at position: YAMLPosition) -> YAMLError {
        YAMLError(
            .mergeKey,
            at: position,
            "merge keys (<<) are not supported: write the keys out, or put the whole map behind an alias"
        )
    }

    static func keyNotText(_ key: YAMLNode) -> YAMLError {
        YAMLError(
            .keyNotText,
            at: key.position,
            "a key has to be a text, but this one is \(key.kindName); put it in quotes if it begins with [ or {"
        )
    }

    static func undefinedAlias(_ name: String, at position: YAMLPosition) -> YAMLError {
        YAMLError(
            .alias,
            at: position,
            "the alias *\(name) has no anchor &\(name) before it; a text that begins with * needs quotes"
        )
    }

    static func aliasInsideItself(_ name: String, at position: YAMLPosition, anchor: YAMLPosition?) -> YAMLError {
        let place = anchor.map { " (line \($0.line))" } ?? ""
        return YAMLError(
            .alias,
            at: position,
            "the alias *\(name) stands inside the very node\(place) that &\(name) names, so it would never end",
            related: anchor.map { [$0] } ?? []
        )
    }

    static func omitted(_ count: Int, like problem: YAMLError) -> YAMLError {
        YAMLError(problem.kind, at: problem.position, "and \(count) more problems of keys up to here")
    }

    static func outOfMemory(at position: YAMLPosition) -> YAMLError {
        YAMLError(.memory, at: position, "there is no memory left to read the file")
    }

    /// A key as messages show it: in quotes, and not longer than a line.
    private static func quoted(_ key: String) -> String {
        key.count <= 60 ? "\"\(key)\"" : "\"\(key.prefix(59))…\""
    }
}
