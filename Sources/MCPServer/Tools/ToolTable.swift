import JSON
import JSONRPC
import MovieDomain
import MovieService
import Platform

/// The methods that an assistant gets as tools.
///
/// A dozen at most, because an assistant's context is small. Parameters and results come from the method's declaration.
struct ToolTable: Sendable {
    /// A method that is a tool, and how it is shown.
    struct Choice: Sendable {
        let method: String
        /// When to use the tool; appended to the method's summary.
        var hint = ""
        /// Parameters that are of no use to an assistant.
        var hidden: Set<String> = []
        var shown = ShownMembers.list
    }

    /// What an assistant need not ask of the library: it gets the whole list, and reads titles in any language.
    private static let filters: Set = [
        "year", "fromYear", "toYear", "minimumStars", "seed", "genre", "maximumMinutes", "languages", "direction",
    ]

    static let choices: [Choice] = [
        Choice(
            method: "boxOffice/daily",
            hint: "Korean cinemas (KOFIC): rank, audience, sales. Leave `date` out for the latest.",
            hidden: ["providers"],
            shown: .chart
        ),
        Choice(
            method: "boxOffice/weekly",
            hint: "Leave `date` out for the latest.",
            hidden: ["region", "category", "enrich", "providers"],
            shown: .chart
        ),
        Choice(
            method: "boxOffice/trend",
            hidden: ["providers", "languages"],
            shown: .chart
        ),
        Choice(
            method: "movies/search",
            hint: "Start here when only a title is known: it returns ids.",
            hidden: ["remember"]
        ),
        Choice(
            method: "movies/get",
            hint: "Synopsis, cast, ratings, running time, certification. For films like it: `include` similar.",
            hidden: ["providers"],
            shown: .details
        ),
        Choice(
            method: "movies/list",
            hint: "For \"good dramas\", \"the newest films\", what is popular, or a person's films.",
            hidden: ["providers"],
            shown: .dated
        ),
        Choice(method: "images/get", hint: "Shows the poster itself.", hidden: ["url", "languages", "providers"]),
        Choice(
            method: "bookmarks/list",
            hint: "They are the user's watchlist.",
            hidden: Self.filters.union(["watched"])
        ),
        Choice(method: "bookmarks/add", hint: "Puts it on the user's watchlist."),
        Choice(method: "bookmarks/remove", hint: "Takes it off the user's watchlist."),
        Choice(
            method: "cards/list",
            hint: "What the user has watched, rated and noted.",
            hidden: Self.filters
        ),
        Choice(method: "cards/put", hidden: ["removeDay", "unbookmark", "ifRevision"]),
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

    /// Parameters that the tool decides: its time limit, the sizes of images, and that an image includes its bytes; and
    /// the numbers of pages, in whose place an assistant has cursors.
    private static let decided: Set = ["timeout", "imageWidth", "data", "page"]

    var parameters: [ParameterDescription] {
        method.parameters.filter { !choice.hidden.contains($0.name) && !Self.decided.contains($0.name) }
    }

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
        switch method.effect {
        case .none: ["readOnlyHint": true]
        case .reads: ["readOnlyHint": true, "openWorldHint": false]
        case .adds: ["destructiveHint": false, "idempotentHint": true]
        case .changes: ["idempotentHint": true]
        }
    }

    /// Converts a method name to the characters that tool names may have.
    private static func name(ofMethod method: String) -> String {
        method.replacing(scalars: "/", with: "_").camelCaseWords(separatedBy: "_")
    }
}

extension Schema {
    /// The schema in short: types, choices, bounds, and defaults.
    var compactMembers: [JSONValue.Member] {
        var members =
            typeName.map { name in
                [JSONValue.Member("type", isNullable ? [.string(name), "null"] : .string(name))]
            } ?? []
        switch shape {
        case .either(let schemas):
            let parts = schemas.map { JSONValue.object($0.compactMembers) } + (isNullable ? [["type": "null"]] : [])
            members.append(.init("anyOf", .array(parts)))
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

/// The words around an answer, in Korean or English.
struct Wording: Sendable {
    let isKorean: Bool

    /// Chooses the language: the first of `languages`, otherwise Korean if an argument contains Hangul.
    init(for arguments: JSONElement?) {
        if let language = arguments?["languages"]?[0]?.string {
            isKorean = language == "ko" || language.hasPrefix(scalars: "ko-")
        } else {
            isKorean = arguments?.members.contains { $0.value.string?.hasHangul == true } ?? false
        }
    }

    init(isKorean: Bool) {
        self.isKorean = isKorean
    }

    func callAsFunction(_ word: Word) -> String { isKorean ? word.korean : word.english }

    struct Word: Hashable {
        let english: String
        let korean: String

        private init(_ english: String, _ korean: String) { (self.english, self.korean) = (english, korean) }

        static let title = Word("Title", "제목")
        static let year = Word("Year", "연도")
        static let directors = Word("Directors", "감독")
        static let cast = Word("Cast", "출연")
        static let released = Word("Released", "개봉")
        static let audience = Word("Audience", "관객")
        static let total = Word("Total", "누적")
        static let sales = Word("Sales", "매출")
        static let screens = Word("Screens", "스크린")
        static let id = Word("Id", "ID")
        static let stars = Word("Stars", "별점")
        static let comment = Word("Comment", "메모")
        static let watched = Word("Watched", "본 날")
        static let lists = Word("Lists", "목록")
        static let film = Word("Film", "영화")
        static let collection = Word("Collection", "시리즈")
        static let searched = Word("Searched for", "검색한 말")
        static let genres = Word("Genres", "장르")
        static let minutes = Word("min", "분")
        static let ratings = Word("Ratings", "평점")
        static let certifications = Word("Certification", "관람 등급")
        static let boxOffice = Word("Box office", "박스오피스")
        static let new = Word("new", "신규")
        static let nothing = Word("Nothing was found.", "찾은 것이 없습니다.")
        static let nothingElsewhere = Word(
            "Nothing was found, but not every source has answered.",
            "찾은 것이 없지만, 응답하지 않은 출처가 있습니다."
        )
        static let guessed = Word("Perhaps different films", "같은 영화가 아닐 수 있음")
        static let emptyPage = Word("There is nothing on this page.", "이 쪽에는 아무것도 없습니다.")
        static let emptyPageElsewhere = Word(
            "There is nothing on this page, but not every source has answered.",
            "이 쪽에는 아무것도 없지만, 응답하지 않은 출처가 있습니다."
        )
        static let bookmarked = Word("Bookmarked", "북마크함")
        static let seen = Word("Seen", "봤음")
        static let sources = Word("Sources", "출처")
        static let notAsked = Word("Not asked", "묻지 않음")
        static let problems = Word("Problems", "문제")
        static let remarks = Word("Remarks", "참고")
        static let stale = Word("old answer", "오래된 답")
        static let page = Word("Page", "쪽")
        static let more = Word("more follow", "더 있음")
        static let perhapsMore = Word("it is not known whether more follow", "더 있는지 알 수 없음")
        static let removed = Word("Removed", "삭제")
        static let missing = Word("No figures", "자료 없음")
        static let oldParts = Word("From old answers", "오래된 답에서")
        static let oldDays = Word("Old figures", "오래된 자료")
        static let absent = Word("Not in any of these lists", "어느 순위에도 없음")
        static let undecided = Word("Not identified in these lists", "순위에서 확인하지 못함")
        static let rankedOn = Word("films of the ranking of", "순위 기준일")
        static let lastDays = Word("Last days", "최근 일수")
        static let image = Word("Image", "이미지")
        static let differing = Word("Other values", "다른 값")
        static let watch = Word("Where to watch", "볼 수 있는 곳")
        static let releases = Word("Releases", "개봉일")
        static let videos = Word("Videos", "영상")
        static let similar = Word("Similar", "비슷한 영화")
        static let recommendations = Word("Recommended", "추천")
        static let stored = Word(
            "This is an old copy from the user's library, because no source returned the film.",
            "어느 출처도 응답하지 않아, 사용자 보관함에 저장된 예전 내용입니다."
        )
        static let unavailable = Word("Not available", "없는 항목")
    }
}
