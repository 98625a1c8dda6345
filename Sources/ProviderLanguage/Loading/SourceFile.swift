import YAML

/// Text to nodes, with YAML's own problems as diagnostics.
enum SourceFile {
    static func read(_ bytes: [UInt8], file: String, _ decoding: inout Decoding) -> SourceNode? {
        do throws(YAMLFailure) {
            let root = try YAMLReader.read(bytes)
            var problems: [Diagnostic] = []
            let node = SourceNode(root, file: file, problems: &problems)
            decoding.report(problems)
            return node
        } catch {
            decoding.report(
                error.errors.map { problem in
                    let location = SourceLocation(
                        file: file,
                        line: problem.position.line,
                        column: problem.position.column
                    )
                    return Diagnostic(.error, at: location, problem.message)
                }
            )
            return nil
        }
    }
}
