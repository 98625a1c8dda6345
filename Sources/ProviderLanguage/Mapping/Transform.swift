/// One step from the text of a source to the text that a field needs (provider-language.md, "Item").
enum Transform: Sendable {
    case trim, lower, upper
    case stripHTML, unescapeHTML, collapseSpaces
    case split(String)
    case join(String)
    case replace(TextPattern, with: String)
    case extract(TextPattern)
    case prefix(String)
    case suffix(String)
    case number(group: String, decimal: String)
    case date([DateFormat])
    case at(Int)

    /// Applies the step to all values; throws where a value can not be what the step needs.
    func apply(to values: [RawValue]) throws(ConversionFailure) -> [RawValue] {
        switch self {
        case .join(let separator):
            return values.isEmpty ? [] : [.text(try Self.texts(values).joined(separator: separator))]
        case .at(let index):
            let position = index < 0 ? values.count + index : index
            return values.indices.contains(position) ? [values[position]] : []
        case .split(let separator):
            var pieces: [RawValue] = []
            for text in try Self.texts(values) {
                pieces += text.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }.map {
                    .text(String($0))
                }
            }
            return pieces
        default:
            var changed: [RawValue] = []
            changed.reserveCapacity(values.count)
            for value in values { changed.append(try apply(to: value)) }
            return changed
        }
    }

    /// Whether each value becomes one value, whatever stands beside it.
    var isOneToOne: Bool {
        switch self {
        case .split, .join, .at: false
        default: true
        }
    }

    private static func texts(_ values: [RawValue]) throws(ConversionFailure) -> [String] {
        var texts: [String] = []
        for value in values {
            guard let text = value.text else { throw ConversionFailure() }
            texts.append(text)
        }
        return texts
    }

    /// Applies a step that ``isOneToOne`` to one value.
    func apply(to value: RawValue) throws(ConversionFailure) -> RawValue {
        guard let text = value.text, let changed = changed(text) else { throw ConversionFailure() }
        return changed
    }

    private func changed(_ text: String) -> RawValue? {
        switch self {
        case .trim: .text(text.trimmedText)
        case .lower: .text(text.lowercased())
        case .upper: .text(text.uppercased())
        case .stripHTML: .text(HTMLText.stripped(text))
        case .unescapeHTML: .text(HTMLText.unescaped(text))
        case .collapseSpaces: .text(text.split { $0.isWhitespace }.joined(separator: " "))
        case .replace(let pattern, let replacement): pattern.replacing(in: text, with: replacement).map { .text($0) }
        case .extract(let pattern): pattern.extract(from: text).map { .text($0) }
        case .prefix(let prefix): .text(prefix + text)
        case .suffix(let suffix): .text(text + suffix)
        case .number(let group, let decimal):
            NumberText.canonical(text, group: group, decimal: decimal).map { .text($0) }
        case .date(let formats): formats.lazy.compactMap { $0.date(in: text) }.first.map { .date($0) }
        case .split, .join, .at: nil
        }
    }
}
