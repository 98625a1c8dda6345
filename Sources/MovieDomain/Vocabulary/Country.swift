/// Countries by the names that film sources use.
package enum Country {
    /// The ISO 3166-1 alpha-2 code of a country's Korean or English name, or the trimmed name where it is not known.
    package static func code(of name: String) -> String {
        table.code(of: name) ?? name.trimmed
    }

    private static let table = VocabularyTable(lines: names)
}
