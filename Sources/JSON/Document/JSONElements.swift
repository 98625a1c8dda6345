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
