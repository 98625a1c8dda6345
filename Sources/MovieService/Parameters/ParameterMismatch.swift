import JSON

/// A value that is not what its parameter wants; its field's name is added by whoever knows it.
package struct ParameterMismatch: Error, Hashable, Sendable {
    let expected: String
    let received: String
    /// The whole complaint, where it is not simply one of type: `2026-02-30 is not a day of the calendar`.
    var reason: String?
    var hint: String?
    /// The position inside a list: `[1]`.
    var place = ""

    init(expected: String, received: JSONElement, reason: String? = nil, hint: String? = nil) {
        self.expected = expected
        self.received = ParameterMismatch.shortened(received)
        self.reason = reason
        self.hint = hint
    }

    /// The same mismatch of the element at `index` of a list.
    func inElement(_ index: Int) -> ParameterMismatch {
        var copy = self
        copy.place = "[\(index)]" + place
        return copy
    }

    /// How much of a stranger's value an error repeats, in bytes.
    private static let longestEcho = 80

    private static func shortened(_ element: JSONElement) -> String {
        if element.text.count <= longestEcho { return element.description }
        return switch element.kind {
        case .array: "an array of \(element.count) elements"
        case .object: "an object of \(element.count) members"
        case .number: "a number of \(element.text.count) digits"
        default: "a text of \(element.string?.count ?? 0) characters"
        }
    }
}
