import MovieDomain
import MovieMatching

/// Which part of a longer list an answer is; `nil` where it is not known.
package struct Page: Hashable, Sendable {
    /// From 1.
    package var page: Int
    /// Films on a page at most.
    package var limit: Int
    /// Of all pages, where one source alone was asked and says it.
    package var totalItems: Int?
    /// Whether another page follows.
    package var hasMore: Bool?

    package init(page: Int, limit: Int, totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.page = page
        self.limit = limit
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// Of all, where the number of films is known.
    package var totalPages: Int? { totalItems.map { $0 / limit + ($0 % limit > 0 ? 1 : 0) } }
}

/// A wanted page of films.
package struct PageRequest: Hashable, Sendable {
    /// From 1.
    package var page: Int
    /// Films on a page at most, from 1.
    package var limit: Int

    package init(page: Int = 1, limit: Int = 20) {
        self.page = page
        self.limit = limit
    }

    /// Rows that come before the page's end; no more than a hundred thousand are ever asked for.
    private static let deepest = 100_000

    /// The page, when it can be asked for.
    func validated() throws(CallError) -> PageRequest {
        guard page >= 1 else { throw .invalidParameter(name: "page", message: "page starts at 1") }
        guard limit >= 1 else { throw .invalidParameter(name: "limit", message: "limit is at least 1") }
        guard limit <= PageRequest.deepest, page <= PageRequest.deepest / limit else {
            throw .invalidParameter(name: "page", message: "no page goes past row \(PageRequest.deepest)")
        }
        return self
    }

    /// The rows of this page alone.
    var window: RowWindow { RowWindow(offset: (page - 1) * limit, count: limit) }

    /// The rows of this page and of all before it.
    var windowFromStart: RowWindow { RowWindow(offset: 0, count: page * limit) }
}
