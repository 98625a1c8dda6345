import JSON
import MovieDomain

/// An end of the period of a box office.
enum PeriodEdge: String, CaseIterable, Sendable {
    case first, last

    func day(of period: BoxOfficePeriod) -> CalendarDate {
        switch self {
        case .first: period.from
        case .last: period.to
        }
    }
}

/// Another way to write a value: in other letters, or inside the quotes of a text, so that it cannot end them.
package enum TextFilter: String, CaseIterable, Sendable {
    case lower, upper, trim
    /// As in a JSON string, which is also right for GraphQL.
    case json
    /// With a backslash before quotes and backslashes, as in SPARQL, CQL, and Lucene; control characters become blanks.
    case quote
    /// With each single quote doubled, as in SQL and OData; control characters become blanks.
    case sql

    /// Whether a quote in the text cannot end what it stands in.
    var isEscape: Bool {
        switch self {
        case .json, .quote, .sql: true
        case .lower, .upper, .trim: false
        }
    }

    /// What it does, in a sentence.
    package var summary: String {
        switch self {
        case .lower: "In lower case."
        case .upper: "In upper case."
        case .trim: "Without white space at both ends."
        case .json: "For the inside of a text of JSON or GraphQL."
        case .quote: "With a backslash before quotes and backslashes, as in SPARQL, CQL, and Lucene."
        case .sql: "With single quotes doubled, for a text between them in SQL or OData."
        }
    }

    func filtered(_ text: String) -> String {
        switch self {
        case .lower: return text.lowercased()
        case .upper: return text.uppercased()
        case .trim: return text.trimmedText
        case .json: return String(String.UnicodeScalarView(text.jsonText.unicodeScalars.dropFirst().dropLast()))
        case .quote: return escaped(text) { "\"'\\".unicodeScalars.contains($0) ? "\\" : nil }
        case .sql: return escaped(text) { $0 == "'" ? "'" : nil }
        }
    }

    /// Returns a text with a sign before each of some others, and blanks in the place of control characters.
    private func escaped(_ text: String, _ sign: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                escaped.append(" ")
                continue
            }
            if let sign = sign(scalar) { escaped.append(sign) }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}
