import JSON
import JSONRPC
import MarqueeTestKit
import MovieService
import Testing

@testable import MCPServer

@Suite("Arguments of tools")
struct ToolArgumentTests {
    private static func read(_ tool: String, _ arguments: String) throws -> String? {
        let tool = try #require(ToolTable(MethodDeclaration.all)[tool])
        let given = try JSONDocument(arguments).root
        return try tool.arguments(given, of: try tool.method(for: given))?.description
    }

    @Test(
        "A text that a host writes for another value is read as that value, if it has one reading",
        arguments: [
            ("movies_search", #"{"query":"2012","year":"2009"}"#, #"{"query":"2012","year":2009}"#),
            ("movies_search", #"{"query":"x","page":"1"}"#, #"{"query":"x","page":1}"#),
            ("movies_search", #"{"query":"x","year":""}"#, #"{"query":"x"}"#),
            (
                "box_office_daily", #"{"region":"","date":null,"limit":"3","enrich":false}"#,
                #"{"limit":3,"enrich":false}"#
            ),
            ("movies_search", #"{"query":"","languages":"en"}"#, #"{"query":"","languages":["en"]}"#),
            (
                "movies_search", #"{"query":"[REC]","languages":"[\"ko\", \"en\"]"}"#,
                #"{"query":"[REC]","languages":["ko","en"]}"#
            ),
            (
                "movies_search", #"{"query":"x","year":"two","languages":["en"]}"#,
                #"{"query":"x","year":"two","languages":["en"]}"#
            ),
            ("box_office_daily", #"{"enrich":"true"}"#, #"{"enrich":true}"#),
            ("box_office_daily", #"{"enrich":"True"}"#, #"{"enrich":true}"#),
            ("box_office_daily", #"{"enrich":1}"#, #"{"enrich":true}"#),
            ("box_office_daily", #"{"enrich":"no"}"#, #"{"enrich":false}"#),
            ("movies_search", #"{"query":1917,"year":"null"}"#, #"{"query":"1917"}"#),
            ("movies_search", #"{"query":["x"],"languages":"en,ko"}"#, #"{"query":"x","languages":["en","ko"]}"#),
            (
                "movies_get", #"{"id":["imdb:tt1"],"include":"similar, watch"}"#,
                #"{"id":"imdb:tt1","include":["similar","watch"]}"#
            ),
            ("movies_get", #"{"id":"[\"imdb:tt1\"]"}"#, #"{"id":"imdb:tt1"}"#),
            ("movies_identify", #"{"names":"Lamp, The (2001).mkv"}"#, #"{"names":["Lamp, The (2001).mkv"]}"#),
            ("box_office_daily", #"{"enrich":"perhaps"}"#, #"{"enrich":"perhaps"}"#),
            ("box_office_trend", #"{"ids":"[\"kofic:20230000\"]"}"#, #"{"ids":["kofic:20230000"]}"#),
            ("box_office_trend", #"{"ids":"kofic:20230000"}"#, #"{"ids":["kofic:20230000"]}"#),
            ("cards_put", #"{"id":"imdb:tt6751668","stars":"4.5"}"#, #"{"id":"imdb:tt6751668","stars":4.5}"#),
            ("cards_put", #"{"id":"imdb:tt6751668","comment":"5"}"#, #"{"id":"imdb:tt6751668","comment":"5"}"#),
            ("cards_put", #"{"id":"a:1","stars":null,"watchedOn":""}"#, #"{"id":"a:1","stars":null,"watchedOn":""}"#),
            (
                "box_office_trend", #"{"start":"2026-11-01","end":"2026-11-02"}"#,
                #"{"from":"2026-11-01","to":"2026-11-02"}"#
            ),
            ("box_office_trend", #"{"from":"2026-11-01"}"#, #"{"from":"2026-11-01"}"#),
            ("people", #"{"action":"get","id":"tmdb:5","query":null}"#, #"{"id":"tmdb:5"}"#),
            ("movies_get", #"{"id":"6751668","include":"[\"similar\"]"}"#, #"{"id":"6751668","include":["similar"]}"#),
        ]
    )
    func texts(tool: String, given: String, read: String) throws {
        #expect(try Self.read(tool, given) == read)
    }

    @Test("A host that writes every parameter removes nothing with those that have no value")
    func everyParameter() throws {
        let tool = try #require(ToolTable(MethodDeclaration.all)["cards_put"])
        let all = tool.parameters.map { parameter in
            let value = parameter.name == "id" ? "\"a:1\"" : "null"
            return "\"\(parameter.name)\":\(value)"
        }
        #expect(try Self.read("cards_put", "{\(all.joined(separator: ","))}") == #"{"id":"a:1"}"#)
    }

    @Test("An image is asked for with its bytes and a width that is enough to see it")
    func image() throws {
        #expect(try Self.read("images_get", #"{"id":"a:1","width":"200"}"#) == #"{"id":"a:1","width":200,"data":true}"#)
    }

    @Test("What a tool needs is asked for by the name that the assistant knows, also in messages")
    func needed() throws {
        let tools = ToolTable(MethodDeclaration.all)
        let image = try #require(tools["images_get"])
        for given in ["{}", #"{"id":""}"#, #"{"url":"https://i.example/a.jpg"}"#] {
            let error = #expect(throws: RPCError.self) { try image.checkNeeded(JSONDocument(given).root) }
            #expect(error?.message == "id is missing")
        }
        try image.checkNeeded(JSONDocument(#"{"id":"a:1"}"#).root)
        let trend = try #require(tools["box_office_trend"])
        #expect(trend.named("Invalid params: from: expected a date") == "Invalid params: start: expected a date")
    }
}
