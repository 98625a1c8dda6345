extension JSONElement: Equatable {
    /// Whether two values are the same.
    ///
    /// Order of members does not matter, of equal names the last counts; strings are equal when their code points are,
    /// numbers when their values are.
    package static func == (left: JSONElement, right: JSONElement) -> Bool {
        switch (left.kind, right.kind) {
        case (.null, .null): true
        case (.bool, .bool): left.bool == right.bool
        case (.number, .number): left.text == right.text || left.number == right.number
        case (.string, .string): left.text == right.text || left.stringBytes == right.stringBytes
        case (.array, .array): left.count == right.count && left.elements.elementsEqual(right.elements)
        case (.object, .object): left.hasSameMembers(as: right)
        default: false
        }
    }

    private var stringBytes: [UInt8] { storage.stringBytes(of: word) }

    private func hasSameMembers(as other: JSONElement) -> Bool {
        let left = lastMembers
        let right = other.lastMembers
        return left.count == right.count && left.allSatisfy { name, value in right[name] == value }
    }

    private var lastMembers: [[UInt8]: JSONElement] {
        Dictionary(members.map { (Array($0.name.utf8), $0.value) }) { _, last in last }
    }
}
