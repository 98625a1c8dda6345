import HTTPModel
import MovieDomain
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("A configuration as the domain's and the transport's settings")
struct ConfigurationTests {
    @Test("Merge rules: order, languages, strategies, preferences")
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

    @Test("Every field of a film may have every strategy")
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

    @Test("Without an order the file's own holds")
    func standardOrder() throws {
        let text = "version: 1\nproviders: [{ id: yts, extends: yts }, { id: kofic, extends: kofic }]"
        #expect(try configuration(text).settings.merge.order == ["yts", "kofic"])
    }

    @Test(
        "Each source may be asked at its own hosts only",
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
        let refusal = allowed.refusal(of: HTTPRequest(source: source, origin: origin, path: "/"))
        #expect((refusal == nil) == isAllowed)
    }

    @Test("An IPv6 address is one origin in every writing")
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
