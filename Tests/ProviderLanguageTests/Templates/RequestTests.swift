import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Requests of an operation")
struct RequestTests {
    private func operation(_ name: Capability, _ keys: String) throws -> OperationDefinition {
        try shelfOperation(name, "\(keys), rows: ., item: { title: t }")
    }

    /// Returns the query as `name=value`, without the parameters that have no value.
    private func query(_ operation: OperationDefinition, _ inputs: TemplateInputs) -> [String] {
        operation.query.compactMap { parameter in
            parameter.value.values(inputs).first.map { "\(parameter.name)=\($0.plainText ?? "?")" }
        }
    }

    @Test("A parameter without a value is omitted, and parameters keep the order of the file")
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
        "A value that a table lacks is kept, dropped, or replaced",
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

    @Test("A list of values repeats its parameter, and parts without a value are omitted")
    func severalValues() throws {
        let operation = try operation(
            .search,
            """
            get: /films, query: { with: [cast, "${input.year}", crew], l: ["${input.languages}"], q: { parts: \
            ["title:(${input.query})", "year:${input.year}", { from: input.query, map: { x: "kind:y" }, else: drop }], \
            join: " AND " }, e: { parts: ["y:${input.year}"] } }
            """
        )
        func query(_ values: [Input: InputValue]) -> [String] {
            operation.query.flatMap { parameter in
                parameter.value.values(TemplateInputs(values: values)).map {
                    "\(parameter.name)=\($0.plainText ?? "?")"
                }
            }
        }
        #expect(query([.query: .text("x")]) == ["with=cast", "with=crew", "q=title:(x) AND kind:y"])
        #expect(
            query([.query: .text("a"), .year: .integer(1999), .languages: .texts(["ko", "en"])]) == [
                "with=cast", "with=1999", "with=crew", "l=ko", "l=en", "q=title:(a) AND year:1999", "e=y:1999",
            ]
        )
    }

    @Test(
        "A page input requires paging of its kind, and paging requires a place in the request",
        arguments: [
            (
                "get: /f, query: { p: '${input.page}' }",
                "test.yaml:6:44: error: 'p': 'input.page' has no value without 'paging' of kind page"
            ),
            (
                "get: /f, query: { p: '${input.cursor}' }, paging: { kind: page, param: p }",
                "'input.cursor' has no value without 'paging' of kind cursor"
            ),
            (
                "get: /f, query: { p: '${input.offset}' }, paging: { kind: page, param: n }",
                "'input.offset' has no value without 'paging' of kind offset, or of kind page with a size"
            ),
            ("get: /f, paging: { kind: page }", "'paging' needs 'param', or ${input.page} in the request"),
            (
                "post: /f, paging: { kind: cursor, in: body, path: n }",
                "'paging' needs 'param', or ${input.cursor} in the request"
            ),
            ("get: /f, paging: { kind: page, in: body, param: p }", "'paging': 'in: body' needs 'post'"),
            (
                "post: /f, body: { p: 1 }, paging: { kind: page, in: body, param: p }",
                "'paging': the body cannot have the member 'p'"
            ),
            ("get: '/f/${input.query | lower | number}'", "'| number' can only follow an input"),
        ]
    )
    func pages(_ keys: String, _ expected: String) {
        let found = problems(shelf(.search, "\(keys), rows: ., item: { title: t }"))
        #expect(found.contains { $0.contains(expected.split(separator: "error: ").last ?? "") }, "\(found)")
    }

    @Test("An input can be transformed before it is sent")
    func transformed() throws {
        let operation = try operation(
            .search,
            #"get: /films, query: { q: { from: input.query, then: [{ replace: { regex: "[^\\w]+", with: " " } }, trim, lower] } }"#
        )
        #expect(query(operation, TemplateInputs(values: [.query: .text("Ocean's 등대!")])) == ["q=ocean s 등대"])
        #expect(query(operation, TemplateInputs(values: [.query: .text("!!")])) == [])
    }

    @Test("A body keeps JSON types, omits members without a value, and escapes texts")
    func body() throws {
        let operation = try operation(
            .search,
            #"post: /films, body: { q: "${input.query}", year: "${input.year}", n: 5, s: "5", on: true, none: ~, in: [a, "${input.limit}"] }"#
        )
        let inputs = TemplateInputs(values: [.query: .text("a \"b\""), .limit: .integer(20)])
        let text = try #require(json(operation)?.render(inputs).plainText)
        #expect(text == #"{"q":"a \"b\"","n":5,"s":"5","on":true,"none":null,"in":["a",20]}"#)
        #expect(operation.method == .post)
    }

    @Test("A secret in a body stays a reference")
    func secretInBody() throws {
        let operation = try operation(.search, #"post: /films, body: { key: "k-${env.SHELF_KEY}" }"#)
        let pieces = try #require(json(operation)?.render(TemplateInputs()).pieces)
        #expect(pieces.contains(.secret(SecretReference(kind: .environment, name: "SHELF_KEY"))))
    }

    private func json(_ operation: OperationDefinition) -> BodyTemplate? {
        if case .json(let body)? = operation.body { body } else { nil }
    }
}
