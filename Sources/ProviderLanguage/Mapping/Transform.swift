/// One step from the text of a source to the text that a field needs (provider-language.md, "Item").
enum Transform: Sendable {
    case trim, lower, upper
    case stripHTML, unescapeHTML, collapseSpaces
    case split(String)
    case join(String)
    case replace(TextPattern, with: String)
    case extract(TextPattern)
    case prefix(String)
    case suffix(String)
    case number(group: String, decimal: String)
    case date([DateFormat])
    case at(Int)

    /// What a step may make of the values of one field, whatever an answer holds.
    private static let mostValues = 10_000
    private static let mostBytes = 1 << 20

    /// Applies the step to all values; throws where a value cannot be what the step needs, or too much would come of it.
    func apply(to values: [RawValue]) throws(ConversionFailure) -> [RawValue] {
        let changed = try unlimited(values)
        guard changed.count <= Self.mostValues else { throw ConversionFailure() }
        var bytes = 0
        for value in changed {
            if case .text(let text) = value { bytes += text.utf8.count }
        }
        guard bytes <= Self.mostBytes else { throw ConversionFailure() }
        return changed
    }

    private func unlimited(_ values: [RawValue]) throws(ConversionFailure) -> [RawValue] {
        guard values.count <= Self.mostValues else { throw ConversionFailure() }
        switch self {
        case .join(let separator):
            return values.isEmpty ? [] : [.text(try Self.texts(values).joined(separator: separator))]
        case .at(let index):
            let position = index < 0 ? values.count + index : index
            return values.indices.contains(position) ? [values[position]] : []
        case .split(let separator):
            var pieces: [RawValue] = []
            for text in try Self.texts(values) {
                pieces += text.split(separator: separator, maxSplits: Self.mostValues).map(\.trimmed).filter {
                    !$0.isEmpty
                }.map {
                    .text(String($0))
                }
            }
            return pieces
        default:
            var changed: [RawValue] = []
            changed.reserveCapacity(values.count)
            for value in values { changed.append(try apply(to: value)) }
            return changed
        }
    }

    /// Whether each value becomes one value, whatever stands beside it.
    var isOneToOne: Bool {
        switch self {
        case .split, .join, .at: false
        default: true
        }
    }

    /// Whether it ``isOneToOne`` and makes a text.
    var givesText: Bool {
        switch self {
        case .split, .join, .at, .date: false
        default: true
        }
    }

    private static func texts(_ values: [RawValue]) throws(ConversionFailure) -> [String] {
        var texts: [String] = []
        for value in values {
            guard let text = value.text else { throw ConversionFailure() }
            texts.append(text)
        }
        return texts
    }

    /// Applies a step that ``isOneToOne`` to one value.
    func apply(to value: RawValue) throws(ConversionFailure) -> RawValue {
        guard let text = value.text else { throw ConversionFailure() }
        guard case .date(let formats) = self else { return .text(try apply(to: text)) }
        guard let date = formats.lazy.compactMap({ $0.date(in: text) }).first else { throw ConversionFailure() }
        return .date(date)
    }

    /// Applies a step that ``givesText`` to one text.
    func apply(to text: String) throws(ConversionFailure) -> String {
        guard let changed = changed(text), changed.utf8.count <= Self.mostBytes else { throw ConversionFailure() }
        return changed
    }

    private func changed(_ text: String) -> String? {
        switch self {
        case .trim: text.trimmedText
        case .lower: text.lowercased()
        case .upper: text.uppercased()
        case .stripHTML: HTMLText.stripped(text)
        case .unescapeHTML: HTMLText.unescaped(text)
        case .collapseSpaces: text.split { $0.isWhitespace }.joined(separator: " ")
        case .replace(let pattern, let replacement): pattern.replacing(in: text, with: replacement)
        case .extract(let pattern): pattern.extract(from: text)
        case .prefix(let prefix): prefix + text
        case .suffix(let suffix): text + suffix
        case .number(let group, let decimal): NumberText.canonical(text, group: group, decimal: decimal)
        case .split, .join, .at, .date: nil
        }
    }
}

/// Makes plain text of the HTML that some sources put into their texts.
enum HTMLText {
    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "mdash": "—",
        "ndash": "–",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "middot": "·", "copy": "©", "reg": "®", "trade": "™",
        "eacute": "é", "egrave": "è", "aacute": "á", "ouml": "ö", "uuml": "ü", "auml": "ä", "szlig": "ß", "ccedil": "ç",
        "ntilde": "ñ",
    ]
    /// Tags that end a line or paragraph, so that words on both sides stay apart.
    private static let breaking: Set<String> = [
        "br", "p", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6",
    ]

    /// The text without tags and comments, references resolved, white space at its ends removed.
    static func stripped(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return String(html.trimmed) }
        var text = ""
        var rest = html[...]
        // Where an end is missing once, it is missing for all that follows: looking again would take quadratic time.
        var ends = Ends()
        while let open = rest.firstIndex(of: "<") {
            text += rest[..<open]
            let tag = rest[open...]
            guard let end = ends.end(of: tag) else {
                text += "<"
                rest = tag.dropFirst()
                continue
            }
            if breaking.contains(name(of: tag)), text.last?.isWhitespace == false { text += "\n" }
            rest = rest[end...].dropFirst()
        }
        return String(unescaped(text + rest).trimmed)
    }

    /// The text with character references such as `&amp;` and `&#8217;` resolved; unknown ones stay.
    static func unescaped(_ html: String) -> String {
        let isPlain = unsafe html.utf8.withContiguousStorageIfAvailable { unsafe !$0.contains(UInt8(ascii: "&")) }
        if isPlain == true { return html }
        var text = ""
        var rest = html[...]
        while let mark = rest.firstIndex(of: "&") {
            text += rest[..<mark]
            let body = rest[mark...].dropFirst().prefix(10)
            if let end = body.firstIndex(of: ";"), let character = character(body[..<end]) {
                text += character
                rest = rest[end...].dropFirst()
            } else {
                text += "&"
                rest = rest[mark...].dropFirst()
            }
        }
        return text + rest
    }

    /// Finds the ends of tags and comments, from the front of a text to its back.
    private struct Ends {
        private var hasTagEnd = true
        private var hasCommentEnd = true

        /// The `>` of a tag or comment; `nil` where `<` is just a sign.
        mutating func end(of tag: Substring) -> Substring.Index? {
            if tag.hasPrefix("<!--") {
                let end = hasCommentEnd ? tag.firstRange(of: "-->") : nil
                hasCommentEnd = end != nil
                return end.map { tag.index(before: $0.upperBound) }
            }
            guard let next = tag.dropFirst().first, next.isASCII, next.isLetter || next == "/" || next == "!" else {
                return nil
            }
            let end = hasTagEnd ? tag.firstIndex(of: ">") : nil
            hasTagEnd = end != nil
            return end
        }
    }

    private static func name(of tag: Substring) -> String {
        tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    }

    private static func character(_ reference: Substring) -> String? {
        guard reference.first == "#" else { return names[String(reference)] }
        let digits = reference.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number > 0, let scalar = Unicode.Scalar(number) else { return nil }
        return String(scalar)
    }
}
