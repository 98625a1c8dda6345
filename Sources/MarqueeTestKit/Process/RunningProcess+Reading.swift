/// Frames and ends, each waited for up to a time and then a failure that tells what stood there instead.
extension RunningProcess {
    /// The next line of standard output, without its end.
    package func readLine(upTo timeout: Duration = .seconds(60)) async throws(ProcessHarnessFailure) -> String {
        let line = try await take("line", upTo: timeout) { $0.takeLine() }
        return String(decoding: line, as: UTF8.self)
    }

    /// The next message of standard output that `Content-Length` headers frame, without them.
    package func readHeaderFrame(upTo timeout: Duration = .seconds(60)) async throws(ProcessHarnessFailure) -> String {
        let body = try await take("header frame", upTo: timeout) { $0.takeHeaderFrame() }
        return String(decoding: body, as: UTF8.self)
    }

    /// The next `count` bytes of standard output.
    package func read(
        _ count: Int,
        upTo timeout: Duration = .seconds(60)
    ) async throws(ProcessHarnessFailure)
        -> [UInt8]
    {
        try await take("\(count) bytes", upTo: timeout) { state in
            guard state.output.count >= count else { return nil }
            defer { state.output.removeFirst(count) }
            return Array(state.output[..<count])
        }
    }

    /// Everything that is left of standard output, once it has ended.
    package func readToEnd(upTo timeout: Duration = .seconds(60)) async throws(ProcessHarnessFailure) -> [UInt8] {
        try await take("end of output", upTo: timeout) { state in
            guard state.isOutputEnded else { return nil }
            defer { state.output = [] }
            return state.output
        }
    }

    /// Waits until standard error holds `text`.
    package func waitForErrors(
        containing text: String,
        upTo timeout: Duration = .seconds(60)
    ) async throws(ProcessHarnessFailure) {
        try await take("“\(text)” on standard error", upTo: timeout) { state in
            String(decoding: state.errors, as: UTF8.self).contains(text) ? () : nil
        }
    }

    /// Waits until the process has ended and both its outputs were read to their ends, where they are read.
    package func waitForExit(upTo timeout: Duration = .seconds(60)) async throws(ProcessHarnessFailure) -> ExitStatus {
        try await take("exit", upTo: timeout) { state in
            state.isErrorsEnded ? state.status : nil
        }
    }

    /// How the process ended; `nil` while it runs.
    package var status: ExitStatus? { state.current.status }

    /// What standard output holds that nobody has taken.
    package var unreadOutput: [UInt8] { state.current.output }

    /// Everything that came on standard error so far.
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
