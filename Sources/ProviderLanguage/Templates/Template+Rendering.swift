import JSON

extension Template {
    /// Fills the template in, `nil` where an input that it names has no value.
    package func render(_ inputs: TemplateInputs) -> RenderedText? {
        render(inputs, row: nil, root: nil)
    }

    /// Fills a template of an item in, with places of its row.
    func render(_ inputs: TemplateInputs, row: JSONElement?, root: JSONElement?) -> RenderedText? {
        var pieces: [RenderedText.Piece] = []
        pieces.reserveCapacity(parts.count)
        for part in parts {
            switch part {
            case .literal(let text): pieces.append(.literal(text))
            case .secret(let secret): pieces.append(.secret(secret))
            default:
                guard let value = Self.value(of: part, inputs, row: row, root: root) else { return nil }
                pieces.append(.value(value))
            }
        }
        return RenderedText(pieces)
    }

    private static func value(of part: Part, _ inputs: TemplateInputs, row: JSONElement?, root: JSONElement?) -> String?
    {
        switch part {
        case .input(let input): return inputs.values[input]?.text
        case .id(let nameSpace): return inputs.ids[nameSpace]
        case .locale: return inputs.locale
        case .date(let input, let format):
            guard case .date(let date) = inputs.values[input] else { return nil }
            return format.text(of: date)
        case .row(let path):
            guard let row, let root, let text = path.first(in: row, root: root)?.scalarText, !text.isEmpty else {
                return nil
            }
            return text
        case .literal, .secret: return nil
        }
    }
}
