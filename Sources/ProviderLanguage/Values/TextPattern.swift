import PCRE2

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
        with replacement: String,
        _ budget: MappingBudget
    ) throws(ConversionFailure) -> String? {
        let (bytes, replacement) = (Array(text.utf8), Array(replacement.utf8))
        return try withinLimits(budget) { (steps) throws(RegularExpression.MatchError) in
            let maximum = FieldValues.maximumBytes
            let result = try expression.replacing(in: bytes, with: replacement, maximumBytes: maximum, steps: &steps)
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
