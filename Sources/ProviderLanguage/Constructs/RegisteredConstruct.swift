/// A provider of a kind that is registered in Swift.
enum RegisteredConstruct {
    private static let options = Key(
        "options",
        "What the kind wants to know; texts.",
        Shape.map(of: .text, to: HTTPConstruct.anyText)
    )
    private static let operations = Key(
        "operations",
        "What it can be asked for.",
        Shape.list(Shape<OperationName>.word),
        required: true
    )

    static let construct = Construct(
        "a provider of a registered kind",
        "A source in Swift, registered by whoever built the program.",
        ProviderConstruct.commonEntries + [options.entry, operations.entry]
    )

    static func decode(_ record: Record, kind: String, _ decoding: inout Decoding) -> RegisteredDefinition? {
        let options = record.value(options, &decoding) ?? []
        return record.value(operations, &decoding).map {
            RegisteredDefinition(kind: kind, options: options, operations: $0)
        }
    }
}
