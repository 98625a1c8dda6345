/// The language that texts are marked with.
enum LanguageTag: Hashable, Sendable {
    /// BCP 47: `ko`.
    case fixed(String)
    /// That of the locale that was asked for.
    case ofLocale

    /// The language for the inputs of a call, `nil` where no locale was asked for.
    func language(_ inputs: TemplateInputs) -> String? {
        switch self {
        case .fixed(let language): language
        case .ofLocale: inputs.locale.map { String($0.prefix { $0 != "-" && $0 != "_" }) }
        }
    }
}
