import JSON

/// A writer of the tree of an XML document as a text that is read as the same tree.
enum XMLText {
    /// Returns the text of a document, whose only member is the outermost element.
    static func document(_ root: JSONValue) -> String {
        guard case .object(let members) = root else { return "" }
        return members.map { element($0.name, $0.value) }.joined()
    }

    private static func element(_ name: String, _ value: JSONValue) -> String {
        switch value {
        case .array(let values): return values.map { element(name, $0) }.joined()
        case .object(let members):
            let attributes = members.filter { $0.name.hasPrefix("@") }
            let head = attributes.map { " \($0.name.dropFirst())=\"\(escaped($0.value))\"" }.joined()
            let content = members.filter { !$0.name.hasPrefix("@") }.map { member in
                member.name == "#text" ? escaped(member.value) : element(member.name, member.value)
            }
            return "<\(name)\(head)>\(content.joined())</\(name)>"
        default: return "<\(name)>\(escaped(value))</\(name)>"
        }
    }

    private static func escaped(_ value: JSONValue) -> String {
        (value.sampleText ?? "").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
