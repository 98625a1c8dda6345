/// A key, token or password, which cannot be printed, interpolated, dumped or compared.
///
/// Only ``reveal(_:)`` lets it out, and only for as long as a closure runs.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }

    /// Hands the value to `body`: for building the bytes of a request, and for taking it out of texts.
    package func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body(value)
    }

    package var description: String { "***" }
    package var debugDescription: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A text that may hold secrets; what is printed of it shows `***` in their place.
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

    /// The text as it goes over the wire.
    package func revealed() -> String {
        rendered(plain: \.self, secret: { $0.reveal(\.self) })
    }

    /// The pieces, each turned into text in its own way, joined.
    func rendered(plain plainText: (String) -> String, secret secretText: (Secret) -> String) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .plain(let plain): text += plainText(plain)
            case .secret(let secret): text += secretText(secret)
            }
        }
    }
}
