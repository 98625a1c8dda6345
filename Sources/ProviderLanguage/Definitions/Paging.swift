package import JSON

/// How the pages of a list follow each other.
package enum Paging: Sendable {
    case none
    case page(Pages)
    case offset(Offsets)
    /// The address of the next page stands in the answer; an absolute one, or one relative to the page's own.
    case nextURL(path: JSONPath, maximumPages: Int?)
    case cursor(Cursors)

    /// Where the parameters of `paging` go.
    package enum Place: String, LanguageWord {
        case query, body
    }

    package struct Pages: Sendable {
        package var place: Place
        /// `nil` where the operation's own templates name the page.
        package var parameter: String?
        /// The number of the first page: mostly 1 or 0.
        package var first: Int
        /// The number of the last page that the source gives, however many there are; `nil` where it gives all.
        package var last: Int?
        package var sizeParameter: String?
        package var size: Int?
        package var end: End
        /// How many pages are fetched in one go; `nil` leaves it to the engine.
        package var maximumPages: Int?
    }

    /// Pages by the number of rows to pass over.
    package struct Offsets: Sendable {
        package var place: Place
        package var parameter: String?
        /// The offset of the first row: mostly 0, or 1.
        package var first: Int
        package var sizeParameter: String?
        package var size: Int
        package var end: End
        /// How many pages are fetched in one go; `nil` leaves it to the engine.
        package var maximumPages: Int?
    }

    /// Pages by a text of the page before, which the request repeats.
    package struct Cursors: Sendable {
        package var path: JSONPath
        package var place: Place
        package var parameter: String?
        package var sizeParameter: String?
        package var size: Int?
        package var end: End
        package var maximumPages: Int?
    }

    package enum End: Sendable {
        /// A page with fewer rows than its size, or with none.
        case shortPage
        case total(NumberSource)
        case totalPages(NumberSource)
        case hasMore(JSONPath)
    }
}

extension Paging {
    /// The parameters that it adds to a request, each with the input that it carries.
    package var parameters: [(name: String, input: Input)] {
        let (position, size): ((String?, Input), String?) =
            switch self {
            case .none, .nextURL: ((nil, .page), nil)
            case .page(let pages): ((pages.parameter, .page), pages.sizeParameter)
            case .offset(let offsets): ((offsets.parameter, .offset), offsets.sizeParameter)
            case .cursor(let cursors): ((cursors.parameter, .cursor), cursors.sizeParameter)
            }
        return [position, (size, .limit)].compactMap { name, input in name.map { (name: $0, input: input) } }
    }

    package var place: Place {
        switch self {
        case .none, .nextURL: .query
        case .page(let pages): pages.place
        case .offset(let offsets): offsets.place
        case .cursor(let cursors): cursors.place
        }
    }

    /// What the templates of an operation may name of a page.
    var inputs: Set<Input> {
        switch self {
        case .none, .nextURL: []
        case .page(let pages): pages.size == nil ? [.page] : [.page, .offset]
        case .offset: [.offset]
        case .cursor: [.cursor]
        }
    }
}

/// Where a number of a whole answer stands: at a path, or in a header.
package enum NumberSource: Sendable {
    case path(JSONPath)
    case header(String)

    /// The number, `nil` where there is none or it is below zero.
    package func number(in root: JSONElement?, header: (String) -> String?) -> Int? {
        let text: String? =
            switch self {
            case .path(let path): root.flatMap { path.first(in: $0, root: $0)?.scalarText }
            case .header(let name): header(name)
            }
        return text.flatMap { NumberText.integer($0.trimmed) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
