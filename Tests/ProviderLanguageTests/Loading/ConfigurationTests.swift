import HTTPModel
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Complete files")
struct ConfigurationTests {
    @Test("Every key of the settings is decoded")
    func settings() throws {
        let text = """
            version: 1
            settings:
              languages: [ko, en-US]
              deadline: 6s
              merge:
                order: [b, a]
                fields: { overview: { prefer: [b] }, genres: { strategy: union }, ratings: { strategy: per_source, prefer: [a] } }
            providers:
              - { id: a, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
              - { id: b, extends: a }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        let settings = try #require(outcome.configuration?.settings)
        #expect(settings.languages == ["ko", "en-US"])
        #expect(settings.deadline == .seconds(6))
        #expect(settings.merge.order == ["b", "a"])
        #expect(settings.merge.rules[.overview] == MergeRule(.first, prefer: ["b"]))
        #expect(settings.merge.rules[.genres] == MergeRule(.union))
        #expect(settings.merge.rules[.ratings] == MergeRule(.perSource, prefer: ["a"]))
    }

    @Test("Without settings, the deadline is eight seconds and the merge order that of the file")
    func standard() throws {
        let text = """
            version: 1
            providers:
              - { id: z, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
              - { id: a, extends: z }
            """
        let settings = try #require(load(text).configuration?.settings)
        #expect(settings.languages == [])
        #expect(settings.deadline == .seconds(8))
        #expect(settings.merge.order == ["z", "a"])
    }

    @Test("Merge rules with unknown fields, strategies, or providers are reported")
    func wrongRules() {
        let text = """
            version: 1
            settings: { merge: { order: [shelf, shlf], fields: { overviw: { strategy: longest }, genres: { strategy: all } } } }
            providers:
              - { id: shelf, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
            """
        #expect(
            problems(text) == [
                "test.yaml:2:37: warning: 'shlf' is not a provider in this file; did you mean 'shelf'?",
                "test.yaml:2:54: error: unknown field 'overviw'; did you mean 'overview'?",
                "test.yaml:2:106: error: 'strategy': expected one of first, union, longest, newest or per_source, found 'all'",
            ]
        )
    }

    @Test("Strategies for lists are reported at fields with one value")
    func strategiesOfLists() {
        let text = """
            version: 1
            settings:
              merge: { fields: { year: { strategy: union }, cast: { strategy: per_source }, title: { strategy: longest } } }
            providers:
              - { id: shelf, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
            """
        #expect(
            problems(text) == [
                "test.yaml:3:40: warning: 'year' has one value, for which 'union' means the same as 'first'"
            ]
        )
    }

    @Test(
        "The file of a secret lies beside the definitions, in the home folder, or where its whole path says",
        arguments: [
            ("shelf.key", "/etc/films/shelf.key"), ("keys/shelf", "/etc/films/keys/shelf"),
            ("~/shelf.key", "/home/kim/shelf.key"), ("/run/shelf.key", "/run/shelf.key"),
            ("~shelf.key", "/etc/films/~shelf.key"),
        ]
    )
    func secretFiles(_ name: String, _ path: String) throws {
        let auth = #"    auth: { kind: bearer, value: "${file.\#(name)}" }"#
        let text = shelf(.search, "get: /, rows: r, item: { title: t }", settings: auth)
        let places = FilePlaces(folder: "/etc/films", home: "/home/kim")
        let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "films.yaml", places: places, bundled: [])
        let provider = try #require(outcome.configuration?.providers.first)
        #expect(provider.secrets.map(\.secret.file) == [path])
        #expect(provider.reach.files == [path])
    }

    @Test(
        "A machine that is named by its address needs trust, unless the file only reads servers on this machine",
        arguments: [
            (["base_url: https://films.example"], []),
            (["base_url: https://films.example, image_hosts: [img.example, '*']"], []),
            (["base_url: http://127.0.0.1:81"], []),
            (["base_url: http://127.0.0.1:81, images_base: 'http://films.localhost:82/i'"], []),
            (["base_url: http://127.0.0.1:81", "base_url: 'http://[::1]:82'"], []),
            (["base_url: http://127.0.0.1:81", "base_url: https://films.example, enabled: false"], []),
            (["base_url: http://127.0.0.1:81", "base_url: https://films.example"], ["a"]),
            (["base_url: [http://127.0.0.1:81, https://films.example]"], ["a"]),
            (["base_url: http://127.0.0.1:81, image_hosts: [img.example]"], ["a"]),
            (["base_url: http://127.0.0.1:81, operations: { search: { post: /s, \(Self.rows) } }"], ["a"]),
            (["base_url: http://127.0.0.1:81, auth: { kind: token, from: { post: /t, path: t } }"], ["a"]),
            (["base_url: http://127.0.0.1:81", "kind: process, command: [sh], operations: [search]"], ["a", "b"]),
            (["base_url: https://films.example, images_base: 'http://127.0.0.1:81/i'"], ["a"]),
            (["base_url: https://films.example, image_hosts: [10.0.0.7]"], ["a"]),
            (["base_url: http://10.0.0.7, allow_http: true"], ["a"]),
            (["base_url: https://169.254.169.254"], ["a"]),
            (["base_url: 'https://[::ffff:10.0.0.7]'"], ["a"]),
            (["base_url: https://films.example, auth: { \(Self.login) }, secrets: [A, B]"], ["a"]),
        ] as [([String], Set<String>)]
    )
    func machines(_ definitions: [String], _ expected: Set<String>) throws {
        let providers = zip(["a", "b"], definitions).map { id, keys in
            let operations = keys.contains("operations:") ? "" : ", operations: { search: { get: /s, \(Self.rows) } }"
            return "  - { id: \(id), \(keys)\(operations) }\n"
        }
        let outcome = load("version: 1\nproviders:\n" + providers.joined())
        let configuration = try #require(outcome.configuration, "\(outcome.diagnostics)")
        #expect(Set(configuration.providersToTrust.keys) == expected)
    }

    private static let rows = "rows: ., item: { title: t }"
    private static let login =
        "kind: oauth2, token_url: 'http://127.0.0.1:81/t', client_id: '${env.A}', client_secret: '${env.B}'"

    @Test("The address of a login is in the reach")
    func loginReach() throws {
        let text = shelf(.search, "get: /, \(Self.rows)", settings: "    secrets: [A, B]\n    auth: { \(Self.login) }")
        let provider = try #require(load(text).configuration?.providers.first)
        #expect(provider.reach.addresses == ["http://127.0.0.1:81"])
        #expect(provider.reach.variables == ["A", "B"])
    }

    @Test("The keys of a provider are decoded")
    func provider() throws {
        let text = """
            version: 1
            providers:
              - id: shelf-2_x
                title: A shelf
                homepage: https://shelf.example
                key_url: https://shelf.example/keys
                languages: [ko]
                enabled: false
                base_url: [https://a.shelf.example/v1, https://b.shelf.example]
                image_hosts: [i.shelf.example]
                auth: { kind: api_key, in: header, name: X-Key, value: "${file.~/shelf-2_x.key}", prefix: "Key " }
                headers: { Accept-Language: "${vars.tongue}" }
                timeout: 1.5s
                connect_timeout: 250ms
                max_body: 1MiB
                retry: { attempts: 3, backoff: 50ms..1s }
                limits: { concurrent: 2, rate: 20/10s, quota: 1000/month, quota_time_zone: Asia/Seoul }
                time_zone: Asia/Seoul
                locales: { ko: ko-KR, default: en-US }
                vars: { tongue: ko }
                operations:
                  lookup:
                    - { by: [imdb], get: "/i/${input.ids.imdb}", rows: ., item: { title: t } }
                    - { by: [tmdb], get: "/t/${input.ids.tmdb}", rows: ., item: { title: t } }
                  trending:
                    get: /t
                    query: { l: "${locale}" }
                    paging: { kind: offset, param: o, size_param: n, size: 20, total: { header: X-Total }, max_pages: 4 }
                    cache: { ttl: 1h }
                    rows: .
                    item: { title: { path: t, language: "${locale}" } }
                  weekly_box_office:
                    get: /w
                    cache: { ttl: 30m, stale_while_revalidate: 1h, stale_if_error: 7d, settled_after: 36h, settled_ttl: 90d }
                    rows: .
                    item: { rank: r }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        let provider = try #require(outcome.configuration?.providers.first)
        let http = try #require(provider.http)
        #expect(provider.id == "shelf-2_x")
        #expect(provider.homepage == "https://shelf.example")
        #expect(provider.keyURL == "https://shelf.example/keys")
        #expect(!provider.enabled)
        #expect(provider.secrets.map(\.secret) == [SecretReference(kind: .file, name: "~/shelf-2_x.key")])
        #expect(http.baseURLs.map(\.description) == ["https://a.shelf.example/v1", "https://b.shelf.example"])
        #expect(http.imageHosts == ["i.shelf.example"])
        #expect(http.headers.map(\.name) == ["Accept-Language"])
        #expect(http.headers.first?.value.render(TemplateInputs())?.plainText == "ko")
        let limits = http.requestLimits
        #expect(limits.attemptTimeout == .milliseconds(1500))
        #expect(limits.connectTimeout == .milliseconds(250))
        #expect(limits.maximumBodyBytes == 1 << 20)
        #expect(http.retry == RetryPolicy(attempts: 3, backoff: .milliseconds(50) ... .seconds(1)))
        #expect(
            http.limits
                == RequestLimits(
                    concurrent: 2,
                    rates: [Rate(count: 20, period: .seconds(10))],
                    quota: Quota(count: 1000, period: .month),
                    quotaTimeZone: "Asia/Seoul"
                )
        )
        #expect(http.locales.locale(for: ["fr", "ko-KP"]) == .init("ko-KR", language: "ko"))
        #expect(http.locales.locale(for: ["fr"]) == .init("en-US"))
        #expect(http.operations[.lookup]?.map(\.namespaces) == [["imdb"], ["tmdb"]])
        #expect(
            http.operations[.weeklyBoxOffice]?.first?.cache
                == CachePolicy(
                    ttl: .seconds(1800),
                    staleWhileRevalidate: .seconds(3600),
                    staleIfError: .seconds(604_800),
                    settledAfter: .seconds(129_600),
                    settledTTL: .seconds(7_776_000)
                )
        )
        let trending = try #require(http.operations[.trending]?.first)
        let root = try TestFiles.parsed(#"[{"t":"달"}]"#)
        #expect(
            try films(in: root, by: trending, inputs: TemplateInputs(locale: .init("ko-KR"))).films.first?.title
                == LocalizedText("달", language: "ko")
        )
        let offsets = trending.paging
        guard case .offset = offsets.kind, case .total(let total) = offsets.end else {
            Issue.record("another paging")
            return
        }
        #expect((offsets.parameter, offsets.sizeParameter, offsets.size, offsets.maximumPages) == ("o", "n", 20, 4))
        #expect(total.number(in: nil) { $0 == "X-Total" ? " 41 " : nil } == 41)
    }

    @Test(
        "What a restart leaves out is the same as without the block",
        arguments: ["", "restart: {}", "restart: { attempts: 3 }", "restart: { backoff: 500ms..30s }"]
    )
    func restart(_ block: String) throws {
        let text = """
            version: 1
            providers:
              - { id: shelf, kind: process, command: [shelf], operations: [search]\(block.isEmpty ? "" : ", " + block) }
            """
        guard case .process(let definition)? = load(text).configuration?.providers.first?.kind else {
            Issue.record("another kind")
            return
        }
        #expect(definition.restart.attempts == 3)
        #expect(definition.restart.backoff == .milliseconds(500) ... .seconds(30))
    }

    @Test("A provider of kind process is decoded and checked")
    func process() throws {
        let text = """
            version: 1
            providers:
              - id: shelf
                kind: process
                command: [python3, shelf.py]
                env: { SHELF: "${env.SHELF}" }
                restart: { attempts: 3, backoff: 500ms..30s }
                operations: [search, lookup]
            """
        let provider = try #require(load(text).configuration?.providers.first)
        guard case .process(let definition) = provider.kind else {
            Issue.record("another kind")
            return
        }
        #expect(definition.command == ["python3", "shelf.py"])
        #expect(definition.environment.map(\.name) == ["SHELF"])
        #expect(definition.timeout == .seconds(5))
        #expect(definition.restart.backoff == .milliseconds(500) ... .seconds(30))
        #expect(provider.operationNames == [.search, .lookup])
        #expect(provider.secrets.map(\.secret.name) == ["SHELF"])
        #expect(
            problems(text.replacing("[search, lookup]", with: "[serch]\n    base_url: https://a.example"))
                == [
                    "test.yaml:8:18: error: 'operations': expected one of daily_box_office, weekly_box_office, search, list, trending, lookup, credits, similar, recommendations, images, videos, releases, watch, charts, collection, people_search or person, found 'serch'; did you mean 'search'?",
                    "test.yaml:9:5: error: unknown key 'base_url' in a provider of kind process",
                ]
        )
        #expect(provider.reach.environment == ["SHELF=${env.SHELF}"])
        for name in ["LD_PRELOAD", "DYLD_INSERT_LIBRARIES"] {
            let problem = "test.yaml:6:12: error: '\(name)' would load other code into the program"
            #expect(problems(text.replacing("{ SHELF: \"${env.SHELF}\" }", with: "{ \(name): ./a }")) == [problem])
        }
    }
}
