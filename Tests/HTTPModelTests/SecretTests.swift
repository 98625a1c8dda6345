import HTTPModel
import MovieDomain
import Testing

@Suite("Printing of secrets")
struct SecretTests {
    private static let key = "k3y-of-nobody"
    private static let secret = Secret(key)

    private struct Holder {
        var name = "holder"
        var secret = SecretTests.secret
        var optional: Secret? = SecretTests.secret
        var text = SecretText([.plain("Bearer "), .secret(SecretTests.secret)])
    }

    private enum Wrapper {
        case holding(Secret)
    }

    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    private static let values: [(String, any Sendable)] = [
        ("itself", secret),
        ("optional", Optional(secret) as any Sendable),
        ("array", [secret, secret]),
        ("dictionary", ["api_key": secret]),
        ("structure", Holder()),
        ("enumeration", Wrapper.holding(secret)),
        ("text", SecretText([.plain("Bearer "), .secret(secret)])),
        ("piece", SecretText.Piece.secret(secret)),
        ("field", HTTPRequest.Field("key", SecretText([.secret(secret)]))),
        (
            "request",
            HTTPRequest(
                source: "test",
                origin: HTTPOrigin(scheme: .https, host: "films.example"),
                path: "/",
                query: [.init("key", SecretText([.secret(secret)]))],
                headers: [.init("Authorization", SecretText([.secret(secret)]))]
            )
        ),
    ]

    @Test("No way of printing a value shows the secret inside it", arguments: values.indices)
    func printing(index: Int) {
        let (name, value) = Self.values[index]
        let ways = [
            "\(value)", String(describing: value), String(reflecting: value), Self.dumped(value), "\([value])",
            "\(Mirror(reflecting: value).children.map { "\($0)" })",
        ]
        for way in ways { #expect(!way.contains(Self.key), "\(name)") }
    }

    @Test("A secret is printed as three asterisks and has no children")
    func mask() {
        #expect("\(Self.secret)" == "***")
        #expect(String(reflecting: Self.secret) == "***")
        #expect("\([Self.secret])" == "[***]")
        #expect(Self.dumped(Self.secret) == "- ***\n")
        #expect(Mirror(reflecting: Self.secret).children.isEmpty)
    }

    @Test("reveal passes the secret to its closure, and returns or throws what the closure does")
    func reveal() {
        struct Stop: Error {}
        #expect(Self.secret.reveal { $0 } == Self.key)
        #expect(Self.secret.reveal(\.utf8.count) == 13)
        #expect(throws: Stop.self) { try Self.secret.reveal { _ in throw Stop() } }
    }
}

@Suite("Text with secrets")
struct SecretTextTests {
    struct Case: Sendable {
        var pieces: [SecretText.Piece]
        var shown: String
        var revealed: String
        var holdsSecret: Bool
    }

    @Test(
        arguments: [
            Case(pieces: [], shown: "", revealed: "", holdsSecret: false),
            Case(pieces: [.plain("ko-KR")], shown: "ko-KR", revealed: "ko-KR", holdsSecret: false),
            Case(pieces: [.secret(Secret("a"))], shown: "***", revealed: "a", holdsSecret: true),
            Case(pieces: [.secret(Secret(""))], shown: "***", revealed: "", holdsSecret: true),
            Case(
                pieces: [.plain("Bearer "), .secret(Secret("a")), .plain(":"), .secret(Secret("b"))],
                shown: "Bearer ***:***",
                revealed: "Bearer a:b",
                holdsSecret: true
            ),
            Case(pieces: [.plain("***")], shown: "***", revealed: "***", holdsSecret: false),
        ]
    )
    func rendering(_ test: Case) {
        let text = SecretText(test.pieces)
        #expect("\(text)" == test.shown)
        #expect(text.revealed() == test.revealed)
        #expect(text.holdsSecret == test.holdsSecret)
    }

    @Test func plainText() {
        #expect(SecretText("x").revealed() == "x")
        #expect(!SecretText("x").holdsSecret)
    }
}
