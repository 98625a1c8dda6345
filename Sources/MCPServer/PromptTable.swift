import JSON
import JSONRPC

/// The prompts: tasks that a person picks from a menu for the assistant to do with the tools.
enum PromptTable {
    private struct Prompt {
        let name: String
        let summary: String
        let arguments: [Argument]
        /// Makes the text for the assistant from the arguments.
        let text: @Sendable ([String: String]) -> String
    }

    private struct Argument {
        let name: String
        let summary: String
        var isRequired = false
    }

    /// The maximum length in characters, because a prompt repeats its arguments.
    private static let longestArgument = 500

    private static let prompts: [Prompt] = [
        Prompt(
            name: "box_office_report",
            summary: "A short report on the box office of a day",
            arguments: [Argument(name: "date", summary: "A day such as 2026-11-19; the last complete one if empty")]
        ) { given in
            let day = given["date"].map { "of \($0)" } ?? "of the last complete day"
            return """
                Write a short report on the Korean box office \(day). Take the figures from box_office_daily, and look \
                at box_office_weekly for how the week goes. Say which films are new, which rise and which fall, and \
                name the audience of the first five. Mention a source that did not answer. Answer in my language.
                """
        },
        Prompt(
            name: "what_to_watch",
            summary: "Suggestions for an evening, from what you have rated",
            arguments: [
                Argument(name: "genre", summary: "A genre, such as drama or 스릴러"),
                Argument(name: "mood", summary: "What you are in the mood for, in your own words"),
            ]
        ) { given in
            let genre = given["genre"].map { " in the genre \($0)" } ?? ""
            let mood = given["mood"].map { " I am in the mood for: \($0)." } ?? ""
            return """
                Suggest three films\(genre) for tonight.\(mood) Look at cards_list for what I liked and have seen \
                already, and at bookmarks_list for what I meant to see; then use movies_get with similar films included, and movies_list. Give \
                each film its year, running time and a sentence why it suits me. Offer to bookmark one. Answer in my \
                language.
                """
        },
        Prompt(
            name: "film_note",
            summary: "A Markdown note about a film, with front matter",
            arguments: [Argument(name: "title", summary: "The film's title, in any language", isRequired: true)]
        ) { given in
            """
            Write a Markdown note about the film "\(given["title"] ?? "")". Find it with movies_search and read it with \
            movies_get; if several films fit, ask me which. Begin with YAML front matter: title, originalTitle, year, \
            directors, runtimeMinutes, genres, ids. Then the synopsis in two sentences, the ratings with their sources, \
            and an empty section for my thoughts. Leave out what no source says. Answer in my language.
            """
        },
    ]

    static func list(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        guard try Cursor(request, list: "prompts").place == 0 else { throw .invalidParams("Invalid cursor") }
        let described = prompts.map { prompt -> JSONValue in
            [
                "name": .string(prompt.name), "description": .string(prompt.summary),
                "arguments": .array(
                    prompt.arguments.map { argument in
                        [
                            "name": .string(argument.name), "description": .string(argument.summary),
                            "required": .bool(argument.isRequired),
                        ]
                    }
                ),
            ]
        }
        return MCPResult(["prompts": .array(described)], cache: .fixed)
    }

    static func get(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        let prompt = try prompt(named: try request.text("name"))
        var given: [String: String] = [:]
        for argument in prompt.arguments {
            let text = request.params?["arguments"]?[argument.name]?.string ?? ""
            guard !text.isEmpty || !argument.isRequired else {
                throw .invalidParams("\(prompt.name) needs \"\(argument.name)\": \(argument.summary)")
            }
            guard text.count <= longestArgument else {
                throw .invalidParams("\(argument.name): expected at most \(longestArgument) characters")
            }
            if !text.isEmpty { given[argument.name] = text }
        }
        let message: JSONValue = ["role": "user", "content": .text(prompt.text(given))]
        return MCPResult(["description": .string(prompt.summary), "messages": [message]])
    }

    /// Throws if there is no such prompt, or if it does not have the argument.
    static func check(_ name: String, has argument: String) throws(RPCError) {
        let prompt = try prompt(named: name)
        guard prompt.arguments.contains(where: { $0.name == argument }) else {
            throw .invalidParams("the prompt \(name) has no argument \"\(String(argument.prefix(64)))\"")
        }
    }

    private static func prompt(named name: String) throws(RPCError) -> Prompt {
        guard let prompt = prompts.first(where: { $0.name == name }) else {
            let known = prompts.map(\.name).joined(separator: ", ")
            throw .invalidParams("Unknown prompt: \(String(name.prefix(64)))", hint: "Prompts: \(known).")
        }
        return prompt
    }
}
