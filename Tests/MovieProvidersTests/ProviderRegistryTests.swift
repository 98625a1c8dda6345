import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("Creating repositories from definitions")
struct ProviderRegistryTests {
    private func repositories(
        _ text: String,
        environment: [String: String] = [:],
        files: [String: [UInt8]] = [:],
        permissions: Int = 0o600
    ) throws -> [any MovieRepository] {
        let inMemory = FileSystem.inMemory(files)
        let surroundings = ProviderEnvironment(
            transport: ScriptedTransport(.text(#"{"films": []}"#)),
            secrets: SecretSource(
                environment: { environment[$0] },
                files: FileSystem(read: inMemory.read) { _ in permissions }
            ),
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0)),
            zones: SystemTimeZoneDatabase(files: .inMemory([:]))
        )
        return ProviderRegistry().repositories(for: try configuration(text), in: surroundings)
    }

    private func provider(
        _ keys: String,
        _ operation: String = "search: { get: /f, rows: films, item: { title: t } }"
    ) -> String {
        """
        version: 1
        providers:
          - { id: shelf, base_url: "https://shelf.example", \(keys)operations: { \(operation) } }
        """
    }

    @Test(
        "A provider with a missing or unusable secret is disabled and names the secret",
        arguments: [
            ("auth: { kind: bearer, value: \"${env.SHELF_KEY}\" }, ", [:], "SHELF_KEY is not set"),
            ("auth: { kind: bearer, value: \"${env.SHELF_KEY}\" }, ", ["SHELF_KEY": ""], "SHELF_KEY is not set"),
            ("auth: { kind: bearer, value: \"${env.SHELF_KEY}\" }, ", ["SHELF_KEY": " \n"], "SHELF_KEY is empty"),
            (
                "auth: { kind: basic, username: \"${env.SHELF_USER}\", password: \"${env.SHELF_WORD}\" }, ", [:],
                "SHELF_USER is not set; SHELF_WORD is not set"
            ),
            (
                "headers: { X-Key: \"${env.SHELF_KEY}\" }, ", ["SHELF_KEY": "a\nb"],
                "SHELF_KEY is not a single line of text"
            ),
            ("auth: { kind: bearer, value: \"${file.shelf.key}\" }, ", [:], "shelf.key: there is no such file"),
        ]
    )
    func missing(_ keys: String, _ environment: [String: String], _ reason: String) async throws {
        let source = try #require(try repositories(provider(keys), environment: environment).first)
        #expect(source.profile.availability == .disabled(reason: reason))
        #expect(source.profile.capabilities == [.search])
        let failure = try await failure { try await source.search(SearchQuery(text: "", window: RowWindow(count: 1))) }
        #expect(failure == ProviderError(.disabled, provider: "shelf", message: reason))
    }

    @Test("A secret file is accepted only if no other user can read it")
    func secretFile() throws {
        let keys = "auth: { kind: bearer, value: \"${file.shelf.key}\" }, "
        let files = ["shelf.key": Array("abc\n".utf8)]
        #expect(try repositories(provider(keys), files: files)[0].profile.availability == .available)
        let open = try repositories(provider(keys), files: files, permissions: 0o640)[0]
        let reason = "shelf.key can be read by others; run: chmod 600 shelf.key"
        #expect(open.profile.availability == .disabled(reason: reason))
    }

    @Test("Being switched off takes precedence over a missing key, and file order is kept")
    func switchedOff() async throws {
        let text = """
            version: 1
            providers:
              - { id: yts, extends: yts }
              - { id: kofic, extends: kofic, enabled: false }
            """
        let sources = try repositories(text)
        #expect(sources.map(\.profile.id) == ["yts", "kofic"])
        #expect(sources.map(\.profile.availability) == [.available, .switchedOff(reason: "disabled in test.yaml")])
        let failure = try await failure { try await sources[1].boxOffice(BoxOfficeQuery(span: .day)) }
        #expect(failure.kind == .disabled)
    }

    @Test("An unknown time zone disables a provider with a box office instead of meaning UTC")
    func unknownZone() throws {
        let day = "daily_box_office: { get: /d, rows: films, item: { rank: r } }"
        let lost = try repositories(provider("time_zone: Asia/Soul, ", day))[0]
        #expect(
            lost.profile.availability
                == .disabled(reason: "the time zone 'Asia/Soul' is not known here; such names are Asia/Seoul or UTC")
        )
        #expect(try repositories(provider("time_zone: Asia/Seoul, ", day))[0].profile.availability == .available)
        // The time zone has no effect without a box office.
        #expect(try repositories(provider("time_zone: Asia/Soul, "))[0].profile.availability == .available)
    }

    @Test("A provider of a kind that the registry lacks is disabled")
    func unknownKind() throws {
        let text = "version: 1\nproviders: [{ id: shelf, kind: process, command: [films], operations: [search] }]"
        let source = try #require(try repositories(text).first)
        #expect(source.profile.availability == .disabled(reason: "this program cannot run a source of its kind"))
    }

    @Test("Profiles of bundled providers list their capabilities and id namespaces")
    func profiles() throws {
        let text = "version: 1\nproviders: [{ id: kofic, extends: kofic }, { id: yts, extends: yts }]"
        let profiles = try repositories(text, environment: ["KOFIC_API_KEY": "k"]).map(\.profile)
        #expect(
            profiles[0].capabilities == [
                .dailyBoxOffice, .weeklyBoxOffice, .search, .list, .charts, .lookup, .peopleSearch, .person,
            ]
        )
        #expect(profiles[0].namespaces == [.lookup: ["kofic"], .person: ["kofic"]])
        #expect(profiles[0].languages == ["ko"])
        #expect(profiles[0].title == "KOFIC (Korean Film Council)")
        #expect(profiles[0].homepage == "https://www.kobis.or.kr")
        #expect(profiles[1].capabilities == [.search, .list, .charts, .lookup, .similar])
        #expect(Set(profiles[1].namespaces.keys) == [.lookup, .similar])
        #expect(profiles[1].namespaces[.similar] == ["yts"])
        #expect(profiles[1].namespaces[.lookup]?.first == "yts")
    }

    @Test("A profile lists the id namespaces of all lookup alternatives")
    func namespaces() throws {
        let lookups = """
            lookup: [{ by: [shelf], get: /a, rows: ., item: { title: t } }, \
            { by: [imdb, tmdb], get: /b, rows: ., item: { title: t } }]
            """
        let profile = try repositories(provider("", lookups))[0].profile
        #expect(profile.namespaces == [.lookup: ["shelf", "imdb", "tmdb"]])
    }
}

@Suite("Provider policies from definitions")
struct SourcePoliciesTests {
    private let operation = "search: { get: /films, rows: films, item: { title: t } }"

    @Test("A definition without limits gets the default policy with two attempts")
    func standard() throws {
        let policy = try #require(Configuration(providers: [try shelf(operation)]).policies["shelf"])
        #expect(policy == ProviderPolicy())
        #expect(policy.retry.attempts == 2)
        #expect(policy.limits.concurrent == 8)
        #expect(policy.totalTimeout == .seconds(8))
    }

    @Test("A definition's timeout, retries, and limits are applied to its policy")
    func everything() throws {
        let keys = """
            timeout: 20s
            retry: { attempts: 3, backoff: 50ms..1s }
            limits: { concurrent: 2, rate: 20/10s, quota: 3000/day }
            """
        let policies = Configuration(providers: [try shelf(operation, keys)]).policies
        let policy = try #require(policies["shelf"])
        #expect(Array(policies.keys) == ["shelf"])
        #expect(policy.limits.concurrent == 2)
        #expect(policy.limits.rates == [Rate(count: 20, period: .seconds(10))])
        #expect(policy.limits.quota?.count == 3_000)
        #expect(policy.retry.attempts == 3)
        #expect(policy.retry.backoff == .milliseconds(50) ... .seconds(1))
        #expect(policy.totalTimeout == .seconds(20))
    }
}

@Suite("Domain and transport settings from a configuration")
struct ConfigurationTests {
    @Test("A merge policy takes its order, languages, strategies, and preferences from the settings")
    func mergePolicy() throws {
        let text = """
            version: 1
            settings:
              languages: [ko, en]
              merge:
                order: [yts, kofic]
                fields:
                  overview: { prefer: [yts] }
                  genres: { strategy: first, prefer: [kofic] }
                  runtime: { strategy: longest }
                  ratings: { strategy: per_source }
                  tagline: { strategy: newest }
                  certifications: { strategy: union }
            providers: [{ id: kofic, extends: kofic }, { id: yts, extends: yts }]
            """
        let policy = try configuration(text).settings.merge
        #expect(policy.order == ["yts", "kofic"])
        #expect(policy.languages == ["ko", "en"])
        #expect(policy.rule(for: .overview) == MergeRule(.first, prefer: ["yts"]))
        #expect(policy.rule(for: .genres) == MergeRule(.first, prefer: ["kofic"]))
        #expect(policy.rule(for: .runtimeMinutes) == MergeRule(.longest))
        #expect(policy.rule(for: .ratings) == MergeRule(.perSource))
        #expect(policy.rule(for: .tagline) == MergeRule(.newest))
        #expect(policy.rule(for: .certifications) == MergeRule(.union))
        #expect(policy.rule(for: .title) == MergeRule(.first))
        #expect(policy.rule(for: .images) == MergeRule(.union))
    }

    @Test("Every film field accepts every merge strategy")
    func everyRule() throws {
        for strategy in MergeStrategy.allCases {
            let fields = MovieField.allCases.map { "\($0.word): { strategy: \(strategy.word) }" }
            let text = """
                version: 1
                settings: { merge: { fields: { \(fields.joined(separator: ", ")) } } }
                providers: [{ id: yts, extends: yts }]
                """
            let rules = try configuration(text).settings.merge.rules
            #expect(rules == Dictionary(uniqueKeysWithValues: MovieField.allCases.map { ($0, MergeRule(strategy)) }))
        }
    }

    @Test("Without a configured merge order, providers keep the order of the file")
    func standardOrder() throws {
        let text = "version: 1\nproviders: [{ id: yts, extends: yts }, { id: kofic, extends: kofic }]"
        #expect(try configuration(text).settings.merge.order == ["yts", "kofic"])
    }

    @Test(
        "Each provider may only be requested at the origins of its own base URLs",
        arguments: [
            ("shelf", "https", "one.example", nil, true), ("shelf", "https", "two.example", 8_443, true),
            ("shelf", "https", "ONE.example", 443, true), ("shelf", "https", "one.example", 8_443, false),
            ("shelf", "http", "one.example", nil, false), ("shelf", "https", "movies-api.accel.li", nil, false),
            ("yts", "https", "movies-api.accel.li", nil, true), ("yts", "https", "yts.mx", nil, false),
            ("other", "https", "one.example", nil, false),
        ] as [(String, String, String, Int?, Bool)]
    )
    func origins(_ source: String, _ scheme: String, _ host: String, _ port: Int?, _ isAllowed: Bool) throws {
        let text = """
            version: 1
            providers:
              - id: shelf
                base_url: [https://one.example/v1, "https://two.example:8443"]
                operations: { search: { get: /f, rows: ., item: { title: t } } }
              - { id: yts, extends: yts }
            """
        let allowed = try configuration(text).allowedOrigins
        let origin = HTTPOrigin(scheme: try #require(HTTPOrigin.Scheme(rawValue: scheme)), host: host, port: port)
        let refusal = allowed.refusal(of: HTTPRequest(source: ProviderID(source), origin: origin, path: "/"))
        #expect((refusal == nil) == isAllowed)
    }

    @Test("An IPv6 base URL has the same origin as a URL under it")
    func addresses() throws {
        let text = """
            version: 1
            providers:
              - id: a
                base_url: "http://[::1]:8080"
                operations: { search: { get: /f, rows: ., item: { title: t } } }
            """
        let origin = try #require(try configuration(text).providers[0].http).baseURLs[0].origin
        #expect(origin.description == "http://[::1]:8080")
        #expect(WebURL("http://[::1]:8080/f")?.origin == origin)
    }
}
