import JSON

/// A writer of values as YAML that reads back as the same values.
enum YAMLText {
    /// Returns a text, in quotes unless it can only be read as that text.
    static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// Returns a structure on one line, with quotes around texts that could be read as something else.
    static func flow(_ value: JSONValue) -> String {
        switch value {
        case .null: "~"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): scalar(text)
        case .array(let values): "[\(values.map(flow).joined(separator: ", "))]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ \(members.map { "\(scalar($0.name)): \(flow($0.value))" }.joined(separator: ", ")) }"
        }
    }

    private static let words: Set<String> = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]

    /// Whether a text has only letters, digits, and a few harmless signs, and is no word or number of YAML or JSON.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.first, first == "/" || first.isASCII && first.isLetter else { return false }
        guard !words.contains(text.lowercased()) else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0)) }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted += isPrintable(scalar) ? String(scalar) : escaped(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether YAML takes a character unescaped (YAML 1.2, production `c-printable`); false for line separators.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
