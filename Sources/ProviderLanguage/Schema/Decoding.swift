import JSON

/// One run over a file: the problems so far, and where it stands.
struct Decoding {
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var key = ""
    var scope = Scope()
    var secrets: [SecretUse] = []
    /// Whether the current provider extends an unknown one: then nothing is missing from it.
    var isPartial = false
    /// The definition whose operations, error rules and tests the current provider has; `nil` where it has its own.
    var base: SourceLocation?
    /// What those definitions come to, as far as it is known.
    var inherited: [SourceLocation: InheritedParts] = [:]
    private(set) var writtenSecrets: [SourceLocation] = []
    private(set) var responseFiles: [(name: String, location: SourceLocation)] = []
    /// Regular expressions that were compiled already: items that extend each other have the same ones.
    private var patterns: [String: TextPattern] = [:]
    /// Paths that were read already: rows of one source are much like those of another.
    private var paths: [String: JSONPath] = [:]

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    mutating func error(_ message: String, at location: SourceLocation) {
        diagnostics.append(Diagnostic(.error, at: location, message))
    }

    mutating func warning(_ message: String, at location: SourceLocation) {
        diagnostics.append(Diagnostic(.warning, at: location, message))
    }

    mutating func writtenSecret(at location: SourceLocation) {
        writtenSecrets.append(location)
        warning("a secret is written into the file; put it into the environment and write ${env.NAME}", at: location)
    }

    mutating func responseFile(_ name: String, at location: SourceLocation) {
        responseFiles.append((name, location))
    }

    mutating func report(_ diagnostics: [Diagnostic]) {
        self.diagnostics += diagnostics
    }

    mutating func unknown(_ entry: SourceNode.Entry, in construct: String, among known: [String]) {
        let hint = Wording.hint(key: entry.key, among: known)
        error("unknown key '\(entry.key)' in \(construct)" + hint, at: entry.keyLocation)
    }

    mutating func valueError(_ message: String, at location: SourceLocation) {
        error(key.isEmpty ? message : "'\(key)': \(message)", at: location)
    }

    mutating func valueWarning(_ message: String, at location: SourceLocation) {
        warning(key.isEmpty ? message : "'\(key)': \(message)", at: location)
    }

    mutating func mismatch(_ expectation: String, _ node: SourceNode, hint: String = "") {
        valueError("expected \(expectation), found \(node.summary)\(hint)", at: node.location)
    }

    mutating func at<Result>(_ key: String, _ body: (inout Decoding) -> Result) -> Result {
        let outer = self.key
        self.key = key
        defer { self.key = outer }
        return body(&self)
    }

    mutating func scoped<Result>(_ change: (inout Scope) -> Void, _ body: (inout Decoding) -> Result) -> Result {
        let outer = scope
        change(&scope)
        defer { scope = outer }
        return body(&self)
    }

    mutating func pattern(_ text: String) throws(LanguageError) -> TextPattern {
        if let known = patterns[text] { return known }
        let pattern = try TextPattern(parsing: text)
        patterns[text] = pattern
        return pattern
    }

    mutating func path(_ text: String) throws(JSONPathError) -> JSONPath {
        if let known = paths[text] { return known }
        let path = try JSONPath(parsing: text)
        paths[text] = path
        return path
    }
}

extension Decoding {
    /// Warns of headers and variables whose names say that their values are secrets, and whose values stand in the file.
    mutating func checkSecrets(in values: [NamedValue<Template>], at node: SourceNode?) {
        for value in values where value.value.isFixed && Self.namesSecret(value.name) {
            if let location = node?[value.name]?.location { writtenSecret(at: location) }
        }
    }

    mutating func checkSecrets(in values: [NamedValue<ParameterValue>], at node: SourceNode?) {
        let templates = values.flatMap { value in value.value.templates.map { NamedValue(value.name, $0) } }
        checkSecrets(in: templates, at: node)
    }

    /// Whether a name is one that keys and passwords have, such as `X-Api-Key` or `access_token`.
    private static func namesSecret(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return ["apikey", "accesskey", "token", "secret", "password", "authorization"].contains {
            letters.hasSuffix($0)
        }
    }
}
