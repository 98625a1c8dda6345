import HTTPModel
import JSON
import Platform
package import ProviderLanguage

/// The walk through the fewest pages of an upstream that contain the wanted rows, and the rows' places in the window.
///
/// A value without I/O: call ``next()`` for the page to fetch and ``received(rows:facts:)`` after it came, until there
/// is no next page. The walk counts raw rows, before mapping drops any, stops at `maximumPages`, and never follows
/// next-page links in a circle. A numbered page that is short, though others follow it, counts as a full one, because
/// its number alone says where the next one begins.
package struct PageWalk {
    /// A page, by the way that leads to it.
    package enum Page: Hashable {
        /// The only page of an upstream without pages, or the first page if links or cursors lead to the others.
        case only
        /// A page number from zero, to which `Paging.inputs(of:)` adds the definition's `first`.
        case number(Int)
        case offset(Int)
        case link(String)
        /// The text or whole number that the previous page gave for this one.
        case cursor(InputValue)

        /// Whether the page is found by a number, whether or not the source has it.
        var isCounted: Bool {
            switch self {
            case .number, .offset: true
            case .only, .link, .cursor: false
            }
        }
    }

    /// What a page says about the whole answer, besides its rows.
    struct Facts {
        var total: Int?
        /// The number of all rows, whether or not it tells where the list ends.
        var count: Int?
        var totalPages: Int?
        var hasMore: Bool?
        var nextLink: String?
        var nextCursor: InputValue?
        /// What was expected and found in place of the next link or cursor; `nil` if that is one, or is absent.
        var nextProblem: String?
        /// What was expected and found in place of what tells where the list ends; `nil` if it is that, or is absent.
        var endProblem: String?
    }

    private let paging: Paging
    private let offset: Int
    private let count: Int?
    /// The number of rows before the first page of this walk.
    private var skipped: Int
    /// The number of rows of a full page.
    private var size: Int?
    /// The number of rows on the received pages, and of those that are missing on short pages before others.
    private var rows = 0
    private(set) var fetched = 0
    private var seenLinks: Set<String> = []
    private var upcoming: Page?
    private(set) var total: Int?
    /// The number of all rows of a list whose end is told by something else.
    private var statedCount: Int?
    private var ended = false
    private var hasEmptyPage = false
    private var saysMore: Bool?
    /// What is odd about the pages: most often, they have another size than the definition says.
    private(set) var remark: String?
    private var nextProblem: String?
    /// Whether the source counts rows or pages and lists no rows there, so that it is not known whether there are any.
    private(set) var isContradicted = false
    /// Whether the last page had the rows of an earlier one, or was not there.
    private var isOver = false

    /// Creates a walk for `count` rows from `offset` on, or for all rows that one walk may fetch if `count` is `nil`.
    ///
    /// `place` is a page that an earlier walk reached, for lists that can only be walked from the start.
    package init(_ paging: Paging, offset: Int = 0, count: Int?, from place: Place? = nil) {
        self.paging = paging
        self.offset = offset
        self.count = count
        size = paging.size
        switch paging.kind {
        case .page:
            let number = paging.size.map { offset / $0 } ?? 0
            upcoming = .number(number)
            skipped = number * (paging.size ?? 0)
        case .offset:
            upcoming = .offset(offset)
            skipped = offset
        case .none, .nextURL, .cursor:
            upcoming = .only
            skipped = 0
        }
        guard let place, isSequential, place.skipped <= offset else { return }
        upcoming = place.page
        skipped = place.skipped
    }

    /// A page, and the number of rows before it.
    package struct Place: Hashable {
        var page: Page
        var skipped: Int
    }

    /// Whether a page can only be found through the pages before it.
    var isSequential: Bool {
        switch paging.kind {
        case .nextURL, .cursor: true
        case .page: paging.size == nil
        case .none, .offset: false
        }
    }

    /// The place of the next page once it is known; `nil` at the end, and if pages can be found without a walk.
    var nextPlace: Place? {
        guard isSequential, fetched > 0, !ended else { return nil }
        return upcoming.map { Place(page: $0, skipped: skipped + rows) }
    }

    /// Returns the page to fetch now; `nil` if the window is full, the upstream has no more, or the limit is reached.
    package func next() -> Page? {
        guard !ended, !isPastLastPage, fetched < paging.pageLimit, !isFull else { return nil }
        return upcoming
    }

    /// Whether the walk begins after the first page, of which it knows nothing.
    var isBehindFirstPage: Bool { !isSequential && skipped > 0 }

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
        statedCount = facts.count ?? statedCount
        let page = if case .number(let number) = upcoming { number + 1 } else { fetched }
        saysMore = facts.hasMore ?? facts.totalPages.map { page < $0 }
        nextProblem = facts.nextProblem
        if let problem = facts.endProblem { remark = problem + ": the end of the list is not known from it" }
        // A page after the last one has no rows either, but the first one has if there are any.
        if let count = facts.count, count > 0, pageRows == 0, fetched == 1, skipped == 0 {
            isContradicted = true
            remark = "the source counts \(count) and lists none"
        } else if let pages = facts.totalPages, pageRows == 0, page < pages {
            isContradicted = true
            remark = "page \(page) of \(pages) has no rows"
        }
        learnSize(from: pageRows)
        advance(pageRows: pageRows, facts: facts)
    }

    /// Notes that the page that ``next()`` returned has the rows of an earlier one, so that no other follows.
    mutating func repeated() {
        end()
        (isOver, total) = (true, nil)
        remark =
            switch paging.kind {
            case .page, .offset:
                "the source returns the same rows for each page, so the list ends here; check its paging"
            default: "the next page has the rows of the one before it, so the list ends here; check its paging"
            }
    }

    /// Notes that the source does not have the page that ``next()`` returned, so that the list ends before it.
    mutating func endedBefore() {
        end()
        (isOver, total) = (true, nil)
    }

    /// Whether the source says that rows follow those of the received pages.
    var expectsMore: Bool { saysMore == true || trustedTotal.map { $0 > skipped + rows } == true }

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

    /// The total that the upstream reports beside another end of the list; `nil` if it contradicts the rows, or if the
    /// last page comes before it.
    var trustedCount: Int? {
        guard let statedCount, trustedTotal == nil, total == nil, !isOver, !isContradicted else { return nil }
        let seen = skipped + rows
        if let last = paging.lastPage, let size = paging.size, statedCount > (last + 1) * size { return nil }
        if rows == 0 { return statedCount <= skipped ? statedCount : nil }
        return statedCount == seen || (statedCount > seen && hasMore != false) ? statedCount : nil
    }

    /// Whether rows follow the window; `nil` if that is unknown.
    var hasMore: Bool? {
        if isContradicted { return nil }
        let windowEnd = offset + windowCount
        if skipped + rows > windowEnd { return true }
        if isPastLastPage || isOver { return false }
        if fetched == 0 || nextProblem != nil { return nil }
        if paging.kind == .none || hasEmptyPage && !paging.givesNextPage { return false }
        let says = trustedTotal.map { $0 > windowEnd } ?? saysMore
        // A short page ended the walk although the source reports more rows: one of the two is wrong.
        if ended { return says == true ? nil : false }
        return says
    }

    /// Why the page after the received ones cannot be asked for; `nil` if it can, or if the window is full.
    var obstacle: String? { isFull ? nil : nextProblem }

    /// Whether the window begins beyond the pages that one call can reach, so that the request has no answer.
    var isOutOfReach: Bool { isCut && skipped + rows <= offset && offset > 0 }

    /// Whether the walk stopped only because it may fetch no more pages.
    private var isCut: Bool { !ended && !isPastLastPage && !isFull && fetched >= paging.pageLimit }

    /// Whether rows may follow that another walk can reach from the place where this one stopped.
    var leavesRest: Bool { paging.kind != .none && isCut }

    /// The remark for a list whose pages lead back to an earlier one.
    private static let circle = "the next page would be one that was read before, so the list ends here"

    /// Ends the walk before a page that was already fetched.
    mutating func endOfCircle() {
        end()
        remark = Self.circle
    }

    /// Ends the walk early.
    mutating func end() {
        ended = true
        saysMore = false
    }

    /// Whether the next page is after the last one that the upstream gives.
    private var isPastLastPage: Bool {
        guard let lastPage = paging.lastPage, case .number(let number)? = upcoming else { return false }
        return number > lastPage
    }

    private var isFull: Bool {
        guard let count else { return false }
        return skipped + rows >= offset + count
    }

    /// Sets the remark if the size of the first page here, `number`, is not that of the definition.
    ///
    /// A page that is too short can only be told from the last one by a total. Where the source says by each page whether
    /// others follow, they are all reached.
    private mutating func compareSize(ofPage number: Int, with pageRows: Int) {
        guard let size = paging.size, fetched == 1, pageRows > 0 else { return }
        let advice = Self.advice(pageRows)
        if pageRows > size {
            remark = "page \(number + 1) has \(pageRows) rows, expected at most \(size): \(advice)"
        } else if let total, pageRows < size, total > skipped + pageRows {
            remark = "page \(number + 1) has \(pageRows) rows of \(total), expected \(size): \(advice)"
        }
    }

    /// Learns from the first pages whether the source gives fewer rows than it is asked for.
    ///
    /// Only the next page can tell a short page that is the last one from one that the source has cut; it is worth a
    /// request if the number of rows is one at which sources cut.
    private mutating func learnSize(from pageRows: Int) {
        guard let due = paging.size, total == nil, saysMore == nil, pageRows > 0 else { return }
        if fetched == 1, pageRows < due, pageRows.isMultiple(of: 10) || pageRows.isMultiple(of: 25) { size = pageRows }
        if fetched == 2, let size, size < due {
            remark = "its pages have \(size) rows, expected \(due): \(Self.advice(size))"
        }
    }

    private static func advice(_ size: Int) -> String {
        "set the size of the paging to \(size) if that is the length of every page"
    }

    private mutating func advance(pageRows: Int, facts: Facts) {
        let isKnownToEnd = pageRows == 0 || saysMore == false || trustedTotal.map { skipped + rows >= $0 } == true
        switch (paging.kind, upcoming) {
        case (.page, .number(let number)?):
            compareSize(ofPage: number, with: pageRows)
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
        case (.offset, .offset(let start)?):
            ended = isKnownToEnd || (total == nil && saysMore == nil && size.map { pageRows < $0 } == true)
            upcoming = .offset(start + pageRows)
        case (.nextURL, _):
            let isNew = facts.nextLink.map { seenLinks.insert($0).inserted } ?? false
            upcoming = isNew ? facts.nextLink.map(Page.link) : nil
            ended = upcoming == nil
            if !isNew, facts.nextLink != nil { remark = Self.circle }
            saysMore = isNew
        case (.cursor, _):
            let isNew = saysMore != false && facts.nextCursor.map { seenLinks.insert($0.text).inserted } ?? false
            if !isNew, saysMore != false, facts.nextCursor != nil { remark = Self.circle }
            upcoming = isNew ? facts.nextCursor.map(Page.cursor) : nil
            ended = upcoming == nil
            saysMore = isNew
        default:
            ended = true
        }
    }
}

extension Paging {
    /// Whether each page names the next one, so that an empty page before it is not the end.
    var givesNextPage: Bool {
        switch kind {
        case .nextURL, .cursor: true
        case .none, .page, .offset: false
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
        case (.cursor, _): inputs[.cursor] = firstCursor.map(InputValue.text)
        default: return [:]
        }
        return inputs
    }

    /// The last page that the source gives, counted from zero; `nil` if it gives all.
    var lastPage: Int? { if case .page(let first) = kind { last.map { $0 - first } } else { nil } }

    /// The number of pages that one call may fetch.
    var pageLimit: Int { kind == .none ? 1 : maximumPages ?? 3 }

    func facts(root: JSONElement, headers: HTTPHeaders) -> PageWalk.Facts {
        var facts = PageWalk.Facts()
        switch end {
        case .shortPage: break
        case .total(let source): facts.total = source.number(in: root) { headers[$0] }
        case .totalPages(let source): facts.totalPages = source.number(in: root) { headers[$0] }
        case .hasMore(let path): facts.hasMore = path.first(in: root, root: root)?.truth
        }
        facts.count = count?.number(in: root) { headers[$0] }
        switch kind {
        case .none, .page, .offset: break
        case .nextURL(.header(let name)):
            let values = headers.list(name)
            let link = LinkHeader(values).target(of: "next")
            facts.nextLink = link ?? values.first { !$0.contains(scalars: "<") && !$0.isEmpty }
        case .nextURL(.path(let path)):
            facts.nextLink = path.first(in: root, root: root)?.string.flatMap { $0.isEmpty ? nil : $0 }
        case .cursor(.header(let name)):
            facts.nextCursor = headers[name].flatMap { $0.isEmpty ? nil : .text($0) }
        case .cursor(.path(let path)):
            facts.nextCursor = path.first(in: root, root: root)?.cursor
        }
        facts.nextProblem = nextProblem(in: root)
        facts.endProblem = endProblem(in: root) { headers[$0] }
        return facts
    }
}
