import Platform

/// What to start, and with what around it.
package struct ProcessPlan: Sendable {
    package enum Stream: Sendable, Hashable {
        case pipe
        /// One end of a pair of sockets.
        case socket
        case null
        /// A file, read from or (created, emptied and) written to.
        case file(String)
        case closed
    }

    /// The path of a binary; not searched for in `PATH`.
    package var executable: String
    package var arguments: [String]
    /// The whole environment; nothing is inherited.
    package var environment: [String: String]
    package var workingDirectory: String?
    package var input: Stream
    package var output: Stream
    package var errors: Stream
    /// Whether standard output is read from the beginning; otherwise after ``RunningProcess/startReading()``.
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

/// Small files and folders of `/proc`.
package enum ProcessFiles {
    /// Open descriptors of a process by number, or of this one; `nil` where there is no `/proc`.
    package static func descriptorCount(of process: String = "self") -> Int? {
        let found = FileSystem.names(inFolder: "/proc/\(process)/fd")
        // Without the folder that was being read.
        return found.isEmpty ? nil : found.count - (process == "self" ? 1 : 0)
    }

    /// Waits until this process has fewer descriptors than `bound`; `false` where that does not come within `timeout`.
    ///
    /// Tests that run beside each other share the count, so one look at it says nothing; a leak stays.
    package static func waitForDescriptors(
        fewerThan bound: Int,
        upTo timeout: Duration = .seconds(120)
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
