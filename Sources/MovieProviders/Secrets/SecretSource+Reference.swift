import ProviderLanguage

extension SecretSource.Reference {
    /// The place that a definition names.
    init(_ reference: SecretReference) {
        self =
            switch reference.kind {
            case .environment: .environment(reference.name)
            case .file: .file(reference.name)
            }
    }
}
