/// For every field that has a value, the sources that it comes from, the winner first.
///
/// A year, a day of release and a running time also name those who say otherwise, last; see ``Movie/differences``.
package struct FieldSources: Hashable, Sendable {
    /// By the fields' places; a field without sources has no value.
    private var sources = [[ProviderID]](repeating: [], count: MovieField.allCases.count)

    /// Of no field.
    package init() {}

    /// Of the fields that are given, each once.
    package init(_ sources: some Sequence<(MovieField, [ProviderID])>) {
        for (field, providers) in sources { self[field] = providers }
    }

    /// The sources of one field; `nil` where it has no value.
    package subscript(field: MovieField) -> [ProviderID]? {
        get {
            let found = sources[field.place]
            return found.isEmpty ? nil : found
        }
        set { sources[field.place] = newValue ?? [] }
    }
}

extension FieldSources: ExpressibleByDictionaryLiteral {
    /// Of the fields that are written out, each once.
    package init(dictionaryLiteral elements: (MovieField, [ProviderID])...) {
        self.init(elements)
    }
}
