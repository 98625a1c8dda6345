import JSON
import MovieDomain
import Platform

/// A text with placeholders: `/movies/${input.ids.tmdb}`, `${input.date | date yyyyMMdd}`.
///
/// It has no logic: a place whose input has no value leaves the whole template without a value.
package struct Template: Sendable, CustomStringConvertible {
    indirect enum Part: Sendable {
        case literal(String)
        case input(Input)
        /// `${input.date}` in a format.
        case date(DateFormat)
        /// The first or the last day of the period that holds `${input.date}`, in a format.
        case edge(PeriodEdge, DateFormat)
        case id(namespace: String)
        /// An input or an id that is a number in a JSON body.
        case number(Part)
        case secret(SecretReference)
        case locale
        /// The language of the locale, without script and region.
        case language
        /// A path in the row, only allowed in an item.
        case row(JSONPath)
        /// A value written in another way: in lower case, or for the inside of a quoted text.
        case filtered(Part, TextFilter)

        var input: Input? {
            switch self {
            case .input(let input): input
            case .date, .edge: .date
            case .number(let part), .filtered(let part, _): part.input
            case .literal, .id, .secret, .locale, .language, .row: nil
            }
        }
    }

    let parts: [Part]
    package let description: String

    package var secrets: [SecretReference] {
        parts.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
    }

    /// Whether it is the same text in every request, and not an empty one.
    var isFixed: Bool { !isEmpty && parts.allSatisfy { if case .literal = $0 { true } else { false } } }

    var isEmpty: Bool { description.isEmpty }

    /// The same text as a secret, which no message and no cache then contains.
    var asSecret: Template {
        let text = parts.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
        let secret = SecretReference(kind: .written, name: text)
        return Template(parts: [.secret(secret)], description: secret.description)
    }

    /// Returns whether the template begins with a literal text, whatever the values of its placeholders.
    func begins(with text: String) -> Bool {
        if case .literal(let literal)? = parts.first { literal.hasPrefix(scalars: text) } else { false }
    }

    static let empty = Template(literal: "")

    package init(literal text: String) { self.init(parts: [.literal(text)], description: text) }

    init(parts: [Part], description: String) {
        self.parts = parts
        self.description = description
    }

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

    /// Returns the first place without a value, or with an empty one, as the definition writes it; `nil` if all have one.
    package func unfilledPlace(_ inputs: TemplateInputs) -> String? {
        for part in parts where (Self.value(of: part, inputs) ?? "").isEmpty {
            switch part {
            case .literal, .secret, .row: continue
            default: return part.place
            }
        }
        return nil
    }

    /// Returns the text of an item's template for a row; `nil` if a placeholder has no value.
    func text(of row: MappingRow) throws(ConversionFailure) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            default:
                guard let value = try Self.value(of: part, in: row) else { return nil }
                text += value
            }
            try row.budget.spend(steps: 1)
            guard text.utf8.count <= FieldValues.maximumBytes else { throw ConversionFailure() }
        }
        return text
    }

    private static func value(of part: Part, in row: MappingRow) throws(ConversionFailure) -> String? {
        switch part {
        case .row(let path):
            let found = try row.budget.firstValue(at: path, in: row.element, root: row.root)
            if found?.bool == true { throw ConversionFailure() }
            guard let value = found?.scalarText, !value.isBlank, found?.bool == nil, !row.missing.contains(value)
            else { return nil }
            return value
        case .filtered(let part, let filter): return try value(of: part, in: row).map(filter.filtered)
        default: return value(of: part, row.inputs)
        }
    }

    private static func value(of part: Part, _ inputs: TemplateInputs) -> String? {
        switch part {
        case .input(let input): return inputs.values[input]?.text
        case .id(let namespace): return inputs.ids[namespace]
        case .number(let part):
            return value(of: part, inputs).flatMap { Int($0).map(String.init) ?? JSONNumber(text: $0)?.text }
        case .locale: return inputs.locale?.value
        case .language: return inputs.locale.map { String($0.language.prefix { $0 != "-" }) }
        case .date(let format):
            guard case .date(let date) = inputs.values[.date] else { return nil }
            return format.text(of: date)
        case .edge(let edge, let format):
            guard case .date(let date) = inputs.values[.date] else { return nil }
            let span = inputs.values[.span].flatMap { BoxOfficeSpan(rawValue: $0.text) } ?? .week
            return format.text(of: edge.day(of: span.period(holding: date)))
        case .filtered(let part, let filter): return value(of: part, inputs).map(filter.filtered)
        case .literal, .secret, .row: return nil
        }
    }
}

extension Template.Part {
    /// The namespace of an id.
    var namespace: String? {
        switch self {
        case .id(let namespace): namespace
        case .number(let part), .filtered(let part, _): part.namespace
        case .literal, .input, .date, .edge, .secret, .locale, .language, .row: nil
        }
    }

    /// The placeholder as a definition writes it, without its filter; `nil` for a text.
    var place: String? {
        switch self {
        case .literal: nil
        case .input, .date, .edge: input.map { "${input.\($0.rawValue)}" }
        case .id(let namespace): "${input.ids.\(namespace)}"
        case .secret(let secret): secret.description
        case .locale: "${locale}"
        case .language: "${language}"
        case .row(let path): "${row.\(path)}"
        case .number(let part), .filtered(let part, _): part.place
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

    package init(_ pieces: [Piece]) { self.pieces = pieces }

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
