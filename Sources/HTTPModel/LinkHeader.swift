import MovieDomain

/// The links of `Link` headers (RFC 8288, section 3).
package struct LinkHeader: Sendable {
    private var links: [(target: String, relations: [Substring])] = []

    /// Reads the values of all fields of that name; anything else is skipped.
    package init(_ values: [String]) {
        for value in values {
            var rest = value[...]
            while let start = rest.firstIndex(of: "<") {
                let target = rest[rest.index(after: start)...].prefix { $0 != ">" }
                rest = rest[target.endIndex...].dropFirst()
                links.append((String(target.trimmed), Self.relations(&rest)))
            }
        }
    }

    /// Returns the target of the first link with a relation such as `next`.
    package func target(of relation: String) -> String? {
        links.first { $0.relations.contains { $0.lowercased() == relation } }?.target
    }

    /// Reads the parameters up to the next link, and returns the relations of the first `rel`.
    private static func relations(_ rest: inout Substring) -> [Substring] {
        var relations: [Substring]?
        while rest.first != ",", !rest.isEmpty {
            let name = rest.prefix { !",;=".contains($0) }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop { $0.isWhitespace }
                value = rest.first == "\"" ? quoted(&rest) : String(rest.prefix { !",;".contains($0) })
                rest = rest.drop { !",;".contains($0) }
            }
            if name.trimmed.lowercased() == "rel", relations == nil { relations = value[...].split(separator: " ") }
            if rest.first == ";" { rest = rest.dropFirst() }
        }
        return relations ?? []
    }

    /// Reads a quoted string, in which a backslash escapes the next character.
    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character != "\\" { text.append(character) } else if let next = rest.popFirst() { text.append(next) }
        }
        return text
    }
}
