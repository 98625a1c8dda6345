import MovieDomain

/// Which part of a longer list an answer is; `nil` where it is not known.
package struct Page: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// Of all pages, where one source alone was asked and says it.
    package var totalItems: Int?
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
    package var page: Int
    package var limit: Int

    package init(page: Int = 1, limit: Int = 20) {
        self.page = page
        self.limit = limit
    }

    /// Rows that come before the page's end; no more than a hundred thousand are ever asked for.
    private static let deepest = 100_000

    func validated() throws(CallError) -> PageRequest {
        guard page >= 1 else { throw .invalidParameter(name: "page", message: "page starts at 1") }
        guard limit >= 1 else { throw .invalidParameter(name: "limit", message: "limit is at least 1") }
        guard limit <= PageRequest.deepest, page <= PageRequest.deepest / limit else {
            throw .invalidParameter(name: "page", message: "no page goes past row \(PageRequest.deepest)")
        }
        return self
    }

    var window: RowWindow { RowWindow(offset: (page - 1) * limit, count: limit) }

    var windowFromStart: RowWindow { RowWindow(offset: 0, count: page * limit) }
}
