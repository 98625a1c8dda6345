import MovieDomain
import Platform

/// The filters of a placeholder, from left to right: `${input.date | first | date yyyyMMdd}`.
extension [Substring] {
    /// Returns the placeholder with the filters applied.
    func filtering(_ part: Template.Part, of operation: Capability?) throws(LanguageError) -> Template.Part {
        var part = part
        var edge: PeriodEdge?
        for filter in self {
            if let found = PeriodEdge(rawValue: String(filter)) {
                try Self.checkPeriod(of: part, filter, operation)
                edge = found
            } else if filter.hasPrefix(scalars: "date ") || filter == "date" {
                part = try Self.date(part, filter, edge)
                edge = nil
            } else if filter == "number" {
                part = try Self.number(part)
            } else if let found = TextFilter(rawValue: String(filter)) {
                part = try Self.filtered(part, found)
            } else {
                throw LanguageError(
                    "'\(filter)' is not known after '|'; expected \(Self.known)",
                    hint: (Self.foreign[filter.lowercased()]
                        ?? NearestName.nearest(to: String(filter), among: Self.words))
                        .map { Hint.didYouMean($0, for: String(filter), at: 0) }
                )
            }
        }
        if let edge {
            throw LanguageError(
                "'| \(edge.rawValue)' needs a format after it, such as | \(edge.rawValue) | date yyyyMMdd"
            )
        }
        return part
    }

    /// Filters of other languages.
    private static let foreign = [
        "lowercase": "lower", "downcase": "lower", "uppercase": "upper", "upcase": "upper", "strip": "trim",
        "tojson": "json", "to_json": "json", "graphql": "json", "sparql": "quote", "lucene": "quote", "cql": "quote",
        "escape": "quote", "odata": "sql", "odsql": "sql", "soql": "sql", "int": "number", "integer": "number",
    ]

    private static let words =
        ["number"] + TextFilter.allCases.map(\.rawValue) + PeriodEdge.allCases.map(\.rawValue)
    private static let known =
        "'date' with a format, such as date yyyyMMdd, " + words.map { "'\($0)'" }.alternatives

    private static func checkPeriod(
        of part: Template.Part,
        _ filter: Substring,
        _ operation: Capability?
    ) throws(LanguageError) {
        guard case .input(.date) = part, operation?.inputs.contains(.span) == true else {
            throw LanguageError("'| \(filter)' can only follow input.date of a weekly_box_office")
        }
    }

    private static func date(
        _ part: Template.Part,
        _ filter: Substring,
        _ edge: PeriodEdge?
    ) throws(LanguageError) -> Template.Part {
        guard case .input(.date) = part else { throw LanguageError("'| date' can only follow input.date") }
        let format = filter.dropFirst("date".count).trimmed
        guard !format.isEmpty else { throw LanguageError("'| date' needs a format, such as date yyyyMMdd") }
        let parsed = try DateFormat(parsing: String(format))
        return edge.map { .edge($0, parsed) } ?? .date(parsed)
    }

    private static func number(_ part: Template.Part) throws(LanguageError) -> Template.Part {
        switch part {
        case .input, .id: return .number(part)
        default: throw LanguageError("'| number' can only follow an input, such as input.ids.tmdb")
        }
    }

    private static func filtered(_ part: Template.Part, _ filter: TextFilter) throws(LanguageError) -> Template.Part {
        switch part {
        case .literal, .secret, .number:
            throw LanguageError(
                "'| \(filter.rawValue)' can only follow an input or a value of the row, such as input.query"
            )
        default: return .filtered(part, filter)
        }
    }
}
