import JSON
import MovieDomain

extension ParameterKind where Value == String {
    /// A genre's slug, or its name in Korean or English; a word that is not in the list is a source's own.
    static var genre: ParameterKind {
        ParameterKind<String>.words.map { Genre.slug(of: $0) }
    }
}
