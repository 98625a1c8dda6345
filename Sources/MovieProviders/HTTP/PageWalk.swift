import HTTPModel
import JSON
import ProviderLanguage

/// Turns the rows that a caller wants into the fewest pages of an upstream, and the pages' rows back into the window.
///
/// A value without I/O: ask ``next()`` for the page to fetch, tell ``received(rows:facts:)`` what came, until there is
/// no next page. Counting is on raw rows, before any mapping drops one. It never goes past `maximumPages`, and never
/// round in a circle of next-page links.
struct PageWalk<Row> {
    /// The page to be fetched.
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

    /// How an upstream pages.
    enum Style: Hashable {
        case none
        /// `size` rows a page; unknown where the upstream does not say and cannot be told.
        case numbered(size: Int?)
        case offset(size: Int)
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

        init(total: Int? = nil, totalPages: Int? = nil, hasMore: Bool? = nil, nextLink: String? = nil) {
            self.total = total
            self.totalPages = totalPages
            self.hasMore = hasMore
            self.nextLink = nextLink
        }
    }

    private let style: Style
    private let offset: Int
    private let count: Int?
    private let maximumPages: Int
    /// The last numbered page that the upstream gives, whatever it says of more.
    private let lastPage: Int?
    /// Rows of the whole answer that lie before the first one in `rows`.
    private var skipped: Int
    private var rows: [Row] = []
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
        return upcoming.map { Place(page: $0, skipped: skipped + rows.count) }
    }

    /// The page to fetch now; `nil` when the window is full, the upstream has no more, or the limit is reached.
    func next() -> Page? {
        guard !ended, !isPastLastPage, fetched < maximumPages, !isFull else { return nil }
        return upcoming
    }

    /// Which of the next page's rows lie in the window.
    func wanted(among pageRows: Int) -> Range<Int> {
        let start = offset - skipped - rows.count
        let end = count.map { start + $0 } ?? pageRows
        let first = min(max(0, start), pageRows)
        return first..<min(max(first, end), pageRows)
    }

    /// Takes in the page that ``next()`` named.
    mutating func received(rows page: [Row], facts: Facts = Facts()) {
        rows += page
        fetched += 1
        hasEmptyPage = hasEmptyPage || page.isEmpty
        total = facts.total ?? total
        saysMore = facts.hasMore ?? facts.totalPages.map { pageNumber + 1 < $0 }
        advance(pageRows: page.count, facts: facts)
    }

    /// The wanted rows, as far as they came.
    var window: [Row] {
        let start = min(rows.count, max(0, offset - skipped))
        return Array(rows[start...].prefix(count ?? .max))
    }

    /// What the upstream says it has in all; `nil` where it does not say or contradicts its own rows.
    var trustedTotal: Int? {
        guard let total else { return nil }
        // An empty page is the end, whatever the total says: beyond it there may be fewer rows, never more.
        if rows.isEmpty { return total <= skipped ? total : nil }
        let seen = skipped + rows.count
        return total == seen || (total > seen && !hasEmptyPage) ? total : nil
    }

    /// Whether rows follow the window; `nil` where it is not known.
    var hasMore: Bool? {
        let windowEnd = offset + window.count
        if skipped + rows.count > windowEnd { return true }
        if isPastLastPage { return false }
        if fetched == 0 { return nil }
        if style == .none || (style != .links && style != .cursors && hasEmptyPage) { return false }
        let says = trustedTotal.map { $0 > windowEnd } ?? saysMore
        // Ended by a short page although the source speaks of more: one of the two is wrong.
        if ended { return says == true ? nil : false }
        return says
    }

    /// Whether the window begins beyond what the pages of one call can reach: no answer to what was asked.
    var isOutOfReach: Bool { isCut && skipped + rows.count <= offset && offset > 0 }

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
        return skipped + rows.count >= offset + count
    }

    private var pageNumber: Int {
        if case .number(let number) = upcoming { number } else { fetched - 1 }
    }

    private mutating func advance(pageRows: Int, facts: Facts) {
        let isKnownToEnd = pageRows == 0 || saysMore == false || trustedTotal.map { skipped + rows.count >= $0 } == true
        switch (style, upcoming) {
        case (.numbered(let size), .number(let number)?):
            // Whatever the total says: after a short page the next one would not begin where this one ended.
            ended = isKnownToEnd || size.map { pageRows < $0 } == true
            upcoming = .number(number + 1)
        case (.offset(let size), .offset(let start)?):
            ended = isKnownToEnd || (total == nil && saysMore == nil && pageRows < size)
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
    var style: PageWalk<Void>.Style {
        switch self {
        case .none: .none
        case .page(let pages): .numbered(size: pages.size)
        case .offset(let offsets): .offset(size: offsets.size)
        case .nextURL: .links
        case .cursor: .cursors
        }
    }

    /// What a page gives to the templates and parameters of its request.
    func inputs(of page: PageWalk<Void>.Page) -> [Input: InputValue] {
        var inputs: [Input: InputValue] = [:]
        switch (self, page) {
        case (.page(let pages), .number(let number)):
            inputs[.page] = .integer(pages.first + number)
            inputs[.offset] = pages.size.map { .integer(number * $0) }
            inputs[.limit] = pages.size.map(InputValue.integer)
        case (.offset(let offsets), .offset(let offset)):
            inputs[.offset] = .integer(offsets.first + offset)
            inputs[.limit] = .integer(offsets.size)
        case (.cursor(let cursors), _):
            if case .cursor(let cursor) = page { inputs[.cursor] = cursor }
            inputs[.limit] = cursors.size.map(InputValue.integer)
        default: break
        }
        return inputs
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
        case .cursor(let cursors): cursors.maximumPages ?? usual
        }
    }

    /// What a page says of the whole answer.
    func facts(root: JSONElement, headers: HTTPHeaders) -> PageWalk<Void>.Facts {
        switch self {
        case .none: .init()
        case .page(let pages): facts(pages.end, root, headers)
        case .offset(let offsets): facts(offsets.end, root, headers)
        case .nextURL(let path, _): .init(nextLink: path.first(in: root, root: root)?.string)
        case .cursor(let cursors): facts(of: cursors, root, headers)
        }
    }

    private func facts(
        of cursors: Cursors,
        _ root: JSONElement,
        _ headers: HTTPHeaders
    ) -> PageWalk<Void>.Facts {
        var facts = facts(cursors.end, root, headers)
        let found = cursors.path.first(in: root, root: root)
        facts.nextCursor = found?.int.map(InputValue.integer) ?? found?.string.flatMap { $0.isEmpty ? nil : .text($0) }
        return facts
    }

    private func facts(_ end: End, _ root: JSONElement, _ headers: HTTPHeaders) -> PageWalk<Void>.Facts {
        switch end {
        case .shortPage: .init()
        case .total(let source): .init(total: source.number(in: root) { headers[$0] })
        case .totalPages(let source): .init(totalPages: source.number(in: root) { headers[$0] })
        case .hasMore(let path): .init(hasMore: path.first(in: root, root: root)?.bool)
        }
    }
}
