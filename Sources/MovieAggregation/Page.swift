import MovieDomain

/// The position of an answer in a longer list; values that are not known are `nil`.
package struct Page: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// The number of items on all pages, if only one source was asked and reports it.
    package var totalItems: Int?
    package var hasMore: Bool?

    package init(page: Int, limit: Int, totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.page = page
        self.limit = limit
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// The number of pages, if ``totalItems`` is known.
    package var totalPages: Int? { totalItems.map { $0 / limit + ($0 % limit > 0 ? 1 : 0) } }
}

/// A requested page of films.
package struct PageRequest: Hashable, Sendable {
    package var page: Int
    package var limit: Int

    package init(page: Int = 1, limit: Int = 20) {
        self.page = page
        self.limit = limit
    }

    /// The last row that a page may reach.
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
