import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform

/// A method as an assistant calls it, or several that belong together.
struct Tool: Sendable {
    /// One thing that the tool does.
    struct Action: Sendable {
        /// The value of `action`; `nil` if the tool has only one.
        let name: String?
        let method: MethodDeclaration
    }

    /// A parameter of the tool, by the names that the assistant and the method have for it.
    struct Parameter: Sendable {
        let name: String
        let methodName: String
        let summary: String
        let schema: Schema
        let isRequired: Bool
    }

    let choice: ToolTable.Choice
    /// The name of the tool: `boxOffice/daily` becomes `box_office_daily`.
    let name: String
    let actions: [Action]
    let parameters: [Parameter]

    init?(_ choice: ToolTable.Choice, among methods: [MethodDeclaration]) {
        let chosen = choice.methods.compactMap { name in methods.first { $0.name == name } }
        guard let first = chosen.first, chosen.count == choice.methods.count else { return nil }
        self.choice = choice
        name = choice.name ?? Self.name(ofMethod: first.name)
        actions = chosen.map { method in
            Action(name: chosen.count > 1 ? Self.action(of: method.name, beside: first.name) : nil, method: method)
        }
        parameters = Self.parameters(of: actions, choice)
    }

    /// The parameter that names the action.
    static let actionName = "action"
    /// Parameters that the tool decides: its time limit, the sizes of images, and that an image includes its bytes; and
    /// the numbers of pages, for which an assistant has cursors instead; and films for adults only, which it does not
    /// show.
    private static let decided: Set = ["timeout", "imageWidth", "data", "page", "adult"]
    /// Names that are keywords in languages in which assistants write calls.
    private static let renamed = ["from": "start", "to": "end"]
    /// The words of methods that take ids of films, and those of tools, which take titles, too.
    private static let takesTitles = [
        ("Any ids of the films", "Titles or ids of films"), ("Any id of the film", "The title or id"),
        (", as `namespace:value`, or a bare IMDb id", ""),
    ]

    /// Returns the parameters of all actions, each once.
    private static func parameters(of actions: [Action], _ choice: ToolTable.Choice) -> [Parameter] {
        let hidden = choice.hidden.union(decided)
        var parameters: [Parameter] = []
        for name in actions.flatMap(\.method.parameters).map(\.name)
        where !hidden.contains(name) && !parameters.contains(where: { $0.methodName == name }) {
            let uses = actions.compactMap { action in
                action.method.parameters.first { $0.name == name }.map { (action: action.name, parameter: $0) }
            }
            let isAlwaysNeeded = uses.count == actions.count && uses.allSatisfy(\.parameter.isRequired)
            parameters.append(
                Parameter(
                    name: renamed[name] ?? name,
                    methodName: name,
                    summary: summary(of: uses, among: actions),
                    schema: uses[0].parameter.schema,
                    isRequired: isAlwaysNeeded || choice.required.contains(name)
                )
            )
        }
        return parameters
    }

    /// Returns what a parameter means; what is not for the first action, or not the same for all, says so.
    private static func summary(
        of uses: [(action: String?, parameter: ParameterDescription)],
        among actions: [Action]
    ) -> String {
        let summaries = uses.map(\.parameter.summary).withoutRepeats { $0 }
        var summary = summaries[0]
        if summaries.count > 1 {
            summary = summaries.map { summary in
                let actions = uses.filter { $0.parameter.summary == summary }.compactMap(\.action)
                return "\(actions.joined(separator: ", ")): \(summary)"
            }
            .joined(separator: " ")
        } else if uses[0].action != actions[0].name {
            summary += " For \(uses.compactMap(\.action).joined(separator: ", "))."
        }
        if uses[0].parameter.schema.filmSubject != nil {
            summary = takesTitles.reduce(summary) { $0.replacing(scalars: $1.0, with: $1.1) }
        }
        return renamed.reduce(summary) { $0.replacing(scalars: "`\($1.key)`", with: "`\($1.value)`") }
    }

    /// Whether a call of the tool may change the library.
    var isChange: Bool { actions.contains { $0.method.effect.isChange } }

    /// Returns the method that a call with these arguments is for.
    func method(for given: JSONElement?) throws(RPCError) -> MethodDeclaration {
        guard actions.count > 1 else { return actions[0].method }
        let names = actions.compactMap(\.name)
        guard let wanted = given?[Self.actionName]?.string, !wanted.isEmpty else { return actions[0].method }
        guard let action = actions.first(where: { $0.name == wanted }) else {
            let found = String(wanted.prefix(64)).onOneLine
            throw .invalidParams(
                "\(Self.actionName): expected one of \(names.joined(separator: ", ")), got \"\(found)\"",
                hint: NearestName.hint(for: wanted, among: names)
            )
        }
        return action.method
    }

    /// Refuses a call without what the tool needs, although its method does not.
    func checkNeeded(_ given: JSONElement?) throws(RPCError) {
        for parameter in parameters where choice.required.contains(parameter.methodName) {
            guard let value = given?[parameter.name], !value.isNull, value.string != "" else {
                throw .invalidParams("\(parameter.name) is missing", hint: parameter.summary)
            }
        }
    }

    /// Returns a message about a parameter by the name that the assistant knows.
    func named(_ message: String) -> String {
        Self.renamed.reduce(message) { message, name in
            message.replacing(scalars: ": \(name.key): ", with: ": \(name.value): ")
        }
    }

    // MARK: The entry in `tools/list`

    func description(_ words: ToolWords, in revision: MCPRevision) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)),
            .init("description", .string(words.text(summary))),
            .init("inputSchema", inputSchema(words)),
        ]
        if revision.hasStructuredContent, actions.count == 1 {
            members.append(.init("outputSchema", choice.shown.schema(of: actions[0].method.resultSchema)))
        }
        if revision.hasToolAnnotations { members.append(.init("annotations", annotations)) }
        return .object(members)
    }

    private var summary: String {
        let deeds =
            actions.count == 1
            ? [actions[0].method.summary] : actions.map { "`\($0.name ?? "")`: \($0.method.summary)" }
        return (deeds + [choice.hint].filter { !$0.isEmpty }).joined(separator: " ")
    }

    private func inputSchema(_ words: ToolWords) -> JSONValue {
        var properties: [JSONValue.Member] = []
        var required: [JSONValue] = []
        if actions.count > 1 {
            let names = actions.compactMap(\.name).map(JSONValue.string)
            properties.append(
                .init(Self.actionName, ["type": "string", "enum": .array(names), "default": names[0]])
            )
        }
        for parameter in parameters {
            let mayBeLeftOut = !parameter.isRequired && parameter.schema.defaultValue == nil
            var members = parameter.schema.compactMembers(orNull: mayBeLeftOut)
            members.append(.init("description", .string(words.text(parameter.summary))))
            properties.append(.init(parameter.name, .object(members)))
            if parameter.isRequired { required.append(.string(parameter.name)) }
        }
        var members: [JSONValue.Member] = [.init("type", "object"), .init("properties", .object(properties))]
        if !required.isEmpty { members.append(.init("required", .array(required))) }
        return .object(members)
    }

    /// Only the hints that differ from MCP's defaults, which assume a tool that may destroy something.
    private var annotations: JSONValue {
        let effects = Set(actions.map(\.method.effect))
        if effects.isSubset(of: [.none, .reads]) {
            return effects.contains(.none) ? ["readOnlyHint": true] : ["readOnlyHint": true, "openWorldHint": false]
        }
        return effects.contains(.changes)
            ? ["idempotentHint": true] : ["destructiveHint": false, "idempotentHint": true]
    }

    /// Returns the word for a method beside the first one of the tool: its verb, or its noun if that is another one.
    private static func action(of method: String, beside first: String) -> String {
        let (words, others) = (method.split(scalar: "/"), first.split(scalar: "/"))
        return String((words.first == others.first ? words.last : words.first) ?? "")
    }

    /// Converts a method name to the characters that tool names may have.
    private static func name(ofMethod method: String) -> String {
        method.replacing(scalars: "/", with: "_").camelCaseWords(separatedBy: "_")
    }
}

extension Schema {
    /// The schema in short: types, choices, bounds, and defaults; also `null` for what may be left out and has no default,
    /// because some hosts write every parameter.
    fileprivate func compactMembers(orNull: Bool = false) -> [JSONValue.Member] {
        let isNullable = isNullable || orNull
        var members =
            typeName.map { name in
                [JSONValue.Member("type", isNullable ? [.string(name), "null"] : .string(name))]
            } ?? []
        switch shape {
        case .either(let schemas):
            let parts = schemas.map { JSONValue.object($0.compactMembers()) } + (isNullable ? [["type": "null"]] : [])
            members.append(.init("anyOf", .array(parts)))
        case .integer(let minimum, let maximum): members += bounds(minimum, maximum)
        case .choice(let words):
            members.append(.init("enum", .array(words.map(JSONValue.string) + (isNullable ? [.null] : []))))
        case .list(let element): members.append(.init("items", .object(element.compactMembers())))
        case .text:
            // A day may be written in many ways, which a default shows, too; the other texts say themselves what is meant.
            if defaultValue == nil, case .string(let text)? = examples.first, CalendarDate(parsing: text) != nil {
                members.append(.init("examples", [.string(text)]))
            }
        default: break
        }
        if let defaultValue, defaultValue != .array([]) { members.append(.init("default", defaultValue)) }
        return members
    }

    /// Omits bounds above 1000, such as those of years, which are not worth their tokens.
    private func bounds(_ minimum: Int?, _ maximum: Int?) -> [JSONValue.Member] {
        [("minimum", minimum), ("maximum", maximum)].compactMap { name, bound in
            guard let bound, bound <= 1_000 else { return nil }
            return .init(name, .number(JSONNumber(bound)))
        }
    }
}
