import Platform

/// Makes plain text of the HTML that some sources put into their texts.
package enum HTMLText {
    private static let names: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "mdash": "—",
        "ndash": "–",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "middot": "·", "copy": "©", "reg": "®", "trade": "™",
        "bull": "•", "times": "×", "deg": "°", "laquo": "«", "raquo": "»", "iexcl": "¡", "iquest": "¿", "sect": "§",
        "pound": "£", "euro": "€", "yen": "¥", "cent": "¢", "ordf": "ª", "ordm": "º", "frac12": "½", "sup2": "²",
        "szlig": "ß", "eth": "ð", "thorn": "þ", "aelig": "æ", "oelig": "œ", "oslash": "ø", "aring": "å",
        "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "ccedil": "ç", "egrave": "è",
        "eacute": "é", "ecirc": "ê", "euml": "ë", "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï",
        "ntilde": "ñ", "ograve": "ò", "oacute": "ó", "ocirc": "ô", "otilde": "õ", "ouml": "ö", "ugrave": "ù",
        "uacute": "ú", "ucirc": "û", "uuml": "ü", "yacute": "ý", "yuml": "ÿ", "scaron": "š", "zcaron": "ž",
    ]
    /// The tags that end a line or paragraph, and so separate the words on both sides.
    private static let breaking: Set<String> = [
        "br", "p", "div", "li", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6",
    ]

    /// Returns the text without tags and comments, with references resolved and white space at its ends removed.
    package static func stripped(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return String(html.trimmed) }
        var text = ""
        var rest = html[...]
        // An end that is missing once is missing for the whole rest: searching again would take quadratic time.
        var ends = Ends()
        while let open = rest.firstIndex(scalar: "<") {
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

    /// Returns the text with character references such as `&amp;` and `&#8217;` resolved; unknown ones stay.
    package static func unescaped(_ html: String) -> String {
        let isPlain = unsafe html.utf8.withContiguousStorageIfAvailable { unsafe !$0.contains(UInt8(ascii: "&")) }
        if isPlain == true { return html }
        var text = ""
        // By scalars: a mark behind `&` or `;` is a part of the same character, and no part of a reference.
        var rest = html[...].unicodeScalars
        while let mark = rest.firstIndex(where: { $0 == "&" }) {
            text += Substring(rest[..<mark])
            rest = rest[mark...].dropFirst()
            let body = rest.prefix(10)
            if let end = body.firstIndex(where: { $0 == ";" }), let character = character(Substring(body[..<end])) {
                text += character
                rest = rest[end...].dropFirst()
            } else {
                text += "&"
            }
        }
        return text + Substring(rest)
    }

    /// Returns the text with references resolved that are escaped once or, as in some tables from the web, twice over:
    /// `&amp;amp;`.
    package static func unescapedTwice(_ text: String) -> String {
        let once = unescaped(text)
        return once == text ? text : unescaped(once)
    }

    /// A search for the ends of tags and comments, from the start of a text to its end.
    private struct Ends {
        private var hasTagEnd = true
        private var hasCommentEnd = true

        /// Returns the `>` of a tag or comment; `nil` if the `<` is an ordinary character.
        mutating func end(of tag: Substring) -> Substring.Index? {
            if tag.hasPrefix(scalars: "<!--") {
                let end = hasCommentEnd ? tag.firstRange(scalars: "-->") : nil
                hasCommentEnd = end != nil
                return end.map { tag.index(before: $0.upperBound) }
            }
            guard let next = tag.dropFirst().first, next.isASCII, next.isLetter || next == "/" || next == "!" else {
                return nil
            }
            let end = hasTagEnd ? tag.firstIndex(scalar: ">") : nil
            hasTagEnd = end != nil
            return end
        }
    }

    private static func name(of tag: Substring) -> String {
        tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    }

    private static func character(_ reference: Substring) -> String? {
        guard let first = reference.first else { return nil }
        guard first == "#" else {
            if let sign = names[String(reference)] { return sign }
            // Capitals are those of a letter (`&Eacute;`), or a mistake (`&Nbsp;`).
            guard first.isUppercase, let sign = names[reference.lowercased()] else { return nil }
            return sign.uppercased()
        }
        let digits = reference.dropFirst()
        // The standard library takes a sign for a part of the number.
        guard !digits.contains(scalars: "+") else { return nil }
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, number > 0, let scalar = Unicode.Scalar(number) else { return nil }
        return String(scalar)
    }
}
