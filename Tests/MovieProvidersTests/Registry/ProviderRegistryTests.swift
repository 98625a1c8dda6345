import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage
import Testing
import Upstream

@Suite("The registry: definitions become repositories, or say why not")
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
        "What is missing, for the person who has to set it",
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
                "SHELF_KEY is not one line of text"
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

    @Test("A secret from a file, if it is its owner's alone")
    func secretFile() throws {
        let keys = "auth: { kind: bearer, value: \"${file.shelf.key}\" }, "
        let files = ["shelf.key": Array("abc\n".utf8)]
        #expect(try repositories(provider(keys), files: files)[0].profile.availability == .available)
        let open = try repositories(provider(keys), files: files, permissions: 0o640)[0]
        let reason = "shelf.key can be read by others; run: chmod 600 shelf.key"
        #expect(open.profile.availability == .disabled(reason: reason))
    }

    @Test("Switched off goes before what is missing; the order is that of the file")
    func switchedOff() async throws {
        let text = """
            version: 1
            providers:
              - { id: yts, extends: yts }
              - { id: kofic, extends: kofic, enabled: false }
            """
        let sources = try repositories(text)
        #expect(sources.map(\.profile.id) == ["yts", "kofic"])
        #expect(sources.map(\.profile.availability) == [.available, .switchedOff(reason: "switched off in test.yaml")])
        let failure = try await failure { try await sources[1].boxOffice(BoxOfficeQuery(span: .day)) }
        #expect(failure.kind == .disabled)
    }

    @Test("A time zone that nobody knows is told at the start, not taken for UTC")
    func unknownZone() throws {
        let day = "daily_box_office: { get: /d, rows: films, item: { rank: r } }"
        let lost = try repositories(provider("time_zone: Asia/Soul, ", day))[0]
        #expect(
            lost.profile.availability
                == .disabled(reason: "the time zone 'Asia/Soul' is not known here; such names are Asia/Seoul or UTC")
        )
        #expect(try repositories(provider("time_zone: Asia/Seoul, ", day))[0].profile.availability == .available)
        // Without a box office it means nothing.
        #expect(try repositories(provider("time_zone: Asia/Soul, "))[0].profile.availability == .available)
    }

    @Test("A kind that the program cannot run")
    func unknownKind() throws {
        let source = try #require(
            ProviderRegistry(factories: []).repositories(
                for: Configuration(providers: [try bundled("yts")]),
                in: ProviderEnvironment(
                    transport: ScriptedTransport(.text("")),
                    secrets: .placeholder,
                    clock: .fixed(at: Timestamp(secondsSinceEpoch: 0)),
                    zones: SystemTimeZoneDatabase(files: .inMemory([:]))
                )
            ).first
        )
        #expect(source.profile.availability == .disabled(reason: "this program cannot run a source of its kind"))
    }

    @Test("What the bundled sources can do, and the ids that they take")
    func profiles() throws {
        let text = "version: 1\nproviders: [{ id: kofic, extends: kofic }, { id: yts, extends: yts }]"
        let profiles = try repositories(text, environment: ["KOFIC_API_KEY": "k"]).map(\.profile)
        #expect(profiles[0].capabilities == [.dailyBoxOffice, .weeklyBoxOffice, .search, .lookup])
        #expect(profiles[0].namespaces == [.lookup: ["kofic"]])
        #expect(profiles[0].languages == ["ko"])
        #expect(profiles[0].title == "KOFIC (Korean Film Council)")
        #expect(profiles[0].homepage == "https://www.kobis.or.kr")
        #expect(profiles[1].capabilities == [.search, .list, .lookup, .similar])
        #expect(Set(profiles[1].namespaces.keys) == [.lookup, .similar])
        #expect(profiles[1].namespaces[.similar] == ["yts"])
        #expect(profiles[1].namespaces[.lookup]?.first == "yts")
    }

    @Test("Ids of all alternatives")
    func namespaces() throws {
        let lookups = """
            lookup: [{ by: [shelf], get: /a, rows: ., item: { title: t } }, \
            { by: [imdb, tmdb], get: /b, rows: ., item: { title: t } }]
            """
        let profile = try repositories(provider("", lookups))[0].profile
        #expect(profile.namespaces == [.lookup: ["shelf", "imdb", "tmdb"]])
    }
}
