import JSON
import JSONRPC
import MovieService

/// The methods that an assistant gets as tools.
///
/// A dozen at most, because an assistant's context is small. Parameters and results come from the method's declaration.
struct ToolTable: Sendable {
    /// A method that is a tool, and how it is shown.
    struct Choice: Sendable {
        let method: String
        /// When to use the tool; appended to the method's summary.
        var hint = ""
        var effect = Effect.readsSources
        /// Parameters that are of no use to an assistant.
        var hidden: Set<String> = []
        var shown = ShownMembers.list
    }

    /// What a call reads or changes.
    enum Effect: Sendable {
        case readsSources
        case readsLibrary
        /// A repeated call changes nothing more.
        case addsToLibrary
        case changesLibrary
    }

    static let choices: [Choice] = [
        Choice(
            method: "boxOffice/daily",
            hint: "Korean cinemas (KOFIC): rank, audience, sales. Leave `date` out for the latest.",
            shown: .chart
        ),
        Choice(
            method: "boxOffice/weekly",
            hint: "Leave `date` out for the latest.",
            hidden: ["region", "category"],
            shown: .chart
        ),
        Choice(method: "boxOffice/trend", hint: "For how a film's audience developed.", shown: .chart),
        Choice(method: "movies/search", hint: "Start here when only a title is known: it gives the ids."),
        Choice(
            method: "movies/get",
            hint: "Synopsis, cast, ratings, running time, certification. For films like it: `include` similar.",
            shown: .details
        ),
        Choice(
            method: "movies/list",
            hint: "For \"good dramas\", \"the newest films\", or what is popular now.",
            hidden: ["providers"]
        ),
        Choice(method: "images/get", hint: "Shows the poster itself.", hidden: ["url", "languages"]),
        Choice(method: "bookmarks/list", hint: "They are the user's watchlist.", effect: .readsLibrary),
        Choice(method: "bookmarks/add", hint: "Puts it on the user's watchlist.", effect: .addsToLibrary),
        Choice(method: "bookmarks/remove", hint: "Takes it off the user's watchlist.", effect: .changesLibrary),
        Choice(method: "cards/list", hint: "What the user has watched, rated and noted.", effect: .readsLibrary),
        Choice(method: "cards/put", hint: "For the user's own rating or note.", effect: .changesLibrary),
    ]

    private let tools: [Tool]

    init(_ methods: [MethodDeclaration]) {
        tools = Self.choices.compactMap { choice in
            methods.first { $0.name == choice.method }.map { Tool(choice, $0) }
        }
    }

    subscript(name: String) -> Tool? { tools.first { $0.name == name } }

    var names: [String] { tools.map(\.name) }

    /// Returns the name of the tool for a method; `nil` if the method is not a tool.
    func name(ofMethod method: String) -> String? { tools.first { $0.choice.method == method }?.name }

    /// Lists all tools, always in the same order and on one page.
    func list(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        guard try Cursor(request, list: "tools").place == 0 else { throw .invalidParams("Invalid cursor") }
        return MCPResult(["tools": .array(tools.map { $0.description(in: request.revision) })], cache: .fixed)
    }
}
