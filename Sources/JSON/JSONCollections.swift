/// The members of an object in order, including equal names; both the sequence and its iterator.
package struct JSONMembers: Sendable, Sequence, IteratorProtocol {
    private let storage: JSONStorage
    private var place: Int
    private let end: Int
    /// The number of members.
    package let count: Int

    init(storage: JSONStorage, container: Int?) {
        self.storage = storage
        place = container.map { $0 + 2 } ?? 0
        end = container.map { storage.span(at: $0).next } ?? 0
        count = container.map { storage.span(at: $0).count } ?? 0
    }

    package var underestimatedCount: Int { count }

    /// Returns the next name, decoded, and its value.
    package mutating func next() -> (name: String, value: JSONElement)? {
        guard place < end else { return nil }
        let value = place + 1
        let name = storage.string(of: storage.word(at: place))
        place = storage.next(after: value)
        return (name, JSONElement(storage: storage, index: value))
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
