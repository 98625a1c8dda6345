import JSON

/// A second reading of RFC 8259, as short and plain as the grammar itself: it only says yes or no.
struct ReferenceJSON {
    private var rest: Substring.UnicodeScalarView
    private let limits: JSONLimits

    /// Whether the bytes are one JSON text within the limits on depth and numbers.
    static func accepts(_ bytes: [UInt8], _ limits: JSONLimits) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        var reference = ReferenceJSON(rest: text[...].unicodeScalars, limits: limits)
        reference.skipBlanks()
        guard reference.value(depth: 0) else { return false }
        reference.skipBlanks()
        return reference.rest.isEmpty
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(word: String) -> Bool { word.unicodeScalars.allSatisfy { take($0) } }

    private mutating func value(depth: Int) -> Bool {
        switch rest.first {
        case "{": container(depth: depth, close: "}") { $0.member(depth: depth + 1) }
        case "[": container(depth: depth, close: "]") { $0.value(depth: depth + 1) }
        case "\"": string()
        case "t": take(word: "true")
        case "f": take(word: "false")
        case "n": take(word: "null")
        default: number()
        }
    }

    private mutating func container(
        depth: Int,
        close: Unicode.Scalar,
        item: (inout ReferenceJSON) -> Bool
    ) -> Bool {
        guard depth < limits.maximumDepth else { return false }
        rest.removeFirst()
        skipBlanks()
        if take(close) { return true }
        repeat {
            skipBlanks()
            guard item(&self) else { return false }
            skipBlanks()
        } while take(",")
        return take(close)
    }

    private mutating func member(depth: Int) -> Bool {
        guard string() else { return false }
        skipBlanks()
        guard take(":") else { return false }
        skipBlanks()
        return value(depth: depth)
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return true }
            if scalar.value < 0x20 { return false }
            if scalar == "\\" && !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let kind = rest.popFirst() else { return false }
        guard kind == "u" else { return "\"\\/bfnrt".unicodeScalars.contains(kind) }
        guard let unit = codeUnit() else { return false }
        switch unit {
        case 0xD800...0xDBFF: return take(word: "\\u") && (0xDC00...0xDFFF).contains(codeUnit() ?? 0)
        case 0xDC00...0xDFFF: return false
        default: return true
        }
    }

    private mutating func codeUnit() -> Int? {
        var unit = 0
        for _ in 0..<4 {
            guard let scalar = rest.popFirst(), scalar.isASCII else { return nil }
            guard let digit = Character(scalar).hexDigitValue else { return nil }
            unit = unit * 16 + digit
        }
        return unit
    }

    private mutating func number() -> Bool {
        let count = rest.count
        _ = take("-")
        if !take("0") && digits() == 0 { return false }
        if take(".") && digits() == 0 { return false }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            if digits() == 0 { return false }
        }
        return count - rest.count <= limits.maximumNumberLength
    }

    private mutating func digits() -> Int {
        let count = rest.count
        rest = rest.drop { ("0"..."9").contains($0) }
        return count - rest.count
    }
}
