/// Why a text gave no tree: one or more problems, in the order of their places.
package struct YAMLFailure: Error, Sendable, Hashable {
    /// The problems; never empty.
    package let errors: [YAMLError]

    /// Makes a failure of one problem.
    package init(_ error: YAMLError) {
        errors = [error]
    }

    /// Makes a failure of what was collected before something stopped the reading, and of that.
    init(_ last: YAMLError, after problems: ProblemList) {
        errors = (problems.all + [last]).sorted { $0.position < $1.position }
    }

    /// Makes a failure of problems in the order of their places, of which there is at least one.
    init(errors: [YAMLError]) {
        self.errors = errors
    }
}

extension YAMLFailure: CustomStringConvertible {
    /// The problems, one a line.
    package var description: String { errors.map(\.description).joined(separator: "\n") }
}
