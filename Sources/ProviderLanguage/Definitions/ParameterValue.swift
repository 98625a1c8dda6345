/// The value of a query parameter.
package struct ParameterValue: Sendable {
    enum Source: Sendable {
        case template(Template)
        case input(Template.Part, Conversion)
    }

    struct Conversion: Sendable {
        var transforms: [Transform] = []
        var table: ValueTable?
    }

    let source: Source

    /// The value for these inputs; `nil` where there is none, and the parameter is left out.
    package func render(_ inputs: TemplateInputs) -> RenderedText? {
        switch source {
        case .template(let template):
            return template.render(inputs)
        case .input(let part, let conversion):
            let template = Template(parts: [part], description: "")
            guard let text = template.render(inputs)?.plainText else { return nil }
            var values: [RawValue] = [.text(text)]
            for transform in conversion.transforms {
                do {
                    values = try transform.apply(to: values)
                } catch {
                    return nil
                }
            }
            guard let changed = values.first?.text, !changed.isEmpty else { return nil }
            guard let table = conversion.table else { return RenderedText([.value(changed)]) }
            return table.value(for: changed).map { RenderedText([.value($0)]) }
        }
    }
}
