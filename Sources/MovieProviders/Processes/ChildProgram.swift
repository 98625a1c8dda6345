import Upstream

/// What is started as a child process: everything that a definition says of it, found and filled in.
struct ChildProgram: Sendable {
    /// The path of the file that is run.
    var executable: String
    /// Without the program's own name.
    var arguments: [String]
    /// The name under which the program knows itself, as the definition writes it.
    var name: String
    /// The whole environment; nothing is inherited.
    var environment: [(name: String, value: SecretText)]
    /// Where it is started: the folder of the definitions.
    var folder: String
    /// The time for one request.
    var timeout: Duration
    var restart: RestartRule
    var limits = ProcessLimits()
}
