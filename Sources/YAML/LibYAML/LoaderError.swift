internal import CYAML

/// What libyaml says when it stops, in its own words and with its own marks.
struct LoaderError: Error {
    /// Whether memory ran out, in which case nothing else is known.
    var isOutOfMemory: Bool

    /// What is wrong, such as "did not find expected key".
    var problem: String

    /// Where.
    var position: YAMLPosition

    /// What was being read, such as "while parsing a block mapping".
    var context: String?

    /// Where that began.
    var contextPosition: YAMLPosition?

    /// Copies the error out of a parser that has just failed.
    init(_ parser: borrowing yaml_parser_t) {
        isOutOfMemory = unsafe parser.error == YAML_MEMORY_ERROR
        problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "the text is not valid YAML"
        position = unsafe YAMLPosition(parser.problem_mark)
        context = unsafe parser.context.map { unsafe String(cString: $0) }
        let mark = unsafe parser.context_mark
        contextPosition = context == nil ? nil : YAMLPosition(mark)
    }
}
