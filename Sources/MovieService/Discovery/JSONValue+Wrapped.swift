import JSON

extension JSONValue {
    /// The value as people like to read it: what fits into a line of `width` characters stands in one, the rest is
    /// broken into one member a line.
    func wrapped(width: Int = 110, indentation: Int = 0, after used: Int = 0) -> String {
        let line = spaced
        if indentation + used + line.count <= width { return line }
        let inner = indentation + 2
        switch self {
        case .array(let values):
            return JSONValue.block("[", values.map { $0.wrapped(width: width, indentation: inner) }, "]", indentation)
        case .object(let members):
            let lines = members.map { member in
                let name = member.name.jsonText + ": "
                return name + member.value.wrapped(width: width, indentation: inner, after: name.count)
            }
            return JSONValue.block("{", lines, "}", indentation)
        default: return line
        }
    }

    /// The value in one line, with a blank after every comma and colon.
    private var spaced: String {
        switch self {
        case .array(let values): "[" + values.map(\.spaced).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { $0.name.jsonText + ": " + $0.value.spaced }.joined(separator: ", ") + "}"
        default: jsonText
        }
    }

    private static func block(_ opening: String, _ lines: [String], _ closing: String, _ indentation: Int) -> String {
        let margin = String(repeating: " ", count: indentation)
        return opening + "\n" + lines.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n" + margin + closing
    }
}
