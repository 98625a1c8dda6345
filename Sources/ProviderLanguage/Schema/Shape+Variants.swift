extension Shape {
    /// A map whose known keys depend on the word under one of them.
    struct Variant: Sendable {
        let word: String
        let shape: Shape

        init(_ word: some LanguageWord, _ shape: Shape) {
            self.word = word.rawValue
            self.shape = shape
        }
    }

    /// A map of several kinds; without the choosing key it is of the kind `standard`, where there is one.
    static func variants(by key: String, standard: String? = nil, _ variants: [Variant]) -> Shape {
        let words = variants.map(\.word)
        let form = Form.variants(
            key: key,
            standard: standard,
            variants.map { Form.Variant(word: $0.word, form: $0.shape.form) }
        )
        return Shape("a map", form: form) { node, decoding in
            guard node.entries != nil else {
                decoding.mismatch("a map with '\(key)'", node)
                return nil
            }
            guard let word = node[key]?.text ?? (node[key] == nil ? standard : "") else {
                if decoding.isPartial { return nil }
                decoding.valueError("needs '\(key)': \(Wording.alternatives(words))", at: node.location)
                return nil
            }
            guard let variant = variants.first(where: { $0.word == word }) else {
                decoding.at(key) { decoding in
                    let hint = NearestWord.to(word, among: words).map { "; did you mean '\($0)'?" } ?? ""
                    decoding.mismatch("one of \(Wording.alternatives(words))", node[key] ?? node, hint: hint)
                }
                return nil
            }
            return variant.shape.decode(node, &decoding)
        }
    }
}
