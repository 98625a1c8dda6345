/// A key, token, or password that cannot be printed, interpolated, dumped, or compared.
///
/// Only ``reveal(_:)`` gives access to the value, for as long as its closure runs.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }

    /// Calls `body` with the value, to build the bytes of a request or to mask the value in texts.
    package func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body(value)
    }

    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A text that may contain secrets; its description shows `***` in their place.
package struct SecretText: Sendable, CustomStringConvertible {
    package enum Piece: Sendable {
        case plain(String)
        case secret(Secret)
    }

    package var pieces: [Piece]

    package init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    package init(_ text: String) {
        pieces = [.plain(text)]
    }

    package var secrets: [Secret] {
        pieces.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
    }

    package var holdsSecret: Bool {
        pieces.contains { if case .secret = $0 { true } else { false } }
    }

    /// The text with every secret masked.
    package var description: String { rendered(plain: \.self, secret: { _ in "***" }) }

    /// Returns the text as sent over the wire, with its secrets.
    package func revealed() -> String {
        rendered(plain: \.self, secret: { $0.reveal(\.self) })
    }

    /// Converts each piece to text with the closure for its kind, and joins the results.
    func rendered(plain plainText: (String) -> String, secret secretText: (Secret) -> String) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .plain(let plain): text += plainText(plain)
            case .secret(let secret): text += secretText(secret)
            }
        }
    }
}
