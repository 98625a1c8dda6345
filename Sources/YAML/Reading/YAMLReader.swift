/// Reads configuration written in YAML.
///
/// A text is UTF-8, holds exactly one document, and stays within ``YAMLLimits``. Keys that stand twice and merge keys are
/// refused, all of them in one run; anything that is not YAML stops the run where it stands.
package enum YAMLReader {
    /// Reads a text that holds exactly one document, and returns its root.
    ///
    /// Throws every problem found, with its place; a text without a document is a problem of its own kind, `empty`.
    package static func read(
        _ bytes: [UInt8],
        limits: YAMLLimits = .standard
    ) throws(YAMLFailure) -> YAMLNode {
        let reading = examine(bytes, limits: limits)
        guard reading.errors.isEmpty, let root = reading.root else { throw YAMLFailure(errors: reading.errors) }
        return root
    }

    /// Reads a text as ``read(_:limits:)`` does, but gives the tree in spite of keys that stand twice.
    ///
    /// So whoever checks the tree can report the problems of both in one run.
    package static func examine(_ bytes: [UInt8], limits: YAMLLimits = .standard) -> YAMLReading {
        var builder = TreeBuilder(limits: limits)
        do throws(YAMLError) {
            let text = try SourceText(bytes, limits: limits)
            var parser = try EventParser(text.bytes)
            while !builder.isFinished {
                try step(&builder, &parser, text)
            }
        } catch {
            return YAMLReading(root: nil, errors: YAMLFailure(error, after: builder.problems).errors)
        }
        return builder.document()
    }

    private static func step(
        _ builder: inout TreeBuilder,
        _ parser: inout EventParser,
        _ text: SourceText
    ) throws(YAMLError) {
        let event: YAMLEvent
        do throws(LoaderError) {
            event = try parser.next()
        } catch {
            throw YAMLError(error, in: text, openBrackets: builder.openBrackets)
        }
        try builder.take(event)
    }
}
