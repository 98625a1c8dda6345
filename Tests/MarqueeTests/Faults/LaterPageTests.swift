import JSON
import MarqueeTestKit
import Synchronization
import Testing

@Suite("Later pages of a source's list, through the whole program")
struct LaterPageTests {
    /// Defines a source like OMDb with ten rows per page and a total; tests let a later page fail.
    private static func source(
        at origin: String,
        paging: String = "size: 10, total: totalResults, max_pages: 5"
    ) -> String {
        """
          - id: bad
            base_url: "\(origin)"
            allow_http: true
            timeout: 20s
            retry: { attempts: 1 }
            errors:
              - { when: { path: Error, exists: true }, kind: not_found, message: Error }
            operations:
              search:
                get: /films
                query: { q: "${input.query}" }
                paging: { kind: page, param: page, \(paging) }
                rows: { path: films, if_missing: empty }
                item:
                  ids: { bad: id }
                  title: { path: title, required: true }
                  year: year
        """
    }

    private static func page(_ number: Int, of count: Int, rows: Int = 10) -> String {
        let films = ((number - 1) * rows..<min(number * rows, count)).map {
            #"{"id":"\#($0)","title":"Late page film \#($0)","year":\#(1_900 + $0 % 80)}"#
        }
        return #"{"films":[\#(films.joined(separator: ","))],"totalResults":"\#(count)"}"#
    }

    private static func number(of request: ReceivedRequest) -> Int {
        request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
    }

    private static let faults: [(String, ScriptedAnswer, String, String, Bool)] = [
        ("no such page", .json(#"{"Response":"False","Error":"Movie not found!"}"#), "ok", "not_found", true),
        ("404", .json("{}", status: 404), "error", "unavailable", false),
        ("429", .json("{}", status: 429), "rate_limited", "rate_limited", false),
        ("503", .json("{}", status: 503), "error", "unavailable", false),
        ("broken JSON", .json(#"{"films":["#), "error", "malformed", false),
        ("a hang", .silence, "timeout", "timeout", false),
    ]

    @Test("The first page's films are answered although the second page fails, and the fault names its page")
    func laterFault() async throws {
        for (name, fault, status, kind, hasEnded) in Self.faults {
            for providers in [#"["bad"]"#, #"["bad", "good"]"#] {
                // A new program for each fault, because a source that answered 429 is not asked for a while.
                try await FaultScene.withServer { scene, server in
                    server.on("*") { request, _ in Self.number(of: request) == 1 ? .json(Self.page(1, of: 14)) : fault }
                    try scene.configure(deadline: name == "a hang" ? "5s" : "60s", Self.source(at: server.origin))
                    try await FaultTalk.with(scene) { talk in
                        let params = #"{"query": "late", "providers": \#(providers)}"#
                        let result = try await talk.result("movies/search", params)
                        let own = result["movies"]?.elements.filter { $0["ids"]?["bad"] != nil }
                        #expect(own?.count == 10, "\(name)")
                        let report = try #require(result["sources"]?.elements.first { $0["provider"]?.string == "bad" })
                        #expect(report["status"]?.string == status, "\(name): \(report)")
                        #expect(report["items"]?.int == 10, "\(name)")
                        #expect(report["error"]?["kind"]?.string == kind, "\(name): \(report)")
                        #expect(report["error"]?["page"]?.int == 2, "\(name): \(report)")
                        #expect(result["page"]?["hasMore"]?.bool == (hasEnded ? false : nil), "\(name)")
                    }
                }
            }
        }
    }

    @Test("A page of a client that is a later page of the source names that page if it fails", arguments: [404, 503])
    func failingWindow(_ status: Int) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*") { request, _ in
                Self.number(of: request) == 1 ? .json(Self.page(1, of: 40)) : .json("{}", status: status)
            }
            try scene.configure(deadline: "60s", Self.source(at: server.origin))
            try await FaultTalk.with(scene) { talk in
                let params = #"{"query": "late", "limit": 10, "page": 3, "providers": ["bad"]}"#
                let error = try #require(try await talk.answer("movies/search", params)["error"])
                let failure = error["data"]?["sources"]?[0]?["error"]
                #expect(failure?["kind"]?.string == "unavailable", "\(error)")
                #expect(failure?["page"]?.int == 3, "\(error)")
            }
        }
    }

    @Test(
        "A client can scroll to the end of every source, past the pages that one call fetches",
        arguments: ["size: 10, total: totalResults, max_pages: 2", "size: 10, max_pages: 2"]
    )
    func scrolling(paging: String) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*") { request, _ in .json(Self.page(Self.number(of: request), of: 75)) }
            try scene.configure(Self.source(at: server.origin, paging: paging))
            for providers in [#"["bad"]"#, #"["bad", "good"]"#] {
                try await FaultTalk.with(scene) { talk in
                    var ids: [String] = []
                    for page in 1...20 {
                        let params = #"{"query": "late", "limit": 25, "page": \#(page), "providers": \#(providers)}"#
                        let result = try await talk.result("movies/search", params)
                        #expect((result["movies"]?.count ?? 0) > 0 || result["page"]?["hasMore"]?.bool != true)
                        ids += result["movies"]?.elements.compactMap { $0["ids"]?["bad"]?.string } ?? []
                        // If `hasMore` is missing, continue after each page that has films, as a client should.
                        let hasMore = result["page"]?["hasMore"]?.bool
                        if hasMore == false || hasMore == nil && result["movies"]?.count == 0 { break }
                    }
                    #expect(ids.count == 75, "\(providers)")
                    #expect(Set(ids).count == 75, "\(providers)")
                }
            }
        }
    }

    @Test("A client that goes on by the cursor gets every film once, although each later page fails once")
    func cursor() async throws {
        try await FaultScene.withServer { scene, server in
            let failed = Mutex<Set<Int>>([1])
            server.on("*") { request, _ in
                let number = Self.number(of: request)
                let isFirst = failed.withLock { $0.insert(number).inserted }
                return isFirst ? .json(#"{"films":["#) : .json(Self.page(number, of: 75))
            }
            try scene.configure(deadline: "60s", Self.source(at: server.origin))
            for providers in [#"["bad"]"#, #"["bad", "good"]"#] {
                failed.withLock { $0 = [1] }
                try await FaultTalk.with(scene) { talk in
                    var (ids, cursor, incomplete): ([String], JSONValue, Int) = ([], .null, 0)
                    for _ in 1...30 {
                        let query = #""query": "late", "limit": 25, "providers": \#(providers)"#
                        let answer = try await talk.answer(
                            "movies/search",
                            "{\(query), \"cursor\": \(cursor.jsonText)}"
                        )
                        // A page of which the only source has failed is asked for again.
                        guard let result = answer["result"] else { continue }
                        ids += result["movies"]?.elements.compactMap { $0["ids"]?["bad"]?.string } ?? []
                        let isIncomplete = result["page"]?["incomplete"]?.bool == true
                        #expect((result["problems"] != nil) == isIncomplete, "\(result)")
                        incomplete += isIncomplete ? 1 : 0
                        guard let next = result["page"]?["next"]?.string else { break }
                        cursor = .string(next)
                    }
                    #expect(ids.count == 75 && Set(ids).count == 75, "\(providers): \(ids)")
                    #expect(incomplete > 0, "\(providers)")
                }
            }
        }
    }

    @Test(
        "A later page is answered while the first one is kept, however large the pages are and however many are asked for",
        arguments: [(600 << 10, 1), (600 << 10, 9), (120 << 10, 1), (120 << 10, 12), (20 << 10, 12)]
    )
    func largePages(bytes: Int, calls: Int) async throws {
        try await FaultScene.withServer { scene, server in
            let rest = #","rest":"\#(String(repeating: "x", count: bytes))"}"#
            server.on("*") { request, _ in
                .json(String(Self.page(Self.number(of: request), of: 40).dropLast()) + rest)
            }
            let source = Self.source(at: server.origin, paging: "size: 10, max_pages: 5")
            try scene.configure(source.replacing("paging:", with: "cache: { ttl: 1h }\n        paging:"))
            try await FaultTalk.with(scene) { talk in
                for page in 1...3 {
                    for call in 1...calls {
                        let params = #"{"query": "late \#(call)", "limit": 10, "page": \#(page), "providers": ["bad"]}"#
                        talk.process.send(Talk.request(call, "movies/search", params))
                    }
                    for _ in 1...calls {
                        let answer = try await talk.process.readJSON()
                        let ids = answer["result"]?["movies"]?.elements.compactMap { $0["ids"]?["bad"]?.string }
                        #expect(ids == ((page - 1) * 10..<page * 10).map(String.init), "page \(page): \(answer)")
                    }
                }
            }
        }
    }

    @Test("A row that a source lists twice is one film")
    func repeatedRow() async throws {
        try await FaultScene.withServer { scene, server in
            let row = #"{"id":"tt7126948","title":"Wonder Woman 1984","year":2020}"#
            server.on("*", .json(#"{"films":[\#(row),\#(row)],"totalResults":"2"}"#))
            try scene.configure(Self.source(at: server.origin))
            try await FaultTalk.with(scene) { talk in
                for providers in [#"["bad"]"#, "[]"] {
                    let params = #"{"query": "wonder", "providers": \#(providers)}"#
                    let movies = try await talk.result("movies/search", params)["movies"]
                    let titles = movies?.elements.compactMap { $0["title"]?.string } ?? []
                    #expect(titles.filter { $0 == "Wonder Woman 1984" }.count == 1)
                }
            }
        }
    }
}
