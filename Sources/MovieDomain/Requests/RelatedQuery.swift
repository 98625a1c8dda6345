/// A question for films that go with one film.
package struct RelatedQuery: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable { case similar, recommended }

    package var kind: Kind
    package var ids: [String: String]
    package var window: RowWindow
    package var languages: [String]

    package init(kind: Kind, ids: [String: String], window: RowWindow, languages: [String] = []) {
        self.kind = kind
        self.ids = ids
        self.window = window
        self.languages = languages
    }
}
