package import JSON

/// Where a number of a whole answer stands: at a path, or in a header.
package enum NumberSource: Sendable {
    case path(JSONPath)
    case header(String)

    /// The number, `nil` where there is none or it is below zero.
    package func number(in root: JSONElement?, header: (String) -> String?) -> Int? {
        let text: String? =
            switch self {
            case .path(let path): root.flatMap { path.first(in: $0, root: $0)?.scalarText }
            case .header(let name): header(name)
            }
        return text.flatMap { NumberText.integer($0.trimmed) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
