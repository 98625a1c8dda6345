import JSON

/// One run over a file: the problems so far, and the current key and scope.
final class Decoding {
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var key = ""
    var scope = Scope()
    var secrets: [SecretUse] = []
    /// Whether the current provider extends an unknown one, so that no key counts as missing.
    var isPartial = false
    /// The definition whose operations, error rules, and tests the current provider shares; `nil` if it has its own.
    var base: SourceLocation?
    /// The parts of such definitions that have been decoded so far.
    var inherited: [SourceLocation: InheritedParts] = [:]
    private(set) var writtenSecrets: [SourceLocation] = []
    private(set) var responseFiles: [(name: String, location: SourceLocation)] = []
    /// The regular expressions compiled so far, which items that extend each other have in common.
    private var patterns: [String: TextPattern] = [:]
    /// The paths parsed so far: the rows of different sources have many in common.
    private var paths: [String: JSONPath] = [:]

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    func error(_ message: String, at location: SourceLocation) {
        diagnostics.append(Diagnostic(.error, at: location, message))
    }

    func warning(_ message: String, at location: SourceLocation) {
        diagnostics.append(Diagnostic(.warning, at: location, message))
    }

    func writtenSecret(at location: SourceLocation) {
        writtenSecrets.append(location)
        warning("a secret is written into the file; put it into the environment and write ${env.NAME}", at: location)
    }

    func responseFile(_ name: String, at location: SourceLocation) {
        responseFiles.append((name, location))
    }

    func unknown(_ entry: SourceNode.Entry, in construct: String, among known: [String]) {
        let hint = Wording.hint(key: entry.key, among: known)
        error("unknown key '\(entry.key)' in \(construct)" + hint, at: entry.keyLocation)
    }

    func valueError(_ message: String, at location: SourceLocation) {
        error(key.isEmpty ? message : "'\(key)': \(message)", at: location)
    }

    func valueWarning(_ message: String, at location: SourceLocation) {
        warning(key.isEmpty ? message : "'\(key)': \(message)", at: location)
    }

    func mismatch(_ expectation: String, _ node: SourceNode, hint: String = "") {
        valueError("expected \(expectation), found \(node.summary)\(hint)", at: node.location)
    }

    func at<Result>(_ key: String, _ body: () -> Result) -> Result {
        let outer = self.key
        self.key = key
        defer { self.key = outer }
        return body()
    }

    func scoped<Result>(_ change: (inout Scope) -> Void, _ body: () -> Result) -> Result {
        let outer = scope
        change(&scope)
        defer { scope = outer }
        return body()
    }

    func pattern(_ text: String) throws(LanguageError) -> TextPattern {
        if let known = patterns[text] { return known }
        let pattern = try TextPattern(parsing: text)
        patterns[text] = pattern
        return pattern
    }

    func path(_ text: String) throws(JSONPathError) -> JSONPath {
        if let known = paths[text] { return known }
        let path = try JSONPath(parsing: text)
        paths[text] = path
        return path
    }
}

extension Decoding {
    /// Warns about headers and variables whose names indicate a secret and whose values are in the file itself.
    func checkSecrets(in values: [NamedValue<Template>], at node: SourceNode?) {
        for value in values where value.value.isFixed && Self.namesSecret(value.name) {
            if let location = node?[value.name]?.location { writtenSecret(at: location) }
        }
    }

    func checkSecrets(in values: [NamedValue<ParameterValue>], at node: SourceNode?) {
        let templates = values.flatMap { value in value.value.templates.map { NamedValue(value.name, $0) } }
        checkSecrets(in: templates, at: node)
    }

    /// Returns whether a name is typical of keys and passwords, such as `X-Api-Key` or `access_token`.
    private static func namesSecret(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return ["apikey", "accesskey", "token", "secret", "password", "authorization"].contains {
            letters.hasSuffix($0)
        }
    }
}
