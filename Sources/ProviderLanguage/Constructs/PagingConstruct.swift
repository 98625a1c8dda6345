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

    private static let kind = Key("kind", "none, page, offset, cursor or next_url.", Shape<Kind>.word)
    private static let param = Key(
        "param",
        "The query parameter of the page, offset or cursor, or its member of the body such as variables.after; not needed "
            + "where the request has ${input.page}, ${input.offset} or ${input.cursor}.",
        Shape.text
    )
    private static let place = Key(
        "in",
        "Where its parameters go: query or body.",
        Shape<Paging.Place>.word,
        default: "query"
    )
    private static let first = Key("first", "The number of the first page.", Shape.integer(0...1), default: "1")
    private static let firstOffset = Key("first", "The offset of the first row.", Shape.integer(0...1), default: "0")
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
    private static let neededSize = Key(
        "size",
        "The number of rows of a page.",
        Shape.integer(1...10_000),
        required: true
    )
    private static let total = Key("total", "The path of the number of all rows.", number)
    private static let totalPages = Key("total_pages", "The path of the number of pages.", number)
    private static let hasMore = Key(
        "has_more",
        "The path of the value that says whether another page follows.",
        Shape.path
    )
    private static let maxPages = Key(
        "max_pages",
        "The maximum number of pages for one call.",
        Shape.integer(1...1_000)
    )
    private static let path = Key("path", "The path of the next page's address.", Shape.path, required: true)
    private static let cursor = Key("path", "The path of the next page's cursor.", Shape.path, required: true)

    private static let number: Shape<NumberSource> = .either(
        "a path, or { header: X-Total }",
        text: Shape.path.map(NumberSource.path),
        map: .record("a header", "A number in a header of the answer.") { keys in
            let header = keys.add("header", "A header of the answer.", Shape.headerName, required: true)
            return { record, decoding in record.value(header, &decoding).map(NumberSource.header) }
        }
    )

    static let shape: Shape<Paging> = .variants(
        by: "kind",
        [
            .init(
                Kind.none,
                .record(Construct("paging of kind none", "One answer holds everything.", [kind.entry])) { _, _ in
                    Paging.none
                }
            ),
            .init(Kind.page, .record(pages) { decode(number($0, &$1), $0, &$1) }),
            .init(
                Kind.offset,
                .record(offsets) { record, decoding in
                    let first = record.value(firstOffset, &decoding) ?? 0
                    return decode(.offset(first: first), size: neededSize, record, &decoding)
                }
            ),
            .init(
                Kind.nextURL,
                .record(links) { record, decoding in
                    let maximum = record.value(maxPages, &decoding)
                    return record.value(path, &decoding).map { Paging(kind: .nextURL($0), maximumPages: maximum) }
                }
            ),
            .init(Kind.cursor, .record(cursors) { decode($0.value(cursor, &$1).map(Paging.Kind.cursor), $0, &$1) }),
        ]
    )

    private static let ends = [total.name, totalPages.name, hasMore.name]
    private static let endEntries = [total.entry, totalPages.entry, hasMore.entry, maxPages.entry]

    private static let pages = Construct(
        "paging of kind page",
        "Pages by number.",
        [kind.entry, place.entry, param.entry, first.entry, last.entry, sizeParam.entry, size.entry] + endEntries,
        rules: [.atMostOne(ends), .needs(sizeParam.name, oneOf: [size.name])]
    )

    private static let offsets = Construct(
        "paging of kind offset",
        "Pages by the number of rows to pass over.",
        [kind.entry, place.entry, param.entry, firstOffset.entry, sizeParam.entry, neededSize.entry] + endEntries,
        rules: [.atMostOne(ends)]
    )

    private static let cursors = Construct(
        "paging of kind cursor",
        "The answer holds a text that asks for the next page.",
        [kind.entry, cursor.entry, place.entry, param.entry, sizeParam.entry, size.entry] + endEntries,
        rules: [.atMostOne(ends), .needs(sizeParam.name, oneOf: [size.name])]
    )

    private static let links = Construct(
        "paging of kind next_url",
        "The answer holds the address of the next page.",
        [kind.entry, path.entry, maxPages.entry]
    )

    private static func number(_ record: Record, _ decoding: inout Decoding) -> Paging.Kind? {
        let first = record.value(first, &decoding) ?? 1
        let last = record.value(last, &decoding)
        if let last, last < first, let node = record.node[Self.last.name] {
            decoding.valueError("the last page, \(last), comes before the first, \(first)", at: node.location)
            return nil
        }
        return .page(first: first, last: last)
    }

    /// Decodes what all kinds with a parameter for the page have in common.
    private static func decode(
        _ kind: Paging.Kind?,
        size sizeKey: Key<Int> = size,
        _ record: Record,
        _ decoding: inout Decoding
    ) -> Paging? {
        let place = record.value(place, &decoding)
        let parameter = record.value(param, &decoding)
        let sizeParameter = record.value(sizeParam, &decoding)
        let size = record.value(sizeKey, &decoding)
        let end = end(record, &decoding)
        let maximum = record.value(maxPages, &decoding)
        // An unknown key may be a misspelled size, and has already been reported.
        let isUnderstood = (record.node.entries ?? []).allSatisfy { record.construct.names.contains($0.key) }
        if record.has(sizeParam), !record.has(sizeKey), !sizeKey.isRequired, isUnderstood, !decoding.isPartial {
            decoding.error("'size_param' needs 'size', the rows of a page", at: record.location(of: sizeParam))
        }
        guard let kind, let place, let end, size != nil || !sizeKey.isRequired else { return nil }
        return Paging(
            kind: kind,
            place: place,
            parameter: parameter,
            sizeParameter: sizeParameter,
            size: size,
            end: end,
            maximumPages: maximum
        )
    }

    private static func end(_ record: Record, _ decoding: inout Decoding) -> Paging.End? {
        let written = ends.filter { record.node[$0] != nil }
        guard written.count <= 1 else {
            decoding.valueError("only one of \(written.joined(separator: ", ")) may stand", at: record.node.location)
            return nil
        }
        if record.has(total) { return record.value(total, &decoding).map(Paging.End.total) }
        if record.has(totalPages) { return record.value(totalPages, &decoding).map(Paging.End.totalPages) }
        if record.has(hasMore) { return record.value(hasMore, &decoding).map(Paging.End.hasMore) }
        return .shortPage
    }
}
