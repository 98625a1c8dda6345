import MarqueeTestKit

/// A fictional source for the measurement, with one operation and one film per answer.
struct MadeUpSource {
    var id: String
    var origin: String

    static let path = "/search"

    private static let body = #"{"results":[{"id":"1","name":"Lantern Street","released":"2019"}]}"#

    /// The bytes with which its answer ends.
    static let ending = Array(body.utf8)

    /// Returns a request to the source with only the required headers.
    static func bareRequest(_ query: String) -> [UInt8] {
        let term = query.replacing(" ", with: "%20")
        return Array("GET \(path)?term=\(term) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    }

    /// Writes a configuration of these sources into a folder and returns its path.
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

    /// Returns the source's answer to any question, after a pause.
    static func answer(after pause: Duration = .zero) -> ScriptedAnswer {
        let answer = ScriptedAnswer.json(body)
        return pause == .zero ? answer : answer.delayed(by: pause)
    }

    /// Returns one request as a line.
    static func request(_ id: Int, query: String, providers: [String] = []) -> String {
        let named = providers.map { "\"\($0)\"" }.joined(separator: ",")
        let filter = providers.isEmpty ? "" : #","providers":[\#(named)]"#
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"movies/search","params":{"query":"\#(query)"\#(filter)}}"#
            + "\n"
    }
}
