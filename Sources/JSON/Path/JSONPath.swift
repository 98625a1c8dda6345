/// A path from a row to values in it: a subset of JSONPath (RFC 9535).
///
/// `a.b`, `['odd key']`, `[0]`, `[-1]`, `[*]` and the filter `[?@.a.b=='x']`, relative to the row; a leading `$` starts
/// at the response's root, `.` is the row itself (provider-language.md, "Paths are a subset of JSONPath").
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// One step.
    enum Segment: Sendable, Hashable {
        case name(String)
        case index(Int)
        case wildcard
        case filter(names: [String], equals: String)
    }

    /// The text it was compiled from.
    package let description: String
    let startsAtRoot: Bool
    let segments: [Segment]
    /// Whether it leads to at most one value: it has neither `[*]` nor a filter.
    package let isSingular: Bool

    /// The name of the row's member that the path leads to, where it is no more than that.
    package var memberName: String? {
        if !startsAtRoot, segments.count == 1, case .name(let name) = segments[0] { name } else { nil }
    }

    /// Compiles a path.
    ///
    /// - Parameter text: the path.
    /// - Throws: ``JSONPathError`` with the column of what is not in the subset.
    package init(parsing text: String) throws(JSONPathError) {
        var parser = JSONPathParser(text)
        (startsAtRoot, segments) = try parser.parse()
        isSingular = segments.allSatisfy(\.isSingular)
        description = text
    }
}
