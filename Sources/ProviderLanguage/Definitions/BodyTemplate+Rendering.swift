import JSON

extension BodyTemplate {
    /// Adds the JSON of this part; false where it has no value and nothing was added.
    @discardableResult
    func append(to pieces: inout [RenderedText.Piece], _ inputs: TemplateInputs) -> Bool {
        switch self {
        case .literal(let value):
            pieces.append(.value(value.jsonText))
            return true
        case .text(let template):
            guard let rendered = Self.json(of: template, inputs) else { return false }
            pieces += rendered
            return true
        case .array(let parts):
            Self.append(parts.map { (nil, $0) }, between: ("[", "]"), to: &pieces, inputs)
            return true
        case .object(let members):
            Self.append(members.map { ($0.name, $0.value) }, between: ("{", "}"), to: &pieces, inputs)
            return true
        }
    }

    private static func append(
        _ parts: [(name: String?, part: BodyTemplate)],
        between brackets: (String, String),
        to pieces: inout [RenderedText.Piece],
        _ inputs: TemplateInputs
    ) {
        pieces.append(.value(brackets.0))
        var isFirst = true
        for (name, part) in parts {
            var inner: [RenderedText.Piece] = []
            guard part.append(to: &inner, inputs) else { continue }
            let comma = isFirst ? "" : ","
            pieces.append(.value(comma + (name.map { $0.jsonText + ":" } ?? "")))
            pieces += inner
            isFirst = false
        }
        pieces.append(.value(brackets.1))
    }

    private static func json(of template: Template, _ inputs: TemplateInputs) -> [RenderedText.Piece]? {
        if case .input(let input)? = template.parts.first, template.parts.count == 1 {
            switch inputs.values[input] {
            case .integer(let number): return [.value(number.jsonText)]
            case .decimal(let number): return [.value(number.jsonText)]
            case .texts(let texts): return [.value(texts.jsonText)]
            default: break
            }
        }
        guard let rendered = template.render(inputs) else { return nil }
        let inner = rendered.pieces.map { piece -> RenderedText.Piece in
            switch piece {
            case .literal(let text), .value(let text): .value(String(text.jsonText.dropFirst().dropLast()))
            case .secret: piece
            }
        }
        return [.value("\"")] + inner + [.value("\"")]
    }
}
