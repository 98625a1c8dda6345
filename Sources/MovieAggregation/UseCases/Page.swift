package import MovieDomain
import MovieMatching
import Platform

/// The position of an answer in a longer list; values that are not known are `nil`.
package struct Page: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// The number of items on all pages, if only one source was asked and reports it.
    package var totalItems: Int?
    /// Where the list goes on; `nil` at its end.
    package var next: PageCursor?
    /// Whether entries follow; `nil` if a failure leaves it open, or no source says.
    package var hasMore: Bool?
    /// Whether a source failed, so that entries may be missing before ``next``.
    package var isIncomplete = false

    /// Creates a page, followed by the one with the next number if there is more.
    package init(page: Int, limit: Int, totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.init(
            page: page,
            limit: limit,
            totalItems: totalItems,
            next: PageCursor(page: page + 1, limit: limit),
            hasMore: hasMore
        )
    }

    /// Creates a page that `next` follows, unless there is no more; every page that is answered is created here.
    package init(page: Int, limit: Int, totalItems: Int? = nil, next: PageCursor, hasMore: Bool?) {
        (self.page, self.limit, self.totalItems) = (page, limit, totalItems)
        self.hasMore = hasMore
        self.next = hasMore == false ? nil : next
    }

    /// The number of pages, if ``totalItems`` is known.
    package var totalPages: Int? { totalItems.map { $0 / limit + ($0 % limit > 0 ? 1 : 0) } }
}

/// Where a list goes on: `page.next` of an answer, and the parameter `cursor` of the next call.
package struct PageCursor: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// The seed of a shuffled list.
    package var seed: Int?
    /// The marks of the entries that were shown since a page that a failure cut short; the list goes on with the others.
    package var shown: Set<UInt64> = []
    /// The last entry of the page before, in a list in the order of ids.
    package var after: MovieID?

    package init(page: Int, limit: Int) {
        (self.page, self.limit) = (page, limit)
    }

    /// The number of the page, if that is all that tells where the list goes on.
    package var number: Int? { shown.isEmpty && after == nil ? page : nil }

    /// The greatest page and the greatest limit of any list: no cursor of an answer goes beyond them.
    private static let (mostPages, mostEntries) = (1_000_000, 10_000)

    /// Reads what ``text`` writes; `nil` for any other text.
    package init?(parsing text: String) {
        let parts = text.split(scalar: ".", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let page = Int(parts[0]), let limit = Int(parts[1]),
            (1...PageCursor.mostPages).contains(page), (1...PageCursor.mostEntries).contains(limit)
        else { return nil }
        self.init(page: page, limit: limit)
        if !parts[2].isEmpty {
            guard let seed = Int(parts[2]), seed >= 0 else { return nil }
            self.seed = seed
        }
        var digits = parts[3][...]
        while !digits.isEmpty {
            let mark = digits.prefix(PageCursor.markDigits)
            guard mark.count == PageCursor.markDigits, let mark = UInt64(mark, radix: 16) else { return nil }
            shown.insert(mark)
            digits = digits.dropFirst(PageCursor.markDigits)
        }
        if !parts[4].isEmpty {
            guard let id = MovieID(parsing: parts[4]) else { return nil }
            after = id
        }
    }

    /// The cursor as clients see it, which means nothing to them.
    package var text: String {
        let marks = shown.sorted().map { mark in
            let digits = String(mark, radix: 16)
            return String(repeating: "0", count: PageCursor.markDigits - digits.count) + digits
        }
        let seed = seed.map(String.init) ?? ""
        return "\(page).\(limit).\(seed).\(marks.joined()).\(after?.description ?? "")"
    }

    private static let markDigits = 12

    /// Returns the mark of an id, which is the same in every process, and has 48 bits.
    static func mark(of id: MovieID) -> UInt64 { Digest.of(id.description, seed: 0) >> 16 }
}

/// A requested page of a list, or the entries from a page on that have not been shown.
package struct PageRequest: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// The seed of a shuffled list, if the request goes on with one.
    package private(set) var seed: Int?
    /// The marks of entries that have been shown already, from this page on.
    private var shown: Set<UInt64> = []

    package init(page: Int = 1, limit: Int = 20) {
        self.page = page
        self.limit = limit
    }

    package init(_ cursor: PageCursor) {
        (page, limit, seed, shown) = (cursor.page, cursor.limit, cursor.seed, cursor.shown)
    }

    /// The last row that a page may reach.
    private static let deepest = 100_000
    private static let largest = 1_000_000_000

    /// Refuses a page before the first one, or without entries.
    package func checked() throws(CallError) -> PageRequest {
        guard page >= 1 else { throw .invalidParameter(name: "page", message: "page starts at 1") }
        guard limit >= 1 else { throw .invalidParameter(name: "limit", message: "limit is at least 1") }
        // Far from where a product of both is no number any more.
        guard max(page, limit) <= PageRequest.largest else {
            let name = page > PageRequest.largest ? "page" : "limit"
            throw .invalidParameter(name: name, message: "\(name) is at most \(PageRequest.largest)")
        }
        return self
    }

    /// Does the same, and refuses a page that lies too deep for sources.
    func validated() throws(CallError) -> PageRequest {
        _ = try checked()
        guard limit <= PageRequest.deepest, page <= PageRequest.deepest / limit,
            pages.upperBound <= PageRequest.deepest / limit
        else {
            throw .invalidParameter(name: "page", message: "no page goes past row \(PageRequest.deepest)")
        }
        return self
    }

    /// The number of entries up to the end of the page.
    package var end: Int { page * limit }

    /// Returns one page of a list of which all entries are known, or those up to one past the page.
    package func page<Entry>(of entries: [Entry], isWhole: Bool) -> (entries: [Entry], page: Page) {
        let rest = entries.dropFirst(end - limit)
        let total = isWhole ? entries.count : nil
        return (
            Array(rest.prefix(limit)), Page(page: page, limit: limit, totalItems: total, hasMore: rest.count > limit)
        )
    }

    /// Whether nothing of the list has been shown.
    package var isFirst: Bool { page == 1 && shown.isEmpty }

    /// The same request from the beginning of the list.
    var beginning: PageRequest { PageRequest(page: 1, limit: limit) }

    /// The pages that hold the wanted entries: more than one if some of their entries have been shown.
    var pages: ClosedRange<Int> { page...(page + (shown.count + limit - 1) / limit) }

    var window: RowWindow { RowWindow(offset: (page - 1) * limit, count: pages.count * limit) }

    /// Whether an entry with these ids has been shown.
    func hasShown(_ ids: [MovieID]) -> Bool {
        !shown.isEmpty && ids.contains { shown.contains(PageCursor.mark(of: $0)) }
    }

    /// Returns what an answer shows of the entries of ``pages``, and where the list goes on.
    ///
    /// After a failure, it goes on at the same page, with what has not been shown: nothing is lost once the source
    /// answers, and the other sources' entries go on meanwhile. Otherwise the answer is the first page that has
    /// anything new, and the list goes on after it. `hasMore` is about what follows all of ``pages``.
    func choose<Entry>(
        from entries: [[Entry]],
        ids: (Entry) -> [MovieID],
        totalItems: Int?,
        hasMore: Bool?,
        isIncomplete: Bool
    ) -> (entries: [Entry], page: Page) {
        let new = entries.map { page in page.filter { !hasShown(ids($0)) } }
        var next = PageCursor(page: page, limit: limit)
        let chosen: [Entry]
        let isMore: Bool?
        if isIncomplete {
            chosen = Array(new.joined().prefix(limit))
            next.shown = shown.union(chosen.flatMap { ids($0).prefix(1) }.map(PageCursor.mark))
            isMore = hasMore == true || new.joined().count > limit ? true : nil
        } else {
            let place = new.firstIndex { !$0.isEmpty } ?? max(entries.count - 1, 0)
            chosen = new.dropFirst(place).first ?? []
            next.page = page + place + 1
            let done = entries.prefix(place + 1).joined().flatMap(ids).map(PageCursor.mark)
            next.shown = shown.subtracting(done)
            let rest = new.dropFirst(place + 1).joined()
            // A page without entries is past the last, if nothing says that more follow.
            isMore = !rest.isEmpty ? true : hasMore ?? (chosen.isEmpty ? false : nil)
        }
        var shownPage = Page(page: page, limit: limit, totalItems: totalItems, next: next, hasMore: isMore)
        shownPage.isIncomplete = isIncomplete
        return (chosen, shownPage)
    }
}

extension PageRequest {
    /// Returns the pages up to one in strides, each of which is matched at once, from the same rows.
    ///
    /// A stride has an eighth of the pages before it, so that their number hardly grows with the page: page 500 would
    /// otherwise need 500 of them. In return, at most an eighth more rows are read.
    package static func strides(to page: Int) -> [ClosedRange<Int>] {
        var strides: [ClosedRange<Int>] = []
        var first = 1
        while first <= page {
            let next = first + max(1, first / 8)
            strides.append(first...(next - 1))
            first = next
        }
        return strides
    }

    /// The rows of all strides up to the last page.
    var windowOfStrides: RowWindow {
        let last = pages.upperBound
        return RowWindow(count: (PageRequest.strides(to: last).last?.upperBound ?? last) * limit)
    }
}
