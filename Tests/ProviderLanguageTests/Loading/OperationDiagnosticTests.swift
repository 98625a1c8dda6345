import MarqueeTestKit
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Diagnostics of operations and items")
struct OperationDiagnosticTests {
    /// Returns the problems of an operation on line 6, whose value starts at column 27 if its name has six letters.
    private func operation(_ name: String, _ value: String, keys: String = "title: Shelf") -> [String] {
        problems(BrokenKeys.file(operation: name, value, keys: keys)).map { String($0.dropFirst("test.yaml:".count)) }
    }

    @Test("An invalid or missing key of an operation is reported", arguments: BrokenKeys.ofOperations)
    func operations(_ name: String, _ value: String, _ expected: String) {
        let list = name == "search" && value.contains("lisst") ? ", list: { get: /, rows: ., item: { title: t } }" : ""
        #expect(operation(name, value + list) == [expected])
    }

    @Test("An invalid key of a field is reported", arguments: BrokenKeys.ofFields)
    func fields(_ field: String, _ expected: String) {
        #expect(operation("search", "{ get: /, rows: ., item: { title: \(field) } }") == [expected])
    }

    @Test(
        "A page size parameter requires a page size",
        arguments: ["page, param: p", "cursor, path: next, param: p"]
    )
    func sizeParameter(_ paging: String) {
        func found(_ keys: String) -> [String] {
            operation(
                "search",
                "{ get: /, paging: { kind: \(paging), size_param: n\(keys) }, rows: ., item: { title: t } }"
            )
        }
        #expect(
            found("").map { $0.split(separator: ": ", maxSplits: 1)[1] } == [
                "error: 'size_param' needs 'size', the rows of a page"
            ]
        )
        #expect(found(", size: 20") == [])
    }

    @Test("Image widths must match the places of 'each', and '{size}' requires image sizes")
    func imageSizes() {
        func found(_ field: String, keys: String = "title: Shelf") -> [String] {
            operation("search", "{ get: /, rows: ., item: { title: t, images: [\(field)] } }", keys: keys)
        }
        #expect(found("{ each: [a, b], widths: [2, 1] }") == [])
        for (field, problem) in [
            ("{ each: [a, b], widths: [2] }", "'widths': expected 2, one for each path of 'each', found 1"),
            ("{ path: a, widths: [2] }", "'widths' needs 'each', and has the width of each of its paths"),
        ] {
            #expect(found(field).count == 1)
            #expect(found(field).first?.contains(problem) == true)
        }
        let sized = "{ path: a, prefix: 'https://i.example/{size}' }"
        #expect(found(sized).first?.contains("'{size}' needs the sizes of a poster in 'image_sizes'") == true)
        #expect(found(sized, keys: "image_sizes: { poster: { small: 90, original: ~ } }") == [])
        let base = "images_base: 'https://i.example/{size}'"
        #expect(found("a", keys: base).first?.contains("'{size}' needs 'image_sizes'") == true)
        let wrong = found("a", keys: "image_sizes: { poster: { small: wide } }")
        #expect(wrong.first?.contains("expected a whole number from 1 to 100000, found 'wide'") == true)
    }

    @Test("A parameter with the name of the key parameter is rejected unless the key is a header")
    func keyParameter() {
        let keys = "auth: { kind: api_key, in: query, name: key, value: '${env.SHELF}' }"
        #expect(
            operation("search", "{ get: /, query: { key: a }, rows: ., item: { title: t } }", keys: keys)
                == ["6:46: error: 'key': this parameter already comes from 'auth'"]
        )
        #expect(
            operation(
                "search",
                "{ get: /, paging: { kind: page, param: key }, rows: ., item: { title: t } }",
                keys: keys
            ) == ["6:45: error: 'paging': the parameter 'key' already comes from 'auth'"]
        )
        let header = keys.replacing("in: query", with: "in: header")
        #expect(operation("search", "{ get: /, query: { key: a }, rows: ., item: { title: t } }", keys: header) == [])
    }

    @Test(
        "Any regular expression loads, because matching has its own limits",
        arguments: ["(a+)+$", "(a*)*", "(a?b)*"]
    )
    func patterns(_ pattern: String) {
        let found = operation(
            "search",
            "{ get: /, rows: ., item: { title: { path: t, then: [{ extract: \"\(pattern)\" }] } } }"
        )
        #expect(found.isEmpty)
    }

    @Test("A unit must be valid for its field")
    func units() {
        #expect(
            operation("search", "{ get: /, rows: ., item: { runtime: { path: r, unit: mins } } }")
                == ["6:80: error: 'unit': expected min, h, s, ms or duration, found 'mins'; did you mean 'min'?"]
        )
        #expect(
            operation("daily_box_office", "{ get: /, rows: ., item: { sales: { path: s, unit: won } } }")
                == ["6:88: error: 'unit': expected a currency such as KRW, found 'won'; did you mean 'KRW'?"]
        )
    }

    @Test("A film field is unknown in a box office row")
    func otherKind() {
        #expect(
            operation("daily_box_office", "{ get: /, rows: ., item: { rank: r, title: t } }").first?
                .hasPrefix("6:73: error: unknown key 'title' in the item of a row of the box office") == true
        )
    }

    @Test("An unknown constant is reported where it is used")
    func variables() {
        let keys = "vars: { page: '/films' }"
        #expect(operation("search", "{ get: '${vars.page}', rows: ., item: { title: t } }", keys: keys) == [])
        #expect(
            operation("search", "{ get: '/${vars.pgae}', rows: ., item: { title: t } }", keys: keys)
                == ["6:38: error: 'get': 'pgae' is not among 'vars'; did you mean 'page'?"]
        )
    }
}
