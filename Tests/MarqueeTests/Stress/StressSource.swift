import MarqueeTestKit

/// A source of one operation, made up for the long runs.
enum StressSource {
    static let answer = ScriptedAnswer.json(#"{"results":[{"id":"1","name":"Lantern Street"}]}"#)

    /// Writes its definition into a folder and gives the path.
    static func write(origin: String, cache: String = "", to folder: String) throws -> String {
        let path = folder + "/providers.yaml"
        let definition = """
            version: 1
            providers:
              - id: shelf
                base_url: "\(origin)"
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    \(cache)
                    rows: results
                    item: { ids: { shelf: id }, title: { path: name, language: en, required: true } }
            """
        try ProjectFiles.write(definition, to: path)
        return path
    }
}
