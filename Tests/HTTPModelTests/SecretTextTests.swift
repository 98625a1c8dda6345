import HTTPModel
import Testing

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
