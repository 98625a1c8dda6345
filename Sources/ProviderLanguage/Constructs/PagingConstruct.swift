package import JSON
import MovieDomain
import Platform

/// The way in which a source divides a list into pages.
package struct Paging: Sendable {
    package enum Kind: Hashable, Sendable {
        case none
        /// Numbered pages, usually from 1 or 0.
        case page(first: Int)
        /// The number of rows to skip, usually counted from 0, sometimes from 1; the page size is always known.
        case offset(first: Int)
        /// The address of the next page in the response, either absolute or relative to that of its page.
        case nextURL(LinkSource)
        /// A text in the response that the request for the next page repeats.
        case cursor(LinkSource)
    }

    /// The part of the request that has the parameters of `paging`.
    package enum Place: String, LanguageWord {
        case query, body
    }

    package enum End: Sendable {
        /// A page with fewer rows than its size, or with none.
        case shortPage
        case total(NumberSource)
        case totalPages(NumberSource)
        case hasMore(JSONPath)
    }

    package var kind: Kind
    package var place = Place.query
    /// The parameter of the page, offset, or cursor; `nil` if the operation's own templates name it.
    package var parameter: String?
    /// The number of the last page that the source serves; `nil` if it serves all.
    package var last: Int?
    /// The cursor of the first page; `nil` if its request has none.
    package var firstCursor: String?
    package var sizeParameter: String?
    package var size: Int?
    package var end = End.shortPage
    /// The number of all rows, which also tells the end unless something else does.
    package var count: NumberSource?
    /// The most pages to fetch in one go; `nil` leaves it to the engine.
    package var maximumPages: Int?
    package var location = SourceLocation.nowhere

    static let none = Paging(kind: .none)

    /// The parameters that paging adds to a request, each with its input.
    package var parameters: [(name: String, input: Input)] {
        [(parameter, position), (sizeParameter, .limit)].compactMap { name, input in
            if let name, let input { (name, input) } else { nil }
        }
    }

    /// The inputs of a page that the templates of an operation may name.
    var inputs: Set<Input> {
        guard let position else { return [] }
        return position == .page && size != nil ? [.page, .offset] : [position]
    }

    /// The input that identifies the page.
    private var position: Input? {
        switch kind {
        case .none, .nextURL: nil
        case .page: .page
        case .offset: .offset
        case .cursor: .cursor
        }
    }
}

/// The location of the next page's address or cursor: a path, or a header such as `Link` (RFC 8288).
package enum LinkSource: Hashable, Sendable {
    case path(JSONPath)
    case header(String)
}

/// The location of a number that is about a whole response: a path or a header.
package enum NumberSource: Sendable {
    case path(JSONPath)
    case header(String)

    /// Returns the number; `nil` if there is none or it is negative.
    package func number(in root: JSONElement?, header: (String) -> String?) -> Int? {
        switch self {
        case .path(let path): root.flatMap { path.first(in: $0, root: $0) }.flatMap(Self.number)
        case .header(let name): header(name).flatMap(Self.numberOfHeader)
        }
    }

    fileprivate static func number(_ element: JSONElement) -> Int? { element.scalarText.flatMap(numberOfText) }

    /// Reads a number, or a range of rows with the number of all (`Content-Range: items 0-9/23`).
    private static func numberOfHeader(_ text: String) -> Int? {
        numberOfText(text.lastIndex(scalar: "/").map { String(text[$0...].dropFirst()) } ?? text)
    }

    private static func numberOfText(_ text: String) -> Int? {
        let number =
            NumberText.integer(text.trimmed)
            ?? NumberText.canonical(text, group: ",", decimal: ".").flatMap { NumberText.integer($0) }
        return number.flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension Paging {
    /// A value in answers that paging reads, with the key that names its path.
    private struct AnswerValue {
        var key: String
        var path: JSONPath
        var expected: String
        /// Whether the last page has no such value.
        var isOptional = false
        var isRight: (JSONElement) -> Bool
    }

    private var nextValue: AnswerValue? {
        func value(_ path: JSONPath, _ expected: String, isRight: @escaping (JSONElement) -> Bool) -> AnswerValue {
            AnswerValue(key: "path", path: path, expected: expected, isOptional: true, isRight: isRight)
        }
        return switch kind {
        case .none, .page, .offset, .nextURL(.header), .cursor(.header): nil
        case .nextURL(.path(let path)): value(path, "an address") { $0.string != nil }
        case .cursor(.path(let path)): value(path, "a text or a whole number") { $0.cursor != nil }
        }
    }

    private var endValue: AnswerValue? {
        func number(_ key: String, _ source: NumberSource) -> AnswerValue? {
            guard case .path(let path) = source else { return nil }
            return AnswerValue(key: key, path: path, expected: "a whole number") { NumberSource.number($0) != nil }
        }
        return switch end {
        case .shortPage: nil
        case .total(let source): number("total", source)
        case .totalPages(let source): number("total_pages", source)
        case .hasMore(let path):
            AnswerValue(key: "has_more", path: path, expected: "true or false", isRight: { $0.truth != nil })
        }
    }

    /// What is expected and found in place of the next page, if something else than that is there.
    package func nextProblem(in root: JSONElement) -> String? { nextValue.flatMap { Self.problem($0, root) } }

    /// What is expected and found in place of what tells where the list ends, if something else than that is there.
    package func endProblem(in root: JSONElement, header: (String) -> String?) -> String? {
        if let endValue { return Self.problem(endValue, root) }
        let source: NumberSource
        switch end {
        case .total(let total): source = total
        case .totalPages(let pages): source = pages
        case .shortPage, .hasMore: return nil
        }
        // A range whose whole number the source does not know ends with `/*`.
        guard case .header(let name) = source, let text = header(name), !text.isBlank, !text.hasSuffix(scalars: "/*"),
            source.number(in: nil, header: header) == nil
        else { return nil }
        return "expected a whole number in the header \(name), found '\(text.prefix(60))'"
    }

    /// What an answer has in the places of the next page and of the end that is of another type, for a person to read.
    package func problems(in root: JSONElement) -> [String] {
        answerValues.compactMap { value in Self.problem(value, root).map { "'\(value.key)': \($0)" } }
    }

    /// The paths in answers, each with its key; the last page may lack those that are optional.
    var paths: [(key: String, path: JSONPath, isOptional: Bool)] {
        answerValues.map { ($0.key, $0.path, $0.isOptional) }
    }

    private var answerValues: [AnswerValue] { [nextValue, endValue].compactMap(\.self) }

    private static func problem(_ value: AnswerValue, _ root: JSONElement) -> String? {
        guard let found = value.path.first(in: root, root: root), !found.meansNone, !value.isRight(found) else {
            return nil
        }
        let names = found.members.prefix(5).map(\.name).joined(separator: ", ")
        let words =
            switch found.kind {
            case .object: "an object with \(names)"
            case .array: "a list"
            default: String(decoding: found.text.prefix(60), as: UTF8.self)
            }
        return "expected \(value.expected) at '\(value.path)', found \(words)"
    }
}

extension JSONElement {
    /// Whether it stands for no value: `null`, `false`, and what is empty.
    fileprivate var meansNone: Bool {
        switch kind {
        case .null: true
        case .bool: bool == false
        case .string: string?.isEmpty == true
        case .array, .object: count == 0
        case .number: false
        }
    }

    /// The value as a mark for the next page: a whole number, or a text that is not empty.
    package var cursor: InputValue? {
        int.map(InputValue.integer) ?? string.flatMap { $0.isEmpty ? nil : .text($0) }
    }

    /// Whether it is true or false; XML has only texts.
    package var truth: Bool? { bool ?? string.flatMap { Bool($0) } }
}

/// A duration that is fixed in the definition, or given as a number of seconds at a path.
package enum DurationSource: Sendable {
    case fixed(Duration)
    case path(JSONPath)

    /// Returns the duration, at most about thirty years if the source chose it; `nil` if it gives no number of seconds.
    package func duration(in root: JSONElement?) -> Duration? {
        guard case .path(let path) = self else { return fixed }
        let text = root.flatMap { path.first(in: $0, root: $0)?.scalarText }
        return text.flatMap { NumberText.decimal($0) }.flatMap { $0 >= 0 ? .seconds(min($0, 1e9)) : nil }
    }

    private var fixed: Duration? { if case .fixed(let duration) = self { duration } else { nil } }
}

enum PagingConstruct {
    private enum Kind: String, LanguageWord {
        case none, page, offset, cursor
        case nextURL = "next_url"

        var summary: String {
            switch self {
            case .none: "One response contains everything."
            case .page: "Pages are counted."
            case .offset: "Rows are counted."
            case .cursor: "The response contains a cursor for the next page."
            case .nextURL: "The response contains the URL of the next page."
            }
        }
    }

    static let shape: Shape<Paging> = .variants(
        by: "kind",
        [
            (
                Kind.none,
                .record("paging of kind none", "One response contains everything.", changing: Paging.none) {
                    $0.add(kind)
                }
            ),
            (Kind.page, pages), (Kind.offset, offsets), (Kind.nextURL, links), (Kind.cursor, cursors),
        ]
    )

    private static let pages = positioned(
        "paging of kind page",
        "Pages by number.",
        Paging(kind: .page(first: 1))
    ) { keys in
        addParameter(to: &keys)
        let first = Shape.integer(0...1)
        keys.add("first", "The number of the first page.", first, default: "1") { $0.kind = .page(first: $1) }
        let lastSummary = "The number of the last page that the source returns, whatever total it reports."
        keys.add("last", lastSummary, Shape.integer(0...1_000_000), example: "500") { $0.last = $1 }
    }

    private static let offsets = positioned(
        "paging of kind offset",
        "Pages by the number of rows to skip.",
        Paging(kind: .offset(first: 0)),
        needsSize: true
    ) { keys in
        addParameter(to: &keys)
        let first = Shape.integer(0...1)
        keys.add("first", "The offset of the first row.", first, default: "0") { $0.kind = .offset(first: $1) }
    }

    private static let cursors = positioned(
        "paging of kind cursor",
        "The response contains a text that requests the next page.",
        .none
    ) { keys in
        let pathSummary = "The path of the next page's cursor, or { header: X-Next-Cursor }."
        keys.add("path", pathSummary, link, required: true) { $0.kind = .cursor($1) }
        addParameter(to: &keys)
        let firstSummary = "The cursor of the first page, if its request needs one."
        keys.add("first", firstSummary, Shape.text, example: "\"*\"") { $0.firstCursor = $1 }
    }

    /// Returns the shape of paging whose requests name their page, and whose answers may tell where the list ends.
    private static func positioned(
        _ name: String,
        _ summary: String,
        _ standard: Paging,
        needsSize: Bool = false,
        keys declare: (inout KeyList<Paging>) -> Void
    ) -> Shape<Paging> {
        .record(
            name,
            summary,
            changing: standard,
            rules: [.atMostOne(otherEnds)] + (needsSize ? [] : [.needs(sizeParam.name, oneOf: ["size"])]),
            finish: check
        ) { keys in
            keys.add(kind)
            declare(&keys)
            keys.add(sizeParam) { $0.sizeParameter = $1 }
            keys.add("size", "The number of rows of a page.", Shape.integer(1...10_000), required: needsSize) {
                $0.size = $1
            }
            let totalSummary =
                "The path of the number of all rows; it ends the list unless total_pages or has_more does."
            keys.add("total", totalSummary, number) {
                ($0.count, $0.end) = ($1, .total($1))
            }
            keys.add("total_pages", "The path of the number of pages.", number) { $0.end = .totalPages($1) }
            let hasMoreSummary = "The path of a value that tells whether another page follows."
            keys.add("has_more", hasMoreSummary, Shape.path) { $0.end = .hasMore($1) }
            keys.add(maxPages) { $0.maximumPages = $1 }
        }
    }

    private static let links: Shape<Paging> = .record(
        "paging of kind next_url",
        "The response contains the URL of the next page.",
        changing: Paging.none,
        finish: noteLocation
    ) { keys in
        keys.add(kind)
        let pathSummary = "The path of the next page's URL, or { header: Link } for the link with rel=\"next\"."
        keys.add("path", pathSummary, link, required: true) { $0.kind = .nextURL($1) }
        keys.add(maxPages) { $0.maximumPages = $1 }
    }

    private static let kind = Key("kind", "none, page, offset, cursor or next_url.", Shape<Kind>.word)
    private static let sizeParam = Key(
        "size_param",
        "The query parameter of the page size, or its member of the body.",
        Shape.text
    )
    private static let maxPages = Key(
        "max_pages",
        "The maximum number of pages for one call.",
        Shape.integer(1...1_000)
    )
    static let ends = ["total"] + otherEnds
    /// The keys that tell where a list ends whatever its total is.
    private static let otherEnds = ["total_pages", "has_more"]

    private static func addParameter(to keys: inout KeyList<Paging>) {
        let placeSummary = "Where its parameters go: query or body."
        keys.add("in", placeSummary, Shape<Paging.Place>.word, default: "query") { $0.place = $1 }
        let paramSummary =
            "The query parameter of the page, offset, or cursor, or its member of the body, such as "
            + "variables.after; not needed if the request contains ${input.page}, ${input.offset}, or "
            + "${input.cursor}."
        keys.add("param", paramSummary, Shape.text) { $0.parameter = $1 }
    }

    private static let link: Shape<LinkSource> = .either(
        "a path, or a header such as { header: Link }",
        text: Shape.path.map(LinkSource.path),
        map: .record(
            "a header of the next page",
            "A header of the answer that leads to the next page.",
            changing: LinkSource.header("")
        ) {
            keys in
            keys.add("header", "A header of links, of an address, or of a cursor.", Shape.headerName, required: true) {
                $0 = .header($1)
            }
        }
    )

    private static let number: Shape<NumberSource> = .either(
        "a path, or { header: X-Total }",
        text: Shape.path.map(NumberSource.path),
        map: .record("a header", "A number in a header of the response.", changing: NumberSource.header("")) { keys in
            keys.add("header", "A header of the response.", Shape.headerName, required: true) { $0 = .header($1) }
        }
    )

    private static func noteLocation(_ paging: inout Paging, _ record: Record) {
        paging.location = record.node.location
    }

    private static func check(_ paging: inout Paging, _ record: Record) {
        noteLocation(&paging, record)
        if case .page(let first) = paging.kind, let last = paging.last, last < first, let node = record.node["last"] {
            record.valueError("the last page, \(last), comes before the first, \(first)", at: node.location)
        }
        let ends = otherEnds.filter { record.node[$0] != nil }
        if ends.count > 1 {
            record.valueError("only one of \(ends.joined(separator: ", ")) may stand")
        }
        // An unknown key may be a misspelled size, and has already been reported.
        let isUnderstood = (record.node.entries ?? []).allSatisfy { record.construct.names.contains($0.key) }
        let isReported = record.construct.requiredEntries.contains { $0.name == "size" } || record.decoding.isPartial
        if record.has(sizeParam), record.node["size"] == nil, !isReported, isUnderstood {
            record.error("'size_param' needs 'size', the rows of a page", at: sizeParam)
        }
    }
}
