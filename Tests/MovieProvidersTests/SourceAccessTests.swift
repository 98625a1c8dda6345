import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("What a definition adds to requests")
struct SourceAccessTests {
    private let list =
        "list: { get: /f, paging: { kind: cursor, path: { header: X-Next }, param: after, size: 2 }, rows: films, item: { ids: { shelf: id }, title: t } }"

    @Test("A cursor in a header asks for the next page")
    func cursor() async throws {
        @Sendable func page(_ id: Int, _ next: String?) -> HTTPResponse {
            let headers = HTTPHeaders(next.map { [("X-Next", $0)] } ?? [])
            let body = #"{"films":[{"id":\#(id),"t":"A\#(id)"},{"id":\#(id + 1),"t":"A\#(id + 1)"}]}"#
            return HTTPResponse(status: 200, headers: headers, body: Array(body.utf8))
        }
        let transport = ScriptedTransport { (request) throws(ProviderError) in
            request.field("after") == nil ? page(1, "abc") : page(3, nil)
        }
        let query = ListQuery(window: RowWindow(count: 4))
        let answer = try await repository(try shelf(list), transport).list(query)
        #expect(answer.value.movies.count == 4)
        #expect(answer.value.hasMore == false)
        #expect(transport.requests.map(\.redactedURL).last?.hasSuffix("/f?after=abc") == true)
    }

    @Test("A key has a text before and after it, and its source has authorities of its own")
    func suffix() async throws {
        let keys = """
            ca_file: ca.pem
            auth: { kind: api_key, in: header, name: Authorization, prefix: 'MediaBrowser Token="', value: "${env.SHELF_KEY}", suffix: '"' }
            """
        let transport = ScriptedTransport(.text(#"{"films":[]}"#))
        _ = try await repository(try shelf(list, keys), transport).list(ListQuery(window: RowWindow(count: 4)))
        let request = try #require(transport.requests.first)
        #expect(
            request.headers.first { $0.name == "Authorization" }?.value.revealed()
                == #"MediaBrowser Token="s3cr+t/key""#
        )
        #expect(request.authorityFile == "ca.pem")
    }

    @Test("A rule says that the same request may succeed a moment later", arguments: [true, false])
    func passing(_ isRetried: Bool) async throws {
        let keys = "errors: [{ when: { path: state, is: working }, kind: unavailable, retry: \(isRetried) }]"
        let transport = ScriptedTransport(.text(#"{"state":"working"}"#))
        let source = try repository(try shelf(list, keys), transport)
        let error = try await failure { _ = try await source.list(ListQuery(window: RowWindow(count: 4))) }
        #expect(error.kind == .unavailable)
        #expect(error.mayPass == isRetried)
    }

    @Test("A login may be on another host, to which the headers of the provider are not sent")
    func login() async throws {
        let keys = """
            headers: { X-App: films }
            auth: { kind: token, from: { post: "https://id.example/token", form: { key: "${env.SHELF_KEY}" }, path: token } }
            """
        let provider = try shelf(list, keys)
        #expect(provider.reach.hosts == ["https://shelf.example", "https://id.example"])
        guard case .token(let login)? = provider.http?.authentication else {
            Issue.record("no login")
            return
        }
        #expect(login.url?.description == "https://id.example/token")
    }

    @Test(
        "Images of the source itself get its key, and those of other hosts do not",
        arguments: [
            (
                "in: header, name: X-Key", "https://shelf.example/v1/7.jpg?w=1", true,
                "https://shelf.example/v1/7.jpg?w=1", "s3cr+t/key"
            ),
            (
                "in: query, name: key", "https://shelf.example/v1/7.jpg?w=1", true,
                "https://shelf.example/v1/7.jpg?w=1&key=s3cr%2Bt%2Fkey", nil
            ),
            ("in: query, name: key", "https://img.example/7.jpg", false, "https://img.example/7.jpg", nil),
        ] as [(String, String, Bool, String, String?)]
    )
    func images(_ place: String, _ address: String, _ isOwn: Bool, _ sent: String, _ header: String?) throws {
        let keys = """
            images_auth: true
            ca_file: /etc/shelf.pem
            auth: { kind: api_key, \(place), value: "${env.SHELF_KEY}" }
            """
        let provider = try shelf(list, keys)
        let secrets = SecretSource(environment: { ["SHELF_KEY": "s3cr+t/key"][$0] }, files: .inMemory([:]))
        let access = ImageAccess(provider, try #require(provider.http), secrets)
        let url = try #require(WebURL(address))
        var request = HTTPRequest(
            source: "shelf",
            lane: .images,
            origin: url.origin,
            path: url.path + (url.query.map { "?" + $0 } ?? "")
        )
        try access.apply(to: &request, isOwn: isOwn)
        #expect(request.revealedURL == sent)
        #expect(request.headers.first { $0.name == "X-Key" }?.value.revealed() == header)
        #expect(request.authorityFile == (isOwn ? "/etc/shelf.pem" : nil))
    }

    @Test("The region of a call is in the request for offers, which have a page, a price, and a quality")
    func offers() async throws {
        let operations = """
            watch:
              by: [shelf]
              inputs: { region: { then: [lower], default: us } }
              get: /w/${input.ids.shelf}
              query: { country: "${input.region}" }
              rows: .
              item:
                watch:
                  rows: offers
                  item: { region: cc, rent: { rows: ., item: { name: n, link: l, price: p, currency: c, quality: q } } }
            """
        let body = #"{"offers":[{"cc":"KR","n":"Streamhouse","l":"https://s.example/7","p":3.99,"c":"USD","q":"4K"}]}"#
        let transport = ScriptedTransport(.text(body))
        let shelf = try repository(try shelf(operations), transport)
        var query = LookupQuery(ids: ["shelf": "7"], include: [.watch])
        query.region = "KR"
        let offers = try await shelf.lookup(query).value.watch
        let service = try #require(offers.first?.rent.first)
        #expect(service.link == "https://s.example/7")
        #expect((service.price, service.currency, service.quality) == (3.99, "USD", "4K"))
        #expect(transport.requests.first?.redactedURL.hasSuffix("/w/7?country=kr") == true)
        query.region = nil
        _ = try await shelf.lookup(query)
        #expect(transport.requests.last?.redactedURL.hasSuffix("/w/7?country=us") == true)
    }
}
