/// How what several sources say of one film becomes one.
package struct MergeSettings: Hashable, Sendable {
    /// Ids of providers, the most trusted first; without `order` in the file, the file's own order.
    package var order: [String] = []
    /// Rules of single fields of a film.
    package var fields: [MergeField: MergeRule] = [:]

    /// The settings of a file that says nothing.
    package init() {}
}
