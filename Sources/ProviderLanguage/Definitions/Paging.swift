package import JSON

/// How the pages of a list follow each other.
package struct Paging: Sendable {
    package enum Kind: Hashable, Sendable {
        case none
        /// Pages are counted, mostly from 1 or 0, up to the last that the source gives; `nil` where it gives all.
        case page(first: Int, last: Int?)
        /// The rows to pass over are counted, mostly from 0, or from 1; the size is always known.
        case offset(first: Int)
        /// The address of the next page stands in the answer; an absolute one, or one relative to the page's own.
        case nextURL(JSONPath)
        /// The answer has a text that the request for the next page repeats.
        case cursor(JSONPath)
    }

    /// Where the parameters of `paging` go.
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
    /// The parameter of the page, offset or cursor; `nil` where the operation's own templates name it.
    package var parameter: String?
    package var sizeParameter: String?
    package var size: Int?
    package var end = End.shortPage
    /// How many pages are fetched in one go; `nil` leaves it to the engine.
    package var maximumPages: Int?

    static let none = Paging(kind: .none)
}

extension Paging {
    /// The parameters that it adds to a request, each with the input that it carries.
    package var parameters: [(name: String, input: Input)] {
        [(parameter, position), (sizeParameter, .limit)].compactMap { name, input in
            if let name, let input { (name, input) } else { nil }
        }
    }

    /// What the templates of an operation may name of a page.
    var inputs: Set<Input> {
        guard let position else { return [] }
        return position == .page && size != nil ? [.page, .offset] : [position]
    }

    /// The input that says which page it is.
    private var position: Input? {
        switch kind {
        case .none, .nextURL: nil
        case .page: .page
        case .offset: .offset
        case .cursor: .cursor
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

/// How long something lasts: as the definition says, or as many seconds as stand at a path.
package enum DurationSource: Sendable {
    case fixed(Duration)
    case path(JSONPath)
}
