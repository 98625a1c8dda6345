import HTTPModel
import MovieDomain
import PCRE2
import Platform

/// One step from the text of a source to the text that a field needs.
enum Transform: Sendable {
    case word(Word)
    /// Splits a text at each of these separators.
    case split([String])
    case join(String)
    case replace(TextPattern, with: Replacement)
    case extract(TextPattern)
    case prefix(String)
    case suffix(String)
    case number(NumberFormat)
    case date([DateFormat])
    case at(Int)

    enum Word: String, LanguageWord {
        case trim, lower, upper
        case stripHTML = "strip_html"
        case unescapeHTML = "unescape_html"
        case collapseSpaces = "collapse_spaces"
        case urlDecode = "url_decode"

        var summary: String {
            switch self {
            case .trim: "Removes white space at both ends."
            case .lower: "Converts to lower case."
            case .upper: "Converts to upper case."
            case .stripHTML: "Removes HTML tags and resolves references."
            case .unescapeHTML: "Resolves HTML references."
            case .collapseSpaces: "Replaces white space between words by single spaces."
            case .urlDecode: "Decodes %EA%B8%B0 and the like."
            }
        }
    }

    /// Applies the transform to all values; throws if a value does not fit the transform or the result is too large.
    func apply(to values: [RawValue], _ budget: MappingBudget) throws(ConversionFailure) -> [RawValue] {
        var changed = FieldValues()
        switch self {
        case .join(let separator):
            guard !values.isEmpty else { return [] }
            var text = ""
            for (index, value) in values.enumerated() {
                if index > 0 { text += separator }
                text += try Self.text(value, budget)
                guard text.utf8.count <= FieldValues.maximumBytes else { throw ConversionFailure() }
            }
            try changed.append(.text(text))
        case .at(let index):
            let position = index < 0 ? values.count + index : index
            if values.indices.contains(position) { try changed.append(values[position]) }
        case .split(let separators):
            for value in values {
                var pieces = [try Self.text(value, budget)[...]]
                for separator in separators {
                    pieces = pieces.flatMap {
                        $0.split(separator: separator, maxSplits: FieldValues.maximumCount)
                    }
                    guard pieces.count <= FieldValues.maximumCount + 1 else { throw ConversionFailure() }
                }
                for piece in pieces.map(\.trimmed) where !piece.isEmpty { try changed.append(.text(String(piece))) }
            }
        case .extract(let pattern):
            // One of several values that does not match is not meant: an id of another site, a tag of another kind.
            for value in values {
                guard let found = try pattern.extract(from: Self.text(value, budget), budget) else { continue }
                try changed.append(.text(found))
            }
        default:
            for value in values { try changed.append(apply(to: value, budget)) }
        }
        return changed.all
    }

    /// The key of the step, or the word for it.
    var name: String {
        switch self {
        case .word(let word): word.rawValue
        case .split: "split"
        case .join: "join"
        case .replace: "replace"
        case .extract: "extract"
        case .prefix: "prefix"
        case .suffix: "suffix"
        case .number: "number"
        case .date: "date"
        case .at: "at"
        }
    }

    /// What the step takes, for a person to read.
    var wanted: String {
        switch self {
        case .extract(let pattern): "a text that matches \(pattern)"
        case .number(let format): format.words
        case .date(let formats): "a date as \(formats.map(\.description).alternatives)"
        default: "a text"
        }
    }

    /// Whether each value becomes exactly one value, independently of the others.
    var isOneToOne: Bool {
        switch self {
        case .split, .join, .at: false
        default: true
        }
    }

    func apply(to value: RawValue, _ budget: MappingBudget) throws(ConversionFailure) -> RawValue {
        let text = try Self.text(value, budget)
        // A number of JSON has no signs of a country.
        if case .number(let format) = self, value.isNumber {
            guard let factor = format.factor else { return value }
            guard let product = DecimalText(text).flatMap({ $0 * factor }) else { throw ConversionFailure() }
            return .text(product.description)
        }
        if case .date(let formats) = self {
            guard let date = formats.lazy.compactMap({ $0.date(in: text) }).first else { throw ConversionFailure() }
            return .date(date)
        }
        guard let changed = try changed(text, budget), changed.utf8.count <= FieldValues.maximumBytes else {
            throw ConversionFailure()
        }
        return changed == text ? value : .text(changed)
    }

    private static func text(_ value: RawValue, _ budget: MappingBudget) throws(ConversionFailure) -> String {
        guard let text = value.text else { throw ConversionFailure() }
        try budget.spend(steps: 1 + text.utf8.count)
        return text
    }

    private func changed(_ text: String, _ budget: MappingBudget) throws(ConversionFailure) -> String? {
        switch self {
        case .word(.trim): text.trimmedText
        case .word(.lower): text.lowercased()
        case .word(.upper): text.uppercased()
        case .word(.stripHTML): HTMLText.stripped(text)
        case .word(.unescapeHTML): HTMLText.unescaped(text)
        case .word(.collapseSpaces): text.split { $0.isWhitespace }.joined(separator: " ")
        // Other signs stay, `+` too; `nil` where the bytes are no UTF-8.
        case .word(.urlDecode): String(validating: PercentEncoding.decodedBytes(text.utf8), as: UTF8.self)
        case .replace(let pattern, let replacement): try pattern.replacing(in: text, with: replacement, budget)
        case .extract(let pattern): try pattern.extract(from: text, budget)
        case .prefix(let prefix): prefix + text
        case .suffix(let suffix): text + suffix
        case .number(let format): format.canonical(text)
        case .split, .join, .at, .date: nil
        }
    }
}

/// A regular expression of a definition, compiled when its file loads.
///
/// A match has limits (``RegularExpression/Limits``), so that no response can keep the program busy. A text that
/// exceeds them does not match.
struct TextPattern: Sendable, CustomStringConvertible {
    private let expression: RegularExpression

    init(parsing text: String) throws(LanguageError) {
        do {
            expression = try RegularExpression(text)
        } catch {
            throw LanguageError("not a regular expression: \(error.message) (byte \(error.offset + 1))")
        }
    }

    var description: String { expression.pattern }

    /// The number of its groups.
    var groupCount: Int { expression.groupCount }

    func occurs(in text: String, _ budget: MappingBudget) throws(ConversionFailure) -> Bool {
        try match(in: Array(text.utf8), budget) != nil
    }

    /// Returns the first group of the first match, or the whole match if the pattern has no group.
    func extract(from text: String, _ budget: MappingBudget) throws(ConversionFailure) -> String? {
        let bytes = Array(text.utf8)
        guard let match = try match(in: bytes, budget) else { return nil }
        let range = match.groups.count > 1 ? match.groups[1] : match.range
        return range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// Returns the text with every match replaced by `replacement`; `nil` if this exceeds a limit.
    func replacing(
        in text: String,
        with replacement: Replacement,
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> String? {
        let bytes = Array(text.utf8)
        return try withinLimits(budget) { (steps) throws(RegularExpression.MatchError) in
            let result = try expression.replacing(
                in: bytes,
                with: { replacement.bytes(for: $0, in: bytes) },
                maximumBytes: FieldValues.maximumBytes,
                steps: &steps
            )
            return String(decoding: result, as: UTF8.self)
        }
    }

    private func match(
        in bytes: [UInt8],
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> RegularExpression.Match? {
        try withinLimits(budget) { (steps) throws(RegularExpression.MatchError) in
            try expression.firstMatch(in: bytes, steps: &steps)
        }
    }

    /// Returns the result of a match; `nil` if it exceeds its limits.
    ///
    /// Two steps of PCRE2 take about as long as one step of the budget.
    private func withinLimits<Result>(
        _ budget: MappingBudget,
        _ body: (inout Int) throws(RegularExpression.MatchError) -> Result?
    ) throws(ConversionFailure) -> Result? {
        var steps = 0
        let result: Result?
        do throws(RegularExpression.MatchError) {
            result = try body(&steps)
        } catch {
            result = nil
        }
        try budget.spend(steps: steps / 2)
        return result
    }
}

/// What stands in place of a match: a text with the groups of the match (`$2 $1`).
struct Replacement: Sendable {
    private enum Piece: Sendable {
        case text([UInt8])
        case group(Int)
    }

    private let pieces: [Piece]
    /// The highest group that it names; 0 if it names none.
    let highestGroup: Int

    /// Reads `$` and a digit as a group of the match, and `$$` as one `$`.
    init(_ text: String) {
        var pieces: [Piece] = []
        var plain: [UInt8] = []
        var highest = 0
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let next = byte == UInt8(ascii: "$") ? rest.first : nil
            if let next, (49...57).contains(next) {
                pieces += [.text(plain), .group(Int(next - 48))]
                plain = []
                highest = max(highest, Int(next - 48))
                rest = rest.dropFirst()
            } else {
                plain.append(byte)
                if next == byte { rest = rest.dropFirst() }
            }
        }
        self.pieces = pieces + [.text(plain)]
        highestGroup = highest
    }

    /// Returns the replacement of a match; a group that has no part in it is empty.
    fileprivate func bytes(for match: RegularExpression.Match, in text: [UInt8]) -> [UInt8] {
        pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .text(let text): text
            case .group(let number):
                match.groups.indices.contains(number) ? match.groups[number].map { Array(text[$0]) } ?? [] : []
            }
        }
    }
}
