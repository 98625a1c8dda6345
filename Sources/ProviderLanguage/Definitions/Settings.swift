/// What holds for all sources of a file together.
package struct Settings: Hashable, Sendable {
    /// Languages of titles and texts, best first; empty is no preference.
    package var languages: [String] = []
    /// The time for a whole request.
    package var deadline: Duration = .seconds(8)
    package var merge = MergeSettings()

    package init() {}
}
