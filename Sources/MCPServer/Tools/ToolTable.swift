import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform

/// The groups of tools that a user can choose from.
package enum ToolGroup: String, CaseIterable, Sendable {
    case films
    case boxOffice = "box-office"
    case people
    case library
    case sources
}

/// The methods that an assistant gets as tools.
///
/// They are few and short, because an assistant's context is small. Parameters and results come from the methods'
/// declarations.
struct ToolTable: Sendable {
    /// A tool, and how it is shown.
    struct Choice: Sendable {
        let group: ToolGroup
        /// One method, or several that belong together, from which the assistant chooses by `action`: by default, the first.
        let methods: [String]
        /// The name of the tool; `nil` is that of its method.
        var name: String?
        /// When to use the tool; appended to the method's summary.
        var hint = ""
        /// What to try when nothing was found; it stands in the answer, and costs nothing before.
        var ifEmpty = ""
        /// Parameters that an assistant has no use for.
        var hidden: Set<String> = []
        /// Parameters that the tool needs, because those that may stand for them are hidden.
        var required: Set<String> = []
        var shown = ShownMembers.list
    }

    /// What an assistant need not choose in a list of the library: it reads titles in any language and from either end, and
    /// a year is a range.
    private static let ofLists: Set = ["languages", "seed", "year", "direction"]

    static let choices: [Choice] = [
        Choice(
            group: .boxOffice,
            methods: ["boxOffice/daily"],
            hint: "Korean cinemas (KOFIC).",
            ifEmpty: "Try an earlier date, or leave it out.",
            hidden: ["providers", "languages"],
            shown: .chart
        ),
        Choice(
            group: .boxOffice,
            methods: ["boxOffice/weekly"],
            hidden: ["region", "category", "enrich", "providers", "languages"],
            shown: .chart
        ),
        Choice(
            group: .boxOffice,
            methods: ["boxOffice/trend"],
            hidden: ["providers", "languages", "days"],
            shown: .chart
        ),
        Choice(
            group: .films,
            methods: ["movies/search"],
            ifEmpty: "Try fewer words, the original title, or another spelling, and leave out the year.",
            hidden: ["remember"]
        ),
        Choice(
            group: .films,
            methods: ["movies/get"],
            hint:
                "Synopsis, cast, ratings, certification. For films like it: `include` similar; to see where it can be "
                + "watched: watch, with a `region`.",
            hidden: ["providers"],
            shown: .details
        ),
        Choice(
            group: .films,
            methods: ["movies/list", "collections/get"],
            name: "movies_list",
            hint: "For \"good dramas\", \"the newest films\", what is popular, or a person's films.",
            ifEmpty: "Leave out a filter.",
            hidden: [
                "providers", "languages", "id", "withoutGenre", "minimumVotes", "minimumMinutes", "maximumMinutes",
                "from", "to", "originalLanguage", "director", "services",
            ],
            shown: .dated
        ),
        Choice(group: .films, methods: ["movies/identify"], hidden: ["providers", "languages"]),
        Choice(
            group: .films,
            methods: ["images/get"],
            hint: "Shows the poster itself.",
            hidden: ["url", "languages", "providers"],
            required: ["id"]
        ),
        Choice(
            group: .people,
            methods: ["people/search", "people/get"],
            name: "people",
            ifEmpty: "Try the name in the other script, Korean or Latin, or a part of it.",
            hidden: ["providers", "languages"]
        ),
        Choice(
            group: .library,
            methods: ["bookmarks/list", "bookmarks/offers", "bookmarks/upcoming"],
            name: "bookmarks_list",
            hint: "They are the user's watchlist.",
            ifEmpty: "Leave out the filters, or put a film on the list with bookmarks/add.",
            hidden: Self.ofLists.union(["providers", "format", "tag", "liked"])
        ),
        Choice(
            group: .library,
            methods: ["bookmarks/add"],
            hint: "Puts it on the user's watchlist.",
            hidden: ["languages"]
        ),
        Choice(group: .library, methods: ["bookmarks/remove"], hint: "Takes it off the user's watchlist."),
        Choice(
            group: .library,
            methods: ["cards/list", "cards/stats"],
            name: "cards_list",
            hint: "What the user has watched, rated and noted.",
            ifEmpty: "Leave out the filters, or record a film with cards/put.",
            hidden: Self.ofLists.subtracting(["year"])
        ),
        Choice(
            group: .library,
            methods: ["cards/put"],
            hidden: ["removeDay", "unbookmark", "ifRevision", "seenBefore", "languages"]
        ),
        Choice(group: .library, methods: ["cards/remove"], hint: "For a film that was not seen after all."),
        Choice(
            group: .library,
            methods: ["lists/list", "lists/films", "lists/add", "lists/remove", "lists/rename", "lists/delete"],
            name: "lists",
            ifEmpty: "lists/list has the names of lists, and lists/add makes one.",
            hidden: Self.ofLists.union([
                "query", "genre", "fromYear", "toYear", "maximumMinutes", "minimumStars", "watched", "sort", "tag",
                "liked",
            ])
        ),
        Choice(group: .sources, methods: ["providers/status"]),
    ]

    private let tools: [Tool]
    /// What texts about methods say to the assistant.
    let words: ToolWords

    /// Creates the tools of some groups; a choice of which a method is missing is left out.
    init(_ methods: [MethodDeclaration], in groups: Set<ToolGroup> = Set(ToolGroup.allCases)) {
        tools = Self.choices.filter { groups.contains($0.group) }.compactMap { Tool($0, among: methods) }
        words = ToolWords(tools: tools, methods: methods.map(\.name))
    }

    subscript(name: String) -> Tool? { tools.first { $0.name == name } }

    var names: [String] { tools.map(\.name) }

    /// Returns the name of the tool for a method; `nil` if the method is not a tool.
    func name(ofMethod method: String) -> String? { words.tool(of: method) }

    /// Lists all tools, always in the same order and on one page.
    func list(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        guard try Cursor(request, list: "tools").place == 0 else { throw .invalidParams("Invalid cursor") }
        return MCPResult(["tools": .array(tools.map { $0.description(words, in: request.revision) })], cache: .fixed)
    }
}

/// What texts about methods say to an assistant, which has tools.
struct ToolWords: Sendable {
    /// The tool of each method, with its action if it is not the first: `lists (add)`.
    private let tools: [String: String]
    private let unreachable: [String]

    init(tools: [Tool], methods: [String]) {
        var named: [String: String] = [:]
        for tool in tools {
            for action in tool.actions {
                let isFirst = action.method.name == tool.actions[0].method.name
                named[action.method.name] = tool.name + (isFirst ? "" : " (\(action.name ?? ""))")
            }
        }
        self.tools = named
        unreachable = methods.filter { named[$0] == nil && $0.contains(scalars: "/") }
    }

    func tool(of method: String) -> String? { tools[method] }

    /// Returns the text with tools for methods, and without the clauses about methods that are not tools.
    func text(_ text: String) -> String {
        guard text.contains(scalars: "/") else { return text }
        var text = text
        if unreachable.contains(where: { text.contains(scalars: $0) }) {
            let clauses = text.clauses
            let kept = clauses.filter { clause in !unreachable.contains { clause.contains(scalars: $0) } }
            text = kept.joined().endingLike(text)
        }
        for (method, tool) in tools.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
            text = text.replacing(scalars: method, with: tool)
        }
        return text
    }
}

extension String {
    /// The parts of the text that end at a full stop or a semicolon, each with its end.
    fileprivate var clauses: [String] {
        var clauses: [String] = [""]
        var previous: UnicodeScalar?
        for scalar in unicodeScalars {
            clauses[clauses.count - 1].unicodeScalars.append(scalar)
            if scalar == " ", previous == "." || previous == ";" { clauses.append("") }
            previous = scalar
        }
        return clauses.filter { !$0.isEmpty }
    }

    /// The text with the end of a longer one: without a semicolon, and with its full stop.
    fileprivate func endingLike(_ whole: String) -> String {
        let text = trimmedText
        guard text.hasSuffix(scalars: ";") else { return text }
        return String(text.dropLast()) + (whole.hasSuffix(scalars: ".") ? "." : "")
    }
}
