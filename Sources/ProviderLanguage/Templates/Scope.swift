/// What may be named at a place of a definition.
struct Scope: Sendable {
    /// The operation around the place, `nil` in the provider's own keys.
    var operation: OperationName?
    /// The id name spaces that the operation takes; `nil` where it does not say so, which is an error of its own.
    var nameSpaces: [String]?
    /// The kinds of sources that the program has registered by name.
    var registeredKinds: [String] = []
    /// The constants of `vars`.
    var variables: [String: String] = [:]
    /// Whether the provider says what `${locale}` becomes.
    var hasLocales = false
    /// Why no secret may stand here, `nil` where one may.
    var secretRefusal: String?
    /// The query parameter that `auth` gives.
    var keyParameter: String?
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
        guard let input = Input(rawValue: words[0]) else {
            let known = operation.inputs.map(\.rawValue).sorted()
            throw LanguageError("'input.\(name)' is no input" + Wording.hint(words[0], among: known))
        }
        guard operation.inputs.contains(input) else {
            let known = operation.inputs.map(\.rawValue).sorted()
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
        guard let nameSpaces, !nameSpaces.contains(nameSpace) else { return .id(nameSpace: nameSpace) }
        throw LanguageError(
            "'\(nameSpace)' is not among the ids that this operation takes (by: \(nameSpaces.joined(separator: ", ")))"
        )
    }

    func secret(_ kind: SecretReference.Kind, _ name: String) throws(LanguageError) -> SecretReference {
        if let secretRefusal { throw LanguageError(secretRefusal) }
        return SecretReference(kind: kind, name: name)
    }
}
