/// What holds for all sources of a file together.
package struct Settings: Hashable, Sendable {
    /// Languages of titles and texts, best first; empty is no preference.
    package var languages: [String] = []
    /// The time for a whole request.
    package var deadline: Duration = .seconds(8)
    /// How what several sources say becomes one film.
    package var merge = MergeSettings()

    /// The settings of a file that says nothing.
    package init() {}
}
