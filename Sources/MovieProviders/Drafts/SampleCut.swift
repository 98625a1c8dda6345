import JSON

/// Cuts a sample down to what a test needs: two rows with the members that are mapped, short lists, short texts.
struct SampleCut {
    /// The names that lead to the rows.
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
