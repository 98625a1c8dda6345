import JSON
import Testing

@testable import MovieProviders
@testable import ProviderLanguage

@Suite("Page walks")
struct PageWalkTests {
    /// Runs a walk against an upstream that serves the numbers from 0 on, and returns the fetched pages.
    private func play(
        _ walk: inout WindowWalk,
        rowsInAll: Int,
        size: Int,
        facts: (_ page: Int) -> PageWalk.Facts = { _ in .init() }
    ) -> [PageWalk.Page] {
        var fetched: [PageWalk.Page] = []
        while let page = walk.next() {
            fetched.append(page)
            let start =
                switch page {
                case .only: 0
                case .number(let number): number * size
                case .offset(let offset): offset
                case .link(let link): Int(link) ?? 0
                case .cursor(let cursor): Int(cursor.text) ?? 0
                }
            let rows = Array(min(start, rowsInAll)..<min(start + size, rowsInAll))
            walk.received(rows: rows, facts: facts(fetched.count - 1))
        }
        return fetched
    }

    @Test(
        "A window fetches only the numbered pages that cover it",
        arguments: [
            // offset, count, total rows, expected pages, expected rows
            (0, 20, 120, [0], 0..<20),
            (20, 20, 120, [0], 20..<40),
            (40, 20, 120, [0, 1], 40..<60),
            (50, 50, 120, [1], 50..<100),
            (100, 50, 117, [2], 100..<117), (100, 50, 120, [2, 3], 100..<120),
            (0, 100, 120, [0, 1], 0..<100),
            (0, 20, 7, [0], 0..<7),
            (60, 20, 7, [1], 7..<7),
        ]
    )
    func numbered(_ offset: Int, _ count: Int, _ inAll: Int, _ pages: [Int], _ rows: Range<Int>) {
        var walk = WindowWalk(.page(first: 0), size: 50, offset: offset, count: count, maximumPages: 3)
        #expect(play(&walk, rowsInAll: inAll, size: 50) == pages.map { .number($0) })
        #expect(walk.window == Array(rows))
    }

    @Test("A walk never exceeds its maximum number of pages")
    func maximumPages() {
        var walk = WindowWalk(.page(first: 0), size: 10, count: 1_000, maximumPages: 3)
        #expect(play(&walk, rowsInAll: 500, size: 10).count == 3)
        #expect(walk.window == Array(0..<30))
        #expect(walk.hasMore == nil)
    }

    @Test(
        "A first page of another size than the definition says is remarked on if rows may be out of reach",
        arguments: [
            // rows of the source's pages, rows in all, facts, remark
            (20, 60, .init(total: 60), "page 1 has 20 rows of 60, expected 50: "),
            (20, 45, .init(total: 45), "page 1 has 20 rows of 45, expected 50: "),
            (80, 200, .init(), "page 1 has 80 rows, expected at most 50: "),
            (50, 60, .init(total: 60), nil), (50, 20, .init(total: 20), nil), (50, 0, .init(total: 9), nil),
            (20, 60, .init(totalPages: 3), nil), (20, 60, .init(hasMore: true), nil), (24, 60, .init(), nil),
            (20, 20, .init(), nil), (20, 60, .init(), "its pages have 20 rows, expected 50: "),
        ] as [(Int, Int, PageWalk.Facts, String?)]
    )
    func otherSize(_ real: Int, _ inAll: Int, _ facts: PageWalk.Facts, _ remark: String?) {
        var paging = Paging(kind: .page(first: 0))
        (paging.size, paging.maximumPages) = (50, 3)
        var walk = PageWalk(paging, count: 100)
        for start in [0, real, 2 * real] where walk.next() != nil {
            walk.received(rows: min(real, max(0, inAll - start)), facts: facts)
        }
        let advice = "set the size of the paging to \(real) if that is the length of every page"
        #expect(walk.remark == remark.map { $0 + advice })
    }

    @Test(
        "A walk ends at the last page even if the upstream claims more",
        arguments: [
            // offset, count, expected pages, expected rows, whether more rows follow
            (20, 20, [2, 3], 20..<40, false), (30, 50, [3], 30..<40, false), (20, 10, [2], 20..<30, true),
            (40, 10, [], 40..<40, false), (4_000, 10, [], 0..<0, false), (0, 20, [0, 1], 0..<20, true),
        ] as [(Int, Int, [Int], Range<Int>, Bool)]
    )
    func lastPage(_ offset: Int, _ count: Int, _ pages: [Int], _ rows: Range<Int>, _ hasMore: Bool) {
        for says in [PageWalk.Facts(total: 10_000), .init(totalPages: 1_000), .init(hasMore: true)] {
            var walk = WindowWalk(
                .page(first: 0),
                size: 10,
                offset: offset,
                count: count,
                maximumPages: 9,
                lastPage: 3
            )
            #expect(play(&walk, rowsInAll: 10_000, size: 10) { _ in says } == pages.map { .number($0) })
            #expect(walk.window == Array(rows))
            #expect(walk.hasMore == hasMore)
            #expect(!walk.isOutOfReach)
        }
    }

    @Test("A total ends the walk and determines whether more rows follow")
    func total() {
        var walk = WindowWalk(.page(first: 0), size: 50, count: 100, maximumPages: 9)
        #expect(play(&walk, rowsInAll: 50, size: 50) { _ in .init(total: 50) } == [.number(0)])
        #expect(walk.trustedTotal == 50)
        #expect(walk.hasMore == false)

        var first = WindowWalk(.page(first: 0), size: 50, count: 50, maximumPages: 9)
        _ = play(&first, rowsInAll: 120, size: 50) { _ in .init(total: 120) }
        #expect(first.hasMore == true)
    }

    @Test("A total that contradicts the rows is discarded")
    func lyingTotal() {
        var counted = WindowWalk(.page(first: 0), size: 50, count: 20)
        counted.received(rows: [], facts: .init(total: 3))
        #expect(counted.trustedTotal == nil)
        #expect(counted.hasMore == false)
        #expect(counted.next() == nil)

        var uncounted = WindowWalk(.none, count: 20)
        uncounted.received(rows: [1, 2], facts: .init(total: 0))
        #expect(uncounted.trustedTotal == nil)
        #expect(uncounted.window == [1, 2])
        #expect(uncounted.hasMore == false)
    }

    @Test("Offset paging continues where the last page ended")
    func offsets() {
        var walk = WindowWalk(.offset(first: 0), size: 30, offset: 10, count: 50, maximumPages: 9)
        #expect(play(&walk, rowsInAll: 100, size: 30) == [.offset(10), .offset(40)])
        #expect(walk.window == Array(10..<60))
    }

    @Test(
        "A short first page of a round number of rows is the last one only if nothing follows it",
        arguments: [
            // rows in all, rows of the source's pages, expected offsets of pages, whether more rows follow
            (23, 10, [0, 10, 20], false), (10, 10, [0, 10], false), (7, 10, [0], false), (24, 12, [0], false),
            (200, 25, [0, 25], nil), (20, 20, [0, 20], false), (200, 10, [0, 10, 20, 30, 40], nil),
        ] as [(Int, Int, [Int], Bool?)]
    )
    func cappedPages(_ inAll: Int, _ real: Int, _ pages: [Int], _ hasMore: Bool?) {
        var walk = WindowWalk(.offset(first: 0), size: 48, count: 50, maximumPages: 9)
        #expect(play(&walk, rowsInAll: inAll, size: real) == pages.map { .offset($0) })
        #expect(walk.window == Array(0..<min(inAll, 50, real == 12 ? 12 : 50)))
        #expect(walk.hasMore == hasMore)
        let isCapped = pages.count > 1 && inAll > real
        #expect((walk.remark != nil) == isCapped)
    }

    @Test(
        "A number of rows may have separators, and a header may be a range of rows",
        arguments: [
            ("23", 23), ("1,023", 1_023), ("items 0-9/23", 23), ("items 0-9/1023", 1_023), ("0-9/23", 23),
            ("items 0-9/*", nil), ("many", nil), ("-1", nil), ("1,5", nil),
        ] as [(String, Int?)]
    )
    func totals(_ text: String, _ expected: Int?) {
        #expect(NumberSource.header("X-Total").number(in: nil) { _ in text } == expected)
    }

    @Test("Each link is followed only once")
    func links() {
        var walk = WindowWalk(.links, count: 100, maximumPages: 9)
        let pages = play(&walk, rowsInAll: 30, size: 10) { page in .init(nextLink: page == 0 ? "10" : "20") }
        #expect(pages == [.only, .link("10"), .link("20")])
        #expect(walk.window == Array(0..<30))
        #expect(walk.hasMore == false)
    }

    @Test("Without a count, a walk returns every row of a single response")
    func everything() {
        var walk = WindowWalk(.none, count: nil)
        #expect(play(&walk, rowsInAll: 12, size: 50) == [.only])
        #expect(walk.window == Array(0..<12))
    }

    @Test("A page count determines whether more rows follow")
    func totalPages() {
        var walk = WindowWalk(.page(first: 0), size: 20, count: 20, maximumPages: 9)
        _ = play(&walk, rowsInAll: 45, size: 20) { _ in .init(totalPages: 3) }
        #expect(walk.hasMore == true)
        var last = WindowWalk(.page(first: 0), size: 20, offset: 40, count: 20, maximumPages: 9)
        _ = play(&last, rowsInAll: 45, size: 20) { _ in .init(totalPages: 3) }
        #expect(last.window == Array(40..<45))
        #expect(last.hasMore == false)
    }

    @Test("An empty page before the last one is not the end of the list")
    func emptyPageBeforeOthers() {
        var walk = WindowWalk(.page(first: 0), size: 20, count: 40, maximumPages: 9).walk
        for (rows, page) in [(20, PageWalk.Page.number(0)), (0, .number(1))] {
            #expect(walk.next() == page)
            walk.received(rows: rows, facts: .init(count: 45, totalPages: 3))
        }
        #expect(walk.hasMore == nil)
        #expect(walk.remark == "page 2 of 3 has no rows")
    }

    @Test("After a short last page with a larger total, it is unknown whether more rows follow")
    func shortPage() {
        var walk = WindowWalk(.page(first: 0), size: 50, count: 50, maximumPages: 9)
        #expect(play(&walk, rowsInAll: 20, size: 50) { _ in .init(total: 45) } == [.number(0)])
        #expect(walk.trustedTotal == 45)
        #expect(walk.hasMore == nil)
    }

    @Test(
        "A short page before others keeps the places of its missing rows",
        arguments: [PageWalk.Facts(total: 60), .init(totalPages: 3), .init(hasMore: true)]
    )
    func shortPageBeforeOthers(_ says: PageWalk.Facts) {
        var first = WindowWalk(.page(first: 0), size: 20, count: 40, maximumPages: 9).walk
        #expect(first.next() == .number(0))
        first.received(rows: 3, facts: says)
        #expect(first.next() == .number(1))
        #expect(first.wanted(among: 20) == 0..<20)
        first.received(rows: 20, facts: says)
        #expect(first.next() == nil)
        #expect(first.windowCount == 40)
        #expect(first.hasMore == true)

        var second = WindowWalk(.page(first: 0), size: 20, offset: 40, count: 40, maximumPages: 9).walk
        #expect(second.next() == .number(2))
        second.received(rows: 20, facts: says.hasMore == nil ? says : .init(hasMore: false))
        #expect(second.next() == nil)
        #expect(second.windowCount == 20)
        #expect(second.hasMore == false)
    }

    @Test("An empty page ends the walk and discards a larger total")
    func emptyPage() {
        var walk = WindowWalk(.page(first: 0), size: 10, count: 30, maximumPages: 9)
        walk.received(rows: Array(0..<10), facts: .init(total: 25))
        walk.received(rows: [], facts: .init(total: 25))
        #expect(walk.next() == nil)
        #expect(walk.trustedTotal == nil)
        #expect(walk.hasMore == false)
    }

    @Test("A window beyond the last row keeps the total")
    func beyond() {
        var walk = WindowWalk(.offset(first: 0), size: 10, offset: 40, count: 10)
        walk.received(rows: [], facts: .init(total: 25))
        #expect(walk.trustedTotal == 25)
        #expect(walk.hasMore == false)
        #expect(!walk.isOutOfReach)
    }

    @Test("A window is out of reach if the page limit ends the walk, but empty if the links end")
    func outOfReach() {
        var walk = WindowWalk(.links, offset: 30, count: 10, maximumPages: 2)
        _ = play(&walk, rowsInAll: 100, size: 10) { .init(nextLink: String(($0 + 1) * 10)) }
        #expect(walk.isOutOfReach)
        var ended = WindowWalk(.links, offset: 30, count: 10, maximumPages: 2)
        _ = play(&ended, rowsInAll: 20, size: 10) { .init(nextLink: $0 == 0 ? "10" : nil) }
        #expect(!ended.isOutOfReach)
        #expect(ended.window.isEmpty)
        #expect(ended.hasMore == false)
    }

    @Test("Whether more rows follow is unknown before the first page and false after the walk ends")
    func unasked() {
        var walk = WindowWalk(.links, count: 10, maximumPages: 2)
        #expect(walk.hasMore == nil)
        walk.received(rows: [1], facts: .init(nextLink: "1"))
        #expect(walk.hasMore == true)
        walk.end()
        #expect(walk.next() == nil)
        #expect(walk.hasMore == false)
    }
}

/// A walk, and the rows of its window.
@dynamicMemberLookup
private struct WindowWalk {
    private(set) var walk: PageWalk
    private(set) var window: [Int] = []

    init(
        _ kind: Paging.Kind,
        size: Int? = nil,
        offset: Int = 0,
        count: Int?,
        maximumPages: Int = 1,
        lastPage: Int? = nil
    ) {
        var paging = Paging(kind: kind)
        (paging.size, paging.last, paging.maximumPages) = (size, lastPage, maximumPages)
        walk = PageWalk(paging, offset: offset, count: count)
    }

    subscript<Value>(dynamicMember member: KeyPath<PageWalk, Value>) -> Value { walk[keyPath: member] }

    func next() -> PageWalk.Page? { walk.next() }

    mutating func end() { walk.end() }

    mutating func received(rows: [Int], facts: PageWalk.Facts) {
        window += rows[walk.wanted(among: rows.count)]
        walk.received(rows: rows.count, facts: facts)
        #expect(walk.windowCount == window.count)
    }
}

extension Paging.Kind {
    fileprivate static let links = nextURL(.path(.itself))
}
