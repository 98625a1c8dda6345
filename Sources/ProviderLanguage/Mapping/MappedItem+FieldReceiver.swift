extension MappedItem: FieldReceiver {
    /// Sets a field, or adds to a list.
    package mutating func take(_ value: MappedValue, for field: Field) {
        switch (self[field], value) {
        case (.texts(let first), .texts(let more)): replace(field, by: .texts(first + more))
        case (.items(let first), .items(let more)): replace(field, by: .items(first + more))
        case (nil, _): append(value, to: field)
        default: break
        }
    }

    /// Adds an id.
    package mutating func add(_ id: MappedID) {
        if case .ids(let ids)? = self[.ids] {
            replace(.ids, by: .ids(ids + [id]))
        } else {
            append(.ids([id]), to: .ids)
        }
    }

    /// Adds a text to a list.
    package mutating func add(_ text: MappedText, to field: Field) { take(.texts([text]), for: field) }

    /// Adds a person, image or video to a list.
    package mutating func add(_ entry: TaggedEntry, to field: Field) { take(.items([MappedItem(entry)]), for: field) }

    /// Gives every field to another receiver, in their order.
    package func give(to receiver: inout some FieldReceiver) {
        for field in fields {
            if let value = self[field] { receiver.take(value, for: field) }
        }
    }
}
