/// A path from a row to values in it, in a subset of JSONPath (RFC 9535).
///
/// `a.b`, `['odd key']`, `[0]`, `[-1]`, `[*]` and the filter `[?@.a.b=='x']`, relative to the row; a leading `$` starts
/// at the response's root, `.` is the row itself.
///
/// APIs write one value alone or in a list, and a number as a number or a text: `[*]` of a value alone is that value,
/// and a filter compares what is written.
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    enum Segment: Sendable, Hashable {
        case name(String)
        case index(Int)
        case wildcard
        /// The elements with a value at these names: a text as it is written, or a number of the same value.
        case filter(names: [String], equals: String, isNumber: Bool)
    }

    /// The text from which the path was compiled.
    package let description: String
    /// Whether the path starts at the root of the response, and not at the row.
    package let startsAtRoot: Bool
    let segments: [Segment]
    /// Whether the path selects at most one value, because it has neither `[*]` nor a filter.
    package let isSingular: Bool

    /// The path in the parts around its first `[*]` or filter: the list, the value that the filter wants at some names,
    /// and the rest; `nil` for a path that selects at most one value.
    package var aroundList: (list: String, filter: (path: String, text: String)?, rest: String)? {
        guard let index = segments.firstIndex(where: { !$0.isSingular }),
            let open = description.firstRange(of: segments[index] == .wildcard ? "[*]" : "[?")
        else { return nil }
        let tail = description[open.upperBound...]
        let rest =
            segments[index] == .wildcard ? tail : tail[(tail.firstIndex(of: "]") ?? tail.endIndex)...].dropFirst()
        let filter: (String, String)? =
            if case .filter(let names, let text, _) = segments[index] { (names.joined(separator: "."), text) } else {
                nil
            }
        let plain = rest.hasPrefix(".") ? rest.dropFirst() : rest
        return (String(description[..<open.lowerBound]), filter, plain.isEmpty ? "." : String(plain))
    }

    /// Compiles a path.
    package init(parsing text: String) throws(JSONPathError) {
        var parser = JSONPathParser(text)
        (startsAtRoot, segments) = try parser.parse()
        isSingular = segments.allSatisfy(\.isSingular)
        description = text
    }

    /// The path `.`, which selects its starting point.
    package static let itself = JSONPath()

    private init() {
        (description, startsAtRoot, segments, isSingular) = (".", false, [], true)
    }

    /// Whether the path selects its starting point, as `.` does.
    package var leadsToItself: Bool { segments.isEmpty }

    private init(_ path: JSONPath, count: Int) {
        description = path.description
        startsAtRoot = path.startsAtRoot
        segments = Array(path.segments.prefix(count))
        isSingular = segments.allSatisfy(\.isSingular)
    }

    /// Returns whether `[*]` or a filter on the path selects nothing from a list, because the list is empty or the
    /// filter rejects all its objects.
    package func comesToEmptyList(in root: JSONElement) -> Bool {
        var reached = [root]
        var steps = Int.max
        for segment in segments {
            var next: [JSONElement] = []
            for element in reached {
                let children = segment.children(of: element, steps: &steps)
                if children.isEmpty, !segment.isSingular, element.kind == .array || element.isLoneElement,
                    element.elements.allSatisfy({ $0.kind == .array || $0.kind == .object })
                {
                    return true
                }
                next += children
            }
            reached = next
        }
        return false
    }

    /// Returns whether the container for the last step exists: an object for a name, otherwise a list; or an empty text
    /// or an empty element of XML, which may be either.
    package func leadsFromSomething(in root: JSONElement) -> Bool {
        guard let last = segments.last else { return false }
        let container = if case .name = last { JSONElement.Kind.object } else { JSONElement.Kind.array }
        return containers(in: root).contains {
            $0.kind == container || $0.isEmptyElement || $0.string?.isEmpty == true
        }
    }

    /// Returns whether the last step leads from a list, or from an element that is one in a format that marks no lists.
    package func leadsFromList(in root: JSONElement) -> Bool {
        containers(in: root).contains { $0.kind == .array || $0.kind == .object || $0.isLoneElement }
    }

    /// Returns the values from which the last step of the path leads; empty for a path without steps.
    package func containers(in root: JSONElement) -> [JSONElement] {
        segments.isEmpty ? [] : JSONPath(self, count: segments.count - 1).select(in: root, root: root)
    }
}

extension JSONPath {
    /// Returns all values that the path selects, in order; it starts at the row, or with `$` at the root.
    package func select(in row: JSONElement, root: JSONElement) -> [JSONElement] {
        var steps = Int.max
        return select(in: row, root: root, steps: &steps)
    }

    /// Returns all values, and subtracts one from `steps` for each value visited; below zero, it returns none.
    package func select(in row: JSONElement, root: JSONElement, steps: inout Int) -> [JSONElement] {
        var selected = [startsAtRoot ? root : row]
        for segment in segments {
            var children: [JSONElement] = []
            for element in selected {
                children += segment.children(of: element, steps: &steps)
                guard steps >= 0 else { return [] }
            }
            selected = children
        }
        return selected
    }

    /// Returns the first value that the path selects.
    package func first(in row: JSONElement, root: JSONElement) -> JSONElement? {
        var steps = Int.max
        return first(in: row, root: root, steps: &steps)
    }

    /// Returns the first value within `steps`; see ``select(in:root:steps:)``.
    package func first(in row: JSONElement, root: JSONElement, steps: inout Int) -> JSONElement? {
        var current = startsAtRoot ? root : row
        for (position, segment) in segments.enumerated() {
            guard segment.isSingular else {
                return Self.first(of: segments[position...], in: current, steps: &steps)
            }
            steps -= 1 + current.count
            guard let next = segment.child(of: current) else { return nil }
            current = next
        }
        return current
    }

    /// Returns the first value, depth first, to visit no more values than needed; recursion is as deep as the path.
    private static func first(
        of segments: ArraySlice<Segment>,
        in element: JSONElement,
        steps: inout Int
    ) -> JSONElement? {
        guard let segment = segments.first else { return element }
        for child in segment.children(of: element, steps: &steps) {
            guard steps >= 0 else { return nil }
            if let found = first(of: segments.dropFirst(), in: child, steps: &steps) { return found }
        }
        return nil
    }

    /// Returns the last place on the path at which there is an object, as a path, and the object.
    package func lastObject(in root: JSONElement) -> (path: String, object: JSONElement)? {
        for count in (0..<segments.count).reversed() {
            let found = JSONPath(self, count: count).select(in: root, root: root).first {
                $0.kind == .object && $0.count > 0
            }
            guard let found else { continue }
            let path = segments.prefix(count).map(\.text).joined()
            return (path.hasPrefix(".") ? String(path.dropFirst()) : path, found)
        }
        return nil
    }

    /// The result of following a path.
    package enum Trace: Sendable {
        case found
        /// The first object on the path that lacks the next name.
        case lacks(name: String, in: JSONElement)
        /// A list on the path is empty or a value is null, so that the result is unknown.
        case unknown
    }

    /// Follows the path, to check a definition against a sample.
    package func trace(in row: JSONElement, root: JSONElement) -> Trace {
        var reached = [startsAtRoot ? root : row]
        var steps = 1_000_000
        for segment in segments {
            var children: [JSONElement] = []
            for element in reached { children += segment.children(of: element, steps: &steps) }
            guard steps >= 0 else { return .unknown }
            if children.isEmpty {
                if case .name(let name) = segment, let object = reached.first(where: { $0.kind == .object }) {
                    return .lacks(name: name, in: object)
                }
                return .unknown
            }
            reached = children
        }
        return .found
    }

    /// All names in the path.
    package var names: [String] {
        segments.flatMap { segment -> [String] in
            switch segment {
            case .name(let name): [name]
            case .filter(let names, _, _): names
            case .index, .wildcard: []
            }
        }
    }
}

extension JSONPath.Segment {
    /// Whether the segment selects at most one value.
    var isSingular: Bool {
        switch self {
        case .name, .index: true
        case .wildcard, .filter: false
        }
    }

    /// The segment as it is written behind another one.
    fileprivate var text: String {
        switch self {
        case .name(let name):
            name.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 95 || $0 > 127 }
                ? ".\(name)" : "['\(name)']"
        case .index(let position): "[\(position)]"
        case .wildcard: "[*]"
        case .filter(let names, let text, _): "[?@.\(names.joined(separator: "."))=='\(text)']"
        }
    }

    /// Returns the values that the segment selects from an element, in order.
    fileprivate func children(of element: JSONElement, steps: inout Int) -> [JSONElement] {
        steps -= 1 + element.count
        guard steps >= 0 else { return [] }
        switch self {
        case .name, .index:
            return child(of: element).map { [$0] } ?? []
        case .wildcard:
            return element.children
        case .filter(let names, let text, let isNumber):
            return element.children.filter { candidate in
                var current: JSONElement? = candidate
                for name in names {
                    steps -= current?.count ?? 0
                    current = current?[name]
                }
                return current?.isWritten(text, isNumber: isNumber) ?? false
            }
        }
    }

    /// Returns the value that a name or a position selects.
    fileprivate func child(of element: JSONElement) -> JSONElement? {
        switch self {
        case .name(let name): element[name]
        case .index(let position):
            element.isLoneElement
                ? (position == 0 || position == -1 ? element : nil)
                : element[position < 0 ? element.count + position : position]
        case .wildcard, .filter: nil
        }
    }
}

extension JSONElement {
    /// Whether this is a list with one element, in a format that does not mark it as a list.
    fileprivate var isLoneElement: Bool { storage.singlesAreLists && kind != .array }

    /// Whether this is an element without content, in a format that writes one like a list without elements.
    fileprivate var isEmptyElement: Bool { storage.singlesAreLists && kind == .null }

    /// The values of an array or of the members of an object; of a text, a number, or `true`, itself.
    fileprivate var children: [JSONElement] {
        switch kind {
        case .array: Array(elements)
        case .object: isLoneElement ? [self] : members.map(\.value)
        case .string: isLoneElement || !isString("") ? [self] : []
        case .number: [self]
        case .bool: isLoneElement || bool == true ? [self] : []
        case .null: isLoneElement ? [self] : []
        }
    }

    /// Whether this is the text, or a number or a Boolean that is written like it.
    fileprivate func isWritten(_ text: String, isNumber: Bool) -> Bool {
        switch kind {
        case .string: isString(text)
        case .number: number?.text == text || isNumber && double == Double(text)
        case .bool: text == (bool == true ? "true" : "false")
        case .null, .array, .object: false
        }
    }
}

/// The reason why a text is not a path of the subset.
package struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what was expected and what was found.
    package let message: String

    /// The column in characters, from 1; one past the last character if the text ends too early.
    package let column: Int

    package var description: String { "\(message) (column \(column))" }
}
