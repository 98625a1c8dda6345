import JSON

enum PagingConstruct {
    private enum Kind: String, LanguageWord {
        case none, page, offset, cursor
        case nextURL = "next_url"

        var summary: String {
            switch self {
            case .none: "Everything comes at once."
            case .page: "Pages are counted."
            case .offset: "Rows are counted."
            case .cursor: "The answer has a mark for the next page."
            case .nextURL: "The answer has the address of the next page."
            }
        }
    }

    static let shape: Shape<Paging> = .variants(
        by: "kind",
        [
            .init(
                Kind.none,
                .record("paging of kind none", "One answer holds everything.", changing: Paging.none) { $0.add(kind) }
            ),
            .init(Kind.page, pages), .init(Kind.offset, offsets), .init(Kind.nextURL, links),
            .init(Kind.cursor, cursors),
        ]
    )

    private static let pages: Shape<Paging> = .record(
        "paging of kind page",
        "Pages by number.",
        changing: Paging(kind: .page(first: 1)),
        rules: [.atMostOne(ends), .needs(sizeParam.name, oneOf: [size.name])],
        check: check
    ) { keys in
        keys.add(kind)
        addParameter(to: &keys)
        let first = Shape.integer(0...1)
        keys.add("first", "The number of the first page.", first, default: "1") { $0.kind = .page(first: $1) }
        keys.add(last) { $0.last = $1 }
        keys.add(sizeParam) { $0.sizeParameter = $1 }
        keys.add(size) { $0.size = $1 }
        addEnds(to: &keys)
    }

    private static let offsets: Shape<Paging> = .record(
        "paging of kind offset",
        "Pages by the number of rows to pass over.",
        changing: Paging(kind: .offset(first: 0)),
        rules: [.atMostOne(ends)],
        check: check
    ) { keys in
        keys.add(kind)
        addParameter(to: &keys)
        let first = Shape.integer(0...1)
        keys.add("first", "The offset of the first row.", first, default: "0") { $0.kind = .offset(first: $1) }
        keys.add(sizeParam) { $0.sizeParameter = $1 }
        keys.add(size.name, size.summary, size.shape, required: true) { $0.size = $1 }
        addEnds(to: &keys)
    }

    private static let cursors: Shape<Paging> = .record(
        "paging of kind cursor",
        "The answer holds a text that asks for the next page.",
        changing: Paging.none,
        rules: [.atMostOne(ends), .needs(sizeParam.name, oneOf: [size.name])],
        check: check
    ) { keys in
        keys.add(kind)
        keys.add("path", "The path of the next page's cursor.", Shape.path, required: true) { $0.kind = .cursor($1) }
        addParameter(to: &keys)
        keys.add(sizeParam) { $0.sizeParameter = $1 }
        keys.add(size) { $0.size = $1 }
        addEnds(to: &keys)
    }

    private static let links: Shape<Paging> = .record(
        "paging of kind next_url",
        "The answer holds the address of the next page.",
        changing: Paging.none
    ) { keys in
        keys.add(kind)
        keys.add("path", "The path of the next page's address.", Shape.path, required: true) { $0.kind = .nextURL($1) }
        keys.add(maxPages) { $0.maximumPages = $1 }
    }

    private static let kind = Key("kind", "none, page, offset, cursor or next_url.", Shape<Kind>.word)
    private static let last = Key(
        "last",
        "The number of the last page that the source returns, whatever its total says.",
        Shape.integer(0...1_000_000),
        example: "500"
    )
    private static let sizeParam = Key(
        "size_param",
        "The query parameter of the page size, or its member of the body.",
        Shape.text
    )
    private static let size = Key("size", "The number of rows of a page.", Shape.integer(1...10_000))
    private static let maxPages = Key(
        "max_pages",
        "The maximum number of pages for one call.",
        Shape.integer(1...1_000)
    )
    private static let ends = ["total", "total_pages", "has_more"]

    private static func addParameter(to keys: inout KeyList<Paging>) {
        let placeSummary = "Where its parameters go: query or body."
        keys.add("in", placeSummary, Shape<Paging.Place>.word, default: "query") { $0.place = $1 }
        let paramSummary =
            "The query parameter of the page, offset or cursor, or its member of the body such as variables.after; "
            + "not needed where the request has ${input.page}, ${input.offset} or ${input.cursor}."
        keys.add("param", paramSummary, Shape.text) { $0.parameter = $1 }
    }

    private static func addEnds(to keys: inout KeyList<Paging>) {
        keys.add("total", "The path of the number of all rows.", number) { $0.end = .total($1) }
        keys.add("total_pages", "The path of the number of pages.", number) { $0.end = .totalPages($1) }
        let hasMoreSummary = "The path of the value that says whether another page follows."
        keys.add("has_more", hasMoreSummary, Shape.path) { $0.end = .hasMore($1) }
        keys.add(maxPages) { $0.maximumPages = $1 }
    }

    private static let number: Shape<NumberSource> = .either(
        "a path, or { header: X-Total }",
        text: Shape.path.map(NumberSource.path),
        map: .record("a header", "A number in a header of the answer.") { keys in
            let header = keys.add("header", "A header of the answer.", Shape.headerName, required: true)
            return { record in record.value(header).map(NumberSource.header) }
        }
    )

    private static func check(_ paging: Paging, _ record: Record) {
        if case .page(let first) = paging.kind, let last = paging.last, last < first,
            let node = record.node[Self.last.name]
        {
            record.valueError("the last page, \(last), comes before the first, \(first)", at: node.location)
        }
        let ends = ends.filter { record.node[$0] != nil }
        if ends.count > 1 {
            record.valueError("only one of \(ends.joined(separator: ", ")) may stand")
        }
        // An unknown key may be a misspelled size, and has already been reported.
        let isUnderstood = (record.node.entries ?? []).allSatisfy { record.construct.names.contains($0.key) }
        let isSizeNeeded = record.construct.requiredEntries.contains { $0.name == size.name }
        if record.has(sizeParam), !record.has(size), !isSizeNeeded, isUnderstood, !record.decoding.isPartial {
            record.error("'size_param' needs 'size', the rows of a page", at: sizeParam)
        }
    }
}
