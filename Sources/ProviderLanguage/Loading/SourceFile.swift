import YAML

/// Text to nodes, with YAML's own problems as diagnostics.
enum SourceFile {
    /// The root of a file, `nil` where it is no YAML; keys that stand twice are reported, and the first of them counts.
    static func read(_ bytes: [UInt8], file: String, _ decoding: inout Decoding) -> SourceNode? {
        let reading = YAMLReader.examine(bytes)
        var problems = reading.errors.map { problem in
            let position = problem.position
            let location = SourceLocation(file: file, line: position.line, column: position.column)
            return Diagnostic(.error, at: location, problem.message)
        }
        let node = reading.root.map { SourceNode($0, file: file, problems: &problems) }
        decoding.report(problems)
        return node
    }
}
