import Platform

/// A guess at the placeholder meant by a text that is not one: `{{ query }}`, `{id}`, `$API_KEY`.
struct PlaceGuess: Equatable {
    let text: String
    /// The placeholder as this language writes it.
    let place: String
    let offset: Int

    /// The replacement of the guessed text; `nil` for a variable that needs the key `secrets`, too.
    func correction(_ scope: Scope) -> Hint.Correction? {
        scope.mayWrite(place) ? Hint.Correction(wrong: text, right: place) : nil
    }

    /// Finds the first part of a template that looks like a placeholder of another language; `nil` if there is none.
    ///
    /// In an item, a name alone is one of the row, and where a key belongs, it is that of a variable.
    init?(in template: Template, _ scope: Scope = Scope()) {
        if let bare = Self.bare(in: template) {
            (text, place, offset) = bare
            return
        }
        if let segment = Self.segment(of: template, scope) {
            (text, place, offset) = segment
            return
        }
        guard template.hasSigns, !Self.isGraphQL(template.description) else { return nil }
        let characters = Array(template.description)
        var index = 0
        while index < characters.count {
            let rest = characters[index...]
            if rest.starts(with: "${") || rest.starts(with: "$${") {
                index = rest.firstIndex { $0 == "}" } ?? characters.count
            } else if let (text, name) = Self.part(of: rest) {
                self.text = text
                place = Self.place(for: name, scope)
                offset = index
                return
            }
            index += 1
        }
        return nil
    }

    /// Returns a whole text, or a whole segment of a path, that lacks only the braces of a placeholder: `input.query`.
    private static func bare(in template: Template) -> (text: String, place: String, offset: Int)? {
        let text = template.description
        guard text.utf8.contains(UInt8(ascii: ".")) else { return nil }
        for part in text.split(scalar: "/") {
            let words = part.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
            guard words.count >= 2 else { continue }
            let isPlace =
                switch words[0] {
                case "input": Input(rawValue: words[1]) != nil && (words.count == 2 || words[1] == "ids")
                case "env": words.count == 2 && isVariable(words[1])
                default: false
                }
            if isPlace {
                let offset = text.distance(from: text.startIndex, to: part.startIndex)
                return (String(part), "${\(part)}", offset)
            }
        }
        return nil
    }

    /// Returns a segment of a path that is a parameter in other languages: `/films/:id`.
    private static func segment(of template: Template, _ scope: Scope) -> (text: String, place: String, offset: Int)? {
        let text = template.description
        guard text.hasPrefix(scalars: "/"), text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        for part in text.split(scalar: "/") where part.hasPrefix(scalars: ":") {
            let name = part.dropFirst()
            guard name.first?.isLetter == true, name.allSatisfy(\.isWordSign) else { continue }
            let offset = text.distance(from: text.startIndex, to: part.startIndex)
            return (String(part), place(for: String(name), scope), offset)
        }
        return nil
    }

    /// Returns what a name without its root means: `${input.query}` for `query`, `${env.API_KEY}` for `API_KEY`.
    static func place(named name: String) -> String? {
        if let input = Input(rawValue: name), input != .ids { return "${input.\(name)}" }
        return isVariable(name) ? "${env.\(name)}" : nil
    }

    /// Returns the foreign placeholder at the beginning of a text, and the name in it.
    private static func part(of rest: ArraySlice<Character>) -> (text: String, name: String)? {
        let signs = rest.prefix { $0 == "{" || $0 == "$" }
        let blanks = rest.dropFirst(signs.count).prefix { $0 == " " }
        // Templates of Go begin with a point.
        let point = rest.dropFirst(signs.count + blanks.count).prefix(signs.count == 2 ? 1 : 0).prefix { $0 == "." }
        let name = rest.dropFirst(signs.count + blanks.count + point.count).prefix { $0.isWordSign || $0 == "." }
        guard name.first?.isLetter == true || name.first == "_" else { return nil }
        switch String(signs) {
        case "$":
            // Amounts, and operators of other APIs, begin so, too.
            guard blanks.isEmpty, begins(String(name)) || isVariable(String(name)) else { return nil }
            return (String(rest[..<name.endIndex]), String(name))
        case "{":
            guard blanks.isEmpty, rest[name.endIndex...].first == "}" else { return nil }
            return (String(rest[...name.endIndex]), String(name))
        case "{{":
            guard let end = rest.firstIndex(where: { $0 == "}" }), rest[end...].starts(with: "}}") else { return nil }
            return (String(rest[...rest.index(after: end)]), String(name))
        default: return nil
        }
    }

    /// Whether a text is a query of GraphQL, in which `{id}` selects a field.
    private static func isGraphQL(_ text: String) -> Bool {
        text.prefixMatch(of: /\s*(?:(?:query|mutation)\b[^{}:]*(?:\([^{}]*\))?\s*\{|\{[^{}]*[^{}$\s][^{}]*\{)/) != nil
    }

    private static let roots = ["input", "env", "file", "locale", "language", "vars", "row"]

    private static func place(for name: String, _ scope: Scope) -> String {
        if begins(name) { return "${\(name)}" }
        if scope.allowsRow { return "${row.\(name)}" }
        if scope.mayHoldKeys { return isVariable(name) ? "${env.\(name)}" : "${env.\(scope.variable)}" }
        let last = name.split(scalar: ".").last.map { $0.lowercased() } ?? ""
        if let input = words.first(where: { $0.words.contains(last) })?.input { return "${input.\(input.rawValue)}" }
        let own = scope.provider.isEmpty ? "NAME" : scope.provider
        return place(named: name) ?? (name == "id" ? "${input.ids.\(own)}" : "${input.NAME}")
    }

    /// What templates of other programs call the inputs.
    private static let words: [(input: Input, words: Set<String>)] = [
        (.query, ["keywords", "keyword", "q", "query", "term", "terms", "search", "searchterm", "title", "text"]),
        (.page, ["page", "pagenumber", "page_number"]), (.year, ["year"]),
        (.limit, ["limit", "pagesize", "page_size"]),
    ]

    private static func begins(_ name: String) -> Bool {
        roots.contains { name == $0 || name.hasPrefix(scalars: $0 + ".") }
    }

    /// Returns whether a name is in capitals, like those of environment variables.
    private static func isVariable(_ name: String) -> Bool {
        name.contains(scalars: "_") && name.allSatisfy { $0.isWordSign && !$0.isLowercase }
    }
}

extension Template {
    /// Whether the literal parts contain a brace or a dollar sign.
    fileprivate var hasSigns: Bool {
        parts.contains { part in
            guard case .literal(let text) = part else { return false }
            return text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "$"))
        }
    }
}

extension Character {
    fileprivate var isWordSign: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
