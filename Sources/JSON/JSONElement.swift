/// One value in a document, decoded only on request.
package struct JSONElement: Sendable {
    /// The six kinds of values (RFC 8259, section 3).
    package enum Kind: Sendable, Hashable {
        case null, bool, number, string, array, object
    }

    let storage: JSONStorage
    /// The tape index at which the value begins.
    let index: Int

    var word: TapeWord { storage.word(at: index) }

    package var kind: Kind {
        switch word.kind {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    package var isNull: Bool { word.kind == .null }

    /// The value of `true` or `false`, or `nil` for any other kind.
    package var bool: Bool? {
        switch word.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The string with its escapes decoded, or `nil` for any other kind.
    package var string: String? {
        word.isString ? storage.string(of: word) : nil
    }

    /// The number in its original notation, or `nil` for any other kind.
    package var number: JSONNumber? {
        word.kind == .number ? JSONNumber(valid: textString) : nil
    }

    /// The value of a number if it is integral and fits (`1`, `1.0`, `1e2`), or `nil`.
    package var int: Int? { number?.int }

    /// The nearest double of a number, or `nil` for any other kind and for a number beyond the range of doubles.
    package var double: Double? { number?.double }

    /// The number of values in an array or object, or 0 for any other kind.
    package var count: Int { word.isContainer ? storage.span(at: index).count : 0 }

    /// The bytes of the value exactly as in the text, including quotes and brackets.
    package var text: [UInt8] { Array(storage.bytes[word.textRange]) }

    /// The number of bytes in ``text``.
    package var textCount: Int { word.textRange.count }

    /// ``text`` as a string.
    package var textString: String { storage.text(in: word.textRange) }
}

extension JSONElement: CustomStringConvertible {
    package var description: String { jsonText }
}

extension JSONElement {
    /// The values of an array in order; empty for any other kind.
    package var elements: JSONElements {
        JSONElements(storage: storage, container: word.kind == .array ? index : nil)
    }

    /// The members of an object in order, including equal names; empty for any other kind.
    package var members: JSONMembers {
        JSONMembers(storage: storage, container: word.kind == .object ? index : nil)
    }

    /// The value of the object's last member with that name, or `nil` if there is none or this is not an object.
    ///
    /// Names are equal if their code points are equal, without Unicode normalization.
    package subscript(name: String) -> JSONElement? {
        var found: Int?
        forEachMember { member, word in
            if storage.isString(word, name) { found = member + 1 }
        }
        return found.map { JSONElement(storage: storage, index: $0) }
    }

    /// The value at a position in an array, or `nil` if there is none or this is not an array.
    package subscript(position: Int) -> JSONElement? {
        guard word.kind == .array, position >= 0, position < count else { return nil }
        var child = index + 2
        for _ in 0..<position { child = storage.next(after: child) }
        return JSONElement(storage: storage, index: child)
    }

    /// Whether two members of the object have the same name.
    package var hasDuplicateNames: Bool {
        var names = Set<ArraySlice<UInt8>>(minimumCapacity: count)
        forEachMember { _, name in names.insert(storage.stringBytes(of: name)) }
        return names.count < (word.kind == .object ? count : 0)
    }

    /// Returns whether this is a string of exactly these code points, without decoding it.
    package func isString(_ text: String) -> Bool { storage.isString(word, text) }

    /// Returns the first name that is in neither list, or `nil` if there is none or this is not an object.
    package func firstName(besides known: [String], _ more: [String]) -> String? {
        var found: TapeWord?
        forEachMember { _, name in
            guard found == nil, !known.contains(where: { storage.isString(name, $0) }) else { return }
            if !more.contains(where: { storage.isString(name, $0) }) { found = name }
        }
        return found.map { storage.string(of: $0) }
    }

    /// Calls `body` with the tape index and the word of each member name; the value is at the next index.
    @inline(__always)
    func forEachMember(_ body: (Int, TapeWord) -> Void) {
        guard word.kind == .object else { return }
        let end = storage.span(at: index).next
        var member = index + 2
        while member < end {
            body(member, storage.word(at: member))
            member = storage.next(after: member + 1)
        }
    }
}

extension JSONElement: Equatable {
    /// Returns whether two values are equal.
    ///
    /// The order of members does not matter, and the last of equal names counts. Strings are equal if their code points
    /// are, and numbers if their values are.
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

    private var stringBytes: ArraySlice<UInt8> { storage.stringBytes(of: word) }

    private func hasSameMembers(as other: JSONElement) -> Bool {
        let left = lastMembers
        let right = other.lastMembers
        return left.count == right.count && left.allSatisfy { name, value in right[name] == value }
    }

    private var lastMembers: [[UInt8]: JSONElement] {
        Dictionary(members.map { (Array($0.name.utf8), $0.value) }) { _, last in last }
    }
}

/// The values of an array in order; both the sequence and its iterator.
package struct JSONElements: Sendable, Sequence, IteratorProtocol {
    private let storage: JSONStorage
    private var place: Int
    private let end: Int
    /// The number of values.
    package let count: Int

    init(storage: JSONStorage, container: Int?) {
        self.storage = storage
        place = container.map { $0 + 2 } ?? 0
        end = container.map { storage.span(at: $0).next } ?? 0
        count = container.map { storage.span(at: $0).count } ?? 0
    }

    package var isEmpty: Bool { count == 0 }
    package var underestimatedCount: Int { count }

    package var first: JSONElement? {
        var values = self
        return values.next()
    }

    package mutating func next() -> JSONElement? {
        guard place < end else { return nil }
        let element = JSONElement(storage: storage, index: place)
        place = storage.next(after: place)
        return element
    }
}

/// The members of an object in order, including equal names; both the sequence and its iterator.
package struct JSONMembers: Sendable, Sequence, IteratorProtocol {
    /// The names and the values in turn.
    private var words: JSONElements
    /// The number of members.
    package var count: Int { words.count }

    init(storage: JSONStorage, container: Int?) { words = JSONElements(storage: storage, container: container) }

    package var underestimatedCount: Int { count }

    /// Returns the next name, decoded, and its value.
    package mutating func next() -> (name: String, value: JSONElement)? {
        guard let name = words.next(), let value = words.next() else { return nil }
        return (name.storage.string(of: name.word), value)
    }
}
