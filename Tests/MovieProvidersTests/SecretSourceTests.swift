import HTTPModel
import Platform
import ProviderLanguage
import Testing
import Upstream

@testable import MovieProviders

@Suite("Secret sources")
struct SecretSourceTests {
    private func reveal(_ source: SecretSource, _ reference: SecretReference) throws -> String {
        try source.secret(reference).get().reveal(\.self)
    }

    @Test("K14: A secret is read from the environment, where an empty variable counts as unset")
    func environment() throws {
        let source = SecretSource(environment: { ["FILM_KEY": "abc", "EMPTY": ""][$0] }, files: .inMemory([:]))
        #expect(try reveal(source, .environment("FILM_KEY")) == "abc")
        #expect(throws: SecretSource.Missing(reason: "EMPTY is not set")) {
            _ = try source.secret(.environment("EMPTY")).get()
        }
        #expect(throws: SecretSource.Missing(reason: "OTHER is not set")) {
            _ = try source.secret(.environment("OTHER")).get()
        }
    }

    @Test("K16: A secret file is read without its line ending and rejected if others can read it")
    func file() throws {
        let contents: [String: [UInt8]] = ["own": Array("s3cret\n".utf8), "open": Array("s3cret".utf8), "none": [10]]
        let inMemory = FileSystem.inMemory(contents)
        let files = FileSystem(read: inMemory.read) { $0 == "open" ? 0o644 : 0o600 }
        let source = SecretSource(environment: { _ in nil }, files: files)
        #expect(try reveal(source, .file("own")) == "s3cret")
        #expect(throws: SecretSource.Missing(reason: "open can be read by others; run: chmod 600 open")) {
            _ = try source.secret(.file("open")).get()
        }
        #expect(throws: SecretSource.Missing(reason: "none is empty")) { _ = try source.secret(.file("none")).get() }
        #expect(throws: SecretSource.Missing(reason: "gone: there is no such file")) {
            _ = try source.secret(.file("gone")).get()
        }
    }

    @Test("A secret is trimmed and must be one nonblank line of UTF-8 text")
    func oneLine() throws {
        let environment = ["PADDED": " abc\r\n", "BROKEN": "abc\ndef", "BELL": "a\u{07}b", "BLANK": "  "]
        let source = SecretSource(environment: { environment[$0] }, files: .inMemory(["latin": [0x61, 0xE9]]))
        #expect(try reveal(source, .environment("PADDED")) == "abc")
        for name in ["BROKEN", "BELL"] {
            #expect(throws: SecretSource.Missing(reason: "\(name) is not a single line of text")) {
                _ = try source.secret(.environment(name)).get()
            }
        }
        #expect(throws: SecretSource.Missing(reason: "BLANK is empty")) {
            _ = try source.secret(.environment("BLANK")).get()
        }
        #expect(throws: SecretSource.Missing(reason: "latin is not UTF-8 text")) {
            _ = try source.secret(.file("latin")).get()
        }
    }
}

extension SecretReference {
    fileprivate static func environment(_ name: String) -> Self { Self(kind: .environment, name: name) }

    fileprivate static func file(_ path: String) -> Self { Self(kind: .file, name: path) }
}

@Suite("Masking secrets in messages")
struct MessageMaskTests {
    private static let yaml = """
        version: 1
        providers:
          - id: films
            base_url: https://films.example
            auth: { kind: bearer, value: "${env.FILMS_KEY}" }
            operations:
              search:
                get: /search
                query: { q: "${input.query}", pin: "${env.FILMS_PIN}", more: "${env.FILMS_UNSET}" }
                rows: results
                item: { title: { path: name, required: true } }
        """

    private func mask() throws -> MessageMask {
        let result = ConfigurationLoader.load(bytes: Array(Self.yaml.utf8), file: "films.yaml", bundled: [])
        let configuration = try #require(result.configuration, "\(result.diagnostics)")
        let variables = ["FILMS_KEY": "k3y/secret", "FILMS_PIN": "70815"]
        return MessageMask(configuration, secrets: SecretSource(environment: { variables[$0] }, files: .inMemory([:])))
    }

    @Test(
        "Secrets are masked anywhere in a message, and JSON stays valid",
        arguments: [
            (#"{"a":"no secret","n":1.50}"#, #"{"a":"no secret","n":1.50}"#),
            (#"{"a":"x k3y/secret y","n":1.50}"#, #"{"a":"x *** y","n":1.50}"#),
            (#"["u?key=k3y%2Fsecret&a"]"#, #"["u?key=***&a"]"#),
            (#"["\u006b3y\/secret","\u00e9"]"#, #"["***","é"]"#),
            (#"{"k3y/secret":true, "n":[70815,7081,{"p":9708155}]}"#, #"{"***":true,"n":["***",7081,{"p":"***"}]}"#),
            (#"["\n \" plain"]"#, #"["\n \" plain"]"#),
            ("{oops k3y/secret", "{oops ***"),
            (#"{"id":1.0,"id":"70815"}"#, #"{"id":1.0,"id":"***"}"#),
        ]
    )
    func masked(_ message: String, _ expected: String) throws {
        #expect(String(decoding: try mask().masking(Array(message.utf8)), as: UTF8.self) == expected)
    }
}
