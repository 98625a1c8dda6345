import JSON

/// Reads templates, and checks that what they name can have a value where they stand.
struct TemplateParser {
    let scope: Scope

    // Signs are looked for among the bytes: nearly every text of a definition passes here, and characters cost more.

    func parse(_ text: String) throws(LanguageError) -> Template {
        let bytes = text.utf8
        guard bytes.contains(Self.dollar) else { return Template(literal: text) }
        var parts: [Template.Part] = []
        var literal = ""
        var index = text.startIndex
        while let dollar = bytes[index...].firstIndex(of: Self.dollar) {
            literal += text[index..<dollar]
            let rest = bytes[dollar...]
            if rest.starts(with: "$${".utf8) {
                literal += "${"
                index = bytes.index(dollar, offsetBy: 3)
            } else if rest.starts(with: "${".utf8) {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                    throw LanguageError("'${' is not closed by '}'", at: Self.offset(of: dollar, in: text))
                }
                parts.append(try part(text[bytes.index(dollar, offsetBy: 2)..<end], in: text))
                index = bytes.index(after: end)
            } else {
                literal += "$"
                index = bytes.index(after: dollar)
            }
        }
        literal += text[index...]
        if !literal.isEmpty || parts.isEmpty { parts.append(.literal(literal)) }
        return Template(parts: parts, description: text)
    }

    private static let dollar = UInt8(ascii: "$")

    private static func offset(of index: String.Index, in text: String) -> Int {
        text.distance(from: text.startIndex, to: index)
    }

    /// What stands between `${` and `}`: a reference, and perhaps `| date FORMAT`.
    private func part(_ body: Substring, in text: String) throws(LanguageError) -> Template.Part {
        let bar = body.utf8.firstIndex(of: UInt8(ascii: "|"))
        let reference = body[..<(bar ?? body.endIndex)].trimmed
        do throws(LanguageError) {
            guard let bar else { return try self.reference(String(reference)) }
            return try filtered(String(reference), by: body[body.utf8.index(after: bar)...].trimmed)
        } catch {
            throw LanguageError(error.message, at: Self.offset(of: reference.startIndex, in: text) + error.offset)
        }
    }

    private func filtered(_ reference: String, by filter: Substring) throws(LanguageError) -> Template.Part {
        let words = filter.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "date" else {
            throw LanguageError(
                "'\(filter)' is not known after '|'; known is 'date' with a format, such as date yyyyMMdd"
            )
        }
        guard case .input(.date) = try self.reference(reference) else {
            throw LanguageError("'| date' can only follow input.date")
        }
        return .date(.date, try DateFormat(parsing: String(words[1].trimmed)))
    }

    private func reference(_ text: String) throws(LanguageError) -> Template.Part {
        if text == "locale" { return try locale() }
        let words = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let root = words[0]
        let name = words.count == 2 ? words[1] : ""
        switch root {
        case "input" where words.count == 2: return try scope.input(name)
        case "env" where Self.isVariable(name): return .secret(try scope.secret(.environment, name))
        case "file" where !name.isEmpty: return .secret(try scope.secret(.file, name))
        case "vars" where words.count == 2: return try variable(name)
        case "row" where words.count == 2 && scope.allowsRow: return .row(try Self.path(name))
        default: throw LanguageError(unknown(text, root))
        }
    }

    private func unknown(_ text: String, _ root: String) -> String {
        if root == "env" { return "'\(text)' is not the name of an environment variable" }
        let hint = meant(by: text, root).map { "; did you mean '\($0)'?" } ?? ""
        return "'${\(text)}' names nothing; known are ${input.X}, ${env.X}, ${file.X}, ${locale} and ${vars.X}\(hint)"
    }

    /// What somebody probably means who leaves out where a name comes from, or mistypes it.
    private func meant(by text: String, _ root: String) -> String? {
        if let place = PlaceGuess.place(named: text) { return place }
        let known = ["input", "env", "file", "locale", "vars"]
        return NearestWord.to(root, among: known).flatMap { $0 == root ? nil : $0 }
    }

    private func locale() throws(LanguageError) -> Template.Part {
        guard scope.hasLocales else { throw LanguageError("'${locale}' needs 'locales' in the provider") }
        return .locale
    }

    private func variable(_ name: String) throws(LanguageError) -> Template.Part {
        if let value = scope.variables[name] { return .literal(value) }
        let known = scope.variables.keys.sorted()
        throw LanguageError("'\(name)' is not among 'vars'" + Wording.hint(name, among: known))
    }

    private static func path(_ text: String) throws(LanguageError) -> JSONPath {
        do throws(JSONPathError) {
            return try JSONPath(parsing: text)
        } catch {
            throw LanguageError(error.message, at: 4 + error.column - 1)
        }
    }

    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy { ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || (48...57).contains($0) || $0 == 95 }
    }
}
