import HTTPModel
import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Decoding variants of definition keys")
struct VariantTests {
    private func http(_ keys: String, search: String = "") throws -> HTTPDefinition {
        let text = """
            version: 1
            providers:
              - id: shelf
                base_url: [https://a.example, https://b.example/v2]
                \(keys)
                operations: { search: { get: /, \(search) rows: ., item: { title: t } } }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        return try #require(outcome.configuration?.providers.first?.http)
    }

    /// Returns a template with its placeholders unfilled.
    private func text(_ template: Template) -> String { template.description }

    @Test(
        "Every kind of authentication is decoded",
        arguments: [
            ("{ kind: none }", "none"),
            ("{ kind: bearer, value: '${env.SHELF}' }", "header Authorization=Bearer ${env.SHELF}"),
            ("{ kind: basic, username: me, password: '${file.shelf}' }", "basic me ${file.shelf}"),
            ("{ kind: api_key, in: query, name: key, value: '${env.SHELF}' }", "query key=${env.SHELF}"),
            (
                "{ kind: api_key, in: header, name: Authorization, value: '${env.SHELF}', prefix: 'KakaoAK ' }",
                "header Authorization=KakaoAK ${env.SHELF}"
            ),
            (
                "{ kind: token, from: { post: /in, path: t, expires: 24h } }",
                "token /in at t for 86400.0 seconds, header Authorization=Bearer "
            ),
            (
                "{ kind: token, in: query, name: t, from: { post: /in, path: a.t, expires: a.s } }",
                "token /in at a.t for a.s, query t="
            ),
            (
                "{ kind: oauth2, token_url: 'https://i.example/t', client_id: me, client_secret: '${env.SHELF}' }",
                "token https://i.example/t at access_token for expires_in, header Authorization=Bearer "
            ),
        ]
    )
    func authentication(_ auth: String, _ expected: String) throws {
        let found =
            switch try http("auth: \(auth)").authentication {
            case .none: "none"
            case .basic(let username, let password): "basic \(text(username)) \(text(password))"
            case .key(let value, let place): "\(words(place))\(text(value))"
            case .token(let login):
                "token \(login.url?.description ?? text(login.path)) at \(login.token) for \(lifetime(login.expires)), "
                    + words(login.place)
            }
        #expect(found == expected)
    }

    private func words(_ place: CredentialPlace) -> String { "\(place.part.rawValue) \(place.name)=\(place.prefix)" }

    private func lifetime(_ expiry: DurationSource?) -> String {
        switch expiry {
        case nil: "ever"
        case .fixed(let duration): "\(duration)"
        case .path(let path): "\(path)"
        }
    }

    /// Describes how paging detects the end of a list, and what it reads from a sample answer and its headers.
    private func end(_ end: Paging.End) throws -> String {
        let root = try JSONDocument(#"{"n":"41","m":{"more":true}}"#).root
        let header = { (name: String) in name == "X-Pages" ? "3" : nil }
        return switch end {
        case .shortPage: "short"
        case .total(let source): "total \(source.number(in: root, header: header) ?? -1)"
        case .totalPages(let source): "pages \(source.number(in: root, header: header) ?? -1)"
        case .hasMore(let path): "more \(path.first(in: root, root: root)?.bool == true)"
        }
    }

    @Test(
        "Every kind of paging is decoded",
        arguments: [
            ("{ kind: none }", "none"),
            ("{ kind: page, param: p }", "page p from 1 to nil of nil nil, short, nil"),
            (
                "{ kind: page, param: p, first: 0, last: 500, size_param: s, size: 20, total: n, max_pages: 5 }",
                "page p from 0 to 500 of s 20, total 41, 5"
            ),
            (
                "{ kind: page, param: p, total_pages: { header: X-Pages } }",
                "page p from 1 to nil of nil nil, pages 3, nil"
            ),
            ("{ kind: offset, param: o, size: 9, has_more: m.more }", "offset o from 0 of nil 9, more true, nil"),
            (
                "{ kind: offset, param: o, first: 1, size: 9, size_param: c, total: x }",
                "offset o from 1 of c 9, total -1, nil"
            ),
            ("{ kind: next_url, path: links.next, max_pages: 2 }", "next links.next, 2"),
            ("{ kind: next_url, path: { header: Link } }", "next in Link, nil"),
            (
                "{ kind: cursor, path: links.next, param: after, size: 9, size_param: n, has_more: m.more, max_pages: 2 }",
                "cursor links.next as after of n 9, more true, 2"
            ),
        ]
    )
    func paging(_ written: String, _ expected: String) throws {
        func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "nil" }
        let operation = try #require(try http("title: x", search: "paging: \(written),").operations[.search]?.first)
        let paging = operation.paging
        let (sizes, end) = (
            "of \(text(paging.sizeParameter)) \(text(paging.size))",
            "\(try end(paging.end)), \(text(paging.maximumPages))"
        )
        let found =
            switch paging.kind {
            case .none: "none"
            case .page(let first):
                "page \(text(paging.parameter)) from \(first) to \(text(paging.last)) \(sizes), \(end)"
            case .offset(let first): "offset \(text(paging.parameter)) from \(first) \(sizes), \(end)"
            case .nextURL(.path(let path)): "next \(path), \(text(paging.maximumPages))"
            case .nextURL(.header(let name)): "next in \(name), \(text(paging.maximumPages))"
            case .cursor(.header(let name)): "cursor of \(name) as \(text(paging.parameter)) \(sizes), \(end)"
            case .cursor(.path(let path)): "cursor \(path) as \(text(paging.parameter)) \(sizes), \(end)"
            }
        #expect(found == expected)
    }

    @Test("Several base URLs keep their order")
    func addresses() throws {
        #expect(try http("title: x").baseURLs.map(\.description) == ["https://a.example", "https://b.example/v2"])
    }

    @Test(
        "Box office figures are converted from their units",
        arguments: [
            ("sales_share: { path: v, unit: percent }", "41.2", #"{"rank":1,"sales_share":41.2}"#),
            ("sales_share: { path: v, unit: fraction }", "0.5", #"{"rank":1,"sales_share":50}"#),
            ("sales_share: v", #""41.2""#, #"{"rank":1,"sales_share":41.2}"#),
            ("audience_change: v", "-12", #"{"rank":1,"audience_change":-12}"#),
            (
                #"audience: { path: v, then: [{ number: { group: "," } }] }"#, #""1,234""#,
                #"{"rank":1,"audience":1234}"#
            ),
            (
                "is_new: { path: v, map: { NEW: true, OLD: false }, else: drop }", #""OLD""#,
                #"{"rank":1,"is_new":false}"#
            ),
        ]
    )
    func figures(_ field: String, _ value: String, _ expected: String) throws {
        let daily = try shelfOperation(.dailyBoxOffice, "get: /, rows: ., item: { rank: { value: 1 }, \(field) }")
        let rows = try canonicalRows(in: try JSONDocument("{\"v\":\(value)}").root, by: daily)
        #expect(rows.map(\.description) == [expected])
    }

    @Test("The crew is mapped to people with jobs")
    func crew() throws {
        let provider = try provider(
            item:
                "{ title: t, crew: { rows: people, item: { name: n, job: j } }, directors: \"people[?@.j=='Director'].n\" }"
        )
        let search = try #require(provider.operations[.search]?.first)
        let row = #"{"t":"a","people":[{"n":"x","j":"Director"},{"n":"y","j":"Screenplay"},{"j":"Editor"}]}"#
        #expect(
            try canonicalRows(in: try JSONDocument(row).root, by: search) == [
                [
                    "title": "a", "directors": [["name": "x"]],
                    "crew": [["name": "x", "job": "Director"], ["name": "y", "job": "Screenplay"]],
                ]
            ]
        )
    }
}
