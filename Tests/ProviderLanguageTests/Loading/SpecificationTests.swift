import Foundation
import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Examples of the language specification")
struct SpecificationTests {
    private static let page = TestFiles.root.deletingLastPathComponent().appending(path: "shared/provider-language.md")
    private static let hasPage = FileManager.default.fileExists(atPath: page.path)

    @Test(
        "The examples load without an error",
        .enabled(if: hasPage, "the page is not here: ../shared/provider-language.md")
    )
    func examples() throws {
        let text = String(decoding: try TestFiles.bytes(Self.page), as: UTF8.self)
        let blocks = text.split(separator: "```yaml\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
        let files = blocks.filter { $0.hasPrefix("version: 1") }
        #expect(files.count == 2)
        for file in files {
            let outcome = ConfigurationLoader.load(
                bytes: Array(file.utf8),
                file: "page.yaml",
                bundled: try TestFiles.allBundled()
            )
            #expect(outcome.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
            #expect(outcome.configuration != nil)
        }
    }

    @Test("Two providers in the style of the specification load and map a row")
    func twoProviders() throws {
        let text = """
            version: 1
            providers:
              - id: harbour
                title: Harbour Film Office
                languages: [ko]
                base_url: https://harbour.example/open
                auth: { kind: api_key, in: query, name: key, value: "${env.HARBOUR_KEY}" }
                time_zone: Asia/Seoul
                limits: { concurrent: 2, quota: 500/day, quota_time_zone: Asia/Seoul }
                missing_values: ["", " "]
                errors: [{ when: { path: fault.code, is: "9" }, kind: auth, code: fault.code }]
                operations:
                  daily_box_office:
                    get: /daily.json
                    query: { day: "${input.date | date yyyyMMdd}", nation: { from: input.nationality, map: { domestic: K, foreign: F }, else: drop } }
                    cache: { ttl: 30m, settled_after: 36h, settled_ttl: 90d }
                    rows: office.days
                    item:
                      rank: place
                      is_new: { path: state, map: { NEW: true, OLD: false }, else: drop }
                      sales: { path: won, unit: KRW }
                      movie: { ids: { harbour: code }, title: { path: name, then: [trim], language: ko, required: true } }
              - id: lamps
                base_url: https://lamps.example
                errors: [{ when: { status: 404 }, kind: not_found }]
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    rows: .
                    item: { ids: { lamps: show.id }, title: show.name, rating: { path: show.score, scale: 5 } }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        let providers = try #require(outcome.configuration?.providers)
        let daily = try #require(providers[0].http?.operations[.dailyBoxOffice]?.first)
        let root = try TestFiles.parsed(
            #"{"office":{"days":[{"place":"1","state":"NEW","won":"3000000000","code":"A1","name":"등대 "}]}}"#
        )
        #expect(
            try canonicalRows(in: root, by: daily).first?.description
                == #"{"rank":1,"is_new":true,"sales":3000000000,"movie":{"ids":{"harbour":"A1"},"title":"등대"}}"#
        )
        #expect(providers[1].operationNames == [.search])
    }
}
