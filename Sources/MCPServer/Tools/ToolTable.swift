import JSON
import JSONRPC
import MovieService

/// The methods that an assistant gets as tools.
///
/// Its context is small, so there are a dozen. What a tool takes and gives comes from the method's declaration.
struct ToolTable: Sendable {
    /// Why a method is a tool, and how it is shown.
    struct Choice: Sendable {
        let method: String
        /// When to take it, behind what the method says of itself.
        var hint = ""
        var effect = Effect.readsSources
        /// Parameters that an assistant has no use for.
        var hidden: Set<String> = []
        var shown = ShownMembers.list
    }

    /// What a call changes.
    enum Effect: Sendable {
        case readsSources
        case readsLibrary
        /// Calling it again changes nothing more.
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

    /// The tool that stands for a method; nil for a method that is none.
    func name(ofMethod method: String) -> String? { tools.first { $0.choice.method == method }?.name }

    /// All tools, always in the same order and on one page.
    func list(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        guard try Cursor(request, list: "tools").place == 0 else { throw .invalidParams("Invalid cursor") }
        return MCPResult(["tools": .array(tools.map { $0.description(in: request.revision) })], cache: .fixed)
    }
}
