/// Writes JSON into a byte buffer, and inserts commas, colons, and (if pretty) indentation.
///
/// Non-ASCII text is written as UTF-8. Only `"`, `\`, and control characters are escaped, so a frame of one line
/// contains no newline. A writer takes one value. The output is well-formed if each body writes only members into an
/// object and only values into an array.
package struct JSONWriter {
    var buffer: ByteBuffer
    let isPretty: Bool
    private var needsComma = false
    private var isAfterName = false
    private var depth = 0

    /// Creates a writer with room for `capacity` bytes.
    ///
    /// `pretty` puts each member and value on its own line, indented by two spaces.
    package init(reserving capacity: Int = 256, pretty: Bool = false) {
        isPretty = pretty
        buffer = ByteBuffer(reserving: capacity)
    }

    /// A copy of the bytes written so far.
    package var bytes: [UInt8] { buffer.bytes }

    package var count: Int { buffer.count }
}

// MARK: - Structure

extension JSONWriter {
    /// Writes what precedes a value or a name, except for the comma of compact text.
    ///
    /// - Returns: Whether that comma is due.
    @inline(__always)
    private mutating func separate() -> Bool {
        if isPretty { return separatePretty() }
        let comma = needsComma
        needsComma = true
        return comma
    }

    private mutating func separatePretty() -> Bool {
        if needsComma { buffer.append(.comma, afterComma: false) }
        if depth > 0 && !isAfterName { breakLine() }
        isAfterName = false
        needsComma = true
        return false
    }

    /// Writes the name of a member; its value must follow.
    @inline(__always)
    mutating func beginMember(_ name: borrowing String) {
        let comma = separate()
        buffer.append(quoted: name, afterComma: comma, colon: true)
        endName()
    }

    /// Writes the name of a member from its encoded text, including quotes; its value must follow.
    @inline(__always)
    mutating func beginMember(encoded name: UnsafeBufferPointer<UInt8>) {
        let comma = separate()
        unsafe buffer.append(copying: name, afterComma: comma, colon: true)
        endName()
    }

    @inline(__always)
    private mutating func endName() {
        needsComma = false
        if isPretty {
            buffer.append(.space, afterComma: false)
            isAfterName = true
        }
    }

    @inline(__always)
    mutating func begin(_ bracket: UInt8) {
        let comma = separate()
        buffer.append(bracket, afterComma: comma)
        needsComma = false
        depth &+= 1
    }

    @inline(__always)
    mutating func end(_ bracket: UInt8) {
        depth &-= 1
        if isPretty && needsComma { breakLine() }
        buffer.append(bracket, afterComma: false)
        needsComma = true
    }

    private mutating func breakLine() {
        buffer.append(.newline, afterComma: false)
        for _ in 0..<(depth * 2) { buffer.append(.space, afterComma: false) }
    }
}

// MARK: - Values

extension JSONWriter {
    /// Writes `null`.
    package mutating func null() { word("null") }

    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    package mutating func int(_ value: Int) {
        let comma = separate()
        buffer.append(decimal: value, afterComma: comma)
    }

    /// Writes a double in the shortest notation that reads back as the same value, or `null` for NaN and infinities.
    package mutating func double(_ value: Double) {
        if let integer = Int(exactly: value), integer.magnitude < 1 << 53, integer != 0 {
            int(integer)
        } else if value.isFinite {
            write(bare: DoubleText.shortest(of: value))
        } else {
            null()
        }
    }

    package mutating func number(_ value: JSONNumber) { write(value) }

    package mutating func string(_ value: String) { write(value) }

    /// Writes a number in its original notation, without retaining its text.
    @inline(__always)
    mutating func write(_ value: borrowing JSONNumber) { write(bare: value.text) }

    /// Writes a string without retaining it.
    @inline(__always)
    mutating func write(_ value: borrowing String) {
        let comma = separate()
        buffer.append(quoted: value, afterComma: comma, colon: false)
    }

    @inline(__always)
    private mutating func write(bare text: borrowing String) {
        let comma = separate()
        buffer.append(bare: text, afterComma: comma)
    }

    /// Writes bytes that must be exactly one JSON value; this is not checked.
    package mutating func raw(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { unsafe raw(contiguous: $0) }
        if isContiguous == nil { unsafe Array(bytes).withUnsafeBufferPointer { unsafe raw(contiguous: $0) } }
    }

    package mutating func value<V: JSONEncodable>(_ value: V) { value.encode(to: &self) }

    /// Writes a value that is already encoded.
    @inline(__always)
    mutating func raw(contiguous bytes: UnsafeBufferPointer<UInt8>) {
        let comma = separate()
        unsafe buffer.append(copying: bytes, afterComma: comma, colon: false)
    }

    private mutating func word(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        unsafe raw(contiguous: UnsafeBufferPointer(start: text.utf8Start, count: length))
    }
}

// MARK: - Containers

extension JSONWriter {
    /// Writes an object; `body` calls `member`.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        begin(.openBrace)
        body(&self)
        end(.closeBrace)
    }

    /// Writes an array; `body` calls the functions for values.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        begin(.openBracket)
        body(&self)
        end(.closeBracket)
    }

    package mutating func member<V: JSONEncodable>(_ name: String, _ value: V) {
        beginMember(name)
        value.encode(to: &self)
    }

    /// Writes a member if there is a value, and nothing otherwise.
    package mutating func member<V: JSONEncodable>(_ name: String, _ value: V?) {
        if let value { member(name, value) }
    }

    /// Writes a member whose value is written by `body`, or is `null` if `body` writes nothing.
    package mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
        beginMember(name)
        let start = buffer.count
        body(&self)
        if buffer.count == start { null() }
    }
}

/// Writes values directly from the tape and the bytes of a document; used only inside a call that lends both.
@safe
struct TapeWalk {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let tape: UnsafeBufferPointer<UInt64>

    init(bytes: UnsafeBufferPointer<UInt8>, tape: UnsafeBufferPointer<UInt64>) {
        unsafe self.bytes = unsafe bytes
        unsafe self.tape = unsafe tape
    }

    /// Writes the value at a tape index; the recursion is as deep as the document, which the reader limits.
    ///
    /// - Returns: The tape index after the value.
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

    /// Returns the original bytes of a scalar, including the quotes of a string.
    @inline(__always)
    private func text(of word: TapeWord) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: bytes[word.textRange])
    }
}

extension JSONElement: JSONEncodable {
    /// Writes the value with all its contents; strings and numbers keep their original notation.
    package func encode(to writer: inout JSONWriter) {
        if storage.isCompact && !writer.isPretty {
            writer.raw(text)
        } else {
            unsafe storage.withParts { bytes, tape in
                let walk = unsafe TapeWalk(bytes: bytes, tape: tape)
                _ = walk.write(at: index, to: &writer)
            }
        }
    }
}
