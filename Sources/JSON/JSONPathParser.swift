/// Parses the text of a path, scalar by scalar.
struct JSONPathParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(JSONPathError) -> (startsAtRoot: Bool, segments: [JSONPath.Segment]) {
        if scalars.isEmpty { throw error("expected a path, but it is empty") }
        if scalars == ["."] { return (false, []) }
        var segments: [JSONPath.Segment] = []
        let startsAtRoot = take("$")
        if !startsAtRoot && peek != "[" { segments.append(.name(try shorthand())) }
        while let next = peek {
            switch next {
            case ".":
                position += 1
                segments.append(.name(try shorthand()))
            case "[":
                segments.append(try bracketed())
            case " ":
                throw unexpected("'.' or '[' (a name with spaces is written ['like this'])")
            default:
                throw unexpected("'.' or '['")
            }
        }
        return (startsAtRoot, segments)
    }

    /// Reads a name without brackets: letters, digits, `_`, and anything beyond ASCII, not beginning with a digit.
    ///
    /// Unlike RFC 9535, it also accepts the names that XML produces: `@href`, `#text`, and `media:thumbnail`.
    private mutating func shorthand() throws(JSONPathError) -> String {
        let isMarked = peek == "@" || peek == "#"
        if isMarked { position += 1 }
        guard let first = peek, first.isNameStart else {
            if peek?.isDigit == true { throw unexpected("a name (a position is written [0])") }
            throw unexpected("a name (odd ones are written ['like this'])")
        }
        let start = isMarked ? position - 1 : position
        position += 1
        while let scalar = peek, scalar.isNameStart || scalar.isDigit || isPrefixEnd { position += 1 }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[start..<position])
        return String(name)
    }

    /// Whether the next scalar is a colon between a namespace prefix and a name.
    private var isPrefixEnd: Bool {
        peek == ":" && position + 1 < scalars.count && scalars[position + 1].isNameStart
    }

    private mutating func bracketed() throws(JSONPathError) -> JSONPath.Segment {
        position += 1
        skipBlanks()
        let segment: JSONPath.Segment
        switch peek {
        case "'":
            segment = .name(try quoted())
        case "*":
            position += 1
            segment = .wildcard
        case "?":
            segment = try filter()
        default:
            segment = .index(try index())
        }
        skipBlanks()
        guard take("]") else { throw unexpected("']'") }
        return segment
    }

    /// Reads a position without leading zeros or `-0`, between −(2⁵³ − 1) and 2⁵³ − 1 (RFC 9535, section 2.1).
    private mutating func index() throws(JSONPathError) -> Int {
        let start = position
        var digits = take("-") ? "-" : ""
        while let scalar = peek, scalar.isDigit {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        if digits.isEmpty { throw unexpected("a name in single quotes, a position, '*' or '?@.name=='text''") }
        if digits == "-" { throw unexpected("a digit") }
        guard let value = Int(digits), value.magnitude < 1 << 53 else {
            throw error("expected a position between -(2^53 - 1) and 2^53 - 1, found \(digits)", at: start)
        }
        guard digits == String(value) else {
            throw error("expected a position without leading zeros, found \(digits)", at: start)
        }
        return value
    }
}

// MARK: - Filter

extension JSONPathParser {
    /// Reads `?@.a.b=='x'`.
    private mutating func filter() throws(JSONPathError) -> JSONPath.Segment {
        position += 1
        skipBlanks()
        guard take("@") else { throw unexpected("'@', the only filter being ?@.name=='text'") }
        var names: [String] = []
        while true {
            if take(".") {
                names.append(try shorthand())
            } else if peek == "[" {
                position += 1
                skipBlanks()
                guard peek == "'" else { throw unexpected("a name in single quotes") }
                names.append(try quoted())
                skipBlanks()
                guard take("]") else { throw unexpected("']'") }
            } else {
                break
            }
        }
        if names.isEmpty { throw unexpected("'.' and a name") }
        skipBlanks()
        guard take("="), take("=") else { throw unexpected("'==', the only filter being ?@.name=='text'") }
        skipBlanks()
        if peek == "'" { return .filter(names: names, equals: try quoted(), isNumber: false) }
        let word = try word()
        return .filter(names: names, equals: word, isNumber: JSONNumber(text: word) != nil)
    }

    /// Reads a number, `true`, or `false`.
    private mutating func word() throws(JSONPathError) -> String {
        let start = position
        while let scalar = peek, scalar.isDigit || scalar.isNameStart || "+-.".unicodeScalars.contains(scalar) {
            position += 1
        }
        var word = String.UnicodeScalarView()
        word.append(contentsOf: scalars[start..<position])
        let text = String(word)
        guard ["true", "false"].contains(text) || JSONNumber(text: text) != nil else {
            position = start
            throw unexpected("a text in single quotes, a number, true or false")
        }
        return text
    }
}

// MARK: - Quoted

extension JSONPathParser {
    /// Reads a text in single quotes with its escapes (RFC 9535, section 2.3.1).
    private mutating func quoted() throws(JSONPathError) -> String {
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek {
            switch scalar {
            case "'":
                position += 1
                return String(text)
            case "\\":
                text.append(try escape())
            case "\u{0}"..<" ":
                throw error("expected control characters to be escaped")
            default:
                text.append(scalar)
                position += 1
            }
        }
        throw unexpected("a closing single quote")
    }

    private mutating func escape() throws(JSONPathError) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let letter = peek else { throw unexpected("an escape") }
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "/": "/", "\\": "\\", "'": "'",
        ]
        if let scalar = plain[letter] {
            position += 1
            return scalar
        }
        guard letter == "u" else { throw unexpected(#"one of bfnrt/\' or u and four hexadecimal digits"#) }
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, take("\\"), peek == "u" else {
            throw error("expected both halves of a surrogate pair, found only one", at: start)
        }
        let low = try codeUnit()
        guard low & 0xFC00 == 0xDC00,
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(high) & 0x3FF) << 10 + UInt32(low) & 0x3FF)
        else { throw error("expected both halves of a surrogate pair, found only one", at: start) }
        return scalar
    }

    /// Reads `u` and four hexadecimal digits.
    private mutating func codeUnit() throws(JSONPathError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let scalar = peek, scalar.isASCII, let digit = UInt8(ascii: scalar).hexadecimalValue else {
                throw unexpected("four hexadecimal digits")
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }
}

// MARK: - Scalars and errors

extension JSONPathParser {
    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let scalar = peek, scalar.isASCII, UInt8(ascii: scalar).isWhitespace { position += 1 }
    }

    private func unexpected(_ expected: String) -> JSONPathError {
        let found = peek.map { "'\(Character($0))'" } ?? "the end"
        return error("expected \(expected), found \(found)")
    }

    /// Returns an error at a position; its column counts characters, as an editor does.
    private func error(_ message: String, at scalar: Int? = nil) -> JSONPathError {
        var before = String.UnicodeScalarView()
        before.append(contentsOf: scalars[..<(scalar ?? position)])
        return JSONPathError(message: message, column: String(before).count + 1)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether the scalar may begin a name without brackets (RFC 9535, section 2.5.1.1).
    fileprivate var isNameStart: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || value >= 0x80
    }
}
