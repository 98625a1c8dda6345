import HTTPModel
import JSON
import ProviderLanguage

/// The walk through the fewest pages of an upstream that contain the wanted rows, and the rows' places in the window.
///
/// A value without I/O: call ``next()`` for the page to fetch and ``received(rows:facts:)`` after it came, until there
/// is no next page. The walk counts raw rows, before mapping drops any, stops at `maximumPages`, and never follows
/// next-page links in a circle. A numbered page that is short, though others follow it, counts as a full one, because
/// its number alone says where the next one begins.
struct PageWalk {
    enum Page: Hashable {
        /// The only page of an upstream without pages, or the first page if links or cursors lead to the others.
        case only
        /// A page number from zero, to which `Paging.inputs(of:)` adds the definition's `first`.
        case number(Int)
        case offset(Int)
        case link(String)
        /// The text or whole number that the previous page gave for this one.
        case cursor(InputValue)
    }

    enum Style: Hashable {
        case none
        /// Pages of `size` rows; `nil` if the size is unknown.
        case numbered(size: Int?)
        case offset(size: Int?)
        case links
        case cursors
    }

    /// What a page says about the whole answer, besides its rows.
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
    /// The last numbered page that the upstream gives, even if it reports more.
    private let lastPage: Int?
    /// The number of rows before the first page of this walk.
    private var skipped: Int
    /// The number of rows on the received pages, and of those that are missing on short pages before others.
    private var rows = 0
    private(set) var fetched = 0
    private var seenLinks: Set<String> = []
    private var upcoming: Page?
    private(set) var total: Int?
    private var ended = false
    private var hasEmptyPage = false
    private var saysMore: Bool?

    /// Creates a walk for `count` rows from `offset` on, or for all rows that one walk may fetch if `count` is `nil`.
    ///
    /// `place` is a page that an earlier walk reached, for lists that can only be walked from the start.
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

    /// A page, and the number of rows before it.
    struct Place: Hashable {
        var page: Page
        var skipped: Int
    }

    /// Whether a page can only be found through the pages before it.
    var isSequential: Bool {
        switch style {
        case .links, .cursors, .numbered(nil): true
        case .none, .numbered(_?), .offset: false
        }
    }

    /// The place of the next page once it is known; `nil` at the end, and if pages can be found without a walk.
    var nextPlace: Place? {
        guard isSequential, fetched > 0, !ended else { return nil }
        return upcoming.map { Place(page: $0, skipped: skipped + rows) }
    }

    /// Returns the page to fetch now; `nil` if the window is full, the upstream has no more, or the limit is reached.
    func next() -> Page? {
        guard !ended, !isPastLastPage, fetched < maximumPages, !isFull else { return nil }
        return upcoming
    }

    /// Returns the range of the next page's rows that are in the window.
    func wanted(among pageRows: Int) -> Range<Int> {
        let start = offset - skipped - rows
        let end = count.map { start + $0 } ?? pageRows
        let first = min(max(0, start), pageRows)
        return first..<min(max(first, end), pageRows)
    }

    /// Notes the page that ``next()`` returned.
    mutating func received(rows pageRows: Int, facts: Facts = Facts()) {
        rows += pageRows
        fetched += 1
        hasEmptyPage = hasEmptyPage || pageRows == 0
        total = facts.total ?? total
        saysMore = facts.hasMore ?? facts.totalPages.map { pageNumber + 1 < $0 }
        advance(pageRows: pageRows, facts: facts)
    }

    /// The number of wanted rows that came, or are missing on short pages before others.
    var windowCount: Int { min(max(0, skipped + rows - offset), count ?? .max) }

    /// The total that the upstream reports; `nil` if it reports none or contradicts its own rows.
    var trustedTotal: Int? {
        guard let total else { return nil }
        // An empty page is the end: the source may have fewer rows than the walk skipped, never more.
        if rows == 0 { return total <= skipped ? total : nil }
        let seen = skipped + rows
        return total == seen || (total > seen && !hasEmptyPage) ? total : nil
    }

    /// Whether rows follow the window; `nil` if that is unknown.
    var hasMore: Bool? {
        let windowEnd = offset + windowCount
        if skipped + rows > windowEnd { return true }
        if isPastLastPage { return false }
        if fetched == 0 { return nil }
        if style == .none || (style != .links && style != .cursors && hasEmptyPage) { return false }
        let says = trustedTotal.map { $0 > windowEnd } ?? saysMore
        // A short page ended the walk although the source reports more rows: one of the two is wrong.
        if ended { return says == true ? nil : false }
        return says
    }

    /// Whether the window begins beyond the pages that one call can reach, so that the request has no answer.
    var isOutOfReach: Bool { isCut && skipped + rows <= offset && offset > 0 }

    /// Whether the walk stopped only because it may fetch no more pages.
    private var isCut: Bool { !ended && !isPastLastPage && !isFull && fetched >= maximumPages }

    /// Whether rows may follow that another walk can reach from the place where this one stopped.
    var leavesRest: Bool {
        style != .none && isCut
    }

    /// Ends the walk early, such as before a page that was already fetched.
    mutating func end() {
        ended = true
        saysMore = false
    }

    /// Whether the next page is after the last one that the upstream gives.
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
            let missing = size.map { max(0, $0 - pageRows) } ?? 0
            let pageEnd = skipped + rows + missing
            if missing == 0 {
                ended = isKnownToEnd
            } else if pageRows > 0, saysMore == true || total.map({ $0 > pageEnd }) == true {
                rows += missing
            } else {
                ended = true
            }
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
    /// The way in which a ``PageWalk`` goes through the pages.
    var style: PageWalk.Style {
        switch kind {
        case .none: .none
        case .page: .numbered(size: size)
        case .offset: .offset(size: size)
        case .nextURL: .links
        case .cursor: .cursors
        }
    }

    /// Returns the inputs of a page, for the templates and parameters of its request.
    func inputs(of page: PageWalk.Page) -> [Input: InputValue] {
        var inputs: [Input: InputValue] = [:]
        inputs[.limit] = size.map(InputValue.integer)
        switch (kind, page) {
        case (.page(let first), .number(let number)):
            inputs[.page] = .integer(first + number)
            inputs[.offset] = size.map { .integer(number * $0) }
        case (.offset(let first), .offset(let offset)): inputs[.offset] = .integer(first + offset)
        case (.cursor, .cursor(let cursor)): inputs[.cursor] = cursor
        case (.cursor, _): break
        default: return [:]
        }
        return inputs
    }

    /// The last page that the source gives, counted from zero; `nil` if it gives all.
    var lastPage: Int? {
        if case .page(let first) = kind { last.map { $0 - first } } else { nil }
    }

    /// The number of pages that one call may fetch.
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
