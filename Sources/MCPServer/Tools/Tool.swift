import JSON
import MovieService

/// A method as an assistant calls it.
struct Tool: Sendable {
    let choice: ToolTable.Choice
    let method: MethodDeclaration
    /// The name of the tool: `boxOffice/daily` becomes `box_office_daily`.
    let name: String

    init(_ choice: ToolTable.Choice, _ method: MethodDeclaration) {
        self.choice = choice
        self.method = method
        name = Self.name(ofMethod: method.name)
    }

    /// Parameters that the tool decides: its time limit, the sizes of images, and that an image includes its bytes.
    private static let decided: Set = ["timeout", "imageWidth", "data"]

    var parameters: [ParameterDescription] {
        method.parameters.filter { !choice.hidden.contains($0.name) && !Self.decided.contains($0.name) }
    }

    /// Whether a call changes the user's library.
    var changesLibrary: Bool { choice.effect == .addsToLibrary || choice.effect == .changesLibrary }

    /// The entry in `tools/list`.
    func description(in revision: MCPRevision) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)),
            .init("description", .string([method.summary, choice.hint].filter { !$0.isEmpty }.joined(separator: " "))),
            .init("inputSchema", inputSchema),
        ]
        if revision.hasStructuredContent {
            members.append(.init("outputSchema", choice.shown.schema(of: method.resultSchema)))
        }
        if revision.hasToolAnnotations { members.append(.init("annotations", annotations)) }
        return .object(members)
    }

    private var inputSchema: JSONValue {
        var members: [JSONValue.Member] = [.init("type", "object")]
        members.append(.init("properties", .object(parameters.map { .init($0.name, schema(of: $0)) })))
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members.append(.init("required", .array(required))) }
        members.append(.init("additionalProperties", false))
        return .object(members)
    }

    private func schema(of parameter: ParameterDescription) -> JSONValue {
        var members = parameter.schema.compactMembers
        members.append(.init("description", .string(parameter.summary)))
        return .object(members)
    }

    /// Only the hints that differ from MCP's defaults, which assume a tool that may destroy something.
    private var annotations: JSONValue {
        switch choice.effect {
        case .readsSources: ["readOnlyHint": true]
        case .readsLibrary: ["readOnlyHint": true, "openWorldHint": false]
        case .addsToLibrary: ["destructiveHint": false, "idempotentHint": true]
        case .changesLibrary: ["idempotentHint": true]
        }
    }

    /// Converts a method name to the characters that tool names may have.
    private static func name(ofMethod method: String) -> String {
        method.map { $0 == "/" ? "_" : $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}

extension Schema {
    /// The schema in short: types, choices, bounds, and defaults.
    var compactMembers: [JSONValue.Member] {
        var members = typeName.map { [JSONValue.Member("type", .string($0))] } ?? []
        switch shape {
        case .integer(let minimum, let maximum): members += bounds(minimum, maximum)
        case .choice(let words): members.append(.init("enum", .array(words.map(JSONValue.string))))
        case .list(let element): members.append(.init("items", .object(element.compactMembers)))
        default: break
        }
        if let defaultValue, defaultValue != .array([]) { members.append(.init("default", defaultValue)) }
        return members
    }

    /// Omits upper bounds above 1000, which are not worth their tokens.
    private func bounds(_ minimum: Int?, _ maximum: Int?) -> [JSONValue.Member] {
        let bounds = [("minimum", minimum), ("maximum", maximum.flatMap { $0 > 1_000 ? nil : $0 })]
        return bounds.compactMap { name, bound in bound.map { .init(name, .number(JSONNumber($0))) } }
    }
}
