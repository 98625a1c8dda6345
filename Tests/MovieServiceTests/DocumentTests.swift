import JSON
import JSONRPC
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieService

@Suite("OpenRPC document")
struct OpenRPCTests {
    @Test("rpc.discover returns the same bytes every time and lists every method")
    func discover() async throws {
        let client = ServiceClient()
        let document = try await client.result("rpc.discover")
        #expect(document["openrpc"]?.string == "1.4.0")
        #expect(document["info"]?["title"]?.string == "marquee")
        #expect(document["info"]?["version"]?.string == "1.2.3")
        #expect(document["methods"]?.elements.compactMap { $0["name"]?.string } == MethodDeclaration.all.map(\.name))
        #expect(try await client.reply("rpc.discover") == client.reply("rpc.discover", "{}"))
        #expect(document.text.elementsEqual(OpenRPCDocument(info: ServiceInfo(version: "1.2.3")).jsonBytes))
    }

    @Test(
        "Every method takes its parameters by name, and its texts end with a full stop",
        arguments: MethodDeclaration.all.map(\.name)
    )
    func method(name: String) async throws {
        let document = try await ServiceClient().result("rpc.discover")
        let method = try #require(document["methods"]?.elements.first { $0["name"]?.string == name })
        #expect(method["paramStructure"]?.string == "by-name")
        #expect(method["summary"]?.string?.hasSuffix(".") == true)
        for parameter in method["params"]?.elements.map(\.self) ?? [] {
            #expect(parameter["description"]?.string?.hasSuffix(".") == true, "\(name): \(parameter)")
        }
    }

    @Test("Every reference has a target")
    func references() async throws {
        let document = try await ServiceClient().result("rpc.discover")
        let references = Set(document.references)
        #expect(references.count > 20)
        for reference in references {
            #expect(JSONSchemaCheck(document).schema(reference) != nil, "\(reference)")
        }
    }

    @Test("The parameters and results of the examples conform to the schemas")
    func examples() async throws {
        let document = try await ServiceClient().result("rpc.discover")
        let check = JSONSchemaCheck(document, refusesOthers: true)
        for method in document["methods"]?.elements.map(\.self) ?? [] {
            let name = try #require(method["name"]?.string)
            let example = try #require(method["examples"]?[0])
            let result = try #require(example["result"]?["value"])
            let schema = try #require(method["result"]?["schema"])
            #expect(check.problems(of: result, schema, at: name) == [])
            let parameters = method["params"]?.elements.map(\.self) ?? []
            for given in example["params"]?.elements.map(\.self) ?? [] {
                let parameter = try #require(parameters.first { $0["name"] == given["name"] })
                let value = try #require(given["value"])
                let schema = try #require(parameter["schema"])
                #expect(check.problems(of: value, schema, at: name) == [])
            }
        }
    }

    /// Calls whose results have as many different members as possible.
    static let calls: [(String, String)] = [
        ("boxOffice/daily", #"{"enrich":true}"#), ("boxOffice/weekly", "{}"), ("movies/search", #"{"query":"x"}"#),
        ("movies/list", "{}"), ("movies/trending", "{}"), ("movies/get", #"{"id":"kofic:20183782"}"#),
        ("movies/related", #"{"id":"shelf:7"}"#), ("providers/list", "{}"), ("ping", "{}"),
    ]

    @Test("The actual results of methods conform to their schemas", arguments: calls)
    func results(name: String, params: String) async throws {
        var disabled = FakeRepository("omdb", capabilities: [.search])
        disabled.profile.availability = .disabled(reason: "OMDB_API_KEY is not set")
        let failing = FakeRepository("broken", capabilities: [.search, .list])
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf(), disabled, failing])
        let document = try await client.result("rpc.discover")
        let method = try #require(document["methods"]?.elements.first { $0["name"]?.string == name })
        let schema = try #require(method["result"]?["schema"])
        let result = try await client.result(name, params)
        #expect(JSONSchemaCheck(document, refusesOthers: true).problems(of: result, schema) == [])
    }

    @Test("Every recorded answer conforms to the schema of its method, and has no other members")
    func recorded() async throws {
        let document = try await ServiceClient().result("rpc.discover")
        let check = JSONSchemaCheck(document, refusesOthers: true)
        let session = try ProjectFiles.text(ProjectFiles.root + "/Tests/Fixtures/wire/demo-session.ndjson")
        var methods: [String: String] = [:]
        var count = 0
        for line in session.split(separator: "\n") {
            guard let message = try JSONDocument(String(line)).root["message"] else { continue }
            for message in message.kind == .array ? Array(message.elements) : [message] {
                guard let id = message["id"]?.description else { continue }
                if let method = message["method"]?.string { methods[id] = method }
                if let data = message["error"]?["data"], data["kind"] != nil {
                    #expect(check.problems(of: data, as: "#/components/schemas/ErrorData") == [], "\(id)")
                }
                guard let result = message["result"], let name = methods[id],
                    let method = document["methods"]?.elements.first(where: { $0["name"]?.string == name }),
                    let schema = method["result"]?["schema"], name != "rpc.discover"
                else { continue }
                #expect(check.problems(of: result, schema, at: name) == [])
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test("A token that is neither a text nor an integer is refused", arguments: ["true", "{}", "[1]", "1.5"])
    func tokens(token: String) async throws {
        for name in ["workDoneToken", "partialResultToken"] {
            let error = try await ServiceClient().error("movies/suggest", #"{"prefix":"a","\#(name)":\#(token)}"#)
            #expect(error.data?["field"] == .string(name))
            #expect(error.message.contains("expected a text, or an integer"), "\(error.message)")
        }
        _ = try await ServiceClient().result("movies/suggest", #"{"prefix":"a","workDoneToken":null}"#)
    }

    @Test("Whatever answers films takes the languages of titles and the width of images")
    func look() {
        /// The names of the objects in a schema, and in those.
        func objects(_ schema: Schema, _ found: inout Set<String>) {
            for component in schema.components where found.insert(component.name).inserted {
                objects(component.schema, &found)
            }
        }
        // These answer what stands in the library, or which films are missing from it.
        let others: Set = ["library/get", "library/export", "library/import", "library/identify"]
        for method in MethodDeclaration.all where !others.contains(method.name) {
            var names: Set<String> = []
            objects(method.resultSchema, &names)
            guard names.contains("Movie") else { continue }
            let parameters = method.parameters.map(\.name)
            #expect(parameters.contains("languages") && parameters.contains("imageWidth"), "\(method.name)")
        }
    }

    @Test("Every choice of the results has a name of its own")
    func choices() {
        func inline(_ schema: Schema) -> Bool {
            switch schema.shape {
            case .choice: schema.name == nil
            case .list(let element), .map(let element): inline(element)
            case .object(let properties): properties.contains { inline($0.schema) }
            default: false
            }
        }
        for component in WireComponents.all { #expect(!inline(component.schema), "\(component.name)") }
        let names = (WireComponents.all + WireComponents.choices).map(\.name)
        #expect(Set(names).count == names.count && names.contains("ProviderReportStatus"))
    }

    @Test("The notifications are described, with parameters whose schemas have their targets")
    func notifications() async throws {
        let document = try await ServiceClient().result("rpc.discover")
        let named = document["x-notifications"]?.elements.compactMap { $0["name"]?.string }
        #expect(named == ["library/changed", "providers/changed", "cache/changed", "$/progress"])
        let search = document["methods"]?.elements.first { $0["name"]?.string == "movies/search" }
        let names = search?["params"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(names.suffix(2) == ["workDoneToken", "partialResultToken"])
    }

    @Test("A film with every field and an error's data conform to their schemas")
    func fullShapes() async throws {
        let document = try await ServiceClient().result("rpc.discover")
        let check = JSONSchemaCheck(document, refusesOthers: true)
        let movie = try JSONDocument(FullFilm.movie.jsonBytes).root
        #expect(check.problems(of: movie, as: "#/components/schemas/Movie") == [])
        #expect(movie["provenance"]?.members.map(\.name) == MovieField.allCases.map(\.name))
        let error = try await ServiceClient().error("movies/list")
        let data = try JSONDocument(try #require(error.data).jsonBytes).root
        #expect(check.problems(of: data, as: "#/components/schemas/ErrorData") == [])
    }

    @Test("The checker reports every violation of a schema")
    func checkerChecks() async throws {
        let check = JSONSchemaCheck(try await ServiceClient().result("rpc.discover"), refusesOthers: true)
        let page = try JSONDocument(#"{"page":0,"limit":"20","totalItems":null,"totalPages":null,"more":true}"#).root
        #expect(
            check.problems(of: page, as: "#/components/schemas/Page") == [
                "$: hasMore is missing", "$: next is missing", "$: incomplete is missing", "$.page: below 1.0",
                "$.limit: \"20\" is not [\"integer\"]",
                "$: more is not allowed",
            ]
        )
    }
}

@Suite("OpenRPC meta-schema")
struct OpenRPCMetaSchemaTests {
    @Test(
        "The document conforms to OpenRPC 1.4 and its examples conform to its own schemas",
        .enabled("needs suites/openrpc/schema-1.4.json, python3 and its package jsonschema") {
            try await PythonSchemaValidator.isUsable()
        }
    )
    func metaSchema() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/openrpc.json"
            try ProjectFiles.write(OpenRPCDocument(info: ServiceInfo(version: "1.2.3")).jsonBytes, to: file)
            let outcome = try await PythonSchemaValidator.run(
                PythonSchemaValidator.openRPCProgram,
                [try #require(PythonSchemaValidator.metaSchema), file]
            )
            #expect(outcome.outputText + outcome.errors == "")
            #expect(outcome.status == .exited(0))
        }
    }
}

@Suite("docs/methods")
struct MethodReferenceTests {
    @Test("The reference contains every method, parameter, shape, and error")
    func isComplete() throws {
        let pages = Dictionary(uniqueKeysWithValues: MethodReference().pages.map { ($0.name, $0.text) })
        for method in MethodDeclaration.all {
            let noun = method.name.contains("/") ? String(method.name.split(separator: "/")[0]) : "session"
            let page = try #require(pages[noun + ".md"])
            #expect(page.contains("\n## \(method.name)\n"))
            for parameter in method.parameters { #expect(page.contains("\n| `\(parameter.name)` |")) }
        }
        let index = try #require(pages["README.md"])
        for method in MethodDeclaration.all { #expect(index.contains("\n| [`\(method.name)`](")) }
        for failure in ServiceError.Kind.allCases { #expect(index.contains("| `\(failure.rawValue)` |")) }
        let shapes = try #require(pages["shapes.md"])
        for component in WireComponents.all { #expect(shapes.contains("\n## \(component.name)\n")) }
    }
}

extension JSONElement {
    /// Every `$ref` in the value.
    fileprivate var references: [String] {
        let own = self["$ref"]?.string.map { [$0] } ?? []
        return own + members.flatMap(\.value.references) + elements.flatMap(\.references)
    }
}
