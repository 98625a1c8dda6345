/// The user's wish to have one field of one film from one source, whatever the merging rules say.
package struct FieldChoice: Hashable, Sendable {
    /// Any id of the film.
    package var id: MovieID
    package var field: MovieField
    package var provider: ProviderID

    package init(id: MovieID, field: MovieField, provider: ProviderID) {
        self.id = id
        self.field = field
        self.provider = provider
    }
}
