extension JSONElement {
    /// The values of an array in their order; empty for anything else.
    package var elements: JSONElements {
        JSONElements(storage: storage, container: word.kind == .array ? index : nil)
    }

    /// The members of an object in their order, equal names included; empty for anything else.
    package var members: JSONMembers {
        JSONMembers(storage: storage, container: word.kind == .object ? index : nil)
    }

    /// The value of the object's last member of that name; nil where there is none and for anything but an object.
    ///
    /// Names are equal when their code points are; no Unicode normalisation.
    package subscript(name: String) -> JSONElement? {
        var found: Int?
        forEachMember(named: name) { found = $0 + 1 }
        return found.map { JSONElement(storage: storage, index: $0) }
    }

    /// The array's value at a position from 0; nil outside it and for anything but an array.
    package subscript(position: Int) -> JSONElement? {
        guard word.kind == .array, position >= 0, position < count else { return nil }
        var child = index + 2
        for _ in 0..<position { child = storage.next(after: child) }
        return JSONElement(storage: storage, index: child)
    }

    /// How many members of the object have that name; 0 for anything but an object.
    package func occurrences(of name: String) -> Int {
        var occurrences = 0
        forEachMember(named: name) { _ in occurrences += 1 }
        return occurrences
    }

    /// Whether two members of the object have the same name.
    package var hasDuplicateNames: Bool {
        var members: [TapeWord] = []
        members.reserveCapacity(count)
        forEachMember { _, name in members.append(name) }
        // Few plain names are compared with one another faster than they are copied and hashed.
        guard members.count <= 32, members.allSatisfy({ $0.kind != .escapedString }) else {
            return Set(members.map(storage.stringBytes)).count < members.count
        }
        return unsafe storage.bytes.withUnsafeBufferPointer { bytes in
            let signatures = members.map { unsafe TapeString.signature(of: $0, in: bytes) }
            for later in signatures.indices.dropFirst() {
                for earlier in 0..<later where signatures[earlier] == signatures[later] {
                    if unsafe TapeString.areEqual(members[earlier], members[later], in: bytes) { return true }
                }
            }
            return false
        }
    }

    /// Whether it is a string of exactly these code points, without decoding it.
    package func isString(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe storage.isString(word, $0) }
    }

    /// Calls with the tape index of the name of each member of that name.
    private func forEachMember(named name: String, _ body: (Int) -> Void) {
        var name = name
        name.withUTF8 { wanted in
            forEachMember { member, word in
                // Most names already differ in length, which is known without a look at their bytes.
                guard word.length == wanted.count || word.kind == .escapedString else { return }
                if unsafe storage.isString(word, wanted) { body(member) }
            }
        }
    }

    /// Calls with the tape index and the word of each member's name; the value is at the next index.
    @inline(__always)
    func forEachMember(_ body: (Int, TapeWord) -> Void) {
        guard word.kind == .object else { return }
        let end = storage.span(at: index).next
        // In bounds: the reader ends each object after a whole member.
        unsafe storage.tape.withUnsafeBufferPointer { tape in
            var member = index + 2
            while member < end {
                unsafe body(member, TapeWord(bits: tape[member]))
                let value = unsafe TapeWord(bits: tape[member + 1])
                member = value.isContainer ? unsafe TapeSpan(bits: tape[member + 2]).next : member + 2
            }
        }
    }
}
