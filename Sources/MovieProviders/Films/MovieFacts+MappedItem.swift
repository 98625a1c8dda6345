package import MovieDomain
package import ProviderLanguage

extension MovieFacts {
    /// The film that a mapped row tells of, as `provider` says it.
    package init(_ item: MappedItem, provider: ProviderID) {
        var reader = FilmReader(provider: provider)
        item.give(to: &reader)
        self = reader.finish()
    }
}
