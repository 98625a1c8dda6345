import MovieDomain

/// The whole file: its version, its settings, and its providers.
package enum FileConstruct {
    static let version = Key("version", "The version of the language: 1.", versionNumber, required: true)
    static let settings = Key("settings", "Settings that apply to all sources.", SettingsConstruct.shape)
    static let include = Key(
        "include",
        "Files in this folder or below it whose providers belong to this one, too.",
        Shape.oneOrMore(.text),
        example: "[sources/lantern.yaml]"
    )
    static let providers = Key(
        "providers",
        "The film sources; not needed if all of them are in `include`.",
        providerList
    )

    private static let versionNumber = Shape<Int>.parsed("1, the only version known", form: .integer(1...1)) {
        (text) throws(LanguageError) in text == "1" ? 1 : nil
    }

    /// The list as written, because a provider may have to be merged over another one before it is decoded.
    private static let providerList = Shape<SourceNode>(
        "a list of providers",
        form: .list(
            .variants(
                key: ProviderConstruct.kind.name,
                standard: ProviderConstruct.Kind.http.rawValue,
                [
                    Form.Variant(word: "http", form: .record { HTTPConstruct.construct }),
                    Form.Variant(word: "process", form: .record { ProcessConstruct.construct }),
                ]
            )
        )
    ) { node, decoding in
        if node.list != nil { return node }
        decoding.mismatch("a list of providers", node, hint: "each of them begins with '- id:'")
        return nil
    }

    /// The keys of the file.
    package static let construct = Construct(
        "the file",
        "A providers.yaml.",
        [version.entry, settings.entry, include.entry, providers.entry],
        rules: [.needs(version.name, oneOf: [providers.name, include.name])]
    )

    /// Returns the keys of a file, if it is one of definitions.
    static func record(_ root: SourceNode, _ decoding: Decoding) -> Record? {
        if let foreign = ForeignFile(root) {
            decoding.error(foreign.problem, hint: foreign.advice, at: root.location)
            return nil
        }
        if root["providers"] == nil, ["base_url", "operations"].contains(where: { root[$0] != nil }) {
            let hint: Hint = "write version: 1 and providers: before it, and it below them as '- id: …'"
            decoding.error("a provider stands in the place of the file", hint: hint, at: root.location)
            return nil
        }
        if root.list?.first?["id"] != nil {
            let hint: Hint = "write version: 1 and providers: before it, and it below them"
            decoding.error("a list of providers stands in the place of the file", hint: hint, at: root.location)
            return nil
        }
        guard let record = Record(root, construct, decoding) else { return nil }
        if !record.has(providers), !record.has(include) { record.error("the file needs '\(providers.name)'") }
        _ = record.value(version)
        return record
    }
}

enum SettingsConstruct {
    static let shape: Shape<Settings> = .record(
        "settings",
        "Settings that apply to all sources.",
        changing: Settings()
    ) { keys in
        keys.add("languages", "Languages of titles and texts, best first.", Shape.list(.language)) {
            $0.languages = $1
        }
        keys.add("deadline", "The time for a whole request.", Shape.timeout, default: "8s") { $0.deadline = $1 }
        let historySummary = "Whether searches that find something are remembered for history/list."
        keys.add("history", historySummary, Shape.boolean, default: "true") { $0.history = $1 }
        let adultSummary = "Whether searches and lists show films for adults only; a call can ask for them, too."
        keys.add("adult", adultSummary, Shape.boolean, default: "false") { $0.adult = $1 }
        keys.add("merge", "How the data of several sources becomes one film.", merge) { $0.merge = $1 }
    }

    /// A rule as written; without a strategy, it has that of its field.
    private typealias WrittenRule = (strategy: MergeStrategy?, prefer: [String])

    private static let rule: Shape<WrittenRule> = .record(
        "a merge rule",
        "How one field is merged.",
        changing: (nil, [])
    ) { keys in
        keys.add("strategy", "How the value is chosen.", Shape<MergeStrategy>.word) { $0.strategy = $1 }
        keys.add("prefer", "The preferred providers for this field.", Shape.list(.identifier)) { $0.prefer = $1 }
    }

    private static let merge: Shape<MergePolicy> = .record(
        "merge",
        "How the data of several sources becomes one film.",
        changing: MergePolicy()
    ) { keys in
        keys.add("order", "Providers, the most trusted first.", Shape.list(.identifier)) { merge, order in
            merge.order = order.map { ProviderID($0) }
        }
        keys.add("fields", "Rules for single fields.", Shape.map(of: fieldName, to: rule)) { merge, rules in
            for rule in rules {
                guard let field = MovieField(word: rule.name) else { continue }
                let strategy = rule.value.strategy ?? field.declaration.merge
                merge.rules[field] = MergeRule(strategy, prefer: rule.value.prefer.map { ProviderID($0) })
            }
        }
    }

    private static let fieldNames = MovieField.allCases.map(\.word)
    private static let fieldName = Shape<String>(
        "a field",
        form: .words(fieldNames.map { Form.Word(word: $0, summary: "") })
    ) { node, decoding in
        let name = node.text ?? ""
        if fieldNames.contains(name) { return name }
        decoding.error("unknown field '\(name)'", hint: Hint.forWord(name, among: fieldNames), at: node.location)
        return nil
    }
}

extension MergeStrategy: LanguageWord {
    package var summary: String {
        switch self {
        case .first: "The value of the first source, in the order of `prefer` and then of `order`, that has one."
        case .union: "The values of all sources together."
        case .longest: "The longest text."
        case .newest: "The value that was fetched last."
        case .perSource: "One value for each source, side by side."
        }
    }
}
