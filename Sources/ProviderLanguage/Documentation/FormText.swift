struct FormText: Sendable {
    var code: @Sendable (String) -> String
    var map: @Sendable (Construct) -> String

    static let plain = FormText(code: { $0 }, map: { "a map (\($0.names.joined(separator: ", ")))" })

    func text(_ form: Form) -> String {
        switch form {
        case .text(let text), .pattern(let text, _): return text
        case .words(let words): return words.count == 1 ? code(words[0].word) : "one of \(alternatives(words))"
        case .integer(let range): return integer(range)
        case .decimal: return "a number above 0"
        case .boolean: return "\(code("true")) or \(code("false"))"
        case .list(let element): return "a list, each \(text(element))"
        case .nonEmptyList(let element): return "a list of at least one, each \(text(element))"
        case .map(let keys, let values): return "a map from \(text(keys)) to \(text(values))"
        case .record(let construct): return map(construct())
        case .variants(let key, _, let variants): return "a map by its \(code(key)): \(names(variants))"
        case .either(let forms): return either(forms)
        case .nothing: return "\(code("~"))"
        case .anything: return "any value"
        }
    }

    private func integer(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound
            ? code("\(range.lowerBound)") : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    private func alternatives(_ words: [Form.Word]) -> String { Wording.alternatives(words.map { code($0.word) }) }

    private func names(_ variants: [Form.Variant]) -> String {
        variants.map { variant in
            if case .record(let construct) = variant.form, map(construct()).hasPrefix("[") {
                return map(construct())
            }
            return code(variant.word)
        }.joined(separator: ", ")
    }

    /// Joins alternatives without duplicates; shortens a list of the alternative before it to "or a list of such".
    private func either(_ forms: [Form]) -> String {
        var texts: [String] = []
        for form in forms {
            let text = text(form)
            let short = texts.last.map { text == "a list, each \($0)" || text == "a list of at least one, each \($0)" }
            if short == true, !texts.isEmpty {
                texts.append("or a list of such")
            } else if !texts.contains(text) {
                texts.append(texts.isEmpty ? text : "or \(text)")
            }
        }
        return texts.joined(separator: ", ")
    }
}

extension Construct.Rule {
    func sentence(_ code: (String) -> String) -> String {
        switch self {
        case .exactlyOne(let names): "Exactly one of \(Wording.alternatives(names.map(code))) stands."
        case .atMostOne(let names): "At most one of \(Wording.alternatives(names.map(code))) stands."
        case .together(let names): "\(names.map(code).joined(separator: " and ")) go together."
        case .needs(let name, let others): "\(code(name)) needs \(Wording.alternatives(others.map(code)))."
        case .count(let range) where range.upperBound == 1: "Exactly one of its keys stands."
        case .count(let range): "It has at least \(range.lowerBound == 1 ? "one key" : "\(range.lowerBound) keys")."
        }
    }
}
