/// Why the harness could not do what a test asked of a process.
package struct ProcessHarnessFailure: Error, Sendable, CustomStringConvertible {
    /// What was waited for, what came instead, and what the process wrote to standard error.
    package var description: String

    init(_ wanted: String, after timeout: Duration, _ output: ProcessOutput) {
        let status = output.status.map { "it has ended: \($0)" } ?? "it runs"
        let left = String(decoding: output.output.prefix(2_000), as: UTF8.self)
        let errors = String(decoding: output.errors.suffix(2_000), as: UTF8.self)
        description = "no \(wanted) within \(timeout); \(status); output left: \(left); standard error: \(errors)"
    }
}
