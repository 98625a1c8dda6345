import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import Testing

@testable import MCPServer
@testable import MovieService

@Suite("Tools and their results")
struct ToolTableTests {
    private let tools = ToolTable(MethodDeclaration.all)

    @Test("The tools have snake-case names, and those whose methods are missing are left out")
    func names() {
        #expect(tools.names.prefix(2) == ["box_office_daily", "box_office_weekly"])
        #expect(tools["movies_search"]?.actions.map(\.method.name) == ["movies/search"])
        #expect(tools["lists"]?.actions.map(\.name) == ["list", "films", "add", "remove", "rename", "delete"])
        #expect(tools.name(ofMethod: "boxOffice/daily") == "box_office_daily")
        #expect(tools.name(ofMethod: "lists/add") == "lists (add)")
        #expect(tools.name(ofMethod: "cache/clear") == nil)
        #expect(ToolTable([]).names.isEmpty)
        let few = MethodDeclaration.all.filter { ["movies/get", "people/get", "ping"].contains($0.name) }
        #expect(ToolTable(few).names == ["movies_get"])
    }

    @Test("The user chooses groups of tools, which are all tools together", arguments: ToolGroup.allCases)
    func groups(group: ToolGroup) {
        let chosen = ToolTable(MethodDeclaration.all, in: [group]).names
        #expect(!chosen.isEmpty && Set(chosen).isSubset(of: tools.names))
        let others = Set(ToolGroup.allCases).subtracting([group])
        #expect(Set(ToolTable(MethodDeclaration.all, in: others).names) == Set(tools.names).subtracting(chosen))
    }

    @Test("A tool of several methods says which parameters are for which action, and takes only its own actions")
    func actions() throws {
        let tool = try #require(tools["lists"])
        let schema = try #require(tool.description(tools.words, in: .july2026)["inputSchema"])
        #expect(schema["properties"]?["action"]?["enum"]?[2] == "add")
        #expect(schema["properties"]?["action"]?["default"] == "list" && schema["required"] == nil)
        #expect(try tool.method(for: JSONDocument("{}").root).name == "lists/list")
        let place = try #require(schema["properties"]?["position"])
        #expect("\(place)".contains("For add."), "\(place)")
        let given = try JSONDocument(#"{"action":"add","list":"Best","id":"a:1","name":null,"position":"2"}"#).root
        let method = try tool.method(for: given)
        #expect(method.name == "lists/add")
        #expect(
            try tool.arguments(given, of: method) == JSONDocument(#"{"list":"Best","id":"a:1","position":2}"#).root
        )
        let error = #expect(throws: RPCError.self) { try tool.method(for: JSONDocument(#"{"action":"ad"}"#).root) }
        #expect(error?.message == #"action: expected one of list, films, add, remove, rename, delete, got "ad""#)
        #expect(error?.data?["hint"] == #"Did you mean "add"?"#)
    }

    @Test("No text of a tool names a method, and what may be left out may be null")
    func texts() throws {
        let methods = MethodDeclaration.all.map(\.name).filter { $0.contains("/") }
        for name in tools.names {
            let description = try #require(tools[name]?.description(tools.words, in: .november2025))
            let text = "\(description)"
            for method in methods { #expect(!text.contains(method), "\(name) names \(method)") }
            guard case .object(let parameters)? = description["inputSchema"]?["properties"] else { continue }
            var required: [JSONValue] = []
            if case .array(let names)? = description["inputSchema"]?["required"] { required = names }
            for parameter in parameters where !required.contains(.string(parameter.name)) {
                let mayBeLeftOut = "\(parameter.value)".contains("null") || parameter.value["default"] != nil
                #expect(mayBeLeftOut || parameter.value["type"] == "array", "\(name): \(parameter.name)")
                #expect(!["from", "to", "as", "with", "in"].contains(parameter.name), "\(name)")
            }
        }
    }

    @Test(
        "A message about methods is one about tools, without what no tool does",
        arguments: [
            (
                "give a person's id; people/search finds people by their names",
                "give a person's id; people finds people by their names"
            ),
            ("A region, by name or code; see `vocabulary/list`.", "A region, by name or code."),
            ("Two ids. Forget a pin first (matches/forget).", "Two ids."),
            ("`bookmarks/list` and `cards/list` show the ids", "`bookmarks_list` and `cards_list` show the ids"),
            ("either/or", "either/or"),
        ]
    )
    func messages(text: String, shown: String) {
        #expect(tools.words.text(text) == shown)
    }

    @Test("An input schema has the method's parameters and says which are required")
    func inputSchema() throws {
        let tool = try #require(tools["movies_search"])
        let schema = try #require(tool.description(tools.words, in: .july2026)["inputSchema"])
        #expect(schema["properties"]?["query"]?["type"] == "string")
        #expect(schema["properties"]?["limit"]?["maximum"] == 100)
        #expect(schema["required"] == ["query"])
    }

    @Test("No tool hides a required parameter, or hides or needs one that its methods do not have")
    func hidden() throws {
        for choice in ToolTable.choices {
            let methods = MethodDeclaration.all.filter { choice.methods.contains($0.name) }
            #expect(methods.count == choice.methods.count, "\(choice.methods)")
            let parameters = methods.flatMap(\.parameters)
            let named = choice.hidden.union(choice.required)
            #expect(named.subtracting(parameters.map(\.name)) == [], "\(choice.methods)")
            for parameter in parameters where choice.hidden.contains(parameter.name) { #expect(!parameter.isRequired) }
        }
    }

    @Test("A list result contains only the members that a tool shows")
    func shown() throws {
        let tool = try #require(tools["movies_search"])
        let answer = try JSONDocument(
            #"""
            {"movies":[{"id":"a:1","title":"T","year":2001,"provenance":{"title":["a"]},"images":[],"new":1,
            "directors":[{"name":"N","nameEn":"E"}]}],"page":{"page":1,"limit":20,"hasMore":null},
            "sources":[{"provider":"a","status":"error","durationMs":3,"error":{"kind":"timeout","message":"late"}}]}
            """#
        ).root
        let value = tool.choice.shown.value(of: answer, as: tool.actions[0].method.resultSchema)
        let expected = try JSONDocument(
            #"""
            {"movies":[{"id":"a:1","title":"T","year":2001,"directors":[{"name":"N","nameEn":"E"}]}],
            "page":{"page":1,"hasMore":null},
            "sources":[{"provider":"a","status":"error","error":{"kind":"timeout","message":"late"}}]}
            """#
        )
        #expect(value == JSONValue(expected.root))
    }

    @Test("Every object with shown members or a limit is a component of the schema, with these members")
    func shownComponents() throws {
        for (name, members) in ShownMembers.namedObjects {
            let component = WireComponents.all.first { $0.name == name }
            guard case .object(let properties)? = component?.schema.shape else {
                Issue.record("there is no object \(name)")
                continue
            }
            #expect(members.isSubset(of: properties.map(\.name)), "\(name)")
        }
    }

    @Test("An answer that cannot be passed on is an internal error with the reason and what to do")
    func unreadable() throws {
        let error = #expect(throws: RPCError.self) {
            try JSONElement(parsing: Array(String(repeating: "[", count: 200).utf8))
        }
        #expect(error?.code == .internalError)
        #expect(error?.data?["kind"] == "internal_error")
        #expect(
            error?.data?["reason"]
                == "the answer cannot be passed on: expected at most 128 levels, but one more was opened"
        )
        #expect(error?.data?["hint"] == "Ask for less: a smaller limit, or fewer parts in include.")
    }

    @Test("The long lists of a film are shortened, and its images have only the shown members")
    func shortened() throws {
        let tool = try #require(tools["movies_get"])
        func list(_ item: String) -> String { "[" + [String](repeating: item, count: 20).joined(separator: ",") + "]" }
        let answer = try JSONDocument(
            #"""
            {"movie":{"id":"a:1","images":\#(list(#"{"kind":"poster","url":"u","sizes":[],"provider":"a"}"#)),
            "videos":\#(list("{}")),"releases":\#(list("{}")),"cast":\#(list("{}"))},"sources":[]}
            """#
        ).root
        let movie = try #require(tool.choice.shown.value(of: answer, as: tool.actions[0].method.resultSchema)["movie"])
        func count(_ name: String) -> Int? { if case .array(let items)? = movie[name] { items.count } else { nil } }
        #expect(count("images") == 4)
        #expect(count("videos") == 6)
        #expect(count("releases") == 12)
        #expect(count("cast") == 12)
        #expect(movie["castTotal"] == 20 && movie["imagesTotal"] == 20)
        #expect(movie["images"]?[0] == ["kind": "poster", "url": "u", "provider": "a"])
    }

    @Test("A film that is an old copy from the library says so, and included parts are in the data")
    func details() throws {
        let tool = try #require(tools["movies_get"])
        let answer = try JSONDocument(
            #"""
            {"movie":{"id":"a:1","title":"T","watch":[{"region":"KR"}],"videos":[{"kind":"trailer"}],
            "releases":[{"region":"US","events":[]}]},"similar":[{"id":"a:2"}],"stored":true,"sources":[]}
            """#
        ).root
        let value = tool.choice.shown.value(of: answer, as: tool.actions[0].method.resultSchema)
        #expect(value["stored"] == true)
        for part in ["watch", "videos", "releases"] { #expect(value["movie"]?[part]?[0] != nil, "\(part)") }
        #expect(value["similar"]?[0]?["id"] == "a:2")
    }

    @Test("An image moves from the structured content to a content block")
    func image() async throws {
        let tool = try #require(tools["images_get"])
        let image = FetchedImage(
            url: "u",
            provider: "p",
            mimeType: "image/png",
            width: 9,
            height: 12,
            bytes: Array("hi".utf8)
        )
        let answer = ShownImage(result: ImageResult(image: image, sources: []), showsData: true)
        let result = ToolAnswer(
            answer: answer,
            data: try JSONDocument(await ServiceHandler.written(answer)).root,
            tool: tool,
            method: tool.actions[0].method,
            words: Wording(isKorean: false),
            tools: tools
        ).result(in: .july2026)
        let content = try #require(result.members.first { $0.name == "content" }?.value)
        #expect(content[0] == ["type": "text", "text": "Image: 9×12, p, u"])
        #expect(content[1] == ["type": "image", "data": "aGk=", "mimeType": "image/png"])
        let structured = try #require(result.members.first { $0.name == "structuredContent" }?.value)
        #expect(structured["image"]?["data"] == nil && structured["image"]?["width"] == 9)
    }
}
