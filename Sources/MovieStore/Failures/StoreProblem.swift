/// What is told once when a file of ours cannot be used: the file, and why; free of anything that was stored.
package struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
    package var path: String
    package var fault: StoreFault

    package init(path: String, fault: StoreFault) {
        self.path = path
        self.fault = fault
    }

    package var description: String { "\(path): \(fault)" }
}
