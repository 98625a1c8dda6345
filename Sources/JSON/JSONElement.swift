/// One value in a document, decoded only on request.
package struct JSONElement: Sendable {
    /// The six kinds of values (RFC 8259, section 3).
    package enum Kind: Sendable, Hashable {
        case null, bool, number, string, array, object
    }

    let storage: JSONStorage
    /// The tape index at which the value begins.
    private(set) var index: Int

    var word: TapeWord { storage.word(at: index) }

    package var kind: Kind {
        switch word.kind {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string, .unicodeString, .escapedString: .string
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
        word.kind == .number ? JSONNumber(valid: storage.plainString(of: word)) : nil
    }

    /// The value of a number if it is integral and fits (`1`, `1.0`, `1e2`), or `nil`.
    package var int: Int? {
        word.kind == .number ? unsafe storage.withBytes(of: word) { unsafe DecimalNumeral($0).int } : nil
    }

    /// The nearest double of a number, or `nil` for any other kind and for a number beyond the range of doubles.
    package var double: Double? {
        word.kind == .number ? unsafe storage.withBytes(of: word) { unsafe DecimalNumeral.double(of: $0) } : nil
    }

    /// The number of values in an array or object, or 0 for any other kind.
    package var count: Int { word.isContainer ? storage.span(at: index).count : 0 }

    /// The bytes of the value exactly as in the text, including quotes and brackets.
    package var text: [UInt8] { unsafe storage.withBytes(of: word.withQuotes) { unsafe Array($0) } }

    /// The number of bytes in ``text``.
    package var textCount: Int { word.textRange.count }

    /// Returns the text of this element with other JSON in place of texts in it, which must be in their order.
    package func text(replacing texts: [(element: JSONElement, json: [UInt8])]) -> [UInt8] {
        let (whole, bytes) = (word.withQuotes.range, storage.bytes)
        var text: [UInt8] = []
        text.reserveCapacity(whole.count)
        var place = whole.lowerBound
        for (element, json) in texts {
            let range = element.word.textRange
            guard element.storage === storage, range.lowerBound >= place, range.upperBound <= whole.upperBound else {
                continue
            }
            text += bytes[place..<range.lowerBound]
            text += json
            place = range.upperBound
        }
        return text + bytes[place..<whole.upperBound]
    }

    /// Whether the element stands before another one of the same document.
    package func precedes(_ other: JSONElement) -> Bool { index < other.index }

    /// ``text`` as a string.
    package var textString: String { storage.plainString(of: word.withQuotes) }
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
        forEachMember(named: name) { found = $0 + 1 }
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
        var members: [TapeWord] = []
        members.reserveCapacity(count)
        forEachMember { _, name in members.append(name) }
        // Comparing a few names without escapes with one another is faster than copying and hashing them.
        guard members.count <= 32, members.allSatisfy({ $0.kind != .escapedString }) else {
            return Set(members.map(storage.stringBytes)).count < members.count
        }
        let signatures = members.map(storage.signature)
        for later in signatures.indices.dropFirst() {
            for earlier in 0..<later where signatures[earlier] == signatures[later] {
                let isSame = unsafe storage.withBytes(of: members[earlier]) {
                    unsafe storage.isString(members[later], $0)
                }
                if isSame { return true }
            }
        }
        return false
    }

    /// Returns whether this is a string of exactly these code points, without decoding it.
    package func isString(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe storage.isString(word, $0) }
    }

    /// Returns whether this is a string of exactly these code points, for a constant text.
    package func isString(_ text: StaticString) -> Bool {
        unsafe storage.isString(word, UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Calls `body` with each member that has one of the names, in order: the position of the name, and the value.
    package consuming func forEachMember(among names: JSONNames, _ body: (Int, JSONElement) -> Void) {
        guard word.kind == .object else { return }
        let end = storage.span(at: index).next
        // Reuse one element, because each new one would retain the document; it also keeps the bytes alive.
        var value = consume self
        let (bytes, tape) = unsafe value.storage.withParts { unsafe ($0, $1) }
        value.index += 2
        while value.index < end {
            let name = unsafe TapeWord(bits: tape[value.index])
            value.index += 1
            if let position = unsafe names.position(of: name, in: bytes) { body(position, value) }
            // In bounds: the reader ends each object after a whole member.
            let isContainer = unsafe TapeWord(bits: tape[value.index]).isContainer
            value.index = isContainer ? unsafe TapeSpan(bits: tape[value.index + 1]).next : value.index + 1
        }
        extendLifetime(value)
    }

    /// Returns the first name that is in neither list, or `nil` if there is none or this is not an object.
    package func firstName(besides known: [String], _ more: [String]) -> String? {
        var found: TapeWord?
        forEachMember { _, name in
            guard found == nil, !known.contains(where: { storage.isString(name, $0) }) else { return }
            if !more.contains(where: { storage.isString(name, $0) }) { found = name }
        }
        return found.map { storage.string(of: $0) }
    }

    /// Calls `body` with the tape index of each member name that equals `name`.
    private func forEachMember(named name: String, _ body: (Int) -> Void) {
        var name = name
        name.withUTF8 { wanted in
            forEachMember { member, word in
                // Most names differ in length, which is known without reading their bytes.
                guard word.length == wanted.count || word.kind == .escapedString else { return }
                if unsafe storage.isString(word, wanted) { body(member) }
            }
        }
    }

    /// Calls `body` with the tape index and the word of each member name; the value is at the next index.
    @inline(__always)
    func forEachMember(_ body: (Int, TapeWord) -> Void) {
        guard word.kind == .object else { return }
        let end = storage.span(at: index).next
        // In bounds: the reader ends each object after a whole member.
        unsafe storage.withParts { _, tape in
            var member = index + 2
            while member < end {
                unsafe body(member, TapeWord(bits: tape[member]))
                let value = unsafe TapeWord(bits: tape[member + 1])
                member = value.isContainer ? unsafe TapeSpan(bits: tape[member + 2]).next : member + 2
            }
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

/// A few names of at most seven bytes, to be found in an object in a single pass.
package struct JSONNames: Sendable {
    /// The bytes and the length of each name, in one word.
    private let keys: [UInt64]

    package init(_ names: StaticString...) {
        keys = names.map { name in
            precondition(name.utf8CodeUnitCount < 8, "expected a name of at most 7 bytes, found \(name)")
            return unsafe Self.key(of: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
    }

    /// Returns the position of a name in the list.
    @inline(__always)
    func position(of name: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard name.kind != .escapedString else { return unsafe position(ofEscaped: name, in: bytes) }
        guard name.length < 8 else { return nil }
        let key = unsafe Self.key(of: UnsafeBufferPointer(rebasing: bytes[name.range]))
        for position in keys.indices where keys[position] == key { return position }
        return nil
    }

    @inline(never)
    private func position(ofEscaped name: TapeWord, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let text = unsafe StringEscapes.decode(UnsafeBufferPointer(rebasing: bytes[name.range]))
        return text.count < 8 ? keys.firstIndex(of: unsafe text.withUnsafeBufferPointer(Self.key)) : nil
    }

    @inline(__always)
    private static func key(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        unsafe ByteRun.ends(of: name) | UInt64(truncatingIfNeeded: name.count) &<< 56
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
