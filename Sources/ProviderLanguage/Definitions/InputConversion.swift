/// What becomes of one input of a call, or of several together, before it is put into a request.
struct InputConversion: Sendable {
    /// What is converted; several values are one text, with a space between them.
    var sources: [Template.Part]
    var transforms: [Transform] = []
    var table: ValueTable?
    /// What is between several values; `nil` if only the first one is sent.
    var separator: String?
    /// The value if the call has none.
    var standard: String?

    /// The word in a table for a value that the source knows, and for which nothing is sent.
    static let omit = "omit"

    var inputs: Set<Input> { Set(sources.compactMap(\.input)) }

    /// Whether the value of a call becomes another one: a number that stays as it is stays a number.
    func changes(_ inputs: TemplateInputs) -> Bool {
        sources.count > 1 || !transforms.isEmpty || table != nil || written(inputs) == nil
    }

    /// Returns the text that is sent; `nil` if nothing is.
    func text(_ inputs: TemplateInputs) -> String? {
        guard let found = found(inputs) else { return written(inputs) == nil ? standard : nil }
        return found == Self.omit && table != nil ? nil : found
    }

    /// Whether the table has nothing to send for the value of a call.
    func omits(_ inputs: TemplateInputs) -> Bool { table != nil && found(inputs) == Self.omit }

    private func found(_ inputs: TemplateInputs) -> String? {
        guard let written = written(inputs) else { return nil }
        var values = (list(inputs) ?? [written]).map(RawValue.text)
        let budget = MappingBudget()
        do throws(ConversionFailure) {
            for transform in transforms { values = try transform.apply(to: values, budget) }
        } catch {
            return nil
        }
        let changed = values.compactMap(\.text)
        guard let first = changed.first, !first.isEmpty else { return nil }
        let texts = separator == nil ? [first] : changed
        guard let table else { return texts.joined(separator: separator ?? "") }
        // A filter without one of its values would be another one.
        let known = texts.compactMap { table.value(for: $0) }
        return known.count == texts.count ? known.joined(separator: separator ?? "") : nil
    }

    /// The values of an input that has several, if there is nothing else.
    private func list(_ inputs: TemplateInputs) -> [String]? {
        guard separator != nil, sources.count == 1, let input = sources[0].input,
            case .texts(let texts)? = inputs.values[input]
        else { return nil }
        return texts
    }

    /// Returns what the call has, before it is converted; `nil` if it has nothing.
    private func written(_ inputs: TemplateInputs) -> String? {
        let texts = sources.compactMap { Template(parts: [$0], description: "").render(inputs)?.plainText }
        let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// A value that the table has, to try out a request.
    var sample: String? { table?.results.filter { $0.value != nil }.keys.min() }
}
