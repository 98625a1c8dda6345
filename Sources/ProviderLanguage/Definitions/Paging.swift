package import JSON

/// The way in which a source divides a list into pages.
package struct Paging: Sendable {
    package enum Kind: Hashable, Sendable {
        case none
        /// Numbered pages, usually from 1 or 0.
        case page(first: Int)
        /// The number of rows to skip, usually counted from 0, sometimes from 1; the page size is always known.
        case offset(first: Int)
        /// The address of the next page in the response, either absolute or relative to that of its page.
        case nextURL(JSONPath)
        /// A text in the response that the request for the next page repeats.
        case cursor(JSONPath)
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
    package var sizeParameter: String?
    package var size: Int?
    package var end = End.shortPage
    /// The most pages to fetch in one go; `nil` leaves it to the engine.
    package var maximumPages: Int?

    static let none = Paging(kind: .none)
}

extension Paging {
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

/// The location of a number that is about a whole response: a path or a header.
package enum NumberSource: Sendable {
    case path(JSONPath)
    case header(String)

    /// Returns the number; `nil` if there is none or it is negative.
    package func number(in root: JSONElement?, header: (String) -> String?) -> Int? {
        let text: String? =
            switch self {
            case .path(let path): root.flatMap { path.first(in: $0, root: $0)?.scalarText }
            case .header(let name): header(name)
            }
        return text.flatMap { NumberText.integer($0.trimmed) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// A duration that is fixed in the definition, or given as a number of seconds at a path.
package enum DurationSource: Sendable {
    case fixed(Duration)
    case path(JSONPath)
}
