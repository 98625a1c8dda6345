import JSON
import MovieAggregation
import MovieDomain
import MovieService
import Testing

@testable import MCPServer

@Suite("What a tool says about its sources")
struct ToolSourceTests {
    @Test("The remarks of a source are in the text: rows that were left out")
    func remarks() throws {
        var empty = ProviderReport(provider: "a", status: .empty)
        empty.remarks = ["20 of 20 rows left out: no 'title'", "the source does not keep to year 2020"]
        var whole = ProviderReport(provider: "b", status: .ok)
        whole.remarks = ["1 of 2 rows left out"]
        let filtered = try found(page: Page(page: 1, limit: 20, hasMore: true), sources: [empty, whole])
        #expect(
            text(filtered) == """
                There is nothing on this page.
                Page 1, more follow: cursor 2.20...
                Sources: a, b.
                Remarks: a: 20 of 20 rows left out: no 'title', the source does not keep to year 2020; \
                b: 1 of 2 rows left out
                """
        )
    }

    @Test("A source whose films are in the answer did answer, in part; a page that failed is named")
    func partial() throws {
        var old = ProviderReport(provider: "c", status: .stale, items: 1)
        old.freshness = Freshness(fromCache: true, ageSeconds: 9, isStale: true)
        let answer = try found(
            #"{"id":"a:1","title":"T"}"#,
            page: Page(page: 1, limit: 20, next: PageCursor(page: 1, limit: 20), hasMore: nil),
            sources: [failed("a", "HTTP status 500", items: 20, page: 2), failed("b", "HTTP status 503"), old]
        )
        #expect(
            text(answer) == """
                | Title | Id |
                |-|-|
                | T | a:1 |
                Page 1, it is not known whether more follow: cursor 1.20...
                Sources: a, c (old answer, 9 s). \
                Problems: page 2: a: HTTP status 500; what follows may be missing. \
                b: HTTP status 503; what it knows may be missing.
                """
        )
    }

    @Test("A page without films is not called empty if a source failed")
    func emptyPage() throws {
        let answer = try found(
            page: Page(page: 3, limit: 20, next: PageCursor(page: 3, limit: 20), hasMore: nil),
            sources: [
                ProviderReport(provider: "a", status: .ok, items: 1),
                failed("b", "HTTP status 500", items: 20, page: 2),
            ]
        )
        #expect(
            text(answer) == """
                There is nothing on this page, but not every source has answered.
                Page 3, it is not known whether more follow: cursor 3.20...
                Sources: a, b. Problems: page 2: b: HTTP status 500; what follows may be missing.
                """
        )
    }

    @Test("The data of a failure have its kind, its hint, and the page or part that it is about")
    func data() throws {
        let tool = try #require(ToolTable(MethodDeclaration.all)["movies_list"])
        let source = #"""
            {"provider":"a","status":"error","items":20,
            "error":{"kind":"upstream","message":"HTTP status 500","hint":"Wait.","page":2,"part":"watch"}}
            """#
        let answer = try JSONDocument(#"{"movies":[],"page":{"page":1,"hasMore":null},"sources":[\#(source)]}"#).root
        let value = tool.choice.shown.value(of: answer, as: tool.actions[0].method.resultSchema)
        #expect(value["sources"]?[0] == JSONValue(try JSONDocument(source).root))
    }
}
