/// A format of files that tell what a user did with films.
///
/// A format is one file, and one line in ``all``. It reads a text as a table: each row has the cells of one film, by the
/// meanings of their columns, which ``ImportColumns`` lists.
struct ImportFormat: Sendable {
    /// The service whose files have the format; `nil` if any may have it.
    var service: ImportService?
    /// What a file in this format is called, for people.
    let name: String
    /// Whether a text may be in this format.
    let isFormat: @Sendable (String) -> Bool
    /// Reads a text, and notes what cannot be read as problems of the table.
    let read: @Sendable (String, inout CSVTable) -> Void

    /// The formats; the first one that a text may be in reads it.
    static let all = [simklBackup, traktList, letterboxdFeed, separatedValues]

    static func of(_ text: String) -> ImportFormat { all.first { $0.isFormat(text) } ?? separatedValues }

    /// Tables of anyone, which ends the list because it takes every text.
    static let separatedValues = ImportFormat(
        name: "a table",
        isFormat: { _ in true },
        read: { text, table in table.readValues(text) }
    )

    /// Whether the text is not a table, so that it has no line with the names of the columns.
    var hasElements: Bool { name != Self.separatedValues.name }
}

extension StringProtocol {
    /// Whether the first sign that is not a blank is this one.
    func begins(with sign: Character) -> Bool { drop(while: \.isWhitespace).first == sign }
}
