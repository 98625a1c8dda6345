/// One value of a definition file, with the file it stands in: a text, a list or a map.
///
/// Definitions that extend each other are merged as these nodes, so that every problem still points at the file that
/// holds it.
struct SourceNode: Sendable {
    enum Content: Sendable {
        case text(String)
        case list([SourceNode])
        case map([Entry])
    }

    struct Entry: Sendable {
        var key: String
        var keyLocation: SourceLocation
        var value: SourceNode
    }

    var content: Content
    var location: SourceLocation
    /// Whether a text stands without quotes; quoted texts are never taken for JSON numbers or words.
    var isPlain = true
    /// The column offset from `location` to the text's first character, `nil` where columns of the text are not those of the file.
    var textOffset: Int? = 0
}

extension SourceNode {
    var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    var list: [SourceNode]? {
        if case .list(let list) = content { list } else { nil }
    }

    var entries: [Entry]? {
        if case .map(let entries) = content { entries } else { nil }
    }

    /// The value under a key of a map.
    subscript(key: String) -> SourceNode? {
        guard case .map(let entries) = content, let index = entries.firstIndex(where: { $0.key == key }) else {
            return nil
        }
        return entries[index].value
    }

    /// Whether nothing was written: `title:` and then the next line.
    var isNothing: Bool { isPlain && text == "" }

    /// What came, for messages: `'abc'`, `a list`, `a map`, `nothing`.
    var summary: String {
        switch content {
        case .text(let text): isNothing ? "nothing" : "'\(text.prefix(60))'"
        case .list: "a list"
        case .map: "a map"
        }
    }

    /// The place of a character of the text, counted from 0.
    func location(ofCharacter offset: Int) -> SourceLocation {
        textOffset.map { location.advanced(by: $0 + offset) } ?? location
    }
}
