/// Writes values straight from a document's tape and bytes; lives only inside a call that lends both.
@safe
struct TapeWalk {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let tape: UnsafeBufferPointer<UInt64>

    init(bytes: UnsafeBufferPointer<UInt8>, tape: UnsafeBufferPointer<UInt64>) {
        unsafe self.bytes = unsafe bytes
        unsafe self.tape = unsafe tape
    }

    /// Writes the value at a tape index; recursion is as deep as the document, which the reader's limit bounds.
    ///
    /// - Returns: the tape index after it.
    func write(at index: Int, to writer: inout JSONWriter) -> Int {
        let word = word(at: index)
        switch word.kind {
        case .array: return writeArray(at: index, to: &writer)
        case .object: return writeObject(at: index, to: &writer)
        default:
            unsafe writer.raw(contiguous: text(of: word))
            return index &+ 1
        }
    }

    private func writeArray(at index: Int, to writer: inout JSONWriter) -> Int {
        let end = end(at: index)
        var child = index &+ 2
        writer.begin(.openBracket)
        while child < end { child = write(at: child, to: &writer) }
        writer.end(.closeBracket)
        return end
    }

    private func writeObject(at index: Int, to writer: inout JSONWriter) -> Int {
        let end = end(at: index)
        var name = index &+ 2
        writer.begin(.openBrace)
        while name < end {
            unsafe writer.beginMember(encoded: text(of: word(at: name)))
            name = write(at: name &+ 1, to: &writer)
        }
        writer.end(.closeBrace)
        return end
    }

    @inline(__always)
    private func word(at index: Int) -> TapeWord { unsafe TapeWord(bits: tape[index]) }

    @inline(__always)
    private func end(at index: Int) -> Int { unsafe TapeSpan(bits: tape[index &+ 1]).next }

    /// The bytes of a scalar as they came, a string's quotes included.
    @inline(__always)
    private func text(of word: TapeWord) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: bytes[word.textRange])
    }
}
