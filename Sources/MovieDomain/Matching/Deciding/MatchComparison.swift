/// One thing that was compared of two films, and how much it says.
package struct MatchComparison: Hashable, Sendable {
    /// What was compared: `title`, `year`, `releaseDate`, `runtime`, `directors`, `cast`, `countries`, `ids`, or `prior`,
    /// what holds before anything is compared.
    package let field: String
    /// In words: `same year`, `running times 12 minutes apart`.
    package let finding: String
    /// The binary logarithm of how much likelier it is of one film than of two; negative speaks against.
    package let bits: Double
}
