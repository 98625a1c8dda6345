import Platform

/// A program to start in a test, with its streams and environment.
package struct ProcessPlan: Sendable {
    package enum Stream: Sendable, Hashable {
        case pipe
        /// One end of a pair of sockets.
        case socket
        case null
        /// A file to read from, or to create, empty, and write to.
        case file(String)
        case closed
    }

    /// The path of the binary, which is not searched in `PATH`.
    package var executable: String
    package var arguments: [String]
    /// The whole environment; nothing is inherited.
    package var environment: [String: String]
    package var workingDirectory: String?
    package var input: Stream
    package var output: Stream
    package var errors: Stream
    /// Whether standard output is read from the start, or only after ``RunningProcess/startReading()``.
    package var readsOutput: Bool

    package init(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        workingDirectory: String? = nil,
        input: Stream = .pipe,
        output: Stream = .pipe,
        errors: Stream = .pipe,
        readsOutput: Bool = true
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.workingDirectory = workingDirectory
        self.input = input
        self.output = output
        self.errors = errors
        self.readsOutput = readsOutput
    }
}

/// Information from `/proc`.
package enum ProcessFiles {
    /// Returns the number of open descriptors of a process (by its number, or of this one), or `nil` without `/proc`.
    package static func descriptorCount(of process: String = "self") -> Int? {
        let found = FileSystem.names(inFolder: "/proc/\(process)/fd")
        // Do not count the descriptor of the folder being read.
        return found.isEmpty ? nil : found.count - (process == "self" ? 1 : 0)
    }

    /// Waits until this process has fewer descriptors than `bound`, or returns false after `timeout`.
    ///
    /// Tests that run in parallel share the count, so a single check proves nothing, but a leak persists.
    package static func waitForDescriptors(
        fewerThan bound: Int,
        upTo timeout: Duration = .patience
    ) async throws -> Bool {
        let end = ContinuousClock.now + timeout
        while (descriptorCount() ?? 0) >= bound {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(50))
        }
        return true
    }

    static func text(_ path: String) -> String? {
        switch FileSystem.local.read(path, 1 << 20) {
        case .success(let bytes): String(decoding: bytes, as: UTF8.self)
        case .failure: nil
        }
    }
}
