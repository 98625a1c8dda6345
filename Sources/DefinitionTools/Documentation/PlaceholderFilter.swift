package import ProviderLanguage

/// The filters of a placeholder, for completion.
package enum PlaceholderFilter {
    /// Each filter that an input may have, with its meaning.
    package static func suggestions(after input: Input?) -> [LanguagePlace.Suggestion] {
        let ofDates = [LanguagePlace.Suggestion("date yyyyMMdd", "The day in this format.")]
        let others =
            TextFilter.allCases.map { LanguagePlace.Suggestion($0.rawValue, $0.summary) }
            + [LanguagePlace.Suggestion("number", "A number in a JSON body.")]
        return input == .date ? ofDates : others
    }
}
