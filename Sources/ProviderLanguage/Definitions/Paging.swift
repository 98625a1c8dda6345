package import JSON

/// How the pages of a list follow each other.
package enum Paging: Sendable {
    case none
    case page(Pages)
    case offset(Offsets)
    /// The address of the next page stands in the answer; an absolute one, or one relative to the page's own.
    case nextURL(path: JSONPath, maximumPages: Int?)

    package struct Pages: Sendable {
        package var parameter: String
        /// The number of the first page: mostly 1 or 0.
        package var first: Int
        /// The number of the last page that the source gives, however many there are; `nil` where it gives all.
        package var last: Int?
        package var sizeParameter: String?
        package var size: Int?
        package var end: End
        /// How many pages one call fetches at most; `nil` leaves it to the engine.
        package var maximumPages: Int?
    }

    /// Pages by the number of rows to pass over.
    package struct Offsets: Sendable {
        package var parameter: String
        package var sizeParameter: String?
        package var size: Int
        package var end: End
        /// How many pages one call fetches at most; `nil` leaves it to the engine.
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
