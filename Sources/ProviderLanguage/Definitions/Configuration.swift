/// What a `providers.yaml` says (provider-language.md, "File").
package struct Configuration: Sendable {
    /// The version of the language: 1.
    package var version: Int
    /// What holds for all sources together.
    package var settings: Settings
    /// In the order of the file.
    package var providers: [ProviderDefinition]

    /// A configuration from its parts.
    package init(version: Int = 1, settings: Settings = Settings(), providers: [ProviderDefinition] = []) {
        self.version = version
        self.settings = settings
        self.providers = providers
    }
}
