import MovieDomain
import Testing

@testable import MovieProviders

@Suite("The end of a list of pages")
struct LastPageTests {
    @Test(
        "A page after good ones that is not there is the end of the list",
        arguments: [404, 410],
        ["kind: page, param: p, size: 2", "kind: page, param: p", "kind: offset, param: p, size: 2"]
    )
    func missingPage(_ status: Int, _ paging: String) async throws {
        let operation = "search: { get: /f, paging: { \(paging), max_pages: 9 }, rows: films, item: { title: t } }"
        let transport = ScriptedTransport { request in
            let page = request.field("p").flatMap { Int($0) } ?? 0
            if page > 2 { return .text("{}", status: status) }
            return .text(#"{"films": [{"t": "A\#(page)"}, {"t": "B\#(page)"}]}"#)
        }
        let source = try repository(try shelf(operation), transport)
        let answer = try await source.search(SearchQuery(text: "", window: RowWindow(count: 20)))
        #expect(answer.value.movies.count == 4)
        #expect(answer.value.hasMore == false)
        #expect(answer.failures == [])
        #expect(answer.remarks == [])
    }

    @Test("A page that is not there is a failure if the source says that it has more rows, and for a link")
    func missingPageOfMore() async throws {
        let pagings = [
            "kind: page, param: p, size: 2, total: n", "kind: page, param: p, has_more: more",
            "kind: next_url, path: next",
        ]
        for paging in pagings {
            let operation = "search: { get: /f, paging: { \(paging) }, rows: films, item: { title: t } }"
            let transport = ScriptedTransport { request in
                if request.field("p") == "2" { return .text("{}", status: 404) }
                return .text(#"{"n": 45, "more": true, "next": "?p=2", "films": [{"t": "A"}, {"t": "B"}]}"#)
            }
            let source = try repository(try shelf(operation), transport)
            let answer = try await source.search(SearchQuery(text: "", window: RowWindow(count: 20)))
            #expect(answer.value.movies.count == 2, "\(paging)")
            #expect(answer.value.hasMore == nil, "\(paging)")
            #expect(answer.failures.map(\.page) == [2], "\(paging)")
        }
    }

    @Test(
        "A number of rows that cannot be read is remarked on",
        arguments: [
            ("total: n", #""many""#, "expected a whole number at 'n', found \"many\""),
            ("has_more: n", "7", "expected true or false at 'n', found 7"),
            ("total: { header: X-Total }", "0", "expected a whole number in the header X-Total, found 'x/y'"),
        ]
    )
    func unreadableTotal(_ end: String, _ value: String, _ problem: String) async throws {
        let operation =
            "search: { get: /f, paging: { kind: page, param: p, size: 2, \(end) }, rows: films, item: { title: t } }"
        let transport = ScriptedTransport(
            .text(#"{"n": \#(value), "films": [{"t": "A"}]}"#, headers: [("X-Total", "x/y")])
        )
        let source = try repository(try shelf(operation), transport)
        let answer = try await source.search(SearchQuery(text: "", window: RowWindow(count: 2)))
        #expect(answer.remarks == [problem + ": the end of the list is not known from it"])
    }
}
