/// The top of a `providers.yaml`.
enum FileConstruct {
    static let version = Key("version", "The version of the language: 1.", versionNumber, required: true)
    static let settings = Key("settings", "What holds for all sources together.", SettingsConstruct.shape)
    static let providers = Key("providers", "The film sources.", providerList, required: true)

    private static let versionNumber = Shape<Int>.parsed("1, the only version known", form: .integer(1...1)) {
        (text) throws(LanguageError) in text == "1" ? 1 : nil
    }

    /// The list as it is written: a provider may extend another one before it is decoded.
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
        decoding.mismatch("a list of providers", node, hint: "; each of them begins with '- id:'")
        return nil
    }

    static let construct = Construct(
        "the file",
        "A providers.yaml.",
        [version.entry, settings.entry, providers.entry]
    )
}
