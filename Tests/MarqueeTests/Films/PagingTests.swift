import JSON
import MarqueeTestKit
import Synchronization
import Testing

@Suite("Scrolling through lists of unusual APIs, through the program")
struct PagingTests {
    /// Defines a GraphQL API with one URL and everything in the body, including the pages.
    private static func graphQL(at origin: String) -> String {
        """
          - id: bad
            base_url: "\(origin)"
            allow_http: true
            errors: [{ when: { path: "errors[0].message", exists: true }, kind: bad_request, message: "errors[0].message" }]
            operations:
              search:
                post: /graphql
                body:
                  query: "query ($term: String, $page: Int, $size: Int) { films(term: $term, page: $page, size: $size) { id } }"
                  variables: { term: "${input.query}", page: "${input.page}", size: "${input.limit}", skip: "${input.offset}", year: "${input.year}" }
                paging: { kind: page, in: body, first: 0, size: 10, has_more: data.films.more, max_pages: 2 }
                rows: data.films.nodes
                item: { ids: { bad: id }, title: { path: title, required: true }, year: year }
              lookup:
                by: [bad]
                post: /rpc
                body: { method: Film.Get, params: { movieid: "${input.ids.bad | number}", text: "${input.ids.bad}" } }
                rows: { path: result, if_missing: empty }
                item: { ids: { bad: id }, title: { path: title, required: true } }
        """
    }

    /// Defines a list that is paged by cursors, in the query or in the body.
    private static func cursors(at origin: String, in place: String) -> String {
        let request =
            place == "body"
            ? #"post: /films, body: { text: "${input.query}" }, paging: { in: body, param: page.after, size_param: page.first"#
            : #"get: /films, query: { q: "${input.query}" }, paging: { param: after, size_param: first"#
        return """
              - id: bad
                base_url: "\(origin)"
                allow_http: true
                operations:
                  search: { \(request), kind: cursor, path: next, size: 10, total: count, max_pages: 2 },
                    rows: films, item: { ids: { bad: id }, title: { path: title, required: true }, year: year } }
            """
    }

    /// Defines a list that needs a login.
    private static func login(at origin: String) -> String {
        """
          - id: bad
            base_url: "\(origin)"
            allow_http: true
            secrets: [BAD_KEY]
            auth: { kind: token, from: { post: /login, body: { user: kim, password: "${env.BAD_KEY}" }, path: token } }
            operations:
              search:
                get: /films
                query: { q: "${input.query}" }
                paging: { kind: page, param: page, first: 1, size: 10, total: count, max_pages: 2 }
                rows: films
                item: { ids: { bad: id }, title: { path: title, required: true }, year: year }
        """
    }

    private static func nodes(_ range: Range<Int>) -> String {
        let films = range.map { #"{"id":\#($0),"title":"Paged film \#($0)","year":\#(1_900 + $0 % 80)}"# }
        return "[\(films.joined(separator: ","))]"
    }

    /// Scrolls through a search in pages of 25 and returns the ids of all films in order.
    private static func scroll(_ talk: inout FaultTalk) async throws -> [String] {
        var ids: [String] = []
        for page in 1...20 {
            let params = #"{"query": "paged", "limit": 25, "page": \#(page), "providers": ["bad"]}"#
            let result = try await talk.result("movies/search", params)
            ids += result["movies"]?.elements.compactMap { $0["ids"]?["bad"]?.string } ?? []
            if result["page"]?["hasMore"]?.bool != true { break }
        }
        return ids
    }

    @Test("Pages can be in the body of a POST, and numbers stay numbers")
    func pagesInBody() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("/rpc", .json(#"{"result":{"id":82,"title":"Paged film 82"}}"#))
            server.on("*") { request, _ in
                guard let body = try? JSONDocument(request.body).root, let page = body["variables"]?["page"]?.int,
                    let size = body["variables"]?["size"]?.int
                else { return .json(#"{"errors":[{"message":"page and size must be numbers"}]}"#) }
                let end = min((page + 1) * size, 75)
                let nodes = Self.nodes(min(page * size, end)..<end)
                return .json(#"{"data":{"films":{"nodes":\#(nodes),"more":\#(end < 75)}}}"#)
            }
            try scene.configure(Self.graphQL(at: server.origin))
            try await FaultTalk.with(scene) { talk in
                #expect(try await Self.scroll(&talk) == (0..<75).map(String.init))
                let second = try JSONDocument(server.log.requests[1].body).root["variables"]
                #expect(JSONValue(try #require(second)) == ["term": "paged", "page": 1, "size": 10, "skip": 10])
                _ = try await talk.result("movies/get", #"{"id": "bad:82"}"#)
                let asked = try JSONDocument(try #require(server.log.requests.last).body).root["params"]
                #expect(JSONValue(try #require(asked)) == ["movieid": 82, "text": "82"])
            }
        }
    }

    @Test("Cursors in the query or in the body continue from one call to the next", arguments: ["query", "body"])
    func cursors(place: String) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*") { request, _ in
                let page = place == "body" ? (try? JSONDocument(request.body).root)?["page"] : nil
                let field = { (name: String) in request.query.first { $0.name == name }?.value }
                let size = place == "body" ? page?["first"]?.int : field("first").flatMap { Int($0) }
                let after = place == "body" ? page?["after"]?.string : field("after")
                let start = after.flatMap { Int($0.dropFirst()) } ?? 0
                guard let size, after?.hasPrefix("c") ?? true else { return .json("{}", status: 400) }
                let end = min(start + size, 75)
                let next = end < 75 ? #""c\#(end)""# : "null"
                return .json(#"{"films":\#(Self.nodes(start..<end)),"next":\#(next),"count":75}"#)
            }
            try scene.configure(Self.cursors(at: server.origin, in: place))
            try await FaultTalk.with(scene) { talk in
                #expect(try await Self.scroll(&talk) == (0..<75).map(String.init))
                // Eight pages, plus those that one call ended in and the next began in.
                #expect(server.log.requests.count <= 12)
                let health = try await talk.health("bad")
                #expect(health["lastError"] == nil, "\(health)")
            }
        }
    }

    @Test("Pages behind a login are complete although the token expires repeatedly")
    func pagesBehindLogin() async throws {
        try await FaultScene.withServer { scene, server in
            // A token is valid for three pages.
            let state = Mutex((logins: 0, uses: 0))
            server.on(ScriptedRoute("/login", method: "POST")) { _, _ in
                state.withLock { state in
                    state = (state.logins + 1, 0)
                    return .json(#"{"token":"t0ken-number-\#(state.logins)"}"#)
                }
            }
            server.on("*") { request, _ in
                let isGood = state.withLock { state in
                    state.uses += 1
                    return state.uses <= 3 && request.header("Authorization") == "Bearer t0ken-number-\(state.logins)"
                }
                guard isGood else { return .json("{}", status: 401) }
                let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 1
                let end = min(page * 10, 75)
                return .json(#"{"films":\#(Self.nodes(min(page * 10 - 10, end)..<end)),"count":75}"#)
            }
            try scene.configure(Self.login(at: server.origin))
            try await FaultTalk.with(scene) { talk in
                let ids = try await Self.scroll(&talk)
                #expect(ids == (0..<75).map(String.init))
                #expect(state.withLock { $0.logins } >= 3)
            }
        }
    }
}
