import JSON
import MovieDomain
import Platform

/// A parser of templates, which checks that their placeholders can have a value in their scope.
struct TemplateParser {
    let scope: Scope

    // The parser searches bytes: it reads nearly every text of a definition, and characters cost more.

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

    /// Parses the text between `${` and `}`: a reference, and perhaps filters such as `| date FORMAT`, from left to right.
    private func part(_ body: Substring, in text: String) throws(LanguageError) -> Template.Part {
        let bar = body.utf8.firstIndex(of: UInt8(ascii: "|"))
        let reference = body[..<(bar ?? body.endIndex)].trimmed
        do throws(LanguageError) {
            let part = try self.reference(String(reference))
            guard let bar else { return part }
            let filters = body[body.utf8.index(after: bar)...].split(scalar: "|", omittingEmptySubsequences: false)
            return try filters.map(\.trimmed).filtering(part, of: scope.operation)
        } catch {
            throw LanguageError(error.finding, at: Self.offset(of: reference.startIndex, in: text) + error.offset)
        }
    }

    private func reference(_ text: String) throws(LanguageError) -> Template.Part {
        try refuseDefault(in: text)
        if text == "locale" { return try ofLocales(.locale, text) }
        if text == "language" { return try ofLocales(.language, text) }
        let words = text.split(scalar: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let root = words[0]
        let name = words.count == 2 ? words[1] : ""
        switch root {
        case "input" where words.count == 2: return try scope.input(name)
        case "env" where Self.isVariable(name): return .secret(try scope.secret(.environment, name))
        case "file" where !name.isEmpty: return .secret(try scope.secret(.file, name))
        case "vars" where words.count == 2: return try variable(name)
        case "row" where words.count == 2 && scope.allowsRow: return .row(try Self.path(name))
        default: throw unknown(text, root)
        }
    }

    /// Refuses the value that shells and other templates write for one that is missing: `${input.query:-film}`.
    private func refuseDefault(in text: String) throws(LanguageError) {
        let signs = [":-", ":=", "??", "?:", "||"]
        guard let sign = signs.compactMap({ text.firstRange(scalars: $0) }).min(by: { $0.lowerBound < $1.lowerBound })
        else { return }
        let name = text[..<sign.lowerBound].trimmed
        let standard = text[sign.upperBound...].trimmed
        let input = name.hasPrefix(scalars: "input.") ? Input(rawValue: String(name.dropFirst(6))) : nil
        let hint =
            input.map { "write ${input.\($0.rawValue)}, and inputs: { \($0.rawValue): { default: \(standard) } }" }
            ?? "write ${\(name)}"
        throw LanguageError("a placeholder has no default", hint: Hint(hint), at: 0)
    }

    private func unknown(_ text: String, _ root: String) -> LanguageError {
        if root == "env" { return LanguageError("'\(text)' is not the name of an environment variable") }
        let row = scope.allowsRow ? "${row.X}, " : ""
        let known = "\(row)${input.X}, ${env.X}, ${file.X}, ${locale}, ${language} and ${vars.X}"
        return LanguageError(
            "'${\(text)}' is not known; expected \(known)",
            hint: meant(by: text, root)
        )
    }

    /// Returns what was probably meant if the root is missing or mistyped.
    private func meant(by text: String, _ root: String) -> Hint? {
        // In an item, a name alone is one of the row.
        let ofRow = scope.allowsRow && root != "row" && Input(rawValue: text) == nil ? "${row.\(text)}" : nil
        if let place = PlaceGuess.place(named: text) ?? ofRow {
            let right = scope.mayWrite(place) ? String(place.dropFirst(2).dropLast()) : nil
            return Hint("did you mean '\(place)'?", correction: right.map { Hint.Correction(wrong: text, right: $0) })
        }
        let words = text.split(scalar: ".").map(String.init)
        if words.count == 3, words[0] == "process", words[1] == "env" {
            let place = "${env.\(words[2])}"
            let hint = Hint("did you mean '\(place)'?")
            return scope.mayWrite(place) ? hint.correcting(text, to: "env.\(words[2])") : hint
        }
        let known = ["input", "env", "file", "locale", "language", "vars"]
        let near = NearestName.nearest(to: root, among: known).flatMap { $0 == root ? nil : $0 }
        return near.map { Hint.didYouMean($0, for: root) }
    }

    private func ofLocales(_ part: Template.Part, _ name: String) throws(LanguageError) -> Template.Part {
        guard scope.hasLocales else { throw LanguageError("'${\(name)}' needs 'locales' in the provider") }
        return part
    }

    private func variable(_ name: String) throws(LanguageError) -> Template.Part {
        if let value = scope.variables[name] { return .literal(value) }
        let known = scope.variables.keys.sorted()
        throw LanguageError("'\(name)' is not among 'vars'", hint: Hint.forWord(name, among: known, at: 5))
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

/// The names that are allowed at a position of a definition.
struct Scope: Sendable {
    /// The operation around the position; `nil` for the provider's own keys.
    var operation: Capability?
    /// The id namespaces that the operation takes; `nil` if it does not name them, which is reported separately.
    var namespaces: [String]?
    /// The inputs whose values come from the operation's paging.
    var pageInputs: Set<Input> = []
    /// The kinds of sources that the program has registered by name.
    var registeredKinds: [String] = []
    /// Where the files of secrets lie; `nil` if only their names are known.
    var files: FilePlaces?
    /// The constants of `vars`.
    var variables: [String: String] = [:]
    /// Whether the provider defines the values of `${locale}`.
    var hasLocales = false
    /// The kinds of images whose sizes the provider names.
    var sizedImages: Set<String> = []
    /// The reason why a secret is not allowed here; `nil` if it is.
    var secretRefusal: String?
    /// The id of the provider; empty outside of one.
    var provider = ""
    /// The definitions that the provider extends, the nearest first.
    var bases: [String] = []
    /// Whether a value may be a key in a wrong place, so that no message may quote it.
    var mayHoldKeys = false
    /// The query parameter that `auth` adds.
    var keyParameter: String?
    /// Whether `${row.path}` is allowed here.
    var allowsRow = false
    var missing = MissingValues()
    /// The items of the provider's operations, for `extends`.
    var items: [Capability: SourceNode] = [:]

    /// The name that a variable for a key of the provider may have.
    var variable: String { provider.isEmpty ? "NAME" : SecretReference.words(of: provider) + "_KEY" }

    /// Returns whether a placeholder needs nothing else in the file, as a variable that is not the provider's own does.
    func mayWrite(_ place: String) -> Bool {
        guard place.hasPrefix(scalars: "${env.") else { return true }
        let secret = SecretReference(kind: .environment, name: String(place.dropFirst(6).dropLast()))
        return secretRefusal == nil && ([provider] + bases).contains(where: secret.isNamed)
    }

    /// Returns the input with a name, checked against the operation.
    func input(_ name: String) throws(LanguageError) -> Template.Part {
        guard let operation else { throw LanguageError("'input.\(name)' has no value outside of an operation") }
        let words = name.split(scalar: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let input = Input(rawValue: words[0]) else {
            let known = operation.inputs.map(\.rawValue).sorted()
            if words[0] == "id", operation.takesID, !provider.isEmpty {
                let hint = Hint.didYouMean("ids.\(provider)", for: "id", at: 6)
                throw LanguageError("'input.\(name)' is not an input", hint: hint)
            }
            throw LanguageError("'input.\(name)' is not an input", hint: Hint.forWord(words[0], among: known, at: 6))
        }
        guard operation.inputs.contains(input) else {
            let known = operation.inputs.map(\.rawValue).sorted()
            throw LanguageError(
                "'\(operation.rawValue)' has no input '\(words[0])'; it has \(known.joined(separator: ", "))"
            )
        }
        if input == .ids { return try id(words.dropFirst().first) }
        if [.page, .offset, .cursor].contains(input), !pageInputs.contains(input) || allowsRow {
            throw LanguageError("'input.\(name)' has no value \(allowsRow ? "in an item" : Self.paging(for: input))")
        }
        guard words.count == 1 else { throw LanguageError("'input.\(words[0])' has no parts") }
        return .input(input)
    }

    private static func paging(for input: Input) -> String {
        switch input {
        case .page: "without 'paging' of kind page"
        case .offset: "without 'paging' of kind offset, or of kind page with a size"
        default: "without 'paging' of kind cursor"
        }
    }

    private func id(_ namespace: String?) throws(LanguageError) -> Template.Part {
        guard let namespace, !namespace.isEmpty else {
            throw LanguageError("'input.ids' needs a namespace, such as input.ids.imdb")
        }
        guard let namespaces, !namespaces.contains(namespace) else { return .id(namespace: namespace) }
        throw LanguageError(
            "'\(namespace)' is not among the ids that this operation takes (by: \(namespaces.joined(separator: ", ")))"
        )
    }

    func secret(_ kind: SecretReference.Kind, _ name: String) throws(LanguageError) -> SecretReference {
        if let secretRefusal { throw LanguageError(secretRefusal) }
        return SecretReference(kind: kind, name: name, path: kind == .file ? files?.path(of: name) : nil)
    }
}
