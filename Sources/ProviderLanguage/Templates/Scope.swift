/// What may be named at a place of a definition.
struct Scope: Sendable {
    /// The operation around the place, `nil` in the provider's own keys.
    var operation: OperationName?
    /// The id name spaces that the operation takes.
    var nameSpaces: [String] = []
    /// The constants of `vars`.
    var variables: [String: String] = [:]
    /// Whether the provider says what `${locale}` becomes.
    var hasLocales = false
    /// Whether a secret may stand here: never in a path, which logs show, nor in what is mapped from an answer.
    var allowsSecrets = true
    /// Whether `${row.path}` means something here.
    var allowsRow = false
    /// The texts that mean absent.
    var missing = MissingValues()
    /// The items of the provider's operations, for `extends`.
    var items: [OperationName: SourceNode] = [:]

    /// The input of this name, checked against the operation.
    func input(_ name: String) throws(LanguageError) -> Template.Part {
        guard let operation else { throw LanguageError("'input.\(name)' has no value outside of an operation") }
        let words = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let known = operation.inputs.map(\.rawValue).sorted()
        guard let input = Input(rawValue: words[0]) else {
            throw LanguageError("'input.\(name)' is no input" + Wording.hint(words[0], among: known))
        }
        guard operation.inputs.contains(input) else {
            throw LanguageError(
                "'\(operation.rawValue)' has no input '\(words[0])'; it has \(known.joined(separator: ", "))"
            )
        }
        if input == .ids { return try id(words.dropFirst().first) }
        guard words.count == 1 else { throw LanguageError("'input.\(words[0])' has no parts") }
        return .input(input)
    }

    private func id(_ nameSpace: String?) throws(LanguageError) -> Template.Part {
        guard let nameSpace, !nameSpace.isEmpty else {
            throw LanguageError("'input.ids' needs a name space, such as input.ids.imdb")
        }
        guard nameSpaces.contains(nameSpace) else {
            throw LanguageError(
                "'\(nameSpace)' is not among the ids that this operation takes (by: \(nameSpaces.joined(separator: ", ")))"
            )
        }
        return .id(nameSpace: nameSpace)
    }

    func secret(_ kind: SecretReference.Kind, _ name: String) throws(LanguageError) -> SecretReference {
        guard allowsSecrets else {
            throw LanguageError("a secret must not stand here; put it into auth, query or headers")
        }
        return SecretReference(kind: kind, name: name)
    }
}
