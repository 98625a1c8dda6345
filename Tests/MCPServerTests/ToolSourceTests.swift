import JSON
import MovieService
import Testing

@testable import MCPServer

@Suite("What a tool says about its sources")
struct ToolSourceTests {
    private func text(_ answer: String, isKorean: Bool = false) throws -> String {
        ToolText(answer: try JSONDocument(answer).root, words: Wording(isKorean: isKorean)).text
    }

    @Test("The remarks of a source are in the text: rows that were left out, and a day that is not over")
    func remarks() throws {
        let filtered = #"""
            {"movies":[],"page":{"page":1,"hasMore":true,"next":"2.20..."},"sources":[{"provider":"a","status":"empty",
            "remarks":["20 of 20 rows left out: no 'title'","the source does not keep to year 2020"]},
            {"provider":"b","status":"ok","remarks":["1 of 2 rows left out"]}]}
            """#
        #expect(
            try text(filtered) == """
                There is nothing on this page.
                Page 1, more follow: cursor 2.20...
                Sources: a, b.
                Remarks: a: 20 of 20 rows left out: no 'title', the source does not keep to year 2020; \
                b: 1 of 2 rows left out
                """
        )
        let early = #"""
            {"entries":[],"period":{"from":"2099-01-01","to":"2099-01-01"},
            "sources":[{"provider":"kofic","status":"empty","remarks":["2099-01-01 is not over yet"]}]}
            """#
        #expect(try text(early).hasSuffix("\nRemarks: kofic: 2099-01-01 is not over yet"))
        #expect(try text(early, isKorean: true).hasSuffix("\n참고: kofic: 2099-01-01 is not over yet"))
    }

    @Test("A source whose films are in the answer did answer, in part; a page or a part that failed is named")
    func partial() throws {
        let answer = #"""
            {"movies":[{"id":"a:1","title":"T"}],"page":{"page":1,"hasMore":null,"next":"1.20..0a."},
            "problems":["page 2: a: HTTP status 500; what follows may be missing.","b: HTTP status 503."],"sources":[
            {"provider":"a","status":"error","items":20,"error":{"message":"HTTP status 500","page":2}},
            {"provider":"b","status":"error","error":{"message":"HTTP status 503"}},
            {"provider":"c","status":"stale","items":1,"ageSeconds":9,"error":{"message":"watch: late","part":"watch"}}]}
            """#
        #expect(
            try text(answer) == """
                | Title | Id |
                |-|-|
                | T | a:1 |
                Page 1, it is not known whether more follow: cursor 1.20..0a.
                Sources: a, c (old answer, 9 s). \
                Problems: page 2: a: HTTP status 500; what follows may be missing. b: HTTP status 503.
                """
        )
    }

    @Test("A page without films is not called empty if a source failed")
    func emptyPage() throws {
        let answer = #"""
            {"movies":[],"page":{"page":3,"hasMore":null,"next":"3.20..."},"problems":["page 2: b: late."],
            "sources":[{"provider":"a","status":"ok","items":1},
            {"provider":"b","status":"error","items":20,"error":{"message":"HTTP status 500","page":2}}]}
            """#
        #expect(
            try text(answer) == """
                There is nothing on this page, but not every source has answered.
                Page 3, it is not known whether more follow: cursor 3.20...
                Sources: a, b. Problems: page 2: b: late.
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

    @Test("A trend says why days lack figures, which figures are old, and which films are in no list or not identified")
    func trend() throws {
        let answer = #"""
            {"series":[{"movie":{"id":"a:1","title":"T"},"days":[{"date":"2026-11-04","audience":{"count":1000}}]}],
            "period":{"from":"2026-11-01","to":"2026-11-04"},
            "gaps":[{"date":"2026-11-01","status":"empty","reason":"no list"},
            {"date":"2026-11-02","status":"rate_limited","reason":"HTTP status 429"},
            {"date":"2026-11-03","status":"empty","reason":"no list"}],
            "stale":[{"date":"2026-11-04","ageSeconds":60,"reason":"HTTP status 503"}],
            "absent":["kofic:1","kofic:2"],"undecided":["imdb:tt1"],"sources":[]}
            """#
        #expect(
            try text(answer) == """
                Box office 2026-11-01–2026-11-04, Audience
                | Title | 11-04 | Id |
                |-|-|-|
                | T | 1,000 | a:1 |
                No figures: 2026-11-01, 2026-11-03 (no list); 2026-11-02 (HTTP status 429)
                Old figures: 2026-11-04 (HTTP status 503)
                Not in any of these lists: kofic:1, kofic:2
                Not identified in these lists: imdb:tt1
                """
        )
    }

    @Test("Sales have their currency: in the head of the column, or in each cell if there are several")
    func currency() throws {
        func chart(_ second: String) -> String {
            #"""
            {"entries":[{"rank":1,"movie":{"id":"a:1","title":"T"},"sales":{"amount":4189094718,"currency":"KRW"}},
            {"rank":2,"movie":{"id":"a:2","title":"U"},"sales":{"amount":1000\#(second)}},
            {"rank":3,"movie":{"id":"a:3","title":"V"}}],"period":{"from":"2026-11-01","to":"2026-11-01"},"sources":[]}
            """#
        }
        let one = try text(chart(#","currency":"KRW""#))
        #expect(one.contains("| # | Title | Sales (KRW) | Id |") && one.contains("| 1 | T | 4,189,094,718 | a:1 |"))
        let several = try text(chart(#","currency":"USD""#))
        #expect(several.contains("| # | Title | Sales | Id |") && several.contains("| 2 | U | 1,000 USD | a:2 |"))
        #expect(several.contains("| 1 | T | 4,189,094,718 KRW | a:1 |"))
        #expect(try text(chart("")).contains("| 2 | U | 1,000 | a:2 |"))
    }

    @Test("A part from an old answer is named with its age, and is not called unavailable")
    func oldParts() throws {
        let answer = #"""
            {"movie":{"id":"a:1","title":"T"},"parts":[{"part":"watch","status":"stale","ageSeconds":60},
            {"part":"videos","status":"empty"}],"sources":[]}
            """#
        #expect(try text(answer) == "T (a:1)\nNot available: videos (empty)\nFrom old answers: watch (60 s)")
    }
}
