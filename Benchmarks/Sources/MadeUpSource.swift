import MarqueeTestKit

/// A source made up for the measurement: one operation, one film an answer, another one for each question.
struct MadeUpSource {
    var id: String
    var origin: String

    static let path = "/search"

    /// A configuration of these sources, written into a folder; gives its path.
    static func write(_ sources: [MadeUpSource], deadline: String = "6s", to folder: String) throws -> String {
        let path = folder + "/providers.yaml"
        let head = "version: 1\nsettings: { deadline: \(deadline) }\nproviders:\n"
        try ProjectFiles.write(head + sources.map(\.definition).joined(), to: path)
        return path
    }

    private var definition: String {
        """
          - id: \(id)
            title: \(id)
            base_url: "\(origin)"
            operations:
              search:
                get: \(Self.path)
                query: { term: "${input.query}" }
                cache: { ttl: 1h }
                rows: results
                item:
                  ids: { \(id): id }
                  title: { path: name, language: en, required: true }
                  year: released

        """
    }

    /// What it answers to any question, after a while.
    static func answer(after pause: Duration = .zero) -> ScriptedAnswer {
        let answer = ScriptedAnswer.json(#"{"results":[{"id":"1","name":"Lantern Street","released":"2019"}]}"#)
        return pause == .zero ? answer : answer.delayed(by: pause)
    }

    /// One request as a line.
    static func request(_ id: Int, query: String, providers: [String] = []) -> String {
        let named = providers.map { "\"\($0)\"" }.joined(separator: ",")
        let filter = providers.isEmpty ? "" : #","providers":[\#(named)]"#
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"movies/search","params":{"query":"\#(query)"\#(filter)}}"#
            + "\n"
    }
}
