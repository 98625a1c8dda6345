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
            write(bare: value.shortestText)
        } else {
            null()
        }
    }

    /// Writes a number in its original notation, without retaining its text.
    package mutating func number(_ value: borrowing JSONNumber) { write(bare: value.text) }

    /// Writes a string without retaining it.
    package mutating func string(_ value: borrowing String) {
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

extension JSONElement: JSONEncodable {
    /// Writes the value with all its contents; names, strings, and numbers keep their original notation.
    ///
    /// The recursion is as deep as the document, which the reader limits.
    package func encode(to writer: inout JSONWriter) {
        switch kind {
        case .array where !storage.isCompact || writer.isPretty:
            writer.begin(.openBracket)
            for element in elements { element.encode(to: &writer) }
            writer.end(.closeBracket)
        case .object where !storage.isCompact || writer.isPretty:
            writer.begin(.openBrace)
            forEachMember { member, name in
                unsafe storage.withBytes(of: name.withQuotes) { unsafe writer.beginMember(encoded: $0) }
                JSONElement(storage: storage, index: member + 1).encode(to: &writer)
            }
            writer.end(.closeBrace)
        default: unsafe storage.withBytes(of: word.withQuotes) { unsafe writer.raw(contiguous: $0) }
        }
    }
}

/// A type that writes itself as JSON.
package protocol JSONEncodable {
    /// Writes exactly one value.
    func encode(to writer: inout JSONWriter)
}

extension JSONEncodable {
    /// The compact JSON text of the value in UTF-8.
    package var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return writer.bytes
    }

    package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension String: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONEncodable {
    /// Writes a number, or `null` for NaN and infinities.
    package func encode(to writer: inout JSONWriter) { writer.double(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .some(let value): value.encode(to: &writer)
        case .none: writer.null()
        }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.array { writer in
            for value in self { value.encode(to: &writer) }
        }
    }
}

extension JSONNumber: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.number(self) }
}
