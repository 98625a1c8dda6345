import Platform

/// The output of a process that no test has taken yet, and the state of the process.
struct ProcessOutput: Sendable {
    var output: [UInt8] = []
    var isOutputEnded = false
    var errors: [UInt8] = []
    var isErrorsEnded = false
    var status: ExitStatus?
    /// Whether the test is over, so that no more output is collected.
    var isAbandoned = false
    /// The number of bytes given to ``RunningProcess/write(_:)-swift.method`` that are not written to the process yet.
    var unwrittenCount = 0

    mutating func takeLine() -> [UInt8]? {
        guard let end = output.span.firstIndex(of: UInt8(ascii: "\n"), from: 0) else { return nil }
        var line = Array(output[..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        output.removeFirst(end + 1)
        return line
    }

    /// Takes the body of the next message with `Content-Length` headers.
    mutating func takeHeaderFrame() -> [UInt8]? {
        guard let end = output.place(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: output[..<end], as: UTF8.self).split(separator: "\r\n")
        let length = lines.lazy
            .map { $0.split(separator: ":", maxSplits: 1) }
            .first { $0.first?.lowercased() == "content-length" }
            .flatMap { Int($0.last?.drop { $0 == " " } ?? "") }
        let start = end + 4
        guard let length, output.count >= start + length else { return nil }
        let body = Array(output[start..<(start + length)])
        output.removeFirst(start + length)
        return body
    }
}

/// The exit status and the output of a process that has ended.
package struct ProcessOutcome: Sendable {
    package var status: ExitStatus
    package var output: [UInt8]
    package var errors: String

    package var outputText: String { String(decoding: output, as: UTF8.self) }

    /// Starts the process, writes `input`, closes its input, and collects everything.
    package static func of(
        _ plan: ProcessPlan,
        input: [UInt8] = [],
        upTo timeout: Duration = .patience
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

/// The failure to get something from a process.
package struct ProcessHarnessFailure: Error, Sendable, CustomStringConvertible {
    /// The expectation, the actual state, and the end of standard error.
    package var description: String

    init(_ wanted: String, after timeout: Duration, _ output: ProcessOutput) {
        let status = output.status.map { "it has ended: \($0)" } ?? "it runs"
        let left = String(decoding: output.output.prefix(2_000), as: UTF8.self)
        let errors = String(decoding: output.errors.suffix(2_000), as: UTF8.self)
        description = "no \(wanted) within \(timeout); \(status); output left: \(left); standard error: \(errors)"
    }
}

package enum ExitStatus: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case unknown

    init(_ status: ProcessID.Status) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signalled(let signal): self = .signalled(signal)
        case .unknown: self = .unknown
        }
    }
}

/// Functions that wait for output and for the end, up to a timeout; the error describes the state of the process.
extension RunningProcess {
    /// Returns the next line of standard output without its line end.
    package func readLine(upTo timeout: Duration = .patience) async throws(ProcessHarnessFailure) -> String {
        let line = try await take("line", upTo: timeout) { $0.takeLine() }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns the body of the next message of standard output with `Content-Length` headers.
    package func readHeaderFrame(upTo timeout: Duration = .patience) async throws(ProcessHarnessFailure) -> String {
        let body = try await take("header frame", upTo: timeout) { $0.takeHeaderFrame() }
        return String(decoding: body, as: UTF8.self)
    }

    package func read(
        _ count: Int,
        upTo timeout: Duration = .patience
    ) async throws(ProcessHarnessFailure) -> [UInt8] {
        try await take("\(count) bytes", upTo: timeout) { state in
            guard state.output.count >= count else { return nil }
            defer { state.output.removeFirst(count) }
            return Array(state.output[..<count])
        }
    }

    /// Returns the rest of standard output once it has ended.
    package func readToEnd(upTo timeout: Duration = .patience) async throws(ProcessHarnessFailure) -> [UInt8] {
        try await take("end of output", upTo: timeout) { state in
            guard state.isOutputEnded else { return nil }
            defer { state.output = [] }
            return state.output
        }
    }

    package func waitForErrors(
        containing text: String,
        upTo timeout: Duration = .patience
    ) async throws(ProcessHarnessFailure) {
        let wanted = Array(text.utf8)
        try await take("“\(text)” on standard error", upTo: timeout) { $0.errors.place(of: wanted) == nil ? nil : () }
    }

    /// Waits until the process has ended and its standard error has been read to the end.
    package func waitForExit(upTo timeout: Duration = .patience) async throws(ProcessHarnessFailure) -> ExitStatus {
        try await take("exit", upTo: timeout) { state in
            state.isErrorsEnded ? state.status : nil
        }
    }

    package var status: ExitStatus? { state.current.status }

    /// The bytes of standard output that were not taken.
    package var unreadOutput: [UInt8] { state.current.output }

    package var errors: String { String(decoding: state.current.errors, as: UTF8.self) }

    private func take<Found: Sendable>(
        _ wanted: String,
        upTo timeout: Duration,
        _ find: @escaping @Sendable (inout ProcessOutput) -> Found?
    ) async throws(ProcessHarnessFailure) -> Found {
        if let found = await state.wait(upTo: timeout, for: find) { return found }
        throw ProcessHarnessFailure(wanted, after: timeout, state.current)
    }
}
