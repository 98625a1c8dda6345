/// A problem in a YAML text, with its position.
package struct YAMLError: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The bytes are not the UTF-8 text that YAML requires.
        case encoding
        /// The text does not follow YAML's grammar.
        case syntax
        /// A limit of ``YAMLLimits`` is exceeded.
        case limit
        case empty
        case severalDocuments
        case duplicateKey
        /// A merge key, `<<`.
        case mergeKey
        /// An alias without an anchor, or inside the node that it names.
        case alias
        case memory
    }

    package var kind: Kind
    package var position: YAMLPosition
    /// What is wrong and what would be right, in one sentence without the position.
    package var message: String

    package init(_ kind: Kind, at position: YAMLPosition, _ message: String) {
        self.kind = kind
        self.position = position
        self.message = message
    }
}

extension YAMLError: CustomStringConvertible {
    /// `line:column: error: message`, the format of diagnostics without the file name.
    package var description: String { "\(position): error: \(message)" }
}

/// Problems that libyaml accepts but this module does not.
extension YAMLError {
    static let emptyText = YAMLError(
        .empty,
        at: .start,
        "the file is empty: it contains no document, only blank lines or comments"
    )

    static func secondDocument(at position: YAMLPosition, first: YAMLPosition) -> YAMLError {
        let message = "expected one document, found a second; the first begins on line \(first.line)"
        return YAMLError(.severalDocuments, at: position, message)
    }

    static func duplicateKey(_ key: String, at position: YAMLPosition, first: YAMLPosition) -> YAMLError {
        let places =
            first.line == position.line
            ? "both on line \(first.line), at columns \(first.column) and \(position.column)"
            : "on line \(first.line) and on line \(position.line)"
        let message = "the key \(quoted(key)) appears twice in this map: \(places)"
        return YAMLError(.duplicateKey, at: position, message)
    }

    static func mergeKey(at position: YAMLPosition) -> YAMLError {
        let message = "merge keys (<<) are not supported: write the keys out, or put the whole map behind an alias"
        return YAMLError(.mergeKey, at: position, message)
    }

    static func undefinedAlias(_ name: String, at position: YAMLPosition) -> YAMLError {
        let message = "the alias *\(name) has no anchor &\(name) before it; a text that begins with * needs quotes"
        return YAMLError(.alias, at: position, message)
    }

    static func aliasInsideItself(_ name: String, at position: YAMLPosition, anchor: YAMLPosition?) -> YAMLError {
        let place = anchor.map { " (line \($0.line))" } ?? ""
        let message =
            "the alias *\(name) is inside the node\(place) that &\(name) names, so it would never end"
        return YAMLError(.alias, at: position, message)
    }

    static func omitted(_ count: Int, like problem: YAMLError) -> YAMLError {
        YAMLError(problem.kind, at: problem.position, "and \(count) more problems of keys up to here")
    }

    static func outOfMemory(at position: YAMLPosition) -> YAMLError {
        YAMLError(.memory, at: position, "there is not enough memory to read the file")
    }

    /// Returns a key as messages show it: in quotes and short enough for a line.
    private static func quoted(_ key: String) -> String {
        key.count <= 60 ? "\"\(key)\"" : "\"\(key.prefix(59))…\""
    }
}

/// Problems with texts that cost too much.
extension YAMLError {
    static func tooManyBytes(_ count: Int, _ limits: YAMLLimits) -> YAMLError {
        YAMLError(.limit, at: .start, "the file has \(count) bytes, but \(limits.maximumBytes) is the limit")
    }

    static func tooDeep(at position: YAMLPosition, _ limits: YAMLLimits) -> YAMLError {
        let message = "lists and maps are nested more than \(limits.maximumDepth) levels deep here"
        return YAMLError(.limit, at: position, message)
    }

    static func tooManyNodes(at position: YAMLPosition, _ limits: YAMLLimits) -> YAMLError {
        let message = "from here on there are more than \(limits.maximumNodes) values, with aliases expanded"
        return YAMLError(.limit, at: position, message)
    }

    static func tooMuchText(at position: YAMLPosition, _ limits: YAMLLimits) -> YAMLError {
        let message =
            "from here on there are more than \(limits.maximumTextBytes) bytes of text, with aliases expanded"
        return YAMLError(.limit, at: position, message)
    }

    static func tooManyTagDirectives(at position: YAMLPosition, maximum: Int) -> YAMLError {
        YAMLError(.limit, at: position, "more than \(maximum) lines begin with %TAG")
    }
}

/// Problems with bytes that are not the text that YAML requires.
extension YAMLError {
    static func wideEncoding(_ name: String) -> YAMLError {
        YAMLError(.encoding, at: .start, "the file is \(name), but has to be UTF-8; save it as UTF-8")
    }

    static func notUTF8(byte: UInt8, at position: YAMLPosition) -> YAMLError {
        let message =
            "the byte \(hexadecimal(UInt32(byte), prefix: "0x", digits: 2)) here is not UTF-8; save the file as UTF-8"
        return YAMLError(.encoding, at: position, message)
    }

    static func forbiddenCharacter(_ character: Unicode.Scalar, at position: YAMLPosition) -> YAMLError {
        let name = hexadecimal(character.value, prefix: "U+", digits: 4)
        let text =
            switch character {
            case "\0": "found a zero byte (U+0000); YAML is plain text"
            case "\u{FEFF}": "found an invisible byte order mark (U+FEFF); delete it"
            case "\u{FFFE}", "\u{FFFF}": "\(name) is not a character"
            default:
                "the control character \(name) is not allowed; write it inside double quotes as "
                    + hexadecimal(character.value, prefix: "\\x", digits: 2)
            }
        return YAMLError(.encoding, at: position, text)
    }

    private static func hexadecimal(_ value: UInt32, prefix: String, digits: Int) -> String {
        let number = String(value, radix: 16, uppercase: true)
        return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}
