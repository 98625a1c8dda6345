/// The members of an object, in order, equal names included.
package struct JSONMembers: Sendable, Collection {
    /// A name, decoded, and its value.
    package typealias Element = (name: String, value: JSONElement)

    /// A place in the object; found by walking, so that ``count`` is cheap and random access is not offered.
    package struct Index: Comparable, Sendable {
        let tape: Int

        /// Order of places in one object.
        package static func < (left: Index, right: Index) -> Bool { left.tape < right.tape }
    }

    private let storage: JSONStorage
    /// The place of the first member.
    package let startIndex: Index
    /// The place after the last member.
    package let endIndex: Index
    /// How many members there are.
    package let count: Int

    init(storage: JSONStorage, container: Int?) {
        self.storage = storage
        startIndex = Index(tape: container.map { $0 + 2 } ?? 0)
        endIndex = Index(tape: container.map { storage.span(at: $0).next } ?? 0)
        count = container.map { storage.span(at: $0).count } ?? 0
    }

    /// The place after another.
    package func index(after place: Index) -> Index { Index(tape: storage.next(after: place.tape + 1)) }

    /// The member at a place.
    package subscript(place: Index) -> Element {
        let name = storage.string(of: storage.word(at: place.tape))
        return (name, JSONElement(storage: storage, index: place.tape + 1))
    }

    /// Walks from value to value; concrete, because a collection's own iterator is slow across modules.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private var place: Int
        private let end: Int

        init(storage: JSONStorage, from place: Int, to end: Int) {
            self.storage = storage
            self.place = place
            self.end = end
        }

        /// The next one, or nil at the end.
        package mutating func next() -> (name: String, value: JSONElement)? {
            guard place < end else { return nil }
            let value = place + 1
            let name = storage.string(of: storage.word(at: place))
            place = storage.next(after: value)
            return (name, JSONElement(storage: storage, index: value))
        }
    }

    /// An iterator over all members.
    package func makeIterator() -> Iterator {
        Iterator(storage: storage, from: startIndex.tape, to: endIndex.tape)
    }
}

/// The values of an array, in order.
package struct JSONElements: Sendable, Collection {
    /// A place in the array; found by walking, so that ``count`` is cheap and random access is not offered.
    package struct Index: Comparable, Sendable {
        let tape: Int

        /// Order of places in one array.
        package static func < (left: Index, right: Index) -> Bool { left.tape < right.tape }
    }

    private let storage: JSONStorage
    /// The place of the first value.
    package let startIndex: Index
    /// The place after the last value.
    package let endIndex: Index
    /// How many values there are.
    package let count: Int

    init(storage: JSONStorage, container: Int?) {
        self.storage = storage
        startIndex = Index(tape: container.map { $0 + 2 } ?? 0)
        endIndex = Index(tape: container.map { storage.span(at: $0).next } ?? 0)
        count = container.map { storage.span(at: $0).count } ?? 0
    }

    /// The place after another.
    package func index(after place: Index) -> Index { Index(tape: storage.next(after: place.tape)) }

    /// The value at a place.
    package subscript(place: Index) -> JSONElement { JSONElement(storage: storage, index: place.tape) }

    /// Walks from value to value; concrete, because a collection's own iterator is slow across modules.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private var place: Int
        private let end: Int

        init(storage: JSONStorage, from place: Int, to end: Int) {
            self.storage = storage
            self.place = place
            self.end = end
        }

        /// The next one, or nil at the end.
        package mutating func next() -> JSONElement? {
            guard place < end else { return nil }
            let element = JSONElement(storage: storage, index: place)
            place = storage.next(after: place)
            return element
        }
    }

    /// An iterator over all values.
    package func makeIterator() -> Iterator {
        Iterator(storage: storage, from: startIndex.tape, to: endIndex.tape)
    }
}
