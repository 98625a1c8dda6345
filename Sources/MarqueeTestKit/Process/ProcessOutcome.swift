/// A process that has run to its end: how it ended and what it wrote.
package struct ProcessOutcome: Sendable {
    package var status: ExitStatus
    package var output: [UInt8]
    package var errors: String

    package var outputText: String { String(decoding: output, as: UTF8.self) }

    /// Starts the process, gives it `input`, closes its input, and collects everything.
    package static func of(
        _ plan: ProcessPlan,
        input: [UInt8] = [],
        upTo timeout: Duration = .seconds(120)
    ) async throws -> ProcessOutcome {
        try await RunningProcess.withProcess(plan) { process in
            process.write(input)
            process.closeInput()
            let output = try await process.readToEnd(upTo: timeout)
            let status = try await process.waitForExit(upTo: timeout)
            return ProcessOutcome(status: status, output: output, errors: process.errors)
        }
    }
}
