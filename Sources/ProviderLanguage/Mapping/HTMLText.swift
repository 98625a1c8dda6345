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
