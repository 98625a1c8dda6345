package import JSON

/// The JSON body of a `post`, with places to fill in.
package indirect enum BodyTemplate: Sendable {
    case object([NamedValue<BodyTemplate>])
    case array([BodyTemplate])
    /// A text; one that is nothing but a number input becomes a number. Members and elements without a value are left out.
    case text(Template)
    case literal(JSONValue)

    /// The body as JSON text in pieces; every `.value` is JSON already, and a `.secret` stands inside of a JSON string,
    /// to be escaped for that.
    package func render(_ inputs: TemplateInputs) -> RenderedText {
        var pieces: [RenderedText.Piece] = []
        append(to: &pieces, inputs)
        return RenderedText(pieces)
    }
}
