import JSON
import ProviderLanguage
import Upstream

extension Paging {
    /// How a ``PageWalk`` goes through it.
    var style: PageWalk<DocumentRow>.Style {
        switch self {
        case .none: .none
        case .page(let pages): .numbered(size: pages.size)
        case .offset(let offsets): .offset(size: offsets.size)
        case .nextURL: .links
        }
    }

    /// The last page that the source gives, counted from zero; `nil` where it gives all.
    var lastPage: Int? {
        if case .page(let pages) = self { pages.last.map { $0 - pages.first } } else { nil }
    }

    /// How many pages one call may fetch.
    var maximumPages: Int {
        let usual = 3
        return switch self {
        case .none: 1
        case .page(let pages): pages.maximumPages ?? usual
        case .offset(let offsets): offsets.maximumPages ?? usual
        case .nextURL(_, let maximum): maximum ?? usual
        }
    }

    /// What a page says of the whole answer.
    func facts(root: JSONElement, headers: HTTPHeaders) -> PageWalk<DocumentRow>.Facts {
        switch self {
        case .none: .init()
        case .page(let pages): facts(pages.end, root, headers)
        case .offset(let offsets): facts(offsets.end, root, headers)
        case .nextURL(let path, _): .init(nextLink: path.first(in: root, root: root)?.string)
        }
    }

    private func facts(_ end: End, _ root: JSONElement, _ headers: HTTPHeaders) -> PageWalk<DocumentRow>.Facts {
        switch end {
        case .shortPage: .init()
        case .total(let source): .init(total: source.number(in: root) { headers[$0] })
        case .totalPages(let source): .init(totalPages: source.number(in: root) { headers[$0] })
        case .hasMore(let path): .init(hasMore: path.first(in: root, root: root)?.bool)
        }
    }
}
