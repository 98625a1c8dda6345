import JSON

/// A text with placeholders: `/movies/${input.ids.tmdb}`, `${input.date | date yyyyMMdd}`.
///
/// It has no logic: a place whose input has no value leaves the whole template without a value.
package struct Template: Sendable, CustomStringConvertible {
    enum Part: Sendable {
        case literal(String)
        case input(Input)
        case date(Input, DateFormat)
        case id(namespace: String)
        /// An id that is a number in a JSON body.
        case idNumber(namespace: String)
        case secret(SecretReference)
        case locale
        /// A path in the row, only allowed in an item.
        case row(JSONPath)

        /// The input that it names.
        var input: Input? {
            switch self {
            case .input(let input), .date(let input, _): input
            case .literal, .id, .idNumber, .secret, .locale, .row: nil
            }
        }
    }

    let parts: [Part]
    package let description: String

    package var secrets: [SecretReference] {
        parts.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
    }

    /// Whether it is the same text in every request, and not an empty one.
    var isFixed: Bool {
        !isEmpty && parts.allSatisfy { if case .literal = $0 { true } else { false } }
    }

    var isEmpty: Bool { description.isEmpty }

    /// Returns whether the template begins with a literal text, whatever the values of its placeholders.
    func begins(with text: String) -> Bool {
        if case .literal(let literal)? = parts.first { literal.hasPrefix(text) } else { false }
    }

    package init(literal text: String) {
        self.init(parts: [.literal(text)], description: text)
    }

    init(parts: [Part], description: String) {
        self.parts = parts
        self.description = description
    }
}

extension Template {
    /// Fills in the template; returns `nil` if an input that it names has no value.
    package func render(_ inputs: TemplateInputs) -> RenderedText? {
        var pieces: [RenderedText.Piece] = []
        pieces.reserveCapacity(parts.count)
        for part in parts {
            switch part {
            case .literal(let text): pieces.append(.literal(text))
            case .secret(let secret): pieces.append(.secret(secret))
            default:
                guard let value = Self.value(of: part, inputs) else { return nil }
                pieces.append(.value(value))
            }
        }
        return RenderedText(pieces)
    }

    /// Returns the text of an item's template for a row; `nil` if a placeholder has no value.
    func text(of row: MappingRow) throws(ConversionFailure) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .row(let path):
                let found = try row.budget.firstValue(at: path, in: row.element, root: row.root)
                guard let value = found?.scalarText, !value.isEmpty else { return nil }
                text += value
            default:
                guard let value = Self.value(of: part, row.inputs) else { return nil }
                text += value
            }
            try row.budget.spend(steps: 1)
            guard text.utf8.count <= FieldValues.maximumBytes else { throw ConversionFailure() }
        }
        return text
    }

    private static func value(of part: Part, _ inputs: TemplateInputs) -> String? {
        switch part {
        case .input(let input): return inputs.values[input]?.text
        case .id(let namespace): return inputs.ids[namespace]
        case .idNumber(let namespace): return inputs.ids[namespace].flatMap { Int($0).map(String.init) }
        case .locale: return inputs.locale
        case .date(let input, let format):
            guard case .date(let date) = inputs.values[input] else { return nil }
            return format.text(of: date)
        case .literal, .secret, .row: return nil
        }
    }
}

/// A filled-in template in pieces, each of which is encoded for its position.
package struct RenderedText: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        /// A text of the definition itself: a `/` in a path stays one.
        case literal(String)
        /// A text of a caller or a row, which is encoded completely.
        case value(String)
        /// A secret, which is inserted as late as possible and encoded completely.
        case secret(SecretReference)
    }

    package var pieces: [Piece]

    package init(_ pieces: [Piece]) {
        self.pieces = pieces
    }

    /// The text if it contains no secret; otherwise `nil`.
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

/// The inputs of one call, with which templates are rendered.
package struct TemplateInputs: Sendable {
    package var values: [Input: InputValue]
    package var ids: [String: String]
    /// The value of `${locale}` (``Locales/locale(for:)``).
    package var locale: String?
    /// The seconds by which the source's clocks are ahead of UTC at a moment in seconds since 1970; `nil` if the
    /// definition names no time zone.
    package var utcOffset: (@Sendable (Int) -> Int)?
    /// The location of the images; `nil` leaves their addresses unchanged.
    package var images: ImagePlaces?

    package init(values: [Input: InputValue] = [:], ids: [String: String] = [:], locale: String? = nil) {
        self.values = values
        self.ids = ids
        self.locale = locale
    }
}
