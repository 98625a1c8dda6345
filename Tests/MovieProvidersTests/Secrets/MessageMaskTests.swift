import MovieProviders
import Platform
import ProviderLanguage
import Testing

@Suite("Secrets in whole messages")
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
        "They are gone wherever they stand, and JSON stays JSON",
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
