import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("What an operation asks for")
struct RequestTests {
    private func operation(_ name: Capability, _ keys: String) throws -> OperationDefinition {
        let text = """
            version: 1
            providers:
              - id: shelf
                base_url: https://shelf.example
                operations:
                  \(name.rawValue): { \(keys), rows: ., item: { title: t } }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        return try #require(outcome.configuration?.providers.first?.http?.operations[name]?.first)
    }

    /// The query as `name=value`, without the parameters that have no value.
    private func query(_ operation: OperationDefinition, _ inputs: TemplateInputs) -> [String] {
        operation.query.compactMap { parameter in
            parameter.value.render(inputs).map { "\(parameter.name)=\($0.plainText ?? "?")" }
        }
    }

    @Test("A parameter without a value is left out, and the order is that of the file")
    func parameters() throws {
        let operation = try operation(
            .search,
            "get: /films, query: { z: '1', q: '${input.query}', y: '${input.year}' }"
        )
        #expect(query(operation, TemplateInputs(values: [.query: .text("a&b")])) == ["z=1", "q=a&b"])
        #expect(
            query(operation, TemplateInputs(values: [.query: .text("a"), .year: .integer(1999)])) == [
                "z=1", "q=a", "y=1999",
            ]
        )
    }

    @Test(
        "A table of values: what it lacks is kept, dropped or replaced",
        arguments: [
            ("keep", "added", "s=date_added"), ("keep", "title", "s=title"), ("drop", "title", nil),
            ("rating", "title", "s=rating"),
        ] as [(String, String, String?)]
    )
    func tables(_ otherwise: String, _ input: String, _ expected: String?) throws {
        let operation = try operation(
            .list,
            "get: /films, query: { s: { from: input.sort, map: { added: date_added }, else: \(otherwise) } }"
        )
        #expect(query(operation, TemplateInputs(values: [.sort: .text(input)])) == [expected].compactMap(\.self))
    }

    @Test("An input may be transformed before it is sent")
    func transformed() throws {
        let operation = try operation(
            .search,
            #"get: /films, query: { q: { from: input.query, then: [{ replace: { regex: "[^\\w]+", with: " " } }, trim, lower] } }"#
        )
        #expect(query(operation, TemplateInputs(values: [.query: .text("Ocean's 등대!")])) == ["q=ocean s 등대"])
        #expect(query(operation, TemplateInputs(values: [.query: .text("!!")])) == [])
    }

    @Test("A body keeps the types of JSON, leaves out what has no value, and escapes texts")
    func body() throws {
        let operation = try operation(
            .search,
            #"post: /films, body: { q: "${input.query}", year: "${input.year}", n: 5, s: "5", on: true, none: ~, in: [a, "${input.limit}"] }"#
        )
        let inputs = TemplateInputs(values: [.query: .text("a \"b\""), .limit: .integer(20)])
        let text = try #require(operation.body?.render(inputs).plainText)
        #expect(text == #"{"q":"a \"b\"","n":5,"s":"5","on":true,"none":null,"in":["a",20]}"#)
        #expect(operation.method == .post)
    }

    @Test("A secret in a body stays a name")
    func secretInBody() throws {
        let operation = try operation(.search, #"post: /films, body: { key: "k-${env.SHELF_KEY}" }"#)
        let pieces = try #require(operation.body?.render(TemplateInputs()).pieces)
        #expect(pieces.contains(.secret(SecretReference(kind: .environment, name: "SHELF_KEY"))))
    }
}
