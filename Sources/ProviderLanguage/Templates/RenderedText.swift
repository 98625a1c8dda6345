/// A template filled in, piece by piece, so that each is encoded for where it stands.
package struct RenderedText: Hashable, Sendable {
    /// A part of a rendered text, by where it comes from.
    package enum Piece: Hashable, Sendable {
        /// Text of the definition itself: a `/` in a path stays one.
        case literal(String)
        /// Text of a caller or a row: encoded completely.
        case value(String)
        /// A secret, to be put in as late as possible and encoded completely.
        case secret(SecretReference)
    }

    /// The parts, in order.
    package var pieces: [Piece]

    /// A text of these parts.
    package init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    /// The text where it holds no secret, `nil` otherwise.
    package var plainText: String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let part), .value(let part): text += part
            case .secret: return nil
            }
        }
        return text
    }
}
