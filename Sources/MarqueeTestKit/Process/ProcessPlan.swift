/// What to start, and with what around it.
package struct ProcessPlan: Sendable {
    /// Where a standard stream of the process leads.
    package enum Stream: Sendable, Hashable {
        case pipe
        /// One end of a pair of sockets.
        case socket
        /// `/dev/null`.
        case null
        /// A file, read from or (created, emptied and) written to.
        case file(String)
        /// The descriptor is not there at all.
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

    /// The plan by way of `env`, which changes the directory and becomes the program; `posix_spawn` has no portable way.
    var inItsDirectory: ProcessPlan {
        guard let workingDirectory else { return self }
        var plan = self
        plan.executable = "/usr/bin/env"
        plan.arguments = ["-C", workingDirectory, executable] + arguments
        plan.workingDirectory = nil
        return plan
    }
}
