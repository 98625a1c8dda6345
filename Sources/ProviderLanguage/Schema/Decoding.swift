import JSON
import Platform

/// One run over a file: the problems so far, and the current key and scope.
final class Decoding {
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var key = ""
    var scope = Scope()
    var secrets: [SecretUse] = []
    /// Whether the current provider extends an unknown one, so that no key counts as missing.
    var isPartial = false
    private(set) var writtenSecrets: [SourceLocation] = []
    var responseFiles: [(name: String, location: SourceLocation)] = []
    /// The files of `ca_file` by their whole paths.
    var authorityFiles: [(path: String, location: SourceLocation)] = []
    /// The regular expressions compiled so far, which items that extend each other have in common.
    private var patterns: [String: TextPattern] = [:]
    /// The paths parsed so far: the rows of different sources have many in common.
    private var paths: [String: JSONPath] = [:]

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    func error(_ message: String, hint: Hint? = nil, at location: SourceLocation) {
        diagnostics.append(Diagnostic(.error, at: location, message, hint: hint))
    }

    func warning(_ message: String, hint: Hint? = nil, at location: SourceLocation) {
        diagnostics.append(Diagnostic(.warning, at: location, message, hint: hint))
    }

    /// Returns a fixed text as a secret, so that nothing shows or keeps it, and warns about its place.
    func writtenSecret(_ template: Template, at location: SourceLocation) -> Template {
        writtenSecrets.append(location)
        let hint: Hint = "put it into the environment and write ${env.\(scope.variable)}"
        warning("a secret is written into the file", hint: hint, at: location)
        guard template.isFixed else { return template }
        let secret = template.asSecret
        note(secret.secrets, at: location)
        return secret
    }

    /// Reports a key that a map does not have; `besides` are the keys that are written in it.
    func unknown(_ entry: SourceNode.Entry, in construct: String, among known: [String], besides: [String] = []) {
        let hint = Hint.forKey(entry.key, in: construct, among: known, besides: besides)
        error("unknown key '\(entry.key)' in \(construct)", hint: hint, at: entry.keyLocation)
    }

    func valueError(_ message: String, hint: Hint? = nil, at location: SourceLocation) {
        error(key.isEmpty ? message : "'\(key)': \(message)", hint: hint, at: location)
    }

    func valueWarning(_ message: String, hint: Hint? = nil, at location: SourceLocation) {
        warning(key.isEmpty ? message : "'\(key)': \(message)", hint: hint, at: location)
    }

    func mismatch(_ expectation: String, _ node: SourceNode, hint: Hint? = nil) {
        // What resembles an expected word is not a key, and neither is a short word without a digit.
        let mayBeKey = node.text.map { $0.count > 12 || $0.contains(where: \.isNumber) } ?? false
        let isHidden = scope.mayHoldKeys && hint == nil && mayBeKey
        valueError(
            "expected \(expectation), found \(isHidden ? "a text that may be a key" : node.summary)",
            hint: hint,
            at: node.location
        )
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

    /// Returns the value under a name of a map, as a secret if the name indicates one and the file itself contains it.
    func hidden(_ value: Template, named name: String, in node: SourceNode) -> Template {
        guard value.isFixed, Self.namesSecret(name), let location = node[name]?.location else { return value }
        return writtenSecret(value, at: location)
    }

    /// Returns whether a name is typical of keys and passwords, such as `X-Api-Key` or `access_token`.
    private static func namesSecret(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return ["apikey", "accesskey", "token", "secret", "password", "authorization"].contains {
            letters.hasSuffix(scalars: $0)
        }
    }

    /// Records secrets, each with the first position that names it.
    func note(_ found: [SecretReference], at location: SourceLocation) {
        note(found.map { SecretUse(secret: $0, location: location) })
    }

    func note(_ found: [SecretUse]) {
        for use in found {
            if let index = secrets.firstIndex(where: { $0.secret == use.secret }) {
                // A secret that is used as a key anywhere is a secret everywhere.
                secrets[index].isAddress = secrets[index].isAddress && use.isAddress
            } else {
                secrets.append(use)
            }
        }
    }
}
