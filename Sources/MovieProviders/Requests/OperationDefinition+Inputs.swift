import ProviderLanguage

extension OperationDefinition {
    /// Whether an input that has a value changes anything in the operation's request.
    ///
    /// A wish that changes nothing is one that the source would pass over in silence.
    func takes(_ input: Input, of inputs: TemplateInputs) -> Bool {
        var others = inputs
        others.values[input] = nil
        return wording(inputs) != wording(others)
    }

    private func wording(_ inputs: TemplateInputs) -> [RenderedText?] {
        [path.render(inputs), body?.render(inputs)]
            + query.map { $0.value.render(inputs) }
            + headers.map { $0.value.render(inputs) }
    }
}
