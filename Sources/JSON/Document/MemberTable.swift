/// The members of like objects by names that are known beforehand, one object after the other.
///
/// The rows of an answer mostly have the same names in the same order, or are of a few such shapes. So each name is first
/// compared with the one that stood in its place before, which tells at once what it is and that no name stands twice;
/// only an object of another shape is looked through name by name.
package struct MemberTable: Sendable {
    private let names: [String]
    private var storage: JSONStorage?
    /// The tape index of each wanted name's value, 0 where there is none: no member's value stands at 0.
    private var places: [Int]
    /// The shapes that objects of the same document had; none in which a name stands twice.
    private var shapes: [[KnownName]] = []
    /// The shape of the last object, after which ``places`` are set; nil where it is none of ``shapes``.
    private var current: Int?

    /// A name in an object.
    private struct KnownName {
        var word: TapeWord
        /// The position among the wanted names, -1 for another name.
        var wanted: Int
    }

    private static let maximumShapes = 4

    /// A table for the members of these names.
    package init(names: [String]) {
        self.names = names
        places = Array(repeating: 0, count: names.count)
    }

    /// Turns to another object; anything else has no members.
    ///
    /// - Returns: whether all of its names are different.
    package mutating func read(_ object: JSONElement) -> Bool {
        if storage !== object.storage {
            storage = object.storage
            shapes.removeAll(keepingCapacity: true)
            current = nil
        }
        if let current, follows(shapes[current], object) { return true }
        for position in shapes.indices where position != current {
            guard shapes[position].count == object.count else { continue }
            forget()
            if follows(shapes[position], object) {
                current = position
                return true
            }
        }
        return lookThrough(object)
    }

    /// What stands under a wanted name.
    package enum Value: Sendable {
        /// Nothing, or `null`.
        case nothing
        /// A string, its escapes decoded.
        case string(String)
        /// A number as it was written, or `true` or `false`.
        case literal(String)
        /// An array or object.
        case container(JSONElement)
    }

    /// What stands under the wanted name of a position; of equal names under the last.
    package func value(at position: Int) -> Value {
        let place = places[position]
        guard place != 0, let storage else { return .nothing }
        let word = storage.word(at: place)
        return switch word.kind {
        case .null: .nothing
        case .string, .unicodeString, .escapedString: .string(storage.string(of: word))
        case .number, .true, .false: .literal(storage.plainString(of: word))
        case .array, .object: .container(JSONElement(storage: storage, index: place))
        }
    }

    private mutating func forget() {
        for position in places.indices { places[position] = 0 }
        current = nil
    }

    /// Finds the members where a shape has them; `false` where the object is of another one.
    private mutating func follows(_ shape: [KnownName], _ object: JSONElement) -> Bool {
        guard shape.count == object.count, object.word.kind == .object else { return false }
        // In bounds: the reader ends each object after a whole member.
        return unsafe object.storage.bytes.withUnsafeBufferPointer { bytes in
            unsafe object.storage.tape.withUnsafeBufferPointer { tape in
                var member = object.index + 2
                for known in shape {
                    let name = unsafe TapeWord(bits: tape[member])
                    guard name.kind == known.word.kind, name.length == known.word.length,
                        unsafe TapeString.areEqual(name, known.word, in: bytes)
                    else { return false }
                    if known.wanted >= 0 { places[known.wanted] = member + 1 }
                    let value = unsafe TapeWord(bits: tape[member + 1])
                    member = value.isContainer ? unsafe TapeSpan(bits: tape[member + 2]).next : member + 2
                }
                return true
            }
        }
    }

    /// Looks for each wanted name; whether all names are different.
    private mutating func lookThrough(_ object: JSONElement) -> Bool {
        forget()
        var shape: [KnownName] = []
        shape.reserveCapacity(object.count)
        object.forEachMember { member, name in
            let wanted = names.firstIndex { object.storage.isString(name, $0) }
            if let wanted { places[wanted] = member + 1 }
            shape.append(KnownName(word: name, wanted: wanted ?? -1))
        }
        if object.hasDuplicateNames { return false }
        if shapes.count < Self.maximumShapes {
            current = shapes.count
            shapes.append(shape)
        }
        return true
    }
}
