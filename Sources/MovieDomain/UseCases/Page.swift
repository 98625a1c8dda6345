/// Which part of a longer list an answer is; `nil` where nobody knows.
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
    package var totalPages: Int? { totalItems.map { ($0 + limit - 1) / limit } }
}
