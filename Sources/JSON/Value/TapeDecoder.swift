/// Makes values of a document's tape and bytes; lives only inside a call that lends both.
@safe
struct TapeDecoder {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let tape: UnsafeBufferPointer<UInt64>
    /// The tape index of what comes next.
    private var index: Int
    private var names: NameCache

    /// A decoder of the value at a tape index.
    init(bytes: UnsafeBufferPointer<UInt8>, tape: UnsafeBufferPointer<UInt64>, index: Int) {
        unsafe self.bytes = unsafe bytes
        unsafe self.tape = unsafe tape
        self.index = index
        let isContainer = unsafe TapeWord(bits: tape[index]).isContainer
        names = NameCache(tapeLength: isContainer ? unsafe TapeSpan(bits: tape[index + 1]).next - index : 1)
    }

    /// Decodes the value that comes next; recursion is as deep as the document, which the reader's limit bounds.
    mutating func value() -> JSONValue {
        let word = next()
        switch word.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number: return .number(JSONNumber(valid: unsafe TapeString.plain(word, in: bytes)))
        case .string, .unicodeString, .escapedString: return .string(unsafe TapeString.decoded(word, in: bytes))
        case .array: return .array(values())
        case .object: return .object(members())
        }
    }

    private mutating func values() -> [JSONValue] {
        let count = TapeSpan(bits: next().bits).count
        return [JSONValue](capacity: count) { value() }
    }

    private mutating func members() -> [JSONValue.Member] {
        let count = TapeSpan(bits: next().bits).count
        return [JSONValue.Member](capacity: count) {
            let name = unsafe names.string(of: next(), in: bytes)
            return JSONValue.Member(name, value())
        }
    }

    @inline(__always)
    private mutating func next() -> TapeWord {
        let word = unsafe TapeWord(bits: tape[index])
        index &+= 1
        return word
    }
}

extension Array {
    /// As many elements as the capacity says, each from a call.
    @inline(__always)
    fileprivate init(capacity: Int, _ next: () -> Element) {
        self = []
        reserveCapacity(capacity)
        for _ in 0..<capacity { append(next()) }
    }
}
