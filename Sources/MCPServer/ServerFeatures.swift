import JSON
import JSONRPC
import MovieService
import Synchronization

/// The features of both eras: tools, resources, prompts, and the completion of arguments.
struct ServerFeatures: Sendable {
    /// What an assistant should know before it chooses a tool.
    static let instructions = """
        Films from several sources, merged: box office of Korea (KOFIC), search, details, and the user's own bookmarks \
        and ratings. Search first where only a title is known: the other tools take ids such as imdb:tt6751668. \
        "yesterday" is the last complete day of a box office. A source that failed is named in the answer; do not take \
        its silence for "no such film".
        """

    let service: ServiceHandler
    let subscriptions: ResourceSubscriptions
    private let tools: ToolTable

    init(service: ServiceHandler, subscriptions: ResourceSubscriptions) {
        self.service = service
        self.subscriptions = subscriptions
        tools = ToolTable(MethodDeclaration.all)
    }

    private var resources: ResourceReading { ResourceReading(service: service) }

    /// Returns the response to a request that needs no waiting; `nil` for requests that ``answer(_:)`` handles.
    func answerAtOnce(_ request: MCPRequest) throws(RPCError) -> MCPResult? {
        switch request.method {
        case "ping": .empty
        case "tools/list": try tools.list(request)
        case "resources/templates/list": try ResourceReading.templates(request)
        case "prompts/list": try PromptTable.list(request)
        case "prompts/get": try PromptTable.get(request)
        case "tools/call", "resources/list", "resources/read", "completion/complete", "resources/subscribe",
            "resources/unsubscribe", "subscriptions/listen":
            nil
        default: try unknown(request)
        }
    }

    /// Returns the response to a request that ``answerAtOnce(_:)`` does not answer.
    func answer(_ request: MCPRequest) async throws(RPCError) -> MCPResult {
        switch request.method {
        case "tools/call":
            try await ToolCalling(tools: tools, service: service, subscriptions: subscriptions).call(request)
        case "resources/list": try await resources.list(request)
        case "resources/read": try await resources.read(request)
        case "completion/complete": try await ArgumentCompletion(service: service).complete(request)
        default: try unknown(request)
        }
    }

    /// The resource that a request subscribes to.
    func subscribable(_ request: MCPRequest) throws(RPCError) -> ResourceURI {
        try resources.address(request)
    }

    private func unknown(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        let tool = tools.name(ofMethod: request.method)
        throw .unknownMethod(request.method, hint: tool.map { "Call the tool \($0) by tools/call." })
    }

    // MARK: Capabilities and name of the server

    static func capabilities(_ revision: MCPRevision) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("logging", .object([])), .init("prompts", .object([])),
            .init("resources", ["subscribe": true, "listChanged": true]), .init("tools", .object([])),
        ]
        if revision.hasToolAnnotations { members.append(.init("completions", .object([]))) }
        return .object(members)
    }

    static func implementation(_ info: ServiceInfo, _ revision: MCPRevision) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(info.name))]
        if revision.hasStructuredContent { members.append(.init("title", "Marquee")) }
        members.append(.init("version", .string(info.version)))
        return .object(members)
    }
}
