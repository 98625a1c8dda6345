import MovieDomain

/// A format in which the library is exported.
///
/// A format is one file, and one line in ``allCases``; the parameter, its values, and the reference follow from the list.
struct LibraryFormat: WireChoice {
    /// The value of the parameter `format`.
    let name: String
    /// What it is, for people.
    let summary: String
    /// Whether it writes one list, which is then the only one of the document.
    var isOfList = false
    /// Writes the library; notes have the form of the template.
    let write: @Sendable (LibraryDocument, NoteTemplate) -> LibraryExportResult

    /// The formats; the first one is the usual one.
    static let allCases = [json, letterboxd, watchlist, list, markdown]

    static let json = LibraryFormat(name: "json", summary: "everything, for `library/import`") { document, _ in
        LibraryExportResult(library: document)
    }

    var wireName: String { name }
}
