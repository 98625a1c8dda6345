/// A provider of kind `process`: a child process in any language.
enum ProcessConstruct {
    private static let command = Key(
        "command",
        "The program and its arguments; no shell.",
        Shape.nonEmptyList(.text),
        required: true
    )
    private static let environment = Key(
        "env",
        "Its environment beside PATH, HOME and LANG.",
        Shape.map(of: .text, to: .template)
    )
    private static let timeout = Key("timeout", "The time for one request.", Shape.timeout, default: "5s")
    private static let restart = Key("restart", "How often it is started again.", RetryConstruct.shape)
    private static let operations = Key(
        "operations",
        "What it can be asked for.",
        Shape.list(Shape<OperationName>.word),
        required: true
    )

    static let construct = Construct(
        "a provider of kind process",
        "A child process that speaks newline-delimited JSON-RPC.",
        ProviderConstruct.commonEntries
            + [command.entry, environment.entry, timeout.entry, restart.entry, operations.entry]
    )

    static func decode(_ record: Record, _ decoding: inout Decoding) -> ProcessDefinition? {
        let command = record.value(command, &decoding)
        let environment = record.value(environment, &decoding) ?? []
        decoding.checkSecrets(in: environment, at: record.node[Self.environment.name])
        let timeout = record.value(timeout, &decoding) ?? .seconds(5)
        let restart = record.value(restart, &decoding)
        let operations = record.value(operations, &decoding)
        guard let command, let operations else { return nil }
        guard !command.isEmpty else {
            decoding.error("'command' needs a program", at: record.node.location)
            return nil
        }
        return ProcessDefinition(
            command: command,
            environment: environment,
            timeout: timeout,
            restart: restart ?? RetryPolicy(attempts: 3, backoff: .milliseconds(500) ... .seconds(30)),
            operations: operations
        )
    }
}
