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

    /// Whether it ``isOneToOne`` and makes a text.
    var givesText: Bool {
        switch self {
        case .split, .join, .at, .date: false
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
        guard let text = value.text else { throw ConversionFailure() }
        guard case .date(let formats) = self else { return .text(try apply(to: text)) }
        guard let date = formats.lazy.compactMap({ $0.date(in: text) }).first else { throw ConversionFailure() }
        return .date(date)
    }

    /// Applies a step that ``givesText`` to one text.
    func apply(to text: String) throws(ConversionFailure) -> String {
        guard let changed = changed(text) else { throw ConversionFailure() }
        return changed
    }

    private func changed(_ text: String) -> String? {
        switch self {
        case .trim: text.trimmedText
        case .lower: text.lowercased()
        case .upper: text.uppercased()
        case .stripHTML: HTMLText.stripped(text)
        case .unescapeHTML: HTMLText.unescaped(text)
        case .collapseSpaces: text.split { $0.isWhitespace }.joined(separator: " ")
        case .replace(let pattern, let replacement): pattern.replacing(in: text, with: replacement)
        case .extract(let pattern): pattern.extract(from: text)
        case .prefix(let prefix): prefix + text
        case .suffix(let suffix): text + suffix
        case .number(let group, let decimal): NumberText.canonical(text, group: group, decimal: decimal)
        case .split, .join, .at, .date: nil
        }
    }
}
