/// A path from a row to values in it: a subset of JSONPath (RFC 9535).
///
/// `a.b`, `['odd key']`, `[0]`, `[-1]`, `[*]` and the filter `[?@.a.b=='x']`, relative to the row; a leading `$` starts
/// at the response's root, `.` is the row itself.
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
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

    /// Compiles a path.
    package init(parsing text: String) throws(JSONPathError) {
        var parser = JSONPathParser(text)
        (startsAtRoot, segments) = try parser.parse()
        isSingular = segments.allSatisfy(\.isSingular)
        description = text
    }

    /// Whether it leads to where it starts: `.`.
    package var leadsToItself: Bool { segments.isEmpty }

    private init(_ path: JSONPath, count: Int) {
        description = path.description
        startsAtRoot = path.startsAtRoot
        segments = Array(path.segments.prefix(count))
        isSingular = segments.allSatisfy(\.isSingular)
    }

    /// Whether `[*]` or a filter on the way comes to a list without elements, or to one whose objects the filter all
    /// turns down.
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

    /// Whether that is there which the last step leads from: an object for a name, a list for a position.
    package func leadsFromSomething(in root: JSONElement) -> Bool {
        guard let last = segments.last else { return false }
        let places = JSONPath(self, count: segments.count - 1).select(in: root, root: root)
        if case .name = last { return places.contains { $0.kind == .object } }
        return places.contains { $0.kind == .array }
    }
}

extension JSONPath {
    /// Every value the path leads to, in order; it starts at the row, or with `$` at the root.
    package func select(in row: JSONElement, root: JSONElement) -> [JSONElement] {
        var steps = Int.max
        return select(in: row, root: root, steps: &steps)
    }

    /// The same, as far as `steps` go: one is taken for each value that is passed, and below zero it ends.
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

    /// The first value the path leads to.
    package func first(in row: JSONElement, root: JSONElement) -> JSONElement? {
        var steps = Int.max
        return first(in: row, root: root, steps: &steps)
    }

    /// The same, as far as `steps` go.
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

    /// The first value, depth first, so that no more is visited than needed; recursion is as deep as the path is long.
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
}

extension JSONPath {
    /// What a walk along a path comes to.
    package enum Trace: Sendable {
        case found
        /// The first object on the way that lacks the name that comes next.
        case lacks(name: String, in: JSONElement)
        /// A list on the way is empty, or a value is null: it cannot be told.
        case unknown
    }

    /// Where a walk along the path ends, for a definition that is checked against a sample.
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

    /// Every name that stands in the path.
    package var names: [String] {
        segments.flatMap { segment -> [String] in
            switch segment {
            case .name(let name): [name]
            case .filter(let names, _): names
            case .index, .wildcard: []
            }
        }
    }
}

extension JSONPath.Segment {
    /// Whether it leads to one value at most.
    var isSingular: Bool {
        switch self {
        case .name, .index: true
        case .wildcard, .filter: false
        }
    }

    /// The values it leads to from an element, in order.
    fileprivate func children(of element: JSONElement, steps: inout Int) -> [JSONElement] {
        steps -= 1 + element.count
        guard steps >= 0 else { return [] }
        switch self {
        case .name, .index:
            return child(of: element).map { [$0] } ?? []
        case .wildcard:
            return element.children
        case .filter(let names, let text):
            return element.children.filter { candidate in
                var current: JSONElement? = candidate
                for name in names {
                    steps -= current?.count ?? 0
                    current = current?[name]
                }
                return current?.isString(text) ?? false
            }
        }
    }

    /// The one value a name or position leads to.
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
    /// Whether it is a list with one element, in a format that does not write it as a list.
    fileprivate var isLoneElement: Bool { storage.singlesAreLists && kind != .array }

    /// The values of an array or of an object's members.
    fileprivate var children: [JSONElement] {
        if kind == .array { return Array(elements) }
        return isLoneElement ? [self] : members.map(\.value)
    }
}

/// Why a text is no path of the subset.
package struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence: what was expected and what was found.
    package let message: String

    /// Where, in characters from 1; one past the last where the text ends too early.
    package let column: Int

    package var description: String { "\(message) (column \(column))" }
}
