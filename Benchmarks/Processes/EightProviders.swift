import MarqueeTestKit

/// A fictional configuration of eight sources: four extend a built-in definition, and four are complete definitions.
enum EightProviders {
    /// Writes the configuration into a folder and returns its path.
    static func write(to folder: String) throws -> String {
        let path = folder + "/providers.yaml"
        try ProjectFiles.write("version: 1\nproviders:\n" + extended + (1...4).map(whole).joined(), to: path)
        return path
    }

    private static var extended: String {
        ["kofic", "yts"].flatMap { kind in
            (1...2).map { number in
                "  - { id: \(kind)\(number), extends: \(kind), base_url: \"https://\(kind)\(number).example\" }\n"
            }
        }
        .joined()
    }

    private static func whole(_ number: Int) -> String {
        """
          - id: films\(number)
            title: Films \(number)
            languages: [en]
            base_url: https://films\(number).example
            timeout: 4s
            operations:
              search:
                get: /search
                query: { term: "${input.query}", limit: "100" }
                paging: { kind: none }
                rows: results
                item:
                  ids: { films: id }
                  title: { path: name, then: [trim], language: en, required: true }
                  year: { path: released, then: [{ extract: "^([0-9]{4})" }] }
                  runtime: { path: milliseconds, unit: ms }
                  genres: genre
                  directors: director
                  overview: { path: text, language: en }

        """
    }
}
