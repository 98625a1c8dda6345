import HTTPModel
import JSON
import ProviderLanguage

/// Turns the rows that a caller wants into the fewest pages of an upstream, and the pages' rows back into the window.
///
/// A value without I/O: ask ``next()`` for the page to fetch, tell ``received(rows:facts:)`` what came, until there is
/// no next page. Counting is on raw rows, before any mapping drops one. It never goes past `maximumPages`, and never
/// round in a circle of next-page links.
struct PageWalk {
    enum Page: Hashable {
        /// An upstream that has no pages, or the first page where links lead on.
        case only
        /// Counted from zero; the definition's `first` is added by the one who builds the request.
        case number(Int)
        case offset(Int)
        case link(String)
        /// What the page before gave for this one: a text or a whole number.
        case cursor(InputValue)
    }

    enum Style: Hashable {
        case none
        /// `size` rows a page; unknown where the upstream does not say and cannot be told.
        case numbered(size: Int?)
        case offset(size: Int?)
        case links
        case cursors
    }

    /// What a page says of the whole answer besides its rows.
    struct Facts {
        var total: Int?
        var totalPages: Int?
        var hasMore: Bool?
        var nextLink: String?
        var nextCursor: InputValue?
    }

    private let style: Style
    private let offset: Int
    private let count: Int?
    private let maximumPages: Int
    /// The last numbered page that the upstream gives, whatever it says of more.
    private let lastPage: Int?
    /// Rows of the whole answer that lie before the first page of this walk.
    private var skipped: Int
    /// Rows of the pages that came.
    private var rows = 0
    private(set) var fetched = 0
    private var seenLinks: Set<String> = []
    private var upcoming: Page?
    private(set) var total: Int?
    private var ended = false
    private var hasEmptyPage = false
    private var saysMore: Bool?

    /// The rows from `offset` on, `count` of them (all that one walk may fetch where it is `nil`).
    ///
    /// `place` is a page that an earlier walk came to, for what can only be walked through from the start.
    init(
        style: Style,
        offset: Int = 0,
        count: Int?,
        maximumPages: Int = 1,
        lastPage: Int? = nil,
        from place: Place? = nil
    ) {
        self.style = style
        self.offset = offset
        self.count = count
        self.maximumPages = max(1, maximumPages)
        self.lastPage = lastPage
        switch style {
        case .numbered(let size?) where size > 0:
            upcoming = .number(offset / size)
            skipped = offset / size * size
        case .numbered:
            upcoming = .number(0)
            skipped = 0
        case .offset:
            upcoming = .offset(offset)
            skipped = offset
        case .none, .links, .cursors:
            upcoming = .only
            skipped = 0
        }
        guard let place, isSequential, place.skipped <= offset else { return }
        upcoming = place.page
        skipped = place.skipped
    }

    /// A page, and how many rows lie before it.
    struct Place: Hashable {
        var page: Page
        var skipped: Int
    }

    /// Whether only the pages before tell where a page is.
    var isSequential: Bool {
        switch style {
        case .links, .cursors, .numbered(nil): true
        case .none, .numbered(_?), .offset: false
        }
    }

    /// Where the next page is, once it is known; `nil` at the end, and where that needs no walk.
    var nextPlace: Place? {
        guard isSequential, fetched > 0, !ended else { return nil }
        return upcoming.map { Place(page: $0, skipped: skipped + rows) }
    }

    /// The page to fetch now; `nil` when the window is full, the upstream has no more, or the limit is reached.
    func next() -> Page? {
        guard !ended, !isPastLastPage, fetched < maximumPages, !isFull else { return nil }
        return upcoming
    }

    /// Which of the next page's rows lie in the window.
    func wanted(among pageRows: Int) -> Range<Int> {
        let start = offset - skipped - rows
        let end = count.map { start + $0 } ?? pageRows
        let first = min(max(0, start), pageRows)
        return first..<min(max(first, end), pageRows)
    }

    /// Takes in the page that ``next()`` named.
    mutating func received(rows pageRows: Int, facts: Facts = Facts()) {
        rows += pageRows
        fetched += 1
        hasEmptyPage = hasEmptyPage || pageRows == 0
        total = facts.total ?? total
        saysMore = facts.hasMore ?? facts.totalPages.map { pageNumber + 1 < $0 }
        advance(pageRows: pageRows, facts: facts)
    }

    /// How many of the wanted rows came.
    var windowCount: Int { min(max(0, skipped + rows - offset), count ?? .max) }

    /// What the upstream says it has in all; `nil` where it does not say or contradicts its own rows.
    var trustedTotal: Int? {
        guard let total else { return nil }
        // An empty page is the end, whatever the total says: beyond it there may be fewer rows, never more.
        if rows == 0 { return total <= skipped ? total : nil }
        let seen = skipped + rows
        return total == seen || (total > seen && !hasEmptyPage) ? total : nil
    }

    /// Whether rows follow the window; `nil` where it is not known.
    var hasMore: Bool? {
        let windowEnd = offset + windowCount
        if skipped + rows > windowEnd { return true }
        if isPastLastPage { return false }
        if fetched == 0 { return nil }
        if style == .none || (style != .links && style != .cursors && hasEmptyPage) { return false }
        let says = trustedTotal.map { $0 > windowEnd } ?? saysMore
        // Ended by a short page although the source speaks of more: one of the two is wrong.
        if ended { return says == true ? nil : false }
        return says
    }

    /// Whether the window begins beyond what the pages of one call can reach: no answer to what was asked.
    var isOutOfReach: Bool { isCut && skipped + rows <= offset && offset > 0 }

    /// Whether the walk stopped for no other reason than that it may fetch no more pages.
    private var isCut: Bool { !ended && !isPastLastPage && !isFull && fetched >= maximumPages }

    /// Whether rows may follow that another walk reaches, which begins where this one stopped.
    var leavesRest: Bool {
        style != .none && isCut
    }

    /// Ends the walk where the next page would be one that was fetched before.
    mutating func end() {
        ended = true
        saysMore = false
    }

    /// Whether the next page is one that the upstream does not give.
    private var isPastLastPage: Bool {
        guard let lastPage, case .number(let number)? = upcoming else { return false }
        return number > lastPage
    }

    private var isFull: Bool {
        guard let count else { return false }
        return skipped + rows >= offset + count
    }

    private var pageNumber: Int {
        if case .number(let number) = upcoming { number } else { fetched - 1 }
    }

    private mutating func advance(pageRows: Int, facts: Facts) {
        let isKnownToEnd = pageRows == 0 || saysMore == false || trustedTotal.map { skipped + rows >= $0 } == true
        switch (style, upcoming) {
        case (.numbered(let size), .number(let number)?):
            // Whatever the total says: after a short page the next one would not begin where this one ended.
            ended = isKnownToEnd || size.map { pageRows < $0 } == true
            upcoming = .number(number + 1)
        case (.offset(let size), .offset(let start)?):
            ended = isKnownToEnd || (total == nil && saysMore == nil && size.map { pageRows < $0 } == true)
            upcoming = .offset(start + pageRows)
        case (.links, _):
            let isNew = facts.nextLink.map { seenLinks.insert($0).inserted } ?? false
            upcoming = isNew ? facts.nextLink.map(Page.link) : nil
            ended = upcoming == nil
            saysMore = isNew
        case (.cursors, _):
            let isNew = saysMore != false && facts.nextCursor.map { seenLinks.insert($0.text).inserted } ?? false
            upcoming = isNew ? facts.nextCursor.map(Page.cursor) : nil
            ended = upcoming == nil
            saysMore = isNew
        default:
            ended = true
        }
    }
}

extension Paging {
    /// How a ``PageWalk`` goes through it.
    var style: PageWalk.Style {
        switch kind {
        case .none: .none
        case .page: .numbered(size: size)
        case .offset: .offset(size: size)
        case .nextURL: .links
        case .cursor: .cursors
        }
    }

    /// What a page gives to the templates and parameters of its request.
    func inputs(of page: PageWalk.Page) -> [Input: InputValue] {
        var inputs: [Input: InputValue] = [:]
        inputs[.limit] = size.map(InputValue.integer)
        switch (kind, page) {
        case (.page(let first, _), .number(let number)):
            inputs[.page] = .integer(first + number)
            inputs[.offset] = size.map { .integer(number * $0) }
        case (.offset(let first), .offset(let offset)): inputs[.offset] = .integer(first + offset)
        case (.cursor, .cursor(let cursor)): inputs[.cursor] = cursor
        case (.cursor, _): break
        default: return [:]
        }
        return inputs
    }

    /// The last page that the source gives, counted from zero; `nil` where it gives all.
    var lastPage: Int? {
        if case .page(let first, let last?) = kind { last - first } else { nil }
    }

    /// How many pages one call may fetch.
    var pageLimit: Int { kind == .none ? 1 : maximumPages ?? 3 }

    func facts(root: JSONElement, headers: HTTPHeaders) -> PageWalk.Facts {
        var facts = PageWalk.Facts()
        switch end {
        case .shortPage: break
        case .total(let source): facts.total = source.number(in: root) { headers[$0] }
        case .totalPages(let source): facts.totalPages = source.number(in: root) { headers[$0] }
        case .hasMore(let path): facts.hasMore = path.first(in: root, root: root)?.bool
        }
        switch kind {
        case .none, .page, .offset: break
        case .nextURL(let path): facts.nextLink = path.first(in: root, root: root)?.string
        case .cursor(let path):
            let found = path.first(in: root, root: root)
            facts.nextCursor =
                found?.int.map(InputValue.integer) ?? found?.string.flatMap { $0.isEmpty ? nil : .text($0) }
        }
        return facts
    }
}
