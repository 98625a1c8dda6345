extension JSONValue {
    /// Decodes the value at a tape index and moves the index behind it.
    ///
    /// Recursion is as deep as the document, which the reader's limit bounds.
    init(_ storage: JSONStorage, at index: inout Int) {
        let word = storage.word(at: index)
        switch word.kind {
        case .array: self = .array(Self.values(in: storage, at: &index))
        case .object: self = .object(Self.members(in: storage, at: &index))
        default:
            index &+= 1
            self = Self.scalar(word, in: storage)
        }
    }

    @inline(__always)
    private static func scalar(_ word: TapeWord, in storage: JSONStorage) -> JSONValue {
        switch word.kind {
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: .number(JSONNumber(valid: storage.plainString(of: word)))
        case .string, .unicodeString, .escapedString: .string(storage.string(of: word))
        default: .null
        }
    }

    private static func values(in storage: JSONStorage, at index: inout Int) -> [JSONValue] {
        let count = storage.span(at: index).count
        index &+= 2
        return [JSONValue](capacity: count) { JSONValue(storage, at: &index) }
    }

    private static func members(in storage: JSONStorage, at index: inout Int) -> [Member] {
        let count = storage.span(at: index).count
        index &+= 2
        return [Member](capacity: count) {
            let name = storage.string(of: storage.word(at: index))
            index &+= 1
            return Member(name, JSONValue(storage, at: &index))
        }
    }
}

extension Array {
    /// As many elements as the capacity says, each from a call; without the checks of appending.
    @inline(__always)
    fileprivate init(capacity: Int, _ next: () -> Element) {
        self = unsafe [Element](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                // In bounds: `count < capacity`, the buffer's size.
                unsafe buffer.initializeElement(at: count, to: next())
                count &+= 1
            }
        }
    }
}
