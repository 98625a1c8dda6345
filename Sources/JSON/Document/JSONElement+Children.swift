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
        forEachMember { members.append(storage.word(at: $0)) }
        // Few plain names are compared with one another faster than they are copied and hashed.
        guard members.count <= 32, members.allSatisfy({ $0.kind != .escapedString }) else {
            return Set(members.map(storage.stringBytes)).count < members.count
        }
        return members.indices.contains { later in
            unsafe storage.withBytes(of: members[later]) { name in
                members[..<later].contains { unsafe storage.isString($0, name) }
            }
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
            forEachMember { member in
                if unsafe storage.isString(storage.word(at: member), wanted) { body(member) }
            }
        }
    }

    /// Calls with the tape index of each member's name; the value is at the next one.
    private func forEachMember(_ body: (Int) -> Void) {
        guard word.kind == .object else { return }
        let end = storage.span(at: index).next
        var member = index + 2
        while member < end {
            body(member)
            member = storage.next(after: member + 1)
        }
    }
}
