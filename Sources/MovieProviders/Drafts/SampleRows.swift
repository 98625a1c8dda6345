import JSON

/// A place in a sample that may have rows, with its content.
struct SampleRows {
    /// The path from the root; `.` is the document itself.
    var path: String
    var rows: [JSONValue]
    /// Whether the place is one object instead of a list.
    var isSingle: Bool
    /// The names of the members on the way to the place; lists on the way are taken element by element.
    var names: [String] = []

    func isInside(_ outer: SampleRows) -> Bool { names.count > outer.names.count && names.starts(with: outer.names) }

    /// Returns every place that contains objects, an outer place before the inner ones.
    static func candidates(in root: JSONValue) -> [SampleRows] {
        var found: [SampleRows] = []
        collect(root, path: "", names: [], into: &found)
        return found
    }

    private static func collect(_ value: JSONValue, path: String, names: [String], into found: inout [SampleRows]) {
        guard names.count < 5 else { return }
        switch value {
        case .array(let elements): collect(elements, path: path, names: names, into: &found)
        case .object(let members):
            found.append(SampleRows(path: path.isEmpty ? "." : path, rows: [value], isSingle: true, names: names))
            for member in members {
                let step = SampleField.step(member.name, after: path)
                collect(member.value, path: step, names: names + [member.name], into: &found)
            }
        default: break
        }
    }

    /// Collects a list of objects, and the objects in each member that all of them have: `[{score, movie: {…}}]`.
    private static func collect(
        _ elements: [JSONValue],
        path: String,
        names: [String],
        into found: inout [SampleRows]
    ) {
        let objects = elements.filter { if case .object = $0 { true } else { false } }
        guard !objects.isEmpty, objects.count == elements.count else { return }
        found.append(SampleRows(path: path.isEmpty ? "." : path, rows: objects, isSingle: false, names: names))
        guard names.count < 4, case .object(let members)? = objects.first else { return }
        for member in members {
            let inner = objects.compactMap { $0[member.name] }
            let step = SampleField.step(member.name, after: "\(path)[*]")
            let isObject = inner.allSatisfy { if case .object = $0 { true } else { false } }
            if isObject, inner.count == objects.count {
                found.append(SampleRows(path: step, rows: inner, isSingle: false, names: names + [member.name]))
            } else if case .array? = inner.first {
                let nested = inner.flatMap { value -> [JSONValue] in
                    if case .array(let values) = value { values } else { [] }
                }
                collect(nested, path: step, names: names + [member.name], into: &found)
            }
        }
    }
}

/// The reduction of a sample to the needs of a test: two rows with the mapped members, short lists, short texts.
struct SampleCut {
    /// The names of the members on the way to the rows.
    let names: [String]
    /// Whether a member of a row is mapped.
    let keeps: (String) -> Bool

    private static let longestText = 160
    private static let longestList = 3

    func cut(_ root: JSONValue) -> JSONValue { cut(root, names[...]) }

    private func cut(_ value: JSONValue, _ names: ArraySlice<String>) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.prefix(2).map { cut($0, names) })
        case .object(let members):
            guard let next = names.first else {
                return .object(members.filter { keeps($0.name) }.map { .init($0.name, Self.shortened($0.value)) })
            }
            return .object(
                members.map { member in
                    let isOnTheWay = member.name == next
                    return .init(
                        member.name,
                        isOnTheWay ? cut(member.value, names.dropFirst()) : Self.shortened(member.value)
                    )
                }
            )
        default: return Self.shortened(value)
        }
    }

    private static func shortened(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.count > longestText && !isAddress(text):
            .string(String(text.prefix(longestText)))
        case .array(let elements): .array(elements.prefix(longestList).map(shortened))
        case .object(let members): .object(members.map { .init($0.name, shortened($0.value)) })
        default: value
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("http") && !text.contains { $0.isWhitespace }
    }
}
